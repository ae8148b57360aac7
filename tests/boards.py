"""Boards of position texts, written from what stands on which cell."""

from collections.abc import Mapping
from itertools import groupby

from sternhalma._core import geometry


def board_text(order: int, owners: Mapping[str, str]) -> str:
    """The board field of a position text.

    Args:
        order: of the star.
        owners: the letter on each occupied cell, by cell name.
    """
    star = geometry(order)
    cells = zip(star["names"], star["xy"], strict=True)
    rows = groupby(cells, key=lambda cell: cell[1][1])
    return "/".join(row_text([owners.get(name, "") for name, _ in row]) for _, row in rows)


def row_text(row: list[str]) -> str:
    """A row with runs of empty cells as numbers."""
    runs = [(letter, len(list(run))) for letter, run in groupby(row)]
    return "".join(letter * count if letter else str(count) for letter, count in runs)
