"""Marbles locked in for good: what a game knows from the moves before is what a look at all finds.

A position read from text has no past, so the move after it is looked at in full; in a game most
moves are known to lock nothing in. The jams are drawn: in random games hardly anyone is locked in.
"""

from random import Random

import pytest
import sternhalma as sh
from boards import board_text
from sternhalma._core import geometry
from sternhalma.star import home_camp

VARIANTS = [
    "star121-2:order=3",
    "star121-2:order=3,jumps=long",
    "star121-2:order=3,lock=landing",
    "star121-2:order=3,lock=none",
    "star121-2:order=2,jumps=long",
    "star121-4:order=3",
    "star121-6:order=3",
    "pairs-3x2:order=3,lock_in=true",
]


def jam(variant: sh.Variant, random: Random) -> sh.Position | None:
    """Most of a home camp held by the seat opposite, one of its own inside, the rest anywhere."""
    start = sh.Position(variant)
    seat = random.choice(list(start.seats))
    home = sorted(home_camp(variant, seat))
    random.shuffle(home)
    owners: dict[str, str] = {home[0]: seat.letter}
    visitor = seat.opposite if seat.opposite in start.seats else random.choice(list(start.seats))
    for cell in home[1 : len(home) - random.randrange(2)]:
        owners[cell] = visitor.letter
    names = geometry(variant.order)["names"]
    for each in start.seats:
        while sum(letter == each.letter for letter in owners.values()) < variant.marbles:
            cell = random.choice(names)
            if cell not in owners:
                owners[cell] = each.letter
    board = board_text(variant.order, owners)
    moves = ",".join("0" for _ in start.seats)
    turn = random.choice(list(start.seats)).letter
    places = ",".join("-" for _ in start.seats)
    try:
        return sh.Position(variant, f"{board} {turn} {places} {moves} 1")
    except sh.PositionError:
        return None  # someone has arrived, or stands where nobody may


@pytest.mark.parametrize("text", VARIANTS)
def test_known_from_the_moves_before(text: str) -> None:
    variant = sh.Variant(text + ",repetition=none")
    random = Random(text)
    locked = 0
    for _ in range(60):
        position = jam(variant, random)
        for _ in range(25):
            if position is None or position.turn is None:
                break
            moves = list(position.legal_moves)
            for move in moves:
                fresh = sh.Position(variant, position.text)
                fresh.push(move)
                position.push(move)
                assert position.outcome() == fresh.outcome(), (fresh.text, move)
                assert position.text == fresh.text
                outcome = position.outcome()
                locked += outcome is not None and outcome.reason == "locked-in"
                position.pop()
            children = [position.copy() for _ in moves]
            for child, move in zip(children, moves, strict=True):
                child.push(move)
            counts = sum(len(child.legal_moves) for child in children)
            assert sh.perft(position, 2) == counts
            position.push(random.choice(moves))
    if "order=3" in text and "lock=none" not in text:
        assert locked > 0
