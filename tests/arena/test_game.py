"""One game with the package as referee: who fails forfeits it, and nobody else."""

import sys
import time
from typing import Any

import pytest
import sternhalma as sh
from sternhalma.arena import Match, game
from sternhalma.arena.game import play_game
from sternhalma.arena.match import Task, read_competitors
from sternhalma.protocol import Limits
from sternhalma.record import Record
from talking import GREEDY, command_text

FAKE = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": print("id name Fake\\noption name Variant type string\\nugiok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "quit": break
    elif word == "go":
        {body}
"""
BODIES = {
    "crash": "sys.exit(7)",
    "illegal": "print('bestmove a1-a2', flush=True)",
    "overrun": "time.sleep(600)",
}


def fake(body: str) -> str:
    return command_text("ugi", [sys.executable, "-S", "-c", FAKE.replace("{body}", body)])


def tasks(*engines: str, variant: str = "classic-2", **fields: Any) -> list[Task]:
    competitors, _ = read_competitors([f"{'abcdef'[i]}={text}" for i, text in enumerate(engines)])
    match = Match(variant=sh.Variant(variant), engines=competitors, **fields)
    return list(match.tasks())


def played(task: Task) -> Record:
    """The record of a game, checked move by move."""
    record = Record.from_json(play_game(task))
    assert record.position().turn is None
    return record


@pytest.mark.parametrize(
    "variant", ["classic-2", "classic-6", "pairs-2x2", "capture-3", "rhombus-1"]
)
def test_a_game_is_a_whole_record(variant: str) -> None:
    task = tasks("greedy", "random", variant=variant)[1]
    record = played(task)
    assert record.variant.text == task.variant
    assert record.moves[:4] == task.moves
    assert record.over is not None
    assert "Forfeit" not in record.tags
    seats = record.position().seats
    names = [record.tags[seat.colour.capitalize()] for seat in seats]
    assert names == ["ab"[engine] for engine in task.seats]
    assert record.tags["Arena"]["game"] == 1
    assert sum(record.tags["Arena"]["moves"]) == len(record.moves) - 4


def test_a_game_is_the_same_again() -> None:
    """Built-in engines draw from the match's seed and the game's number."""
    one, other = (tasks("greedy", "random", games=5) for _ in range(2))
    assert played(one[4]).moves == played(other[4]).moves
    assert played(one[4]).moves != played(one[2]).moves


@pytest.mark.parametrize("dialect", ["ugi", "ccp"])
def test_programs_play(dialect: str) -> None:
    text = command_text(dialect, GREEDY)
    record = played(tasks(text, "random", variant="ccerl-2p10", limits=Limits(time_ms=2000))[0])
    assert "Forfeit" not in record.tags
    assert record.tags["Arena"]["moves"][0] > 10


@pytest.mark.parametrize("how", sorted(BODIES))
@pytest.mark.parametrize("number", [0, 1])
def test_who_fails_has_lost(how: str, number: int) -> None:
    limits = Limits(time_ms=50)
    task = tasks(fake(BODIES[how]), "greedy", limits=limits, margin_ms=200, games=2)[number]
    record = played(task)
    forfeit = record.tags["Forfeit"]
    assert (forfeit["engine"], forfeit["how"]) == ("a", how)
    assert record.over == ("time" if how == "overrun" else "resigned")
    assert record.places is not None
    assert record.places[task.seats.index(0)] == 2
    assert record.places[task.seats.index(1)] == 1


@pytest.mark.parametrize("how", sorted(BODIES))
def test_with_more_seats_the_others_are_ranked(how: str) -> None:
    limits = Limits(time_ms=50)
    task = tasks("greedy", fake(BODIES[how]), "greedy", variant="classic-3", limits=limits)[0]
    record = played(task)
    assert record.tags["Forfeit"]["engine"] == "b"
    assert record.places is not None
    assert record.places[task.seats.index(1)] == 3


def test_an_engine_that_does_not_start() -> None:
    record = played(tasks("greedy", command_text("ugi", ["/nowhere/engine"]))[0])
    assert record.tags["Forfeit"]["engine"] == "b"
    assert record.tags["Forfeit"]["how"] == "crash"
    assert "can't be started" in record.tags["Forfeit"]["why"]


class Broken:
    """A built-in engine that fails in a way of its own."""

    allowed_ms = 100

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, position: sh.Position) -> Any:
        position.push(next(iter(position.legal_moves)))  # the position is its own to spoil
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def close(self) -> None:
        pass


@pytest.mark.parametrize("answer", [None, "m3-m3", 7, "e1-e2"])
def test_built_in_engines_are_refereed_too(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    monkeypatch.setattr(game, "make_mover", lambda *_: Broken(answer))
    task = tasks("greedy", "random")[0]
    record = played(task)
    assert record.tags["Forfeit"]["how"] == "illegal"
    assert record.moves == task.moves


def test_a_built_in_engine_that_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    class Raising:
        def search(self, *_: object, **__: object) -> None:
            raise ZeroDivisionError("oh")

    monkeypatch.setattr("sternhalma.engines.Simple", lambda *_: Raising())
    record = played(tasks("greedy", "random")[0])
    assert record.tags["Forfeit"]["how"] == "crash"
    assert "ZeroDivisionError: oh" in record.tags["Forfeit"]["why"]


def test_a_built_in_engine_that_overruns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A good move that comes too late is none."""

    class Slow(Broken):
        def choose(self, position: sh.Position) -> Any:
            time.sleep(0.2)
            return next(iter(position.legal_moves))

    monkeypatch.setattr(game, "make_mover", lambda *_: Slow(None))
    task = tasks("greedy", "random", margin_ms=50)[0]
    record = played(task)
    assert record.tags["Forfeit"]["how"] == "overrun"
    assert (record.over, record.moves) == ("time", task.moves)
