"""Who moves: people, simple movers for tests and demonstrations, and the hook for an engine.

A player looks at a `Turn` and names a legal move; the position in it is its own. The rules, and
what a move would cost, are the core's.
"""

from __future__ import annotations

from functools import cache
from random import Random as _Stream
from typing import TYPE_CHECKING, Protocol

from sternhalma.errors import TableError
from sternhalma.star import star
from sternhalma.turn import Player, Turn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sternhalma._core import Move, Position
    from sternhalma.seats import Seat

__all__ = ["PLAYERS", "Engine", "Greedy", "Human", "Player", "Random", "Searcher", "Turn"]

_SHARE = 30  # of its remaining time a searcher spends one part in so many on a move
_RESERVE_MS = 50  # kept back for the way there and back


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


class Engine(Protocol):
    """The hook for a search engine: what `Searcher` needs of one."""

    def search(
        self, position: Position, *, milliseconds: int | None
    ) -> Move | str | Awaitable[Move | str]:
        """The best move found.

        Args:
            position: the game so far, the engine's own to push and pop on; repetitions and the
                moves before are in its history.
            milliseconds: how long it may think; None for as its own settings say.
        """


class Searcher:
    """A player that asks an engine and shares out its clock.

    With a clock it spends a thirtieth of what remains and most of the increment, and always leaves
    a little; without one it gives the engine `milliseconds`.

    Args:
        engine: anything with `search(position, milliseconds=...)`, at once or as an awaitable.
        milliseconds: the most it may spend on a move; None for no bound of its own.
        kind: the word by which saved games know it.
    """

    def __init__(
        self, engine: Engine, *, milliseconds: int | None = None, kind: str = "engine"
    ) -> None:
        self.engine = engine
        self.milliseconds = milliseconds
        self.kind = kind

    def choose(self, turn: Turn) -> Move | str | Awaitable[Move | str]:
        """The engine's move."""
        return self.engine.search(turn.position, milliseconds=self._budget(turn))

    def _budget(self, turn: Turn) -> int | None:
        if turn.clock is None:
            return self.milliseconds
        own = turn.clock[turn.seat]
        share = own.remaining // _SHARE + own.increment * 4 // 5
        budget = max(1, min(share, own.remaining - _RESERVE_MS))
        return budget if self.milliseconds is None else min(budget, self.milliseconds)


PLAYERS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}


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
