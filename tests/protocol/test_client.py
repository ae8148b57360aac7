"""The client, plain and with asyncio, against engines that behave and engines that do not."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sternhalma as sh
from sternhalma.client import Answer, AsyncEngine, Command, Engine, Timeouts
from sternhalma.errors import EngineError
from sternhalma.protocol import Limits
from talking import GREEDY, HANG_S, command_text, eventually, gone

QUICK = Timeouts(start=HANG_S, margin=HANG_S, unbounded=HANG_S, stop=HANG_S, leave=0.5)

# An engine that greets, and then does what a test wants with each line.
FAKE = """
import os, subprocess, sys, time
def say(text):
    sys.stdout.write(text + "\\n"); sys.stdout.flush()
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": say("id name Fake 1.0\\noption name Variant type string\\nugiok")
    elif word == "isready": say("readyok")
    elif word == "quit": break
    {body}
"""


class Blocking:
    """An AsyncEngine called like an Engine."""

    def __init__(self, command: str, runner: asyncio.Runner, timeouts: Timeouts) -> None:
        self._runner = runner
        self._engine = runner.run(AsyncEngine.start(command, timeouts=timeouts))

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._engine, name)
        if not asyncio.iscoroutinefunction(found):
            return found
        return lambda *args: self._runner.run(found(*args))


Start = Callable[..., Any]


@pytest.fixture(params=["plain", "asyncio"])
def start(request: pytest.FixtureRequest) -> Iterator[Start]:
    """Starts an engine by its arguments, or a fake by its body."""
    engines: list[Any] = []
    with asyncio.Runner() as runner:

        def make(body: str | list[str], timeouts: Timeouts = QUICK, dialect: str = "ugi") -> Any:
            args = (
                [sys.executable, "-S", "-c", FAKE.replace("{body}", body)]
                if isinstance(body, str)
                else body
            )
            text = command_text(dialect, args)
            if request.param == "plain":
                engines.append(Engine(text, timeouts=timeouts))
            else:
                engines.append(Blocking(text, runner, timeouts))
            return engines[-1]

        yield make
        for engine in engines:
            engine.close()
            assert gone(engine.pid, 1)


@pytest.mark.parametrize(("dialect", "variant"), [("ugi", "classic-3"), ("ccp", "ccerl-2p10")])
def test_a_game(start: Start, dialect: str, variant: str) -> None:
    engine = start(GREEDY, dialect=dialect)
    assert engine.id["name"].startswith("sternhalma ")
    assert "Variant" in engine.options
    position = sh.Position(variant)
    engine.new_game(position.variant)
    for _ in range(20):
        answer = engine.search(position, Limits(time_ms=100))
        assert isinstance(answer, Answer)
        position.push(answer.move)
    assert engine.set("seed", 7)
    assert not engine.set("nonsense", 7)
    engine.ready()
    assert engine.alive
    engine.close()
    assert not engine.alive
    with pytest.raises(EngineError, match="closed"):
        engine.ready()


def test_a_finished_game_has_no_move(start: Start) -> None:
    engine = start(GREEDY)
    position = sh.Position("classic-2")
    position.resign("white")
    text = position.text
    assert engine.search(sh.Position("classic-2", text), Limits(time_ms=10)).move is None


def test_stop_from_elsewhere(start: Start, request: pytest.FixtureRequest) -> None:
    engine = start(GREEDY)
    position = sh.Position("classic-2")
    if "plain" in request.node.name:
        timer = threading.Timer(0.2, engine.stop)
        timer.start()
        assert engine.search(position, Limits(infinite=True)).move is not None
        timer.join()
        return

    async def both() -> Answer:
        inner = engine._engine
        search = asyncio.create_task(inner.search(position, Limits(infinite=True)))
        await asyncio.sleep(0.2)
        await inner.stop()
        return await search

    assert engine._runner.run(both()).move is not None


def test_a_cancelled_search_leaves_a_usable_engine() -> None:
    first, second = sh.Position("classic-2"), sh.Position("classic-2")
    second.push("m3-k5")

    async def cancelled() -> Answer:
        async with await AsyncEngine.start(command_text("ugi", GREEDY)) as engine:
            search = asyncio.create_task(engine.search(first, Limits(infinite=True)))
            await asyncio.sleep(0.1)
            search.cancel()
            with pytest.raises(asyncio.CancelledError):
                await search
            return await engine.search(second, Limits(time_ms=50))

    answer = asyncio.run(cancelled())
    assert answer.move is not None
    assert second.is_legal(answer.move)


def test_an_overrun_leaves_a_usable_engine(start: Start) -> None:
    """It never answers by itself, but heeds stop."""
    engine = start("elif word == 'stop': say('bestmove m3-k5')", Timeouts(margin=0.2, leave=0.5))
    position = sh.Position("classic-2")
    for _ in range(2):
        with pytest.raises(EngineError) as caught:
            engine.search(position, Limits(time_ms=50))
        assert caught.value.code == "overran"
        assert caught.value.expected == 250
        assert caught.value.given >= 250
    engine.ready()
    assert engine.alive


def test_an_engine_that_never_answers_is_ended(start: Start) -> None:
    engine = start("", Timeouts(margin=0.1, stop=0.1, leave=0.1))
    with pytest.raises(EngineError, match="ms were allowed"):
        engine.search(sh.Position("classic-2"), Limits(time_ms=10))
    with pytest.raises(EngineError, match="no bestmove within"):
        engine.ready()
    assert not engine.alive


def test_an_engine_that_does_not_greet(start: Start) -> None:
    with pytest.raises(EngineError, match="no ugiok within"):
        start(
            [sys.executable, "-S", "-c", "import time; time.sleep(600)"],
            Timeouts(start=0.3, leave=0.1),
        )


def test_an_engine_that_dies(start: Start) -> None:
    engine = start("elif word == 'go': sys.stderr.write('broken\\nbeyond repair\\n'); sys.exit(3)")
    with pytest.raises(EngineError, match="exit code 3: beyond repair") as caught:
        engine.search(sh.Position("classic-2"), Limits(time_ms=50))
    assert caught.value.code == "died"
    assert not engine.alive


def test_an_engine_that_is_no_program(start: Start) -> None:
    with pytest.raises(EngineError, match="can't be started"):
        start(["/nowhere/no-such-engine"])


@pytest.mark.parametrize("answer", ["m3-m3", "a1-a2", "none", "", "0000", "e14-e13", "m3-k5x"])
def test_an_illegal_answer(start: Start, answer: str) -> None:
    engine = start(f"elif word == 'go': say('bestmove {answer}')")
    with pytest.raises(EngineError) as caught:
        engine.search(sh.Position("classic-2"), Limits(time_ms=50))
    assert caught.value.code == "illegal"
    assert engine.alive


def test_reports(start: Start) -> None:
    engine = start(
        "elif word == 'go': say('info depth 3 score cp -12 nodes 99 time 4 pv m3-k5 e15-g13\\n"
        "info multipv 2 depth 3 score cp -40 pv l3-l4\\ninfo string depth 9\\ninfo depth x\\n"
        "bestmove m3-k5')"
    )
    seen: list[Any] = []
    answer = engine.search(sh.Position("classic-2"), Limits(time_ms=50), seen.append)
    assert answer.report.score == -12
    assert (answer.report.depth, answer.report.nodes, answer.report.time_ms) == (3, 99, 4)
    assert answer.report.pv == ("m3-k5", "e15-g13")
    assert {line: report.score for line, report in answer.lines.items()} == {1: -12, 2: -40}
    assert len(seen) == 2


def test_a_flood_and_endless_lines(start: Start) -> None:
    """What nobody asked for neither fills the memory nor hides the answer."""
    engine = start(
        "elif word == 'go': [say('info string ' + 'x' * 100) for _ in range(30000)]; "
        "sys.stderr.write('e' * 300000); say('y' * 3000000); say('bestmove m3-k5')"
    )
    assert str(engine.search(sh.Position("classic-2"), Limits(time_ms=50)).move) == "m3-k5"


def test_an_engine_that_stops_reading(start: Start) -> None:
    """The pipe to it is full: the client's patience ends all the same."""
    engine = start("elif word == 'position': time.sleep(600)", Timeouts(0.5, 0.2, 0.2, 0.2, 0.1))
    position = sh.Position("classic-2:deadline=none,repetition=none,max_rounds=none")
    for move in ["m3-k5", "e15-g13", "k5-m3", "g13-e15"] * 6000:
        position.push(move)
    with pytest.raises(EngineError):
        engine.search(position, Limits(time_ms=10))
    with pytest.raises(EngineError):
        engine.ready()
    assert not engine.alive


@pytest.mark.skipif(os.name != "posix", reason="ends a process group")
def test_what_an_engine_has_started_ends_with_it(start: Start) -> None:
    """An engine that ignores quit and has a child that would outlive it."""
    engine = start(
        "elif word == 'go': child = subprocess.Popen(['sleep', '600']); "
        "say(f'info string {child.pid}'); say(f'info depth {child.pid}'); say('bestmove m3-k5')\n"
        "while True: time.sleep(1)"
    )
    answer = engine.search(sh.Position("classic-2"), Limits(time_ms=50))
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < HANG_S
    assert gone(engine.pid, 1)
    assert gone(answer.report.depth, 1)


def test_an_engine_ends_with_its_object() -> None:
    engine = Engine(command_text("ugi", GREEDY))
    pid = engine.pid
    del engine
    assert gone(pid, HANG_S)


def test_commands() -> None:
    assert Command.from_text("ccp:'./my engine' --fast") == Command(
        "ccp", ("./my engine", "--fast")
    )
    for text in ("", "ugi:", "uci:engine", "engine", "ugi:'open"):
        with pytest.raises(EngineError, match="ugi:COMMAND"):
            Command.from_text(text)


def test_ccp_is_for_two(start: Start) -> None:
    engine = start(GREEDY, dialect="ccp")
    with pytest.raises(EngineError, match="white against black"):
        engine.new_game(sh.Variant("classic-6"))
    assert eventually(lambda: engine.alive)
