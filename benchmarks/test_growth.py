"""How the cost of a position grows with the star, the seats and the marbles.

Positions of random games on open boards, 60 plies a seat on; the moves of every child are counted,
each child generated on its own. `--benchmark-enable` prints moves a second; moves a position and
nanoseconds a position are in the saved results' extra_info.
"""

from collections.abc import Callable
from typing import Any

import pytest
import sternhalma as sh
from sternhalma._core import bench_positions

VARIANTS = {
    "order": [f"open-2:order={order}" for order in range(2, 7)],
    "seats": [f"open-{seats}" for seats in (2, 3, 4, 6)],
    "marbles": ["open-2", "open-2:marbles=15", "open-2:order=6", "open-2:order=6,marbles=28"],
}
GROWTH = [(by, variant) for by, variants in VARIANTS.items() for variant in variants]


def positions(variant: str, number: int = 40) -> list[sh.Position]:
    batch = sh.Batch(variant, number, seed=1)
    batch.playout(60 * len(sh.Variant(variant).seats))
    return [batch.get(row) for row in range(number) if not batch.done[row]]


@pytest.mark.parametrize(("by", "variant"), GROWTH)
def test_growth(benchmark: Callable[..., Any], by: str, variant: str) -> None:
    benchmark.group = f"growth by {by}"  # type: ignore[attr-defined]
    sample = positions(variant)
    children = sum(position.num_moves() for position in sample)
    row = benchmark(bench_positions, "count", sample, 0.0, 1)
    assert row["check"] == sum(sh.perft(position, 2) for position in sample)
    benchmark.extra_info.update(  # type: ignore[attr-defined]
        units=row["check"], unit="moves", kernel=sh.kernel(), moves=row["check"] / children
    )
    if benchmark.stats:  # type: ignore[attr-defined]
        nanoseconds = 1e9 * benchmark.stats.stats.min / children  # type: ignore[attr-defined]
        benchmark.extra_info["ns_a_position"] = nanoseconds  # type: ignore[attr-defined]
