"""Counts of move sequences from the start of every variant."""

import pytest
import sternhalma as sh
from vector_files import Item, load, position_of


@pytest.mark.parametrize("item", [pytest.param(i, id=i["variant"]) for i in load("perft.jsonl")])
def test_the_start_and_its_counts(item: Item) -> None:
    start = sh.Position(item["variant"])
    assert start.text == item["position"]
    assert start == position_of(item)
    counts = [sh.perft(start, depth) for depth in range(1, len(item["perft"]) + 1)]
    assert counts == item["perft"]
    assert start.text == item["position"]
