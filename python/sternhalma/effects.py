"""What a move did, told as events by comparing the position before and after.

Decides nothing: places, skips and the end are read from the core. The one thing a position does not
say is which of several seats that got a place in one move arrived, and which were only ranked; the
board as it stood right after the move tells.
"""

from __future__ import annotations

from sternhalma.deadlines import at_home, deadline
from sternhalma.events import Arrived, Eliminated, Event, Over, Skipped, Warned
from sternhalma.seating import partner_of
from sternhalma.star import target_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from sternhalma._core import Move, Position
    from sternhalma.seats import Seat

    Place = int | None

WARN_MOVES = 5  # a deadline is near when so many own moves are left


def placings(
    position: Position, move: Move, mover: Seat, before: Sequence[Place], waited: Sequence[bool]
) -> list[Event]:
    """The arrivals that the last move brought, mover first, then clockwise, and the elimination.

    Args:
        position: after the move.
        move: what was played.
        mover: by whom.
        before: the places before it.
        waited: the seats that had arrived before it while the partner still played.
    """
    was = position.copy()
    was.pop()
    gone = was.will_eliminate(move)
    out = (mover, partner_of(position.variant, mover)) if gone else ()
    arrivals: list[Event] = []
    eliminations: list[Event] = []
    start = position.seats.index(mover)
    for index in (*range(start, len(before)), *range(start)):
        seat, place = position.seats[index], position.places[index]
        if before[index] is not None:
            continue
        if place is not None and seat in out:
            eliminations.append(Eliminated(seat, place))
        elif not waited[index] and _has_arrived(
            was, move, mover, seat, place, waits=position.arrived[index]
        ):
            arrivals.append(Arrived(seat, place))
    return arrivals + eliminations


def skips(position: Position, mover: Seat) -> list[Event]:
    """The seats passed over between a move and the turn that follows it."""
    seats, turn = position.seats, position.turn
    if turn is None:
        return []
    index, places, waits = seats.index(mover), position.places, position.arrived
    events: list[Event] = []
    while True:
        index = (index + 1) % len(seats)
        if seats[index] == turn:
            return events
        if places[index] is None and not waits[index]:
            events.append(Skipped(seats[index]))


def warnings(position: Position, turn: Seat, clear: set[Seat]) -> list[Event]:
    """What the seat to move should know about its deadline.

    Args:
        position: with a deadline.
        turn: the seat to move.
        clear: the seats whose home camps are empty for good, as no marble comes back after the
            deadline; the seat is added once that is so.
    """
    left = position.moves_left(turn)
    if left is None or left > WARN_MOVES:
        return []
    cells = at_home(position, turn)
    if not cells:
        if left == 0:
            clear.add(turn)
        return []
    cells = deadline(position, turn).loose
    if not cells:
        return []
    return [Warned(turn, "would-eliminate" if left <= 1 else "deadline", left, cells)]


def ending(position: Position) -> list[Event]:
    """The end, if it has come."""
    outcome = position.outcome()
    if outcome is None:
        return []
    return [Over(outcome.reason, dict(zip(position.seats, outcome.places, strict=True)))]


def _has_arrived(
    was: Position, move: Move, mover: Seat, seat: Seat, place: Place, *, waits: bool
) -> bool:
    """Whether a seat arrived by this move, on the board before any marbles left it."""
    variant = was.variant
    if variant.capture or not (waits or place is not None):
        return False
    if variant.finish == "first" and place != 1 and not waits:
        return False
    stands = {move.origin: None, move.target: mover}
    camp = [stands[cell] if cell in stands else was.at(cell) for cell in target_camp(variant, seat)]
    if variant.arrival == "own":
        return all(marble == seat for marble in camp)
    return None not in camp and seat in camp
