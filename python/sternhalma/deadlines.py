"""Leaving in time: moves left, who is still at home, and which moves would eliminate.

The rule itself is the core's (`moves_left`, `way_out`, `will_eliminate`); this page only asks it
and puts the answers side by side for a table and its faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from sternhalma.star import home_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sternhalma._core import Move, Position
    from sternhalma.seats import Seat
    from sternhalma.variants import Variant


@dataclass(frozen=True, slots=True)
class Deadline:
    """How one seat stands with its home camp; cells in (letter, row) order.

    Attributes:
        seat: whose.
        moves_left: own moves left before the deadline, 0 when it has passed; None where the
            variant has none.
        at_home: cells of its home camp with marbles of its own.
        loose: those of them that have a way out.
        shut_in: those that have none, which the deadline spares.
    """

    seat: Seat
    moves_left: int | None
    at_home: tuple[str, ...]
    loose: tuple[str, ...]
    shut_in: tuple[str, ...]

    @property
    def pressing(self) -> bool:
        """Whether marbles must leave before the moves run out."""
        return self.moves_left is not None and bool(self.loose)


def at_home(position: Position, seat: Seat) -> tuple[str, ...]:
    """The cells of a seat's home camp with its own marbles, in (letter, row) order."""
    at = position.at
    return tuple([cell for cell in _home(position.variant, seat) if at(cell) == seat])


def deadline(position: Position, seat: Seat) -> Deadline:
    """How a seat stands with its home camp now."""
    cells = at_home(position, seat)
    loose = tuple(cell for cell in cells if position.way_out(cell) is not None)
    return Deadline(
        seat=seat,
        moves_left=position.moves_left(seat),
        at_home=cells,
        loose=loose,
        shut_in=tuple(cell for cell in cells if cell not in loose),
    )


def deadlines(position: Position) -> tuple[Deadline, ...]:
    """Every seat's deadline, in turn order."""
    return tuple(deadline(position, seat) for seat in position.seats)


def eliminating(position: Position) -> tuple[Move, ...]:
    """The legal moves that would eliminate the seat to move."""
    if position.turn is None or position.variant.deadline is None:
        return ()
    return tuple(move for move in position.legal_moves if position.will_eliminate(move))


def why_eliminated(position: Position, move: Move) -> str | None:
    """Why a legal move would eliminate its mover, as a stable word; None where it would not.

    Returns:
        "back-home" for a marble that comes home after the deadline, "still-home" for loose marbles
        that the move leaves there.
    """
    if position.turn is None or not position.will_eliminate(move):
        return None
    home = home_camp(position.variant, position.turn)
    comes_back = move.target in home and move.origin not in home
    return "back-home" if comes_back and position.moves_left(position.turn) == 0 else "still-home"


@cache
def _home(variant: Variant, seat: Seat) -> tuple[str, ...]:
    """The home camp in (letter, row) order, looked up at every turn of a table."""
    return tuple(sorted(home_camp(variant, seat), key=lambda cell: (cell[0], int(cell[1:]))))
