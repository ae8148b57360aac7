"""Captures with very many results: listed without twins, and not built where not needed."""

import faulthandler
import sys
from collections.abc import Iterator

import pytest
import sternhalma as sh
from vector_files import letter_and_row

HANG = 280  # seconds after which the run is given up
MANY = (
    "1/2/3/4/5o1o5/3oooooo3/3o1o5/2oo1ooo2/4oo3/1oooo1oo2/3o3o3/3o1ooo4/5o7/4/3/2/1"
    " w -,- 0,0 1 30,0"
)
# A stone with 42 others around it, each of which can be taken on its own way.
PAST_COUNTING = (
    "1/2/3/4/5o1o5/3oooooo3/3o1o1o3/1oooooooo1/1o1ooo1o1/1oooooooo1/3o1o1o3/3oooooo3/5o1o5/4/3/2/1"
    " w -,- 0,0 1 17,0"
)


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    faulthandler.dump_traceback_later(HANG, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()


def test_fifty_thousand_results_are_listed_without_twins() -> None:
    position = sh.Position("capture-2", MANY)
    moves = list(position.legal_moves)
    assert len(moves) == position.num_moves() == sh.perft(position, 1) == 53_131
    keys = [(move.origin, move.target, move.captured) for move in moves]
    assert len(set(keys)) == len(set(moves)) == len(moves)
    order = [
        (letter_and_row(origin), letter_and_row(target), [letter_and_row(cell) for cell in taken])
        for origin, target, taken in keys
    ]
    assert order == sorted(order)
    pairs, taken = position.moves_array()
    assert (pairs.shape, taken.shape) == ((53_131, 2), (53_131, 2))


def test_results_past_counting_are_not_built_for_a_yes_or_no() -> None:
    position = sh.Position("capture-2", PAST_COUNTING)
    assert position.legal_moves
    assert position.outcome() is None
    assert position.text == PAST_COUNTING
    assert position.copy() == position
    assert position.hash == position._fresh_hash
    assert position.at("i9") is sh.STONE
    position.resign("k")
    assert position.outcome() == sh.Outcome("resigned", (1, 2))
