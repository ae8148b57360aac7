"""Games broken off: a seat resigns or runs out of time, and the others are ranked."""

import pytest
import sternhalma as sh
from vector_files import by_variant, read_move

QUITS = by_variant("quits.jsonl")


@pytest.mark.parametrize("variant", QUITS)
def test_a_seat_leaves_the_game(variant: str) -> None:
    for item in QUITS[variant]:
        position = sh.Position(variant)
        for entry in item["moves"]:
            position.push(read_move(position, entry))
        assert position.text == item["position"]
        before = position.hash
        leave = {"resigned": position.resign, "time": position.timeout}[item["over"]]
        assert leave(item["seat"]) == position.history[-1]
        assert position.history[-1].how == item["over"]
        assert position.history[-1].seat.letter == item["seat"]
        assert position.text == item["end"]
        assert position.outcome() == sh.Outcome(item["over"], item["places"])
        assert position.hash == position._fresh_hash
        position.pop()
        assert (position.text, position.hash) == (item["position"], before)
