"""The star as characters with styles, in two sizes. No screen library, no rule.

Signs, so that colour is never the only one: letters are marbles, o is a stone, a small dot an empty
cell, a diamond the own target, a big dot the end of a step, a ring the end of a jump, ! an end that
would eliminate, a grey patch a foreign tip that a chain can only pass, digits the landings of the
chosen path.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sternhalma.view import Cell, End, View

Glyph = tuple[str, str]  # a character and its style
_BLANK: Glyph = (" ", "")
_MARGIN = 1  # room for the cursor's brackets on both sides

_MARBLES = {
    "w": "bold #000000 on #f2f2f2",
    "r": "bold #ffffff on #b3261e",
    "b": "bold #ffffff on #2457c5",
    "k": "bold #ffffff on #4a4a4a",
    "y": "bold #000000 on #e6c229",
    "g": "bold #000000 on #3fa34d",
    "o": "bold #000000 on #b9a58c",
}
_EMPTY: Glyph = ("·", "#7a7a7a")
_TARGET: Glyph = ("◇", "#e0aa1f")
_STEP: Glyph = ("●", "bold #8be9fd")
_JUMP: Glyph = ("○", "bold #8be9fd")
_LOSES: Glyph = ("!", "bold #ff5555")
_PASS: Glyph = ("▒", "#8f8f8f")
_TAKEN: Glyph = ("x", "bold #ff5555")
_ROUTE = "bold #ff79c6"
_CURSOR = "bold #ffffff"
_LAST = " underline"


@dataclass(frozen=True, slots=True)
class Scale:
    """Characters for each half cell across, and lines for each row."""

    across: int
    down: int

    def place(self, cell: Cell) -> tuple[int, int]:
        """Line and character of a cell's sign."""
        return cell.row * self.down, cell.column * self.across + _MARGIN

    def size(self, view: View) -> tuple[int, int]:
        """Width and height of the whole star."""
        places = [self.place(cell) for cell in view.cells]
        return max(x for _, x in places) + 1 + _MARGIN, max(y for y, _ in places) + 1


SMALL, LARGE = Scale(1, 1), Scale(2, 2)


def fitting(view: View, width: int, height: int) -> Scale | None:
    """The largest scale at which the star fits; None where none does."""
    for scale in (LARGE, SMALL):
        across, down = scale.size(view)
        if across <= width and down <= height:
            return scale
    return None


def draw(
    view: View,
    scale: Scale,
    *,
    cursor: str | None = None,
    chosen: End | None = None,
    changes: Mapping[str, str | None] | None = None,
) -> list[list[Glyph]]:
    """The lines of the star.

    Args:
        view: what to draw; its `pick` lights up.
        scale: how large.
        cursor: the cell between brackets.
        chosen: the end whose path is drawn.
        changes: what stands on some cells instead, while a move is under way.
    """
    width, height = scale.size(view)
    lines = [[_BLANK] * width for _ in range(height)]
    signs = _signs(view, chosen, changes or {})
    for cell in view.cells:
        y, x = scale.place(cell)
        glyph = signs[cell.name]
        lines[y][x] = glyph
        if scale is LARGE and " on " in glyph[1]:
            edge = glyph[1].replace(_LAST, "")
            lines[y][x - 1] = lines[y][x + 1] = (" ", edge)
    if chosen is not None:
        _draw_route(view, scale, lines, chosen)
    if view.pick is not None and not changes:
        _bracket(lines, scale.place(view.cell(view.pick.cell)), "()", _ROUTE)
    if cursor:
        _bracket(lines, scale.place(view.cell(cursor)), "[]", _CURSOR)
    return lines


def _signs(view: View, chosen: End | None, changes: Mapping[str, str | None]) -> dict[str, Glyph]:
    """The sign of every cell."""
    last = set() if view.last is None or changes else {view.last.path[0], view.last.path[-1]}
    signs = {}
    for cell in view.cells:
        marble = changes.get(cell.name, cell.marble)
        if marble is not None:
            sign, style = marble, _MARBLES[marble]
        else:
            sign, style = _TARGET if cell.target else _EMPTY
        signs[cell.name] = (sign, style + _LAST if cell.name in last else style)
    if view.pick is None or changes:
        return signs
    for name in view.pick.passes:
        signs[name] = _PASS
    for end in view.pick.ends:
        if end.cell != view.pick.cell:
            signs[end.cell] = _LOSES if end.eliminates else _STEP if end.kind == "step" else _JUMP
    if chosen is not None:
        for name in chosen.captured:
            signs[name] = _TAKEN
        for number, name in enumerate(chosen.path[1:-1], start=1):
            signs[name] = (str(number) if number < 10 else "+", _ROUTE)
        if chosen.cell != view.pick.cell:
            signs[chosen.cell] = (signs[chosen.cell][0], _ROUTE)
    return signs


def _draw_route(view: View, scale: Scale, lines: list[list[Glyph]], chosen: End) -> None:
    """Lines between the cells of a path, where there is room between cells."""
    for origin, landing in pairwise(chosen.path):
        (y0, x0), (y1, x1) = scale.place(view.cell(origin)), scale.place(view.cell(landing))
        stroke = "─" if y0 == y1 else "╱" if (y1 - y0) * (x1 - x0) < 0 else "╲"  # noqa: RUF001
        count = max(abs(y1 - y0), abs(x1 - x0) if y0 == y1 else 0)
        for step in range(1, count):
            y = y0 + (y1 - y0) * step // count
            x = x0 + (x1 - x0) * step // count
            if lines[y][x] == _BLANK:
                lines[y][x] = (stroke, _ROUTE)


def _bracket(lines: list[list[Glyph]], place: tuple[int, int], pair: str, style: str) -> None:
    y, x = place
    for at, sign in zip((x - 1, x + 1), pair, strict=True):
        under = lines[y][at][1]
        ground = under.partition(" on ")[2]
        lines[y][at] = (sign, style if not ground else f"{_inked(ground)} on {ground}")


def _inked(ground: str) -> str:
    """Ink that stands out on a ground: black on light ones."""
    red, green, blue = (int(ground[at : at + 2], 16) for at in (1, 3, 5))
    return "bold #000000" if red * 3 + green * 6 + blue > 1400 else "bold #ffffff"
