"""Positions and tables for the tests of the table: boards by cells, a time that is set."""

from collections.abc import Mapping, Sequence
from typing import Any

import sternhalma as sh
from boards import board_text
from sternhalma.seating import seats_of
from sternhalma.star import star, target_camp


def camp(variant: str, seat: str) -> list[str]:
    """The target cells of a seat, in (letter, row) order."""
    cells = target_camp(sh.Variant(variant), sh.Seat.from_text(seat))
    return sorted(cells, key=lambda cell: (cell[0], int(cell[1:])))


def entrance(variant: str, seat: str) -> tuple[str, str]:
    """A cell just outside a seat's target, and its neighbour inside."""
    rules = sh.Variant(variant)
    board, target = star(rules.order), camp(variant, seat)
    tips = {cell for one in sh.Seat for cell in board.camp(one, rules.marbles)}
    return next(
        (outside, inside)
        for inside in target
        for outside in board.names
        if outside not in tips and board.distance(outside, inside) == 1
    )


def position(
    variant: str,
    marbles: Mapping[str, Sequence[str]],
    *,
    turn: str,
    places: str | None = None,
    moves: str | None = None,
    round: int = 1,
) -> sh.Position:
    """The position with these marbles by colour letter."""
    rules = sh.Variant(variant)
    owners = {cell: letter for letter, cells in marbles.items() for cell in cells}
    count = len(rules.seats)
    text = " ".join(
        [
            board_text(rules.order, owners),
            turn,
            places or ",".join("-" * count),
            moves or ",".join("0" * count),
            str(round),
        ]
    )
    return sh.Position(rules, text)


def table(start: sh.Position, **options: Any) -> tuple[sh.Table, sh.ManualTime]:
    """A table that goes on from a position, everybody outside, and the time it follows."""
    now = sh.ManualTime()
    return sh.Table(start.variant, start=start, now=now, seed=1, **options), now


def codes(events: Sequence[sh.events.Event]) -> list[str]:
    """What happened, without the clocks."""
    return [event.code for event in events if event.code != "clock"]


def places(table: sh.Table) -> dict[str, int | None]:
    """Every seat's place by letter."""
    return {
        seat.letter: place for seat, place in zip(table.seats, table.position.places, strict=True)
    }


def ranking(position: sh.Position) -> dict[sh.Seat, tuple[int, int]]:
    """What ranks each seat, the smaller the better, worked out from the arrays of the board.

    Written from the rules: more own marbles in the target, then the smaller sum of distances.
    """
    from sternhalma._core import geometry

    star = geometry(position.variant.order, position.variant.marbles)
    names, xy = star["names"], star["xy"]
    merits = {}
    for seat in seats_of(position.variant):
        goals = [xy[names.index(cell)] for cell in camp(position.variant.text, seat.letter)]
        inside = total = 0
        for name, (x, y) in zip(names, xy, strict=True):
            if position.at(name) != seat:
                continue
            steps = min(max(abs(x - a), abs(y - b), abs(x - a + y - b)) for a, b in goals)
            inside += steps == 0
            total += steps
        merits[seat] = (-inside, total)
    return merits
