"""The capture family: complete lists of positions from the middle of games."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import sternhalma as sh
from reference import Game, parse_variant

VARIANT = "capture-2"


def middle(number: int) -> list[sh.Position]:
    """Positions 2 to 20 plies into random games, those that are not over."""
    rng = Random(1)
    found: list[sh.Position] = []
    while len(found) < number:
        batch = sh.Batch(VARIANT, 1, seed=rng.randrange(2**32))
        batch.playout(rng.randint(2, 20))
        if not batch.done[0]:
            found.append(batch.get(0))
    return found


@pytest.mark.benchmark(group="capture lists")
def test_complete_lists(benchmark: Callable[..., Any]) -> None:
    sample = middle(1000)

    def list_all() -> int:
        return sum(len(position.moves_array()[0]) for position in sample)

    total = benchmark(list_all)
    assert total == sum(position.num_moves() for position in sample)
    benchmark.extra_info.update(units=total, unit="moves", kernel=sh.kernel())


@pytest.mark.benchmark(group="capture lists")
def test_baseline_slow_reference(benchmark: Callable[..., Any]) -> None:
    rules = parse_variant(VARIANT)
    sample = [p for p in middle(60) if p.num_moves() < 500]
    games = [Game(rules, p.text) for p in sample]
    total = benchmark.pedantic(  # type: ignore[attr-defined]
        lambda: sum(len(game.legal_moves()) for game in games), rounds=1
    )
    assert total == sum(p.num_moves() for p in sample)
    benchmark.extra_info.update(units=total, unit="moves")
