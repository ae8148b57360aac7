"""What a hostile, careless or dying client does to the engine. Real processes over real pipes."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest
import sternhalma as sh
from talking import GREEDY, HANG_S, Raw, command_text, gone

GONE_S = 2.0  # what the specification promises when a client is gone

CLIENT = """
import sys, threading
import sternhalma as sh
from sternhalma.client import Engine
from sternhalma.protocol import Limits
engine = Engine(sys.argv[1])
position = sh.Position("classic-2")
search = threading.Thread(target=engine.search, args=(position, Limits(infinite=True)))
search.start()
print(engine.pid, flush=True)
search.join()
"""


def test_one_byte_at_a_time() -> None:
    with Raw() as engine:
        for byte in b"ugi\r\nposition  startpos\tmoves m3-k5\r\n\r\n  go movetime 5 \r\n":
            engine.send_bytes(bytes([byte]))
            time.sleep(0.001)
        best = engine.until("bestmove")[-1].split()[1]
        position = sh.Position("classic-2")
        position.push("m3-k5")
        assert position.is_legal(best)
        assert engine.settle() == []


def test_a_long_line_of_junk(ugi: Raw) -> None:
    ugi.send("x" * 65536, "position " + "y" * 65536, "setoption name " + "z " * 32768)
    remarks = ugi.settle()
    assert len(remarks) == 3
    assert all(line.startswith("info string ") and len(line) < 400 for line in remarks)


def test_a_long_line_of_moves(ugi: Raw) -> None:
    """More than 64 KiB of moves that make sense are played, every one of them."""
    moves = ["m3-k5", "e15-g13", "k5-m3", "g13-e15"] * 2500
    rules = "classic-2:deadline=none,max_rounds=none,repetition=none"
    ugi.send(f"setoption name Variant value {rules}", f"position startpos moves {' '.join(moves)}")
    assert len(" ".join(moves)) > 65536
    ugi.send("d")
    assert any(" 5000,5000 5001" in line for line in ugi.settle())


def test_a_line_beyond_all_bounds(ugi: Raw) -> None:
    ugi.send_bytes(b"q" * (1 << 24) + b"uit" * 1000 + b"\nquery turn\n")
    *remarks, answer = ugi.until("response")
    assert answer == "response 1"
    assert len(remarks) == 1


def test_bytes_that_are_no_text(ugi: Raw, seed: int) -> None:
    stream = random.Random(seed)
    for _ in range(300):
        junk = stream.randbytes(stream.randrange(200)).replace(b"quit", b"")
        ugi.send_bytes(junk + b"\n")
    lines = ugi.settle()
    assert all(line.startswith("info string ") for line in lines)
    assert ugi.ask("position startpos", "go movetime 5", word="bestmove") != "bestmove none"


def test_words_in_any_order(own_ugi: Raw, seed: int) -> None:
    """Lines of real words, wildly mixed: as many bestmoves as there were gos, and still alive."""
    stream = random.Random(seed)
    words = (
        *("position", "startpos", "fen", "moves", "movetime", "3", "infinite", "depth", "m3-k5"),
        *("stop", "uginewgame", "setoption", "name", "value", "Variant", "classic-3", "Hash"),
        *("query", "turn", "isready", "ugi", "d", "-1", "none", *["go"] * 5),
    )
    gos = 0
    for _ in range(400):
        line = " ".join(stream.choices(words, k=stream.randrange(1, 7)))
        gos += line.startswith("go")
        own_ugi.send(line)
    own_ugi.send("stop")
    own_ugi.send("query turn")
    lines = own_ugi.end()
    assert sum(line.startswith("bestmove") for line in lines) == gos > 20


def test_stop_twice(ugi: Raw) -> None:
    ugi.send("stop", "go infinite", "stop", "stop")
    assert ugi.until("bestmove")[-1] != "bestmove none"
    ugi.send("stop")
    assert ugi.settle() == []


def test_new_game_during_a_search(ugi: Raw) -> None:
    ugi.send("go infinite", "uginewgame", "isready")
    assert [line.split()[0] for line in ugi.until("readyok")] == ["bestmove", "readyok"]
    assert ugi.ask("position startpos", "go movetime 5", word="bestmove") != "bestmove none"
    assert ugi.settle() == []


def test_another_position_during_a_search(ugi: Raw) -> None:
    """A search answers for the position it was asked about."""
    ugi.send("go infinite", "position startpos moves m3-k5", "stop")
    assert sh.Position("classic-2").is_legal(ugi.until("bestmove")[-1].split()[1])
    ugi.send("go infinite", "setoption name Variant value classic-6", "stop")
    ugi.until("bestmove")
    assert ugi.ask("query turn", word="response") == "response 1"


def test_a_go_during_a_search(ugi: Raw) -> None:
    ugi.send(*["go infinite"] * 20, "stop")
    lines = ugi.settle()
    assert [line.split()[0] for line in lines] == ["bestmove"] * 20


def test_many_gos_at_once(ugi: Raw) -> None:
    ugi.send(*["position startpos", "go movetime 1", "isready"] * 100)
    lines = [line for _ in range(100) for line in ugi.until("readyok")]
    ugi.send("stop")
    lines += ugi.settle()
    assert sum(line.startswith("bestmove") for line in lines) == 100


@pytest.mark.parametrize("last", ["go infinite\n", "go infinite", "go movetime 100000\n"])
def test_the_end_of_input_during_a_search(own_ugi: Raw, last: str) -> None:
    own_ugi.send_bytes(last.encode())
    assert [line.split()[0] for line in own_ugi.end()] == ["bestmove"]


def test_the_end_of_input_with_nobody_reading() -> None:
    """The output pipe is full and never read: the end of input ends the process all the same."""
    with subprocess.Popen(GREEDY, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"ugi\n" + b"d\n" * 20_000)
        process.stdin.close()
        assert process.wait(HANG_S) == 0


@pytest.mark.parametrize("close_output", [False, True])
def test_a_client_that_goes_without_a_word(close_output: bool) -> None:
    with subprocess.Popen(GREEDY, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"ugi\ngo infinite\n")
        process.stdin.flush()
        process.stdout.readline()
        if close_output:
            process.stdout.close()
            process.stdin.write(b"isready\n")
            process.stdin.flush()
        else:
            process.stdin.close()
        assert gone(process.pid, HANG_S)


@pytest.mark.skipif(os.name != "posix", reason="kills by a signal")
def test_a_killed_client() -> None:
    args = [sys.executable, "-c", CLIENT, command_text("ugi", GREEDY)]
    with subprocess.Popen(args, stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        pid = int(client.stdout.readline())
        assert not gone(pid, 0.2)
        client.send_signal(signal.SIGKILL)
        assert gone(pid, GONE_S)
