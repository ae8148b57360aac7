"""Why a move is good: reasons read off the board, as data and one sentence each.

Every reason is a fact of the position before and after the move, computed here and nowhere guessed:
a search says which move, this page what it does. `reasons` needs no engine; `hint` asks one.

Rows are counted from a seat's own tip toward its target; a seat's best gain is the most rows that
any one of its legal moves brings its marble forward.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import hypot, sqrt
from typing import Any

from sternhalma._core import Position
from sternhalma.deadlines import at_home, eliminating
from sternhalma.english import hint_text
from sternhalma.errors import PositionError
from sternhalma.events import plain
from sternhalma.seating import partner_of
from sternhalma.star import home_camp, star, target_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sternhalma._core import Engine, Move
    from sternhalma.seats import Seat

__all__ = ["Hint", "Reason", "hint", "reasons"]

_LADDER = 3  # jumps in a chain that make its pivots a ladder
_ROWS = 2  # gained or denied, so many rows are worth a word
_ROW = sqrt(3) / 2  # rows of a triangular grid whose neighbours lie 1 apart


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact that speaks for a move.

    Attributes:
        code: `arrives` (seat), `keeps` (count of moves that would eliminate, of), `leaves-home`
            (cell, left at home after it, moves_left before it), `takes` (count, most: whether no
            move takes more), `longest-chain` and `ladder` (jumps), `rows` (rows gained),
            `straggler` (cell), `opens` (rows by which the own best gain grows), `denies` (seat,
            rows by which its best gain shrinks), `searched` (nothing else).
        fields: the facts by name, as above.
    """

    code: str
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The reason in English, without a stop."""
        return hint_text(self.code, self.fields)

    def to_data(self) -> dict[str, Any]:
        """The reason as JSON holds it: `reason` is the code, the rest are the facts."""
        return {"reason": self.code, **{name: plain(value) for name, value in self.fields.items()}}


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move and why.

    Attributes:
        move: the move.
        reasons: what speaks for it, the weightiest first; never empty.
    """

    move: Move
    reasons: tuple[Reason, ...]

    @property
    def text(self) -> str:
        """The hint as one English sentence for each reason."""
        told = [reason.text for reason in self.reasons]
        return f"{self.move}. " + " ".join(f"{text[:1].upper()}{text[1:]}." for text in told)

    def to_data(self) -> dict[str, Any]:
        """The hint as JSON holds it."""
        return {"move": str(self.move), "reasons": [reason.to_data() for reason in self.reasons]}


def reasons(position: Position, move: Move | str) -> tuple[Reason, ...]:
    """What speaks for a legal move, the weightiest first; empty where nothing does.

    Raises:
        GameOverError, IllegalMoveError, NotationError: as `Position.push`.
    """
    after = position.copy()
    move = after.push(move)
    return tuple(_all(position, after, move))


def hint(engine: Engine, position: Position, **limits: Any) -> Hint | None:
    """A good move and what speaks for it; what `Engine.hint` calls.

    Args:
        engine: searches for the move.
        position: whose seat to move is advised.
        **limits: of the search, as for `Engine.search`.

    Returns:
        The hint, None where the game is over.
    """
    move = engine.search(position, **limits).move
    if move is None:
        return None
    return Hint(move, reasons(position, move) or (Reason("searched"),))


def _all(position: Position, after: Position, move: Move) -> Iterator[Reason]:
    seat = position.turn
    assert seat is not None
    if position.variant.capture:
        yield from _captures(position, move)
        return
    losing = eliminating(position)
    if move in losing:
        return
    index = position.seats.index(seat)
    if (after.places[index] is not None and _fills(after, seat)) or after.arrived[index]:
        yield Reason("arrives", {"seat": seat})
    if losing:
        yield Reason("keeps", {"count": len(losing), "of": position.num_moves()})
    yield from _leaving(position, after, move, seat)
    yield from _chains(position, move)
    yield from _ground(position, move, seat)
    yield from _lines(position, after, seat)


def _captures(position: Position, move: Move) -> Iterator[Reason]:
    count = len(move.captured)
    most = all(len(other.captured) <= count for other in position.legal_moves)
    yield Reason("takes", {"count": count, "most": most})


def _fills(position: Position, seat: Seat) -> bool:
    """Whether a seat's target camp is full, its own marbles among them."""
    marbles = [position.at(cell) for cell in target_camp(position.variant, seat)]
    return seat in marbles and None not in marbles


def _leaving(position: Position, after: Position, move: Move, seat: Seat) -> Iterator[Reason]:
    moves_left = position.moves_left(seat)
    home = home_camp(position.variant, seat)
    if moves_left is not None and move.origin in home and move.target not in home:
        facts = {"cell": move.origin, "left": len(at_home(after, seat)), "moves_left": moves_left}
        yield Reason("leaves-home", facts)


def _chains(position: Position, move: Move) -> Iterator[Reason]:
    jumps = _jumps(position, move)
    if jumps >= 2 and jumps == max(_jumps(position, other) for other in position.legal_moves):
        yield Reason("longest-chain", {"jumps": jumps})
    elif jumps >= _LADDER:
        yield Reason("ladder", {"jumps": jumps})


def _ground(position: Position, move: Move, seat: Seat) -> Iterator[Reason]:
    gained = rows_gained(position, move, seat)
    if gained > 0:
        yield Reason("rows", {"rows": gained})
        rows, target = _rows(position.variant.order, seat), target_camp(position.variant, seat)
        marbles = [cell for cell in rows if position.at(cell) == seat and cell not in target]
        if all(rows[cell] > rows[move.origin] for cell in marbles if cell != move.origin):
            yield Reason("straggler", {"cell": move.origin})


def _lines(position: Position, after: Position, seat: Seat) -> Iterator[Reason]:
    """What the move does to the best next moves: the mover's own, and the next opponent's."""
    if after.turn is None or position.reply_due or after.reply_due:
        return
    opened = best_gain(after, seat) - best_gain(position, seat)
    if opened >= _ROWS:
        yield Reason("opens", {"rows": opened})
    other = after.turn
    if other in (seat, partner_of(position.variant, seat)):
        return
    denied = best_gain(position, other) - best_gain(after, other)
    if denied >= _ROWS:
        yield Reason("denies", {"seat": other, "rows": denied})


def rows_gained(position: Position, move: Move, seat: Seat) -> int:
    """The rows by which a move brings a seat's marble forward; negative for one that goes back."""
    rows = _rows(position.variant.order, seat)
    return rows[move.target] - rows[move.origin]


def best_gain(position: Position, seat: Seat) -> int:
    """The most rows that one move of a seat gains, were it to move now; 0 where it can't."""
    if position.turn != seat:
        words = position.text.split()
        words[1] = seat.letter
        try:
            position = Position(position.variant, " ".join(words))
        except PositionError:  # it has a place, or can't move
            return 0
    return max((rows_gained(position, move, seat) for move in position.legal_moves), default=0)


def _jumps(position: Position, move: Move) -> int:
    """The jumps of a move, 0 for a step."""
    path = move.path
    step = star(position.variant.order).distance(path[0], path[1]) == 1
    return 0 if step else len(path) - 1


@cache
def _rows(order: int, seat: Seat) -> dict[str, int]:
    """Every cell's row as a seat counts them: 0 at its own tip, growing toward its target."""
    cells = star(order)
    (ax, ay), (bx, by) = cells.screen[cells.point(seat)], cells.screen[cells.point(seat.opposite)]
    length = hypot(bx - ax, by - ay)
    return {
        name: round(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length / _ROW)
        for name, (x, y) in cells.screen.items()
    }
