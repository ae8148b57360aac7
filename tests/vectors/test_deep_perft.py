"""Deeper counts of move sequences; those above 1e8 are marked slow."""

import os

import pytest
import sternhalma as sh
from vector_files import load

SLOW = 100_000_000


@pytest.mark.parametrize(
    ("variant", "depth", "count"),
    [
        pytest.param(
            item["variant"],
            depth,
            count,
            id=f"{item['variant']}-{depth}",
            marks=[pytest.mark.slow] if count > SLOW else [],
        )
        for item in load("deep-perft.jsonl")
        for depth, count in enumerate(item["perft"], start=1)
    ],
)
def test_the_count_of_a_depth(variant: str, depth: int, count: int) -> None:
    threads = os.cpu_count() or 1 if count > SLOW else 1
    assert sh.perft(sh.Position(variant), depth, threads) == count
