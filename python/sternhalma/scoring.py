"""Standings of a game, and what a result is worth: Elo by seats.

Places are the core's. The order of seats still in play is that of the rules' ranking, told before
anything is broken off: more marbles in the target camp, then the smaller distance, partners added
up; in the capture game the stones taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from sternhalma.errors import RatingError
from sternhalma.seating import partner_of
from sternhalma.star import Star, star, target_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sternhalma._core import Position
    from sternhalma.seats import Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands.

    Attributes:
        seat: whose.
        place: its place, None while it has none.
        rank: its place, or the one it would get if the game were broken off and ranked now; equal
            ones share the better.
        in_target: own marbles in the target camp.
        distance: steps of all its marbles to the nearest target cells on an empty board.
        moves_made: own moves.
        taken: stones taken, in the capture game.
    """

    seat: Seat
    place: int | None
    rank: int
    in_target: int
    distance: int
    moves_made: int
    taken: int


def standings(position: Position) -> tuple[Standing, ...]:
    """Every seat's standing, the best first; equal ones in turn order."""
    seats, places = position.seats, position.places
    facts = {seat: _facts(position, seat) for seat in seats}
    taken = dict(zip(seats, position.taken, strict=True))
    made = dict(zip(seats, position.moves_made, strict=True))
    merits = {seat: _merit(position, seat, facts, taken) for seat in seats}
    ranks = _ranks(position, dict(zip(seats, places, strict=True)), merits)
    found = [
        Standing(
            seat=seat,
            place=place,
            rank=ranks[seat],
            in_target=facts[seat][0],
            distance=facts[seat][1],
            moves_made=made[seat],
            taken=taken[seat],
        )
        for seat, place in zip(seats, places, strict=True)
    ]
    return tuple(sorted(found, key=lambda standing: standing.rank))


def _facts(position: Position, seat: Seat) -> tuple[int, int]:
    """Marbles in the target camp, and the sum of all distances to it."""
    cells = star(position.variant.order)
    target = target_camp(position.variant, seat)
    if not target:
        return 0, 0
    inside = distance = 0
    for name in cells.names:
        if position.at(name) == seat:
            if name in target:
                inside += 1
            else:
                distance += _nearest(cells, name, target)
    return inside, distance


def _nearest(cells: Star, name: str, target: Iterable[str]) -> int:
    return min(cells.distance(name, goal) for goal in target)


def _merit(
    position: Position, seat: Seat, facts: dict[Seat, tuple[int, int]], taken: dict[Seat, int]
) -> tuple[int, int]:
    """What ranks a seat, the greater the better; partners are added up."""
    if position.variant.capture:
        return taken[seat], 0
    partner = partner_of(position.variant, seat)
    side = (seat,) if partner is None else (seat, partner)
    return sum(facts[one][0] for one in side), -sum(facts[one][1] for one in side)


def _ranks(
    position: Position, places: dict[Seat, int | None], merits: dict[Seat, tuple[int, int]]
) -> dict[Seat, int]:
    """Every seat's place, those in play on the free places by merit."""
    sides: dict[Seat, Seat] = {}  # the seat by which a side is counted
    for seat in places:
        partner = partner_of(position.variant, seat)
        sides[seat] = seat if partner is None else min(seat, partner)
    playing = sorted({side for seat, side in sides.items() if places[seat] is None})
    better = sum(
        1 for side in set(sides.values()) if (place := places[side]) and _is_front(place, places)
    )
    ranks: dict[Seat, int] = {}
    for seat, place in places.items():
        ahead = sum(1 for side in playing if merits[side] > merits[seat])
        ranks[seat] = place if place is not None else better + ahead + 1
    return ranks


def _is_front(place: int, places: dict[Seat, int | None]) -> bool:
    """Whether a place was won from the front, by arriving, and not from the back."""
    taken = {given for given in places.values() if given is not None}
    return all(ahead in taken for ahead in range(1, place))


@dataclass(frozen=True, slots=True)
class Elo:
    """The settings of a rating.

    Attributes:
        k: the most one game, or one pair of seats in it, moves a rating by.
        start: a new player's rating.
        scale: the difference at which the stronger is expected to win ten times as often.

    Raises:
        RatingError: `bad-value`.
    """

    k: float = 32.0
    start: float = 1500.0
    scale: float = 400.0

    def __post_init__(self) -> None:
        for field, value, least in (("k", self.k, 0.0), ("scale", self.scale, 1.0)):
            if not least < value < 1e6:
                expected = f"a number above {least:g}"
                raise RatingError("bad-value", field=field, given=value, expected=expected)
        if not abs(self.start) < 1e6:
            raise RatingError("bad-value", field="start", given=self.start, expected="a number")

    def expected(self, own: float, other: float) -> float:
        """The share of a game that a rating is expected to get against another."""
        exponent = max(-50.0, min(50.0, (other - own) / self.scale))
        return float(1.0 / (1.0 + 10.0**exponent))

    def changes(self, ratings: Sequence[float], places: Sequence[int]) -> tuple[float, ...]:
        """What a game changes at each seat's rating.

        Each pair of seats counts as one game, won by the better place and drawn by equal ones, all
        of them from the ratings before the game: for two seats that is Elo's rule.

        Args:
            ratings: before the game, seat by seat.
            places: the places, in the same order.

        Returns:
            The changes, in the same order; they add up to nothing.
        """
        changes = [0.0] * len(ratings)
        for one in range(len(ratings)):
            for other in range(one):
                score = (places[one] < places[other]) + (places[one] == places[other]) / 2
                change = self.k * (score - self.expected(ratings[one], ratings[other]))
                changes[one] += change
                changes[other] -= change
        return tuple(changes)
