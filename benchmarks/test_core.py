"""The main jobs over the 1000 embedded midgames, against the slow reference on some of them."""

from collections.abc import Callable
from typing import Any

import pytest
import sternhalma as sh
from reference import Game, parse_variant
from sternhalma._core import bench_positions
from sternhalma.bench import midgames

PASS_TOTAL = 2_890_670  # moves of all children of the 1000 midgames
MIDGAMES = 53_414  # moves of the midgames themselves


@pytest.mark.benchmark(group="moves counted")
@pytest.mark.parametrize("work", ["count", "list"])
def test_children(benchmark: Callable[..., Any], work: str) -> None:
    row = benchmark(bench_positions, work, midgames(sh.Variant("classic-2")), 0.0, 1)
    assert row["check"] == PASS_TOTAL
    benchmark.extra_info.update(units=PASS_TOTAL, unit="moves", kernel=sh.kernel())


@pytest.mark.benchmark(group="moves counted")
def test_baseline_slow_reference(benchmark: Callable[..., Any]) -> None:
    rules = parse_variant("classic-2")
    some = [(Game(rules, p.text), p.num_moves()) for p in midgames(sh.Variant("classic-2"))[::20]]

    def count() -> int:
        return sum(len(game.legal_moves()) for game, _ in some)

    total = benchmark(count)
    assert total == sum(moves for _, moves in some)
    benchmark.extra_info.update(units=total, unit="moves")


@pytest.mark.benchmark(group="nodes")
def test_nodes(benchmark: Callable[..., Any]) -> None:
    row = benchmark(bench_positions, "node", midgames(sh.Variant("classic-2")), 0.0, 1)
    assert row["check"] == PASS_TOTAL
    benchmark.extra_info.update(units=MIDGAMES, unit="nodes", kernel=sh.kernel())


@pytest.mark.benchmark(group="random games")
@pytest.mark.parametrize("threads", [1, 2])
def test_playouts(benchmark: Callable[..., Any], threads: int) -> None:
    start = sh.Position("classic-2:deadline=none")
    result = benchmark(sh.playouts, start, games=200, seed=7, threads=threads)
    assert result.plies == sum(result.lengths) == sh.playouts(start, games=200, seed=7).plies
    benchmark.extra_info.update(units=result.plies, unit="plies", kernel=sh.kernel())


@pytest.mark.benchmark(group="perft")
@pytest.mark.parametrize("threads", [1, 2])
def test_perft(benchmark: Callable[..., Any], threads: int) -> None:
    total = benchmark(sh.perft, sh.Position("classic-2"), 5, threads)
    assert total == 2_947_496
    benchmark.extra_info.update(units=total, unit="moves", kernel=sh.kernel())
