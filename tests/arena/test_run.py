"""Whole matches in real processes: broken off, gone on with, robbed of workers."""

import os
import signal
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
import sternhalma as sh
from arena_runs import descendants, finish, games, kill, slow_engine, start, wait_for_games
from sternhalma.arena import Match, Results, Store, run
from sternhalma.arena.elo import Sprt
from sternhalma.arena.match import read_competitors
from sternhalma.arena.running import OwnWorkers
from sternhalma.errors import ArenaError
from talking import HANG_S, gone

QUICK = ("greedy", "random", "--variant", "rhombus-2", "--time", "5s")


def quick_match(count: int) -> Match:
    engines, _ = read_competitors(["greedy", "random"])
    return Match(variant=sh.Variant("rhombus-1"), engines=engines, games=count, plies=2)


def test_a_match(tmp_path: Path) -> None:
    report = finish(*QUICK, "--games", 10, cwd=tmp_path)
    (path,) = tmp_path.glob("arena-*.jsonl")
    assert sorted(games(path)) == list(range(10))
    assert report["games"] == 10
    (pair,) = report["pairs"]
    assert pair["engines"] == ["greedy", "random"]
    assert pair["won"] + pair["drawn"] + pair["lost"] == 10
    assert pair["won"] >= 8
    assert pair["elo"]["low"] > 0
    assert sum(report["engines"][0]["places"].values()) == 10
    before = path.read_bytes()
    assert finish(*QUICK, "--games", 10, cwd=tmp_path) == report
    assert path.read_bytes() == before
    assert finish(*QUICK, "--games", 12, cwd=tmp_path)["games"] == 12


def test_any_executor(tmp_path: Path) -> None:
    seen: list[int] = []
    match = quick_match(9)
    with ThreadPoolExecutor(3) as pool, Store(tmp_path / "m.jsonl", match) as store:
        results = run(match, store, OwnWorkers(pool, 4), on_game=lambda r: seen.append(r.games))
    assert seen == list(range(10))
    assert results.games == 9
    assert sorted(games(tmp_path / "m.jsonl")) == list(range(9))


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """Nothing is lost and nothing is played twice, and no process stays behind."""
    args = (slow_engine(tmp_path), "random", "--variant", "rhombus-1", "--games", 16)
    args = (*args, "--time", "20s", "--workers", 2, "--out", "m.jsonl")
    path = tmp_path / "m.jsonl"
    with start(*args, cwd=tmp_path) as process:
        wait_for_games(path, 3)
        below = descendants(process.pid)
        kill(process.pid)
        process.communicate(timeout=HANG_S)
    assert len(below) >= 2
    assert all(gone(pid, HANG_S) for pid in below)
    kept = path.read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    assert 3 <= whole.count(b"\n") < 16
    assert finish(*args, cwd=tmp_path)["games"] == 16
    assert sorted(games(path)) == list(range(16))
    assert path.read_bytes().startswith(whole)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    """To the whole group of processes, as a terminal sends it."""
    args = (slow_engine(tmp_path), "random", "--variant", "rhombus-1", "--games", 1000)
    args = (*args, "--time", "20s", "--workers", 2, "--out", "m.jsonl")
    with start(*args, cwd=tmp_path) as process:
        wait_for_games(tmp_path / "m.jsonl", 2)
        below = descendants(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=HANG_S)
    assert (process.returncode, err) == (130, "")
    assert out.startswith("rhombus-1:max_plies=600, ")
    assert "slow against random" in out
    assert len(games(tmp_path / "m.jsonl")) >= 2
    assert all(gone(pid, HANG_S) for pid in below)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for workers in /proc")
def test_a_killed_worker_takes_nothing_along(tmp_path: Path) -> None:
    args = (slow_engine(tmp_path), "random", "--variant", "rhombus-1", "--games", 14)
    args = (*args, "--time", "20s", "--workers", 2, "--out", "m.jsonl")
    with start(*args, cwd=tmp_path) as process:
        wait_for_games(tmp_path / "m.jsonl", 3)
        workers = [pid for pid, line in descendants(process.pid).items() if "spawn_main" in line]
        kill(workers[-1])
        _, err = process.communicate(timeout=3 * HANG_S)
    assert (process.returncode, err) == (0, "")
    assert sorted(games(tmp_path / "m.jsonl")) == list(range(14))


class Deadly(Executor):
    """An executor whose worker dies of one game, and takes those beside it along."""

    def __init__(self, game: int) -> None:
        self.game = game
        self.handed: list[list[int]] = [[]]
        self.room = 3
        self.executor = self
        self.waiting: list[tuple[Future[Any], Any, Any]] = []

    def submit(self, function: Any, /, task: Any) -> Future[Any]:  # type: ignore[override]
        self.handed[-1].append(task.number)
        future: Future[Any] = Future()
        if task.number == self.game:
            for other in (future, *(entry[0] for entry in self.waiting)):
                other.set_exception(BrokenProcessPool())
            self.waiting.clear()
        elif len(self.handed) > 1:
            future.set_result(function(task))
        else:
            self.waiting.append((future, function, task))
            if len(self.waiting) == 3:
                for done, call, entry in self.waiting:
                    done.set_result(call(entry))
                self.waiting.clear()
        return future

    def renew(self) -> None:
        self.handed.append([])

    def stop(self) -> None:
        pass


def test_a_game_that_kills_workers_is_named(tmp_path: Path) -> None:
    """Games beside it are played, one at a time, before it is given up."""
    match, deadly = quick_match(12), Deadly(7)
    named = pytest.raises(ArenaError, match="game 7 has ended its worker 3 times")
    with Store(tmp_path / "m.jsonl", match) as store, named:
        run(match, store, deadly)
    assert 7 not in games(tmp_path / "m.jsonl")
    assert {0, 1, 2, 3, 4, 5, 6} <= set(games(tmp_path / "m.jsonl"))


class Refusing(Deadly):
    """An executor that is found broken when a game is handed to it."""

    def submit(self, function: Any, /, task: Any) -> Future[Any]:  # type: ignore[override]
        if len(self.handed) == 1 and self.handed[0]:
            raise BrokenProcessPool
        future: Future[Any] = Future()
        self.handed[-1].append(task.number)
        if len(self.handed) == 1:
            future.set_exception(BrokenProcessPool())
        else:
            future.set_result(function(task))
        return future


def test_a_pool_that_refuses_is_replaced(tmp_path: Path) -> None:
    match = quick_match(6)
    with Store(tmp_path / "m.jsonl", match) as store:
        assert run(match, store, Refusing(-1)).games == 6
    assert sorted(games(tmp_path / "m.jsonl")) == list(range(6))


def test_the_sequential_test_ends_a_match(tmp_path: Path) -> None:
    match = quick_match(400)
    with ThreadPoolExecutor(2) as pool, Store(tmp_path / "m.jsonl", match) as store:
        results = run(match, store, OwnWorkers(pool, 2), sprt=Sprt(0, 200))
    assert results.verdict is not None
    assert results.games < 400
    with Store(tmp_path / "m.jsonl", match) as store:
        again = Results(match, Sprt(0, 200))
        for record in store.games:
            again.add(record)
    assert (again.verdict, again.ratio) == (results.verdict, results.ratio)


def test_a_failing_run_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no engine's fault ends the run instead of counting as somebody's loss."""

    def broken(_: object) -> str:
        raise OSError("no space")

    monkeypatch.setattr("sternhalma.arena.running.play_game", broken)
    match = quick_match(4)
    raised = pytest.raises(OSError, match="no space")
    with ThreadPoolExecutor(1) as pool, Store(tmp_path / "m.jsonl", match) as store, raised:
        run(match, store, OwnWorkers(pool, 2))
