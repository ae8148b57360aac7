"""Single rules, each as one position and what may or does happen in it."""

import pytest
import sternhalma as sh
from vector_files import Item, load, normalised, position_of, read_move, written


@pytest.mark.parametrize("item", [pytest.param(i, id=i["name"]) for i in load("scenes.jsonl")])
def test_a_rule(item: Item) -> None:
    position = position_of(item)
    assert position.text == item["position"]
    checks = [check for key, check in CHECKS.items() if key in item]
    assert checks
    for check in checks:
        check(item, position)


def check_ends(item: Item, position: sh.Position) -> None:
    moves = [move for move in position.legal_moves if move.origin == item["from"]]
    assert [move.target for move in moves] == item["to"]
    can = position.reaches(item["from"])
    assert sorted({*can["steps"], *can["jumps"]}) == sorted(item["to"])


def check_captures(item: Item, position: sh.Position) -> None:
    moves = [move for move in position.legal_moves if move.origin == item["from"]]
    assert [written(move) for move in moves] == normalised(item["captures"])


def check_move(item: Item, position: sh.Position) -> None:
    move = read_move(position, item["move"])
    eliminates = position.will_eliminate(move)
    mover = position.seats.index(position.turn)
    position.push(move)
    assert position.text == item["after"]
    assert position.places == item["places"]
    assert position.hash == position._fresh_hash
    outcome = position.outcome()
    assert (outcome and outcome.reason) == item["over"]
    gone = not (position.cells() == position.seats[mover]).any()
    assert eliminates == (gone and not position.variant.capture)
    again = sh.Position(item["variant"], item["after"])
    assert again.text == item["after"]
    assert (again.outcome() is None) == (outcome is None)
    if outcome is not None:
        assert again.outcome() == sh.Outcome("read", outcome.places)


CHECKS = {"to": check_ends, "captures": check_captures, "move": check_move}
