"""What the keys choose: the cursor, the marble picked up, and the end it would be played to.

A state machine over views; it draws nothing and knows no screen library. The face shows a view with
`pick=selection.picked`, hands it to every call, and does what `enter` answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sternhalma.view import End, View


@dataclass(frozen=True, slots=True)
class Play:
    """A move has been chosen: play it."""

    move: str


@dataclass(frozen=True, slots=True)
class Say:
    """Nothing to do but to tell the player why."""

    text: str


class Selection:
    """Where the cursor stands, which marble is picked up, and which end is chosen.

    Attributes:
        cursor: the cell under the cursor; empty before the first `look`.
        picked: the cell of the marble picked up, None without one.
    """

    def __init__(self) -> None:
        self.cursor = ""
        self.picked: str | None = None
        # Which of the ends on the cursor's cell, where the capture game has several. An end on the
        # marble's own cell is chosen by Space or Tab only: Enter there puts the marble down.
        self._choice: int | None = None

    def look(self, view: View) -> None:
        """Fits the choice to what is on the board now."""
        if self.picked is not None and self.picked not in view.movable:
            self.picked = None
        if not self.cursor:
            self.cursor = _first(view)

    def ends_here(self, view: View) -> list[End]:
        """The ends of the marble picked up that lie under the cursor."""
        pick = view.pick
        if pick is None or pick.cell != self.picked:
            return []
        return [end for end in pick.ends if end.cell == self.cursor]

    def chosen(self, view: View) -> End | None:
        """The end that Enter would play."""
        ends = self.ends_here(view)
        if not ends or (self._choice is None and self.cursor == self.picked):
            return None
        return ends[(self._choice or 0) % len(ends)]

    def arrow(self, view: View, direction: str) -> None:
        """Moves the cursor to the neighbour in a direction of the screen; stays at the edge."""
        there = view.neighbour(self.cursor, direction)
        if there is not None:
            self.put(there)

    def put(self, cell: str) -> None:
        """Moves the cursor to a cell."""
        self.cursor, self._choice = cell, None

    def cycle(self, view: View, by: int) -> None:
        """Goes on to the next end of the marble picked up, or to the next marble that can move."""
        pick = view.pick
        if self.picked is None or pick is None:
            if view.movable:
                self.put(_after(view.movable, self.cursor, by))
            return
        if not pick.ends:
            return
        chosen = self.chosen(view)
        at = pick.ends.index(chosen) + by if chosen is not None else min(by, 0)
        end = pick.ends[at % len(pick.ends)]
        self.put(end.cell)
        self._choice = self.ends_here(view).index(end)

    def switch(self, view: View) -> None:
        """Takes the next of several ends on one cell, which take other stones."""
        ends = self.ends_here(view)
        if ends:
            at = -1 if self.chosen(view) is None else self._choice or 0
            self._choice = (at + 1) % len(ends)

    def enter(self, view: View) -> Play | Say | None:
        """Plays to the cursor's cell, or picks up the marble there.

        Returns:
            The move to play; or why nothing can be done; None after picking up or putting down.
        """
        end = self.chosen(view)
        if end is not None:
            return Play(end.move)
        if view.turn is None:
            return Say("The game is over.")
        if self.cursor == self.picked:
            self.picked = None
            return None
        if self.cursor in view.movable:
            self.picked, self._choice = self.cursor, None
            return None
        return Say(self._why_not(view))

    def escape(self) -> bool:
        """Puts the marble down; whether there was one."""
        if self.picked is None:
            return False
        self.put(self.picked)
        self.picked = None
        return True

    def _why_not(self, view: View) -> str:
        marble = view.cell(self.cursor).marble
        assert view.turn is not None
        if self.picked is not None and view.pick is not None and marble is None:
            if self.cursor in view.pick.passes:
                return f"A chain passes through {self.cursor}, but no move may end there."
            return f"The marble on {self.picked} can't go to {self.cursor}."
        if marble is None:
            return f"There is no marble on {self.cursor}."
        if marble in ("o", view.turn.letter):
            return f"The marble on {self.cursor} can't move."
        return f"The marble on {self.cursor} isn't {view.turn.colour}'s."


def _first(view: View) -> str:
    """Where the cursor begins: a marble that can move, the nearest to the viewer's own tip."""
    cells = [view.cell(name) for name in view.movable] or list(view.cells)
    own = [cell for cell in cells if cell.home] or cells
    return max(own, key=lambda cell: (cell.row, -abs(cell.x), -cell.x)).name


def _after(cells: tuple[str, ...], cell: str, by: int) -> str:
    """The next one round; from elsewhere the first or the last."""
    if cell in cells:
        return cells[(cells.index(cell) + by) % len(cells)]
    return cells[0] if by > 0 else cells[-1]
