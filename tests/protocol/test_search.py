"""The search engine behind the protocol: what holds for it and not for a mover without thought."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
import sternhalma as sh
from sternhalma.client import Engine
from sternhalma.engines import Settings
from sternhalma.protocol import Limits
from sternhalma.protocol.dialect import Report, read_report
from sternhalma.protocol.server import Output, Server
from talking import ENGINE, HANG_S, Raw, command_text, gone

GONE_S = 2.0  # what the specification promises when a client is gone

CLIENT = """
import sys
import sternhalma as sh
from sternhalma.client import Engine
from sternhalma.protocol import Limits
engine = Engine(sys.argv[1])
engine.set("Threads", 2)
def tell(report):
    if report.depth == 5: print(engine.pid, flush=True)
engine.search(sh.Position("classic-2"), Limits(infinite=True), tell)
"""


@pytest.fixture(scope="module")
def process() -> Iterator[Raw]:
    with Raw(ENGINE) as engine:
        engine.ask("ugi", word="ugiok")
        yield engine


@pytest.fixture
def engine(process: Raw) -> Raw:
    process.send("setoption name Variant value classic-2", "setoption name MultiPV value 1")
    process.send("setoption name Threads value 1", "setoption name Hash value 8", "uginewgame")
    assert process.settle() == []
    return process


def reports(lines: list[str]) -> list[Report]:
    found = [read_report(line.split()[1:]) for line in lines if line.startswith("info ")]
    return [report for report in found if report is not None]


@pytest.mark.parametrize("variant", ["classic-2", "classic-3", "pairs-2x2", "capture-2", "long-6"])
def test_a_game(engine: Raw, variant: str) -> None:
    engine.send(f"setoption name Variant value {variant}")
    position = sh.Position(variant)
    while position.turn is not None and position.plies < 30:
        moves = " ".join(["moves", *map(str, position.history)] if position.history else [])
        engine.send(f"position startpos {moves}", "go nodes 300")
        position.push(engine.until("bestmove")[-1].split()[1])
    assert engine.settle() == []


def test_it_says_what_the_engine_says(engine: Raw) -> None:
    """The same nodes over the wire and in this process: the same move, score and line."""
    engine.send("setoption name Seed value 5", "position startpos moves m3-k5", "go nodes 5000")
    *lines, best = engine.until("bestmove")
    position = sh.Position("classic-2")
    position.push("m3-k5")
    found = sh.Engine(hash_mib=8, seed=5).search(position, nodes=5000)
    assert best == f"bestmove {found.move}"
    last = reports(lines)[-1]
    assert last.score == found.lines[0].score
    assert last.pv == tuple(map(str, found.pv))
    engine.send("setoption name Seed value 0")


def test_several_lines(engine: Raw) -> None:
    engine.send("setoption name MultiPV value 4", "position startpos", "go depth 3")
    deepest = [report for report in reports(engine.until("bestmove")) if report.depth == 3]
    assert [report.line for report in deepest] == [1, 2, 3, 4]
    assert len({report.pv[0] for report in deepest}) == 4
    scores = [report.score for report in deepest]
    assert scores == sorted(scores, key=lambda score: -(score or 0))
    for report in deepest:
        position = sh.Position("classic-2")
        for move in report.pv:
            position.push(move)


def test_a_stop_is_never_lost(engine: Raw) -> None:
    """However soon it follows its go."""
    for _ in range(50):
        engine.send("go infinite", "stop", "stop")
        assert engine.until("bestmove")[-1] != "bestmove none"
    assert engine.settle() == []


def test_commands_during_a_search(engine: Raw) -> None:
    engine.send("go infinite", "isready")
    engine.until("readyok")
    engine.send("setoption name Hash value 4", "query turn", "position startpos moves m3-k5", "d")
    engine.until("response")
    engine.send("uginewgame", "go infinite", "go movetime 20")
    lines = [*engine.until("bestmove"), *engine.until("bestmove"), *engine.until("bestmove")]
    assert sum(line.startswith("bestmove") for line in lines) == 3
    assert not [line for line in engine.settle() if not line.startswith("info")]


def test_two_threads(engine: Raw) -> None:
    engine.send("setoption name Threads value 2", "position startpos", "go movetime 50")
    assert sh.Position("classic-2").is_legal(engine.until("bestmove")[-1].split()[1])


@pytest.mark.parametrize("limits", ["movetime 0", "movetime 1", "depth 0", "nodes 0"])
def test_hardly_any_time(engine: Raw, limits: str) -> None:
    for variant in ("classic-2", "classic-6", "capture-2"):
        engine.send(f"setoption name Variant value {variant}", f"go {limits}")
        assert sh.Position(variant).is_legal(engine.until("bestmove")[-1].split()[1])


def test_an_engine_that_can_not_be_made() -> None:
    """Told of, and every go is answered all the same."""
    stream = io.BytesIO()
    server = Server(Output(stream), Settings("engine", {"hash_mib": 0}))
    for line in ("ugi", "isready", "go nodes 10", "go infinite", "stop", "isready"):
        assert server.hear(line)
    lines = stream.getvalue().decode().splitlines()
    assert lines.count("readyok") == 2
    assert lines.count("bestmove none") == 2
    assert sum("hash_mib=0" in line for line in lines) == 4


def test_a_wrong_algorithm_is_told_at_once() -> None:
    done = subprocess.run(
        [*ENGINE, "--player", "engine:algorithm=guess"],
        input=b"ugi\n",
        capture_output=True,
        timeout=HANG_S,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"guess" in done.stderr


def test_the_end_of_input_during_a_search() -> None:
    with Raw(ENGINE) as engine:
        engine.send("ugi", "setoption name Threads value 2", "position startpos", "go infinite")
        engine.until("ugiok")
        assert [line for line in engine.end() if line.startswith("bestmove")] != []


@pytest.mark.skipif(os.name != "posix", reason="kills by a signal")
def test_a_killed_client() -> None:
    args = [sys.executable, "-c", CLIENT, command_text("ugi", ENGINE)]
    with subprocess.Popen(args, stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        pid = int(client.stdout.readline())
        client.send_signal(signal.SIGKILL)
        assert gone(pid, GONE_S)


def test_a_game_by_ccp() -> None:
    """Against itself, told boards only."""
    with Engine(command_text("ccp", ENGINE)) as engine:
        position = sh.Position("ccerl-2p10")
        engine.new_game(position.variant)
        while position.turn is not None and position.plies < 40:
            answer = engine.search(position, Limits(nodes=300))
            assert answer.move is not None
            assert answer.report is not None
            position.push(answer.move)
