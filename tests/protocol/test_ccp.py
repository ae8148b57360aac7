"""CCP as its document has it: boards of one character a cell, numbered by rows from the top."""

import json
import random

import pytest
import sternhalma as sh
from sternhalma.protocol import Ccp
from sternhalma.protocol.ccp import followed
from talking import Raw

START = "0" * 10 + "." * 101 + "1" * 10
FIRST_WHITE, FIRST_BLACK = "ccerl-2p10", "ccerl-2p10:seats=kw"


def replay(board: str, player: int, move: str) -> str:
    """A board after a move by numbers, as a referee keeps it."""
    cells = list(board)
    path = [int(part) for part in move.split("-")]
    assert cells[path[0]] == str(player)
    assert all(cells[cell] == "." for cell in path[1:])
    cells[path[0]], cells[path[-1]] = ".", str(player)
    return "".join(cells)


def test_greeting() -> None:
    with Raw() as engine:
        engine.send("ccp")
        lines = engine.until("ccpok")
        assert lines[0].startswith("id name sternhalma")
        assert "option name Variant type string default ccerl-2p10" in lines
        assert engine.ask("protocol", word="protocol") == "protocol ccp 1"
        assert engine.settle() == []


@pytest.mark.parametrize("variant", [FIRST_WHITE, FIRST_BLACK])
def test_a_whole_game_by_boards(ccp: Raw, variant: str) -> None:
    """A referee that knows numbers only, beside one that knows the rules."""
    ccp.send(f"setoption name Variant value {variant}")
    board, ply = START, 0
    position, dialect = sh.Position(variant), Ccp()
    while position.turn is not None:
        player = ply % 2
        assert (
            dialect.write_position(position) == f"position cells {board} player {player} ply {ply}"
        )
        ccp.send(f"position cells {board} player {player} ply {ply}", "go movetime 5")
        answer = ccp.until("bestmove")[-1].split()[1]
        move = dialect.read_move(position, answer)
        assert dialect.write_move(position, move) == answer
        position.push(move)
        board, ply = replay(board, player, answer), ply + 1
    assert ply > 20
    assert ccp.settle() == []


@pytest.mark.parametrize("variant", [FIRST_WHITE, FIRST_BLACK])
def test_positions_go_both_ways(variant: str) -> None:
    position, dialect, stream = sh.Position(variant), Ccp(), random.Random(5)
    for _ in range(100):
        words = dialect.write_position(position).split()
        assert dialect.read_position(words[1:], position.variant).text == position.text
        position.push(stream.choice(list(position.legal_moves)))


def test_from_and_to_are_enough(ccp: Raw) -> None:
    ccp.send("position startpos moves 6-14 111-103", "d")
    line = ccp.settle()[1]
    assert line.startswith("info string position ")
    assert " 1,1 2" in line


def test_the_second_player_s_reply(ccp: Raw) -> None:
    """Player 0 stands in its target and player 1 is to move: the last move of the game."""
    board = "1" * 9 + "." * 5 + "1" + "." * 96 + "0" * 10
    ccp.send(f"position cells {board} player 1 ply 101", "d")
    assert any(" 1,- 51,50 51" in line for line in ccp.settle())
    assert ccp.ask("go movetime 5", word="bestmove") != "bestmove none"


def test_history_is_kept_between_boards() -> None:
    """Two boards one or two moves apart are one game, so that repetitions are seen."""
    there, back = ["m3-k5", "e15-g13"], ["k5-m3", "g13-e15"]
    before = sh.Position("ccerl-2p10")
    dialect = Ccp()
    for first, second in ((there[0], there[1]), (back[0], back[1])):
        truth = before.copy()
        truth.push(first)
        truth.push(second)
        words = dialect.write_position(truth).split()
        told = dialect.read_position(words[1:], before.variant)
        assert told.repetitions() == 1
        before = followed(before, told)
        assert before.text == truth.text
    assert before.repetitions() == 2
    other = sh.Position("ccerl-2p10")
    assert followed(before, other) == other


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("position cells 01 player 0 ply 0", "121 characters"),
        (f"position cells {START.replace('.', 'x')} player 0 ply 0", "121 characters"),
        (f"position cells {START} player 2 ply 0", "0 to 1"),
        (f"position cells {START} player 0 ply minus", "ply"),
        ("position fen something", "startpos or cells"),
        ("position", "startpos or cells"),
        ("position startpos moves 6-999", "0 to 120"),
        ("position startpos moves 0-1", "occupied"),
        ("setoption name Variant value classic-6", "white against black"),
        ("setoption name Variant value capture-2", "white against black"),
        ("query result", "unknown command"),
    ],
)
def test_a_bad_line_changes_nothing(ccp: Raw, line: str, said: str) -> None:
    ccp.send("d")
    before = ccp.settle()
    ccp.send(line, "d")
    remark, *after = ccp.settle()
    assert remark.startswith("info string ")
    assert said in remark
    assert after == before


def test_analysis_is_one_line_of_json(ccp: Raw) -> None:
    word, _, text = ccp.ask("position startpos", "analyze topk 5", word="analysis").partition(" ")
    found = json.loads(text)
    assert word == "analysis"
    assert -1 <= found["value"] <= 1
    assert 1 <= len(found["moves"]) <= 5
    assert sum(entry["policy"] for entry in found["moves"]) == pytest.approx(1, abs=1e-4)
    for entry in found["moves"]:
        Ccp().read_move(sh.Position("ccerl-2p10"), entry["move"])
    assert ccp.settle() == []


def test_clocks_of_both_players(ccp: Raw) -> None:
    assert ccp.ask("go wtime 600000 btime 600000", word="bestmove") != "bestmove none"
