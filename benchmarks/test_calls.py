"""Single calls from Python on a midgame."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import sternhalma as sh
from sternhalma.bench import midgames

pytestmark = pytest.mark.benchmark(group="single calls")


@pytest.fixture
def midgame() -> sh.Position:
    return midgames(sh.Variant("classic-2"))[0]


def test_push_and_pop(benchmark: Callable[..., Any], midgame: sh.Position) -> None:
    move = next(iter(midgame.legal_moves))
    before = midgame.text

    def push_and_pop() -> None:
        midgame.push(move)
        midgame.pop()

    benchmark(push_and_pop)
    assert midgame.text == before


def test_num_moves(benchmark: Callable[..., Any], midgame: sh.Position) -> None:
    assert benchmark(midgame.num_moves) == len(list(midgame.legal_moves))


def test_len_of_legal_moves(benchmark: Callable[..., Any], midgame: sh.Position) -> None:
    assert benchmark(lambda: len(midgame.legal_moves)) == midgame.num_moves()


def test_moves_array(benchmark: Callable[..., Any], midgame: sh.Position) -> None:
    assert benchmark(midgame.moves_array).shape == (midgame.num_moves(), 2)


def test_list_of_legal_moves(benchmark: Callable[..., Any]) -> None:
    of_50 = next(p for p in midgames(sh.Variant("classic-2")) if p.num_moves() == 50)
    assert len(benchmark(lambda: list(of_50.legal_moves))) == 50


@pytest.mark.parametrize("history", [False, True])
def test_copy_after_300_plies(benchmark: Callable[..., Any], history: bool) -> None:
    rng = Random(3)
    position = sh.Position("open-2")
    for _ in range(300):
        position.push(rng.choice(list(position.legal_moves)))
    assert benchmark(position.copy, history=history) == position
