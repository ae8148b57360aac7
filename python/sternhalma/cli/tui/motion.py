"""A move hop by hop: what stands differently from the view before it after each hop."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sternhalma.events import Moved
    from sternhalma.view import View

Changes = dict[str, str | None]


def hops(before: View, moved: Moved) -> Iterator[Changes]:
    """The changes against `before` after each hop, the last one included.

    Args:
        before: the view of the position before the move.
        moved: the move; stones it takes disappear with the hop that takes them.
    """
    changes: Changes = {}
    marble = before.cell(moved.path[0]).marble
    taken = set(moved.captured)
    for origin, landing in pairwise(moved.path):
        changes[origin] = None
        middle = halfway(before, origin, landing)
        if middle in taken:
            changes[middle] = None
        changes[landing] = marble
        yield dict(changes)


def halfway(view: View, origin: str, landing: str) -> str | None:
    """The cell in the middle of a jump; None for a step."""
    one, other = view.cell(origin), view.cell(landing)
    rows, columns = one.row + other.row, one.column + other.column
    if rows % 2 or columns % 2:
        return None
    at = (rows // 2, columns // 2)
    return next((cell.name for cell in view.cells if (cell.row, cell.column) == at), None)
