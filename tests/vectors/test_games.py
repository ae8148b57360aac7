"""Whole games, move by move to their end, and back to their start."""

import pytest
import sternhalma as sh
from vector_files import by_variant, read_move

GAMES = by_variant("games.jsonl")


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_runs_as_recorded(variant: str) -> None:
    for item in GAMES[variant]:
        marks = {plies: [text, count] for plies, text, count in item["marks"]}
        assert marks
        position = sh.Position(variant)
        for ply, entry in enumerate(item["moves"]):
            check_mark(position, marks.pop(ply, None))
            assert position.outcome() is None
            assert position.hash == position._fresh_hash
            position.push(read_move(position, entry))
        check_mark(position, marks.pop(len(item["moves"]), None))
        assert not marks
        assert position.hash == position._fresh_hash
        assert position.text == item["end"]
        assert position.places == item["places"]
        outcome = position.outcome()
        if item["over"] is None:
            assert outcome is None
        else:
            assert outcome == sh.Outcome(item["over"], item["places"])
            assert position.turn is None
            assert not position.legal_moves
            assert position.num_moves() == 0


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_is_taken_back_move_by_move(variant: str) -> None:
    for item in GAMES[variant][::3]:
        position = sh.Position(variant)
        past = []
        for entry in item["moves"]:
            past.append((position.text, position.hash, position.repetitions()))
            position.push(read_move(position, entry))
        moves = list(position.history)
        for before, move in zip(reversed(past), reversed(moves), strict=True):
            assert position.pop() == move
            assert (position.text, position.hash, position.repetitions()) == before
        assert position == sh.Position(variant)


def check_mark(position: sh.Position, mark: list[object] | None) -> None:
    if mark is not None:
        assert [position.text, position.num_moves()] == mark
