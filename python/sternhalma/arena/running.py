"""Sharing a match's games out and collecting them, whatever happens to those who play them.

Games are played by any `concurrent.futures` executor. Each result is written before the next is
looked at. A worker that dies takes nothing along: its games are played again, one at a time, so
that a game that kills its worker is known by its number.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from sternhalma.arena.game import play_game
from sternhalma.arena.results import Results
from sternhalma.client.plain import kill_all
from sternhalma.errors import ArenaError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from types import TracebackType
    from typing import Any, Self

    from sternhalma.arena.elo import Sprt
    from sternhalma.arena.match import Match, Task
    from sternhalma.arena.store import Store

_DEATHS = 3  # workers that one game may cost
_POLL_S = 0.5
_ANSWER_S = 5  # for a scheduler to answer, and to say good-bye


class Workers(Protocol):
    """Who plays."""

    @property
    def executor(self) -> Executor:
        """Takes games."""

    @property
    def room(self) -> int:
        """How many games are handed out at a time."""

    def renew(self) -> None:
        """Replaces an executor that has broken."""

    def stop(self) -> None:
        """Ends all work at once."""


class LocalWorkers:
    """Processes on this machine. They end when this one does, however it does.

    Args:
        count: how many; None for as many as this process may use processors.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or _processors()
        self._lifeline: Connection | None = None
        self.executor: Executor = self._make()

    @property
    def room(self) -> int:
        """One game more than there are processes, so that none has to wait for the next."""
        return self.count + 1

    def renew(self) -> None:
        """Replaces the processes."""
        self.stop()
        self.executor = self._make()

    def stop(self) -> None:
        """Ends the processes and the engines they drive."""
        if self._lifeline is not None:
            self._lifeline.close()
        self.executor.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def _make(self) -> ProcessPoolExecutor:
        """A pool whose processes are started already, deaf to Ctrl-C from their first moment."""
        context = multiprocessing.get_context("spawn")
        far, near = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self.count, context, _follow, (far,))
        self._lifeline = near
        with _deaf():
            pool.submit(int)
        return pool


class ClusterWorkers:
    """The workers of a dask.distributed scheduler. One that dies is replaced by the others.

    Args:
        address: the scheduler's, such as tcp://host:8786.

    Raises:
        ArenaError: `extra`, dask.distributed is not installed; `scheduler`, nobody answers.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise ArenaError("extra") from error
        try:
            self._client = distributed.Client(address, timeout=_ANSWER_S, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ArenaError("scheduler", text=address, why=str(error)) from error
        self.executor: Executor = self._client.get_executor(pure=False)

    @property
    def room(self) -> int:
        """Twice as many games as there are threads at the moment."""
        return max(4, 2 * int(sum(self._client.nthreads().values())))

    def renew(self) -> None:
        """The scheduler replaces workers itself."""

    def stop(self) -> None:
        """Takes back what has not begun and leaves the cluster."""
        self.executor.shutdown(wait=False)
        self._client.close(timeout=_ANSWER_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()


class OwnWorkers:
    """Any executor, kept by its owner.

    Args:
        executor: of `concurrent.futures`.
        room: how many games to hand out at a time.
    """

    def __init__(self, executor: Executor, room: int) -> None:
        self.executor = executor
        self.room = room

    def renew(self) -> None:
        """Can't be: the owner's executor has broken."""
        raise ArenaError("worker", game=-1, given=1)

    def stop(self) -> None:
        """The owner's business."""


def run(
    match: Match,
    store: Store,
    workers: Workers,
    *,
    sprt: Sprt | None = None,
    on_game: Callable[[Results], object] | None = None,
) -> Results:
    """Plays what is missing of a match, until it is complete or the sequential test has ended.

    Args:
        match: what to play.
        store: where games are written, and which there are.
        workers: who plays.
        sprt: the sequential test.
        on_game: called after each game written, and once before the first.

    Raises:
        ArenaError: `worker`, a game has cost too many workers. What was played is written.
        KeyboardInterrupt: Ctrl-C. What was played is written.
    """
    results = Results(match, sprt)
    for record in store.games:
        results.add(record)
    if on_game is not None:
        on_game(results)
    hand = _Hand(workers, (task for task in match.tasks() if task.number not in store.played))
    try:
        while results.verdict is None and (lines := hand.next_lines()) is not None:
            for line in lines:
                written = store.add(line)
                if written is not None:
                    results.add(written)
                    if on_game is not None:
                        on_game(results)
    finally:
        hand.drop()
    return results


class _Hand:
    """The games that are being played."""

    def __init__(self, workers: Workers, tasks: Iterator[Task]) -> None:
        self._workers = workers
        self._tasks = tasks
        self._playing: dict[Future[str], Task] = {}
        self._again: list[Task] = []  # lost with a worker
        self._deaths: Counter[int] = Counter()

    def next_lines(self) -> list[str] | None:
        """The games that end next; none may have, for a moment. None when all are played."""
        self._fill()
        if not self._playing:
            return None
        done, _ = wait(self._playing, timeout=_POLL_S, return_when=FIRST_COMPLETED)
        lines, broken = [], False
        for future in done:
            task = self._playing.pop(future)
            try:
                lines.append(future.result())
            except BrokenProcessPool:
                broken = True
                self._lost(task)
            except Exception as error:
                if type(error).__name__ != "KilledWorker":  # dask's, which need not be installed
                    raise
                self._lost(task)
        if broken:
            for task in self._playing.values():
                self._lost(task)
            self._playing.clear()
            self._workers.renew()
        return lines

    def drop(self) -> None:
        """Takes back what has not begun."""
        for future in self._playing:
            future.cancel()

    def _fill(self) -> None:
        """Hands games out. Those that were lost go first, each alone."""
        if self._again:
            if not self._playing:
                self._submit(self._again.pop(0))
            return
        if self._deaths and any(self._deaths[task.number] for task in self._playing.values()):
            return
        while len(self._playing) < self._workers.room:
            task = next(self._tasks, None)
            if task is None:
                return
            self._submit(task)

    def _submit(self, task: Task) -> None:
        try:
            self._playing[self._workers.executor.submit(play_game, task)] = task
        except BrokenProcessPool:
            self._again.append(task)
            self._workers.renew()

    def _lost(self, task: Task) -> None:
        self._deaths[task.number] += 1
        if self._deaths[task.number] >= _DEATHS:
            raise ArenaError("worker", game=task.number, given=self._deaths[task.number])
        self._again.append(task)


def _follow(lifeline: Connection) -> None:
    """In a worker: ends it, and its engines, when the other end of the lifeline is gone."""
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(EOFError, OSError):
            lifeline.recv_bytes()
        kill_all()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl-C is ignored meanwhile, by this process and for good by those started in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    old = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, old)


def _processors() -> int:
    with suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
