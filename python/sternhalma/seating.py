"""Who sits where: which seats a family offers, colours of one's choice, and who starts.

A choice of seats becomes a `Variant`, whose `seats` are the turn order: everything else at the
table reads them there. Whether a combination makes a game is checked here and by the variant; what
the players do is not looked at.
"""

from __future__ import annotations

from functools import cache

from sternhalma.errors import TableError, VariantError
from sternhalma.seats import Seat
from sternhalma.variants import Variant, variants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import TypeVar

    SeatLike = Seat | int | str
    T = TypeVar("T")

_FREE = ("star121", "star181", "star253")  # any two to six colours, and a first seat by default


def as_seat(value: SeatLike) -> Seat:
    """The seat of a `Seat`, its number, its letter or its colour.

    Raises:
        NotationError: `unknown-seat`.
    """
    if isinstance(value, int) and 0 <= value < len(Seat):
        return Seat(value)
    return Seat.from_text(str(value))


def by_seat(
    values: Mapping[SeatLike, T] | None, variant: Variant, what: str = "seats"
) -> dict[Seat, T]:
    """A mapping whose keys name seats of a variant, in turn order.

    Args:
        values: the mapping.
        variant: whose seats.
        what: what an error calls the mapping.

    Raises:
        NotationError: `unknown-seat`.
        TableError: `no-mapping`, `seat-twice`, `not-seated`.
    """
    if values is not None and not hasattr(values, "items"):
        raise TableError("no-mapping", field=what, given=type(values).__name__)
    found: dict[Seat, T] = {}
    for key, value in (values or {}).items():
        seat = as_seat(key)
        if seat in found:
            raise TableError("seat-twice", seat=seat)
        found[seat] = value
    order = seats_of(variant)
    for seat in found:
        if seat not in order:
            raise TableError("not-seated", seat=seat, variant=variant.text)
    return {seat: found[seat] for seat in order if seat in found}


def seats_of(variant: Variant) -> tuple[Seat, ...]:
    """The seats of a variant in turn order, the first to move first."""
    return tuple(Seat.from_text(letter) for letter in variant.seats)


def clockwise(seats: Iterable[SeatLike], first: SeatLike | None = None) -> tuple[Seat, ...]:
    """Seats in turn order: clockwise, starting at `first`, or at the one nearest to white.

    Raises:
        NotationError: `unknown-seat`.
        TableError: `seat-twice`; `not-seated`, for a first seat that is not among them.
    """
    named = [as_seat(seat) for seat in seats]
    order = sorted(set(named))
    if len(order) != len(named):
        raise TableError("seat-twice", seat=next(seat for seat in order if named.count(seat) > 1))
    if first is None:
        return tuple(order)
    start = as_seat(first)
    if start not in order:
        raise TableError("not-seated", seat=start, variant="".join(seat.letter for seat in order))
    index = order.index(start)
    return tuple(order[index:] + order[:index])


def families() -> dict[str, tuple[int, ...]]:
    """Every family with the numbers of seats it offers, such as "classic" for 2, 3, 4 and 6."""
    return {family: tuple(sorted(names)) for family, names in _families().items()}


def seated(
    family: str,
    count: int | None = None,
    *,
    colours: Iterable[SeatLike] | None = None,
    first: SeatLike | None = None,
    computers: Collection[SeatLike] = (),
) -> Variant:
    """The variant for so many players of a family, or for players at these seats.

    Args:
        family: a key of `families()`.
        count: how many play, 2 to 6; needed where the family offers several and no colours are
            given.
        colours: the seats taken. The star families take any; elsewhere they lie as the family's
            own do, or turned.
        first: the seat that begins; None for the default of `first_to_move`.
        computers: the seats of computers, which that default looks at.

    Raises:
        NotationError: `unknown-seat`.
        TableError: `family`, `seats-count`, `seat-twice`, `not-seated`, `seats-shape`.
        VariantError: `five-seats`, where a family refuses five.
    """
    names = _families().get(family.strip().lower())
    if names is None:
        from difflib import get_close_matches

        near = tuple(get_close_matches(family[:40], _families(), n=2))
        raise TableError("family", text=family, near=near)
    family = family.strip().lower()
    taken = None if colours is None else clockwise(colours)
    if count is None:
        count = len(taken) if taken is not None else next(iter(names)) if len(names) == 1 else None
    if count not in names or (taken is not None and len(taken) != count):
        if count == 5 and 5 not in names and len(names) > 1:
            raise VariantError("five-seats", variant=f"{family}-5")
        offered = " or ".join(str(number) for number in sorted(names))
        given = count if taken is None else len(taken)
        raise TableError("seats-count", variant=family, expected=offered, given=given)
    variant = Variant(names[count])
    if taken is not None and set(taken) != set(seats_of(variant)):
        variant = _moved_to(variant, family, taken)
    start = as_seat(first) if first is not None else first_to_move(variant, computers)
    return beginning_with(variant, start)


def first_to_move(variant: Variant, computers: Collection[SeatLike] = ()) -> Seat:
    """Who begins where nobody has chosen.

    At a table of a star family with two seats that is the first computer; everywhere else, and
    where the variant itself names its seats in another order, the variant's first seat.
    """
    order = seats_of(variant)
    family = variant.name.rpartition("-")[0]
    if family in _FREE and len(order) == 2 and order[0] < order[1]:
        sitting = {as_seat(seat) for seat in computers}
        return next((seat for seat in order if seat in sitting), order[0])
    return order[0]


def beginning_with(variant: Variant, first: SeatLike) -> Variant:
    """The variant with the turn order starting at a seat.

    Raises:
        NotationError: `unknown-seat`.
        TableError: `not-seated`.
    """
    start = as_seat(first)
    if start not in seats_of(variant):
        raise TableError("not-seated", seat=start, variant=variant.text)
    return _with_seats(variant, clockwise(seats_of(variant), start))


def partner_of(variant: Variant, seat: Seat) -> Seat | None:
    """The seat that shares its places, where opposite seats are partners."""
    return seat.opposite if variant.pairs else None


@cache
def _families() -> dict[str, dict[int, str]]:
    """Family -> number of seats -> variant; presets that share a family's count stand alone."""
    found: dict[str, dict[int, str]] = {}
    for name in variants():
        family, count = name.rpartition("-")[0], len(Variant(name).seats)
        if name.startswith("rhombus-"):
            family = name
        found.setdefault(family, {})[count] = name
    return found


def _moved_to(variant: Variant, family: str, taken: tuple[Seat, ...]) -> Variant:
    """The variant played from other seats, where they lie right."""
    standard = set(seats_of(variant))
    turned = [{Seat((seat + by) % len(Seat)) for seat in standard} for by in range(len(Seat))]
    if family not in _FREE and set(taken) not in turned:
        raise TableError(
            "seats-shape",
            variant=family,
            given="".join(seat.letter for seat in taken),
            expected=variant.seats,
        )
    return _with_seats(variant, taken)


def _with_seats(variant: Variant, order: tuple[Seat, ...]) -> Variant:
    letters = "".join(seat.letter for seat in order)
    return variant if letters == variant.seats else variant.replace(seats=letters)
