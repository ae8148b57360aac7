"""Computers that raise, answer illegally or overrun, at once or later; humans among them."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import sternhalma as sh
from sternhalma.events import Failed, Left, Moved, Over
from sternhalma.levels import Level
from sternhalma.players import Searcher
from sternhalma.turn import Player, Turn, is_outside, kind_of
from table_texts import codes

W, K = sh.Seat.WHITE, sh.Seat.BLACK


class Says:
    """A player that answers with what a function of the turn gives."""

    def __init__(self, answer: Callable[[sh.Turn], Any]) -> None:
        self.answer = answer

    def choose(self, turn: sh.Turn) -> Any:
        return self.answer(turn)


class SaysLater(Says):
    """The same as an awaitable, after some seconds."""

    def __init__(self, answer: Callable[[sh.Turn], Any], seconds: float = 0) -> None:
        super().__init__(answer)
        self.seconds = seconds

    async def choose(self, turn: sh.Turn) -> Any:
        await asyncio.sleep(self.seconds)
        return self.answer(turn)


def first(turn: sh.Turn) -> sh.Move:
    return next(iter(turn.position.legal_moves))


def boom(turn: sh.Turn) -> sh.Move:
    raise ZeroDivisionError("thinking went wrong")


BROKEN = {
    "raised": boom,
    "illegal": lambda turn: "m1-m9",
    "illegal text": lambda turn: "nonsense",
    "illegal move": lambda turn: sh.Move("e14-e13"),
    "illegal nothing": lambda turn: None,
    "illegal number": lambda turn: 5,
}


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.parametrize("variant", ["classic-2", "classic-3"])
def test_a_broken_computer_has_resigned(variant: str, case: str, later: bool) -> None:
    broken = SaysLater(BROKEN[case]) if later else Says(BROKEN[case])
    players: dict[Any, Any] = {letter: sh.Greedy(1) for letter in sh.Variant(variant).seats[1:]}
    t = sh.Table(variant, {"w": broken, **players}, seed=1)
    events = asyncio.run(t.arun()) if later else t.run()
    assert codes(events) == ["failed", "left", "over"]
    failed = events[0]
    assert isinstance(failed, Failed)
    assert (failed.seat, failed.how) == (W, case.split()[0])
    assert failed.why
    if case == "raised":
        assert failed.why == "ZeroDivisionError: thinking went wrong"
    assert events[1] == Left(W, "resigned")
    assert isinstance(events[2], Over)
    assert events[2].places[W] == len(t.seats)
    assert t.outcome is not None
    assert t.outcome.reason == "resigned"


@pytest.mark.parametrize("way", ["run", "arun"])
@pytest.mark.parametrize(
    ("call", "told", "seat_to_move"),
    [
        (lambda t: t.resign("k"), ["left", "over"], None),
        (lambda t: t.pause(), ["paused"], W),
        (lambda t: t.play("m4-m5"), ["moved"], K),
        (lambda t: [t.play("m4-m5"), t.play("e14-e13")], ["moved", "moved", "moved"], K),
    ],
)
def test_what_is_done_while_a_computer_thinks_counts(
    call: Callable[[sh.Table], Any], told: list[str], seat_to_move: sh.Seat | None, way: str
) -> None:
    """As where a face handles its window's events meanwhile; the answer may then come too late."""
    thought = []

    def think(turn: sh.Turn) -> sh.Move:
        thought.append(turn.ply)
        if len(thought) == 1:
            call(t)
        return first(turn)

    t = sh.Table("classic-2", {"w": Says(think)}, takebacks=True)
    if way == "run":
        assert codes(t.run()) == told
    else:
        heard: list[sh.events.Event] = []
        t.subscribe(heard.extend)

        async def drive() -> None:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(t.arun(), 0.5)

        asyncio.run(drive())
        assert codes(heard) == told
    assert t.turn == seat_to_move


def test_a_listener_may_act_and_everybody_hears_it_in_order() -> None:
    t = sh.Table("classic-2", {"w": Says(first), "k": Says(first)})
    heard: list[sh.events.Event] = []

    def give_up(events: list[sh.events.Event]) -> None:
        if not t.over:
            t.resign("k")

    t.subscribe(give_up)
    t.subscribe(heard.extend)
    assert codes(t.run()) == codes(heard) == ["moved", "left", "over"]


def test_an_interrupt_in_a_listener_leaves_nobody_mute() -> None:
    t = sh.Table("classic-2", {"k": Says(first)})
    heard: list[sh.events.Event] = []
    t.subscribe(heard.extend)

    def interrupt(events: list[sh.events.Event]) -> None:
        raise KeyboardInterrupt

    stop = t.subscribe(interrupt)
    with pytest.raises(KeyboardInterrupt):
        t.play("m4-m5")
    stop()
    assert codes(t.run()) == ["moved"]
    assert codes(heard) == ["moved", "moved"]


def test_a_listener_may_drive_the_table() -> None:
    t = sh.Table("classic-2", {"k": Says(first)})
    told: list[sh.events.Event] = []
    t.subscribe(lambda events: told.extend(t.run()))
    t.play("m4-m5")
    assert codes(told) == ["moved"]


class Unspeakable(Exception):
    """An error that can't even be told."""

    def __str__(self) -> str:
        raise ValueError("no words")


@pytest.mark.parametrize("later", [False, True])
def test_an_error_without_words_is_a_resignation_too(later: bool) -> None:
    def speechless(turn: sh.Turn) -> sh.Move:
        raise Unspeakable

    player = SaysLater(speechless) if later else Says(speechless)
    t = sh.Table("classic-2", {"w": player})
    events = asyncio.run(_until_over(t)) if later else t.run()
    assert events[0] == Failed(W, "raised", "Unspeakable")
    assert events[1] == Left(W, "resigned")


async def _until_over(table: sh.Table) -> list[sh.events.Event]:
    return await asyncio.wait_for(table.arun(), 60)


@pytest.mark.parametrize("way", ["run", "arun", "later"])
def test_one_that_overruns_and_then_raises_loses_on_time(way: str) -> None:
    now = sh.ManualTime()

    def late(turn: sh.Turn) -> sh.Move:
        now.advance(1001)
        raise ZeroDivisionError

    player = SaysLater(late) if way == "later" else Says(late)
    t = sh.Table("classic-2", {"w": player}, clock="0:01+0", now=now)
    events = t.run() if way == "run" else asyncio.run(_until_over(t))
    failed = events[0]
    assert isinstance(failed, Failed)
    assert failed.how == "overran"
    assert Left(W, "time") in events


def test_a_turn_s_names_are_its_own() -> None:
    def rename(turn: sh.Turn) -> sh.Move:
        assert isinstance(turn.names, dict)
        turn.names[K] = "Loser"
        return first(turn)

    t = sh.Table("classic-2", {"w": Says(rename)}, names={"k": "Bob"})
    t.run()
    assert t.names[K] == "Bob"


def test_an_answer_as_text_is_fine() -> None:
    t = sh.Table("classic-2", {"w": Says(lambda turn: str(first(turn)))})
    assert codes(t.run()) == ["moved"]


def test_the_turn_is_the_player_s_own() -> None:
    def spoil(turn: sh.Turn) -> sh.Move:
        move = first(turn)
        for _ in range(5):
            turn.position.push(first(turn))
        turn.position.resign("k")
        return move

    t = sh.Table("classic-2", {"w": Says(spoil)})
    assert codes(t.run()) == ["moved"]
    assert t.ply == 1


def test_a_turn_tells_everything() -> None:
    seen: list[sh.Turn] = []

    def look(turn: sh.Turn) -> sh.Move:
        seen.append(turn)
        return first(turn)

    t = sh.Table("classic-2", {"k": Says(look)}, clock="5+3", seed=4, names={"k": "Bot"})
    t.play("m4-m5")
    t.run()
    (turn,) = seen
    assert (turn.seat, turn.moves_left, turn.ply, turn.seed) == (K, 30, 1, 4)
    assert [str(move) for move in turn.position.history] == ["m4-m5"]
    assert turn.clock is not None
    assert (turn.clock[W].remaining, turn.clock[K].increment) == (303_000, 3_000)
    view = turn.view(pick="e14")
    assert (view.seat, view.ply, view.seats[1].name) == (K, 1, "Bot")
    assert view.pick is not None
    assert turn.random.random() == Turn(turn.position, seed=4, ply=1).random.random()


def test_an_overrun_loses_on_time() -> None:
    now = sh.ManualTime()

    def slow(turn: sh.Turn) -> sh.Move:
        now.advance(60_000)
        return first(turn)

    t = sh.Table("classic-3", {"w": Says(slow)}, clock="1+0", now=now)
    events = t.run()
    assert codes(events) == ["failed", "left", "over"]
    assert (events[0].how, events[1]) == ("overran", Left(W, "time"))  # type: ignore[attr-defined]
    assert t.ply == 0


def test_an_overrun_in_real_time() -> None:
    def slow(turn: sh.Turn) -> sh.Move:
        time.sleep(0.02)
        return first(turn)

    t = sh.Table("classic-2", {"w": Says(slow)}, clock=sh.TimeControl(10))
    assert codes(t.run()) == ["failed", "left", "over"]
    assert t.outcome == sh.Outcome("time", (2, 1))


def test_a_player_that_never_answers_loses_on_time() -> None:
    t = sh.Table("classic-2", {"w": SaysLater(first, 3600)}, clock=sh.TimeControl(30))
    begin = time.monotonic()
    events = asyncio.run(t.arun())
    assert time.monotonic() - begin < 5
    assert codes(events) == ["failed", "left", "over"]
    assert t.outcome == sh.Outcome("time", (2, 1))


def test_run_refuses_players_that_answer_later() -> None:
    t = sh.Table("classic-2", {"w": SaysLater(first)})
    with pytest.raises(sh.TableError) as caught:
        t.run()
    assert caught.value.code == "async"
    assert (t.ply, t.over) == (0, False)


def test_a_game_of_both_kinds_of_players() -> None:
    players = {"w": SaysLater(sh.Greedy(1).choose), "k": sh.Greedy(2)}
    t = sh.Table("classic-2", players, clock="5+3")
    events = asyncio.run(t.arun())
    assert isinstance(events[-2], Over)
    assert sum(isinstance(event, Moved) for event in events) == t.ply
    alone = sh.Table("classic-2", {"w": sh.Greedy(1), "k": sh.Greedy(2)})
    alone.run()
    assert alone.moves == t.moves


def test_arun_waits_for_humans_and_hears_all() -> None:
    async def game() -> list[sh.events.Event]:
        t = sh.Table("classic-2", {"w": sh.Human(), "k": SaysLater(first)})
        driver = asyncio.create_task(t.arun())
        await asyncio.sleep(0)
        for _ in range(3):
            while t.turn != W:
                await asyncio.sleep(0)
            t.play(t.legal()[0], confirm=True)
        while t.turn != W:
            await asyncio.sleep(0)
        t.resign("w")
        return await driver

    events = asyncio.run(game())
    assert codes(events) == ["moved"] * 6 + ["left", "over"]


def test_a_human_s_flag_falls_while_waiting() -> None:
    t = sh.Table("classic-2", {"w": sh.Human(), "k": sh.Greedy()}, clock=sh.TimeControl(20))
    assert codes(asyncio.run(t.arun())) == ["left", "over"]


def test_what_is_told_while_a_computer_thinks_counts_at_once() -> None:
    async def game(change: Callable[[sh.Table], Any]) -> tuple[sh.Table, list[Any]]:
        t = sh.Table("classic-2", {"w": sh.Human(), "k": SaysLater(first, 3600)})
        driver = asyncio.create_task(t.arun())
        await asyncio.sleep(0)
        t.play("m4-m5")
        for _ in range(5):
            await asyncio.sleep(0)
        change(t)
        for _ in range(5):
            await asyncio.sleep(0)
        if not t.over:
            t.resign("w")
        return t, await asyncio.wait_for(driver, 5)

    _, events = asyncio.run(game(lambda t: t.resign("k")))
    assert codes(events) == ["moved", "left", "over"]
    t, events = asyncio.run(game(lambda t: t.undo()))
    assert codes(events) == ["moved", "undone", "left", "over"]
    assert t.ply == 0
    _, events = asyncio.run(game(lambda t: t.play("e14-e13", seat="k")))
    assert codes(events) == ["moved", "moved", "left", "over"]


def test_an_answer_during_a_pause_is_kept() -> None:
    async def game() -> list[Any]:
        t = sh.Table("classic-2", {"w": SaysLater(first, 0.01), "k": sh.Human()}, clock="1+0")
        driver = asyncio.create_task(t.arun())
        await asyncio.sleep(0)
        t.pause()
        await asyncio.sleep(0.03)
        assert t.ply == 0
        t.resume()
        while t.turn != K:
            await asyncio.sleep(0)
        t.resign("k")
        return await driver

    assert codes(asyncio.run(game())) == ["paused", "resumed", "moved", "left", "over"]


def test_cancelling_arun_cancels_the_player() -> None:
    cancelled: list[bool] = []

    class Stubborn:
        async def choose(self, turn: sh.Turn) -> Any:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

    async def game() -> None:
        t = sh.Table("classic-2", {"w": Stubborn()})
        driver = asyncio.create_task(t.arun())
        await asyncio.sleep(0.01)
        driver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await driver
        await asyncio.sleep(0)
        assert t._listeners == []

    asyncio.run(game())
    assert cancelled == [True]


def test_humans_are_never_asked() -> None:
    t = sh.Table("classic-2", {"w": sh.Human()})
    assert t.run() == t.step() == []
    with pytest.raises(sh.TableError, match="from outside"):
        sh.Human().choose(t.make_turn())
    assert is_outside(None)
    assert is_outside(sh.Human())
    assert not is_outside(sh.Greedy())
    assert [kind_of(p) for p in (None, sh.Human(), sh.Greedy(), Says(first))] == [
        "human",
        "human",
        "greedy",
        "says",
    ]
    assert isinstance(sh.Greedy(), Player)


class Found(NamedTuple):
    """What a search tells."""

    move: sh.Move | None


class Engine:
    """What a search engine offers, its time noted."""

    def __init__(self) -> None:
        self.given: list[tuple[int | None, tuple[int, int] | None]] = []

    def search(
        self,
        position: sh.Position,
        *,
        time_ms: int | None = None,
        clock: tuple[int, int] | None = None,
    ) -> Found:
        self.given.append((time_ms, clock))
        return Found(next(iter(position.legal_moves)))


class SlowEngine(Engine):
    """One that answers only once it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.stopped = threading.Event(), threading.Event()

    def search(self, position: sh.Position, **limits: Any) -> Found:
        self.began.set()
        self.stopped.wait(60)
        return super().search(position, **limits)

    def stop(self) -> None:
        self.stopped.set()


def test_an_engine_gets_its_clock() -> None:
    engine = Engine()
    now = sh.ManualTime()
    t = sh.Table("classic-2", {"w": Searcher(engine)}, clock="5+3", now=now)
    assert codes(t.run()) == ["moved"]
    assert engine.given == [(None, (300_000, 3_000))]
    assert kind_of(Searcher(engine)) == "engine"
    for clock, own, given in (
        (None, None, (None, None)),
        (None, 70, (70, None)),
        ("0:00.06+9", 500, (500, (60, 9_000))),
    ):
        t = sh.Table("classic-2", {"w": Searcher(engine, time_ms=own)}, clock=clock, now=now)
        t.run()
        assert engine.given[-1] == given


@pytest.mark.threads
def test_an_engine_thinks_beside_the_loop_and_is_stopped() -> None:
    engine = SlowEngine()
    t = sh.Table("classic-2", {"w": Searcher(engine), "k": sh.Greedy(1)})

    async def run() -> None:
        task = asyncio.ensure_future(t.arun())
        while not engine.began.is_set():
            await asyncio.sleep(0.01)
        t.resign("k")  # the loop is free: somebody else may act meanwhile
        await asyncio.wait_for(task, 60)

    asyncio.run(run())
    assert engine.stopped.is_set()
    assert t.outcome is not None


@pytest.mark.parametrize("level", ["easy", "medium", 7])
def test_a_table_seats_an_engine_at_a_level(level: str | int) -> None:
    player = Searcher(Level(level, seed=2))
    t = sh.Table("classic-3", {letter: player for letter in "wby"}, seed=1)
    for _ in range(9):
        t.step()
    assert t.ply == 9
    assert kind_of(player) == (level if isinstance(level, str) else "level-7")


@pytest.mark.parametrize("kind", [sh.Random, sh.Greedy])
def test_chance_comes_from_the_table_where_a_player_has_no_seed(kind: Any) -> None:
    games = []
    for seed in (1, 1, 2):
        t = sh.Table("classic-3", {letter: kind() for letter in "wby"}, seed=seed)
        for _ in range(20):
            t.step()
        games.append(t.moves)
    assert games[0] == games[1] != games[2]
