"""Who moves: people, simple movers for tests and demonstrations, and engines.

A player looks at a `Turn` and names a legal move; the position in it is its own. The rules, and
what a move would cost, are the core's.
"""

from __future__ import annotations

from functools import cache
from inspect import isawaitable, iscoroutinefunction
from random import Random as _Stream
from typing import TYPE_CHECKING, Protocol

from sternhalma.errors import TableError
from sternhalma.levels import KINDS, Level
from sternhalma.star import star
from sternhalma.turn import Player, Turn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sternhalma._core import Move, Position
    from sternhalma.seats import Seat

__all__ = ["PLAYERS", "Engine", "Greedy", "Human", "Player", "Random", "Searcher", "Turn"]


class Human:
    """Somebody whose moves come from outside, through `Table.play`.

    `Table.run` stops where a human is to move and `Table.arun` waits there.
    """

    kind = "human"
    outside = True

    def choose(self, turn: Turn) -> Move:
        """Never answers.

        Raises:
            TableError: `outside`.
        """
        raise TableError("outside")


class Random:
    """Any legal move, each as likely as the next.

    Args:
        seed: the same seed makes the same choices in the same positions; None draws from the
            table's seed, so that a reloaded game goes on as it would have.
    """

    kind = "random"
    outside = False

    def __init__(self, seed: int | str | None = None) -> None:
        self._stream = None if seed is None else _Stream(seed)

    def choose(self, turn: Turn) -> Move:
        """A legal move drawn at random."""
        return (self._stream or turn.random).choice(list(turn.position.legal_moves))


class Greedy:
    """The move that gains most at once.

    On the race boards that is ground toward the outermost cell of the target tip, by the square of
    the distance, so that the marbles farthest behind go first. In the capture game it is the number
    of stones taken. A move that would eliminate its own seat is the last resort. What is equal is
    drawn by the seed.

    Args:
        seed: as for `Random`.
    """

    kind = "greedy"
    outside = False

    def __init__(self, seed: int | str | None = None) -> None:
        self._stream = None if seed is None else _Stream(seed)

    def choose(self, turn: Turn) -> Move:
        """The greediest legal move."""
        position, stream = turn.position, self._stream or turn.random
        rate = _stones_taken if position.variant.capture else _ground_gained(position, turn)
        groups: dict[int, list[Move]] = {}
        for move in position.legal_moves:
            groups.setdefault(rate(move), []).append(move)
        best_first = [groups[rating] for rating in sorted(groups, reverse=True)]
        for group in best_first:
            safe = [move for move in group if not position.will_eliminate(move)]
            if safe:
                return stream.choice(safe)
        return stream.choice(best_first[0])


class Found(Protocol):
    """What a search tells."""

    @property
    def move(self) -> Move | str | None:
        """The best move."""


class Engine(Protocol):
    """What `Searcher` needs of an engine: `sternhalma.Engine`, a `Level`, or one's own."""

    def search(
        self,
        position: Position,
        *,
        time_ms: int | None = None,
        clock: tuple[int, int] | None = None,
    ) -> Found | Awaitable[Found]:
        """The best move found.

        Args:
            position: the game so far, the engine's own to push and pop on; repetitions and the
                moves before are in its history.
            time_ms: the most it may spend on the move; None for as its own settings say.
            clock: milliseconds left to it and added a move; None without a clock.
        """


class Searcher:
    """A player that asks an engine, and hands it its clock.

    In a running event loop the search goes on in a thread of its own, and is stopped, where the
    engine has a `stop`, once the answer is no longer wanted.

    Args:
        engine: anything with `search(position, time_ms=..., clock=...)`, at once or as an
            awaitable.
        time_ms: the most it may spend on a move; None for no bound of its own.
        kind: the word by which saved games know it; None for the engine's own `kind`.
    """

    def __init__(
        self, engine: Engine, *, time_ms: int | None = None, kind: str | None = None
    ) -> None:
        self.engine = engine
        self.time_ms = time_ms
        self.kind = kind or str(getattr(engine, "kind", "engine"))

    def choose(self, turn: Turn) -> Move | str | Awaitable[Move | str]:
        """The engine's move."""
        from asyncio import get_running_loop  # only where an engine plays

        try:
            get_running_loop()
        except RuntimeError:
            found = self._search(turn)
            return self._wait(found) if isawaitable(found) else _move_of(found)
        return self._think(turn)

    def _search(self, turn: Turn) -> Found | Awaitable[Found]:
        clock = None
        if turn.clock is not None:
            own = turn.clock[turn.seat]
            clock = (own.remaining, own.increment)
        return self.engine.search(turn.position, time_ms=self.time_ms, clock=clock)

    async def _wait(self, found: Awaitable[Found]) -> Move | str:
        return _move_of(await found)

    async def _think(self, turn: Turn) -> Move | str:
        from asyncio import CancelledError, to_thread

        if iscoroutinefunction(self.engine.search):
            found = self._search(turn)
        else:
            try:
                found = await to_thread(self._search, turn)
            except CancelledError:
                getattr(self.engine, "stop", int)()
                raise
        return _move_of(await found if isawaitable(found) else found)


def _level(name: str) -> Callable[..., Searcher]:
    """Makes players of a named level; a table's computers know it by this name."""

    def player(seed: int | str | None = None) -> Searcher:
        return Searcher(Level(name, seed=0 if seed is None else seed))

    return player


PLAYERS: dict[str, Callable[..., Player]] = {
    "random": Random,
    "greedy": Greedy,
    **{name: _level(name) for name in KINDS},
}
"""What makes a computer player, by name; each takes a seed."""


def _move_of(found: Found) -> Move | str:
    if found.move is None:
        raise TableError("outside")
    return found.move


def _stones_taken(move: Move) -> int:
    return len(move.captured)


def _ground_gained(position: Position, turn: Turn) -> Callable[[Move], int]:
    """What rates a move: how much it lowers the square of its marble's distance to the goal."""
    away = _squares(position.variant.order, turn.seat)

    def rate(move: Move) -> int:
        return away[move.origin] - away[move.target]

    return rate


@cache
def _squares(order: int, seat: Seat) -> dict[str, int]:
    """The square of every cell's distance to the outermost cell of a seat's target tip."""
    cells = star(order)
    goal = cells.point(seat.opposite)
    return {name: cells.distance(name, goal) ** 2 for name in cells.names}
