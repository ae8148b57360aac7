"""What an analysis says of positions and games: marks where something was thrown away."""

import json
from pathlib import Path

import pytest
import sternhalma as sh
from command_line import complaint, output
from sternhalma.analysis import (
    BLUNDER,
    WIN,
    WIN_BOUND,
    Bounds,
    analyse_move,
    analyse_moves,
    summaries,
)
from sternhalma.record import Record, write_records

BOUNDS = Bounds(nodes=3000)
# White's thirtieth move: one marble has to leave home with it; none may come back with it.
LEAVE_NOW = "1/2/3/4/6w6/6w5/5w5/3w6/4k1w1w/3wk3w1/11/5wk5/5kk6/1kkw/1k1/k1/k w -,- 29,29 30"
STAY_AWAY = "1/k1/3/4/4ww7/4w7/11/7w2/w1w3k1w/1w2k3w1/6w4/4k7/5k1k5/1k2/1k1/k1/k w -,- 29,29 30"


def engine() -> sh.Engine:
    return sh.Engine(hash_mib=4)


def last_step() -> sh.Position:
    """A position of a small game in which the seat to move wins at once."""
    position = sh.Position("rhombus-1")
    while position.turn is not None:
        found = engine().search(position, nodes=3000)
        assert found.move is not None
        if found.lines[0].score == WIN - 1:
            return position
        position.push(found.move)
    raise AssertionError("no game was won")


def test_a_win_is_worth_what_the_engine_says() -> None:
    """The constants here are the search's: a win at the next move is one less than a win."""
    position = last_step()
    found = engine().search(position, nodes=3000)
    assert found.lines[0].score == WIN - 1 > WIN_BOUND
    position.push(found.move)
    assert position.turn is None or position.reply_due


def test_a_win_that_is_missed_is_a_blunder() -> None:
    position = last_step()
    marks = {}
    for move in position.legal_moves:
        found = analyse_move(engine(), position, move, Bounds(depth=2))
        marks[move] = found.mark
        assert found.score <= found.best_score
        assert found.seat == position.turn
        if found.score == WIN - 1:
            assert found.mark == ""
    assert "" in marks.values()
    best = analyse_move(engine(), position, next(iter(position.legal_moves)), BOUNDS).best
    assert marks[best] == ""


def test_the_best_move_loses_nothing() -> None:
    position = sh.Position("classic-2")
    best = engine().search(position, nodes=3000).move
    found = analyse_move(engine(), position, best, BOUNDS)
    assert (found.loss, found.mark, found.best) == (0, "", best)


def test_a_step_home_is_a_mistake() -> None:
    """Going back where it came from costs about two good turns."""
    position = sh.Position("classic-2")
    for move in ("m3-k5", "e15-g13", "m1-m3-m5", "e17-e15-e13"):
        position.push(move)
    found = analyse_move(engine(), position, position.move("m5-m3-m1"), Bounds(depth=4))
    assert found.mark == BLUNDER
    assert found.loss >= 300


def test_an_elimination_is_a_blunder() -> None:
    """A move that costs the game by the deadline, where another would have saved it."""
    for text in LEAVE_NOW, STAY_AWAY:
        position = sh.Position("classic-2", text)
        ruinous = [move for move in position.legal_moves if position.will_eliminate(move)]
        assert 0 < len(ruinous) < position.num_moves()
        found = analyse_move(engine(), position, ruinous[0], Bounds(depth=2))
        assert found.mark == BLUNDER
        assert not position.will_eliminate(found.best)


@pytest.mark.parametrize("variant", ["classic-2", "classic-3", "pairs-2x2", "capture-3"])
def test_every_move_of_a_game(variant: str) -> None:
    position = sh.Position(variant)
    first = position.copy()
    player = sh.Greedy(seed=3)
    while position.turn is not None and position.plies < 12:
        position.push(player.choose(sh.Turn(position.copy())))
    moves = [event for event in position.history if isinstance(event, sh.Move)]
    seen = list(analyse_moves(engine(), first, moves, Bounds(nodes=500)))
    assert [one.move for one in seen] == moves
    assert [one.ply for one in seen] == list(range(1, len(moves) + 1))
    assert all(one.loss >= 0 for one in seen)
    totals = summaries(seen)
    assert sum(total.moves for total in totals.values()) == len(moves)
    assert list(totals) == position.seats[: len(totals)]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    position = sh.Position("classic-2")
    for move in ("m3-k5", "e15-g13", "k5-m3", "g13-e15"):
        position.push(move)
    path = tmp_path / "games.jsonl"
    write_records([Record.of(sh.Position("classic-3")), Record.of(position)], path)
    return path


def test_a_position_on_the_command_line() -> None:
    head, *lines = output("analyse", "classic-2", "--nodes", 3000, "--lines", 2).splitlines()
    assert head.startswith("white to move, depth ")
    assert len(lines) == 2
    found = engine().search(sh.Position("classic-2"), nodes=3000, multipv=2)
    assert lines[0].split()[2] == str(found.move)
    report = json.loads(output("analyse", "classic-2", "--nodes", 3000, "--json"))
    assert report["turn"] == "w"
    assert len(report["lines"]) == 3
    text = sh.Position("classic-2").text
    assert output("analyse", "-", "--nodes", 50, data=text).startswith("white to move")
    assert output("analyse", text, "--nodes", 50).startswith("white to move")


def test_a_game_on_the_command_line(record: Path) -> None:
    lines = output("analyse", record, "--depth", 4).splitlines()
    assert [line.split()[:3] for line in lines[:2]] == [
        ["1", "white", "m3-k5"],
        ["2", "black", "e15-g13"],
    ]
    assert "k5-m3 ??" in lines[2]
    assert "best " in lines[2]
    assert lines[4].startswith("white: 2 moves, ")
    assert lines[4].endswith("1 ??")
    report = json.loads(output("analyse", record, "--depth", 4, "--json"))
    assert [move["mark"] for move in report["moves"]] == ["", "", "??", "??"]
    assert report["seats"]["w"]["marks"]["??"] == 1
    assert output("analyse", record, "--game", 1, "--nodes", 50) == ""
    piped = output("analyse", "-", "--depth", 4, data=record.read_text().splitlines()[1])
    assert piped.splitlines() == lines


def test_a_finished_position() -> None:
    position = sh.Position("classic-2")
    position.resign("white")
    assert output("analyse", position.text) == "the game is over: read\n"
    assert json.loads(output("analyse", position.text, "--json"))["lines"] == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["chess"], "chess"),
        (["no.jsonl"], "no.jsonl"),
        (["classic-2", "--time", "now"], "100ms"),
        (["classic-2", "--lines", "0"], "0"),
    ],
)
def test_wrong_input(args: list[str], said: str) -> None:
    assert said in complaint("analyse", *args)
