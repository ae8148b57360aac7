"""UGI as its document has it, and the extension for three to six seats."""

import pytest
import sternhalma as sh
from talking import Raw

VARIANTS = ["classic-2", "classic-6", "star181-5", "pairs-3x2", "long-2", "rhombus-2", "capture-3"]


def move_of(line: str) -> str:
    word, move = line.split()
    assert word == "bestmove"
    return move


def test_greeting() -> None:
    with Raw() as engine:
        engine.send("ugi")
        lines = engine.until("ugiok")
        assert lines[0].startswith("id name sternhalma")
        assert lines[1].startswith("id author ")
        assert "option name Variant type string default classic-2" in lines
        assert engine.settle() == []
        assert engine.ask("ugi", word="ugiok") == "ugiok"


def test_a_finished_input_ends_it(own_ugi: Raw) -> None:
    assert own_ugi.end() == []


def test_quit_ends_it(own_ugi: Raw) -> None:
    own_ugi.send("quit")
    assert own_ugi.process.wait(60) == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game(ugi: Raw, variant: str) -> None:
    """Every answer is legal, and the queries tell what the rules tell."""
    ugi.send(f"setoption name Variant value {variant}")
    position = sh.Position(variant)
    moves: list[str] = []
    while position.turn is not None and len(moves) < 60:
        played = f" moves {' '.join(moves)}" if moves else ""
        ugi.send(f"position startpos{played}", "query turn", "query p1turn", "go movetime 5")
        turn, first, best = ugi.until("bestmove")
        assert turn == f"response {position.seats.index(position.turn) + 1}"
        assert first == f"response {'true' if turn == 'response 1' else 'false'}"
        moves.append(move_of(best))
        position.push(moves[-1])
    assert moves
    assert not [line for line in ugi.settle() if "string" in line]


@pytest.mark.parametrize(
    ("variant", "text", "gameover", "result", "places", "turn"),
    [
        ("rhombus-1", None, "false", "none", "- -", "1"),
        ("rhombus-1", "w/1k/wk1/2/1 - 1,2 5,5 6", "true", "p1win", "1 2", "0"),
        ("rhombus-1", "w/1k/wk1/2/1 - 1,1 5,5 6", "true", "draw", "1 1", "0"),
        ("classic-3", "over", "true", "p2win", "3 1 2", "0"),
        ("pairs-2x2", "over", "true", "p2win", "2 1 2 1", "0"),
        ("classic-4", "over", "true", "draw", "1 1 1 4", "0"),
    ],
)
def test_queries(
    ugi: Raw,
    variant: str,
    text: str | None,
    gameover: str,
    result: str,
    places: str,
    turn: str,
) -> None:
    start = sh.Position(variant)
    if variant == "rhombus-1" and text is not None:
        ending = text.split()
        text = " ".join([start.text.split()[0], *ending[1:]])
    elif text == "over":
        parts = start.text.split()
        text = " ".join([parts[0], "-", places.replace(" ", ","), *parts[3:]])
    place = "startpos" if text is None else f"fen {text}"
    ugi.send(f"setoption name Variant value {variant}", f"position {place}")
    for question, answer in (
        ("gameover", gameover),
        ("result", result),
        ("places", places),
        ("turn", turn),
    ):
        assert ugi.ask(f"query {question}", word="response") == f"response {answer}"
    if gameover == "true":
        assert ugi.ask("go movetime 10", word="bestmove") == "bestmove none"
        assert ugi.ask("go infinite", word="bestmove") == "bestmove none"


def test_a_position_text_with_moves(ugi: Raw) -> None:
    position = sh.Position("classic-2")
    position.push("m3-k5")
    ugi.send(f"position fen {position.text} moves e14-e13", "d")
    position.push("e14-e13")
    assert f"info string position {position.text}" in ugi.settle()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("position", "startpos or fen"),
        ("position nowhere", "nowhere"),
        ("position startpos e1", "e1"),
        ("position fen w w w", "5 parts"),
        ("position startpos moves m3-k5 a1-a2", "a1"),
        ("setoption", "missing"),
        ("setoption name", "missing"),
        ("setoption name Nonsense value 3", "Nonsense"),
        ("setoption name Threads value many", "1 to 1024"),
        ("setoption name Variant value chess", "chess"),
        ("query", "missing"),
        ("query weather", "weather"),
        ("xyzzy plugh", "xyzzy plugh"),
        ("ccp", "ugi already"),
    ],
)
def test_a_bad_line_changes_nothing(ugi: Raw, line: str, said: str) -> None:
    ugi.send("position startpos moves m3-k5", "d")
    before = ugi.settle()
    ugi.send(line, "d")
    remark, *after = ugi.settle()
    assert remark.startswith("info string ")
    assert said in remark
    assert after == before


@pytest.mark.parametrize(
    "limits",
    [
        "",
        "movetime 0",
        "movetime -5",
        "depth 1",
        "nodes 1",
        "p1time 1000 p2time 1000 p1inc 10 p2inc 10",
        "p1time 0 p2time 0 p1inc 0 p2inc 0",
        "movetime",
        "movetime soon",
        "depth 1 ponder x",
        "movetime 99999999999999999999 depth 1",
    ],
)
def test_every_go_gets_one_bestmove(ugi: Raw, limits: str) -> None:
    assert sh.Position("classic-2").is_legal(move_of(ugi.ask(f"go {limits}", word="bestmove")))
    assert ugi.settle() == []


def test_infinite_waits_for_its_stop(ugi: Raw) -> None:
    ugi.send("go infinite")
    assert ugi.settle() == []
    assert move_of(ugi.ask("stop", word="bestmove")) != "none"


def test_without_a_dialect() -> None:
    with Raw() as engine:
        for line in ("isready", "position startpos", "uci", "xboard"):
            assert "ugi or ccp" in engine.ask(line, word="info")
        assert engine.ask("go", word="bestmove") == "bestmove none"
        assert engine.ask("ugi", word="ugiok") == "ugiok"
