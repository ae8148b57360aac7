"""Simple movers: who to play against, and what makes whole games for tests and demonstrations.

A player looks at a position and names a legal move; it changes nothing. The rules, and what a move
would cost, are the core's.
"""

from __future__ import annotations

from random import Random as _Stream
from typing import TYPE_CHECKING, Protocol

from sternhalma.errors import GameOverError
from sternhalma.star import star

if TYPE_CHECKING:
    from collections.abc import Callable

    from sternhalma._core import Move, Position


class Player(Protocol):
    """Anything that chooses a legal move."""

    def choose(self, position: Position) -> Move:
        """A legal move of the position, which stays as it is.

        Raises:
            GameOverError: there is nothing to choose.
        """


class Random:
    """Any legal move, each as likely as the next.

    Args:
        seed: the same seed makes the same choices in the same positions.
    """

    def __init__(self, seed: int | str = 1) -> None:
        self._stream = _Stream(seed)

    def choose(self, position: Position) -> Move:
        """A legal move drawn at random."""
        return self._stream.choice(_moves(position))


class Greedy:
    """The move that gains most at once.

    On the race boards that is ground toward the outermost cell of the target tip, by the square of
    the distance, so that the marbles farthest behind go first. In the capture game it is the number
    of stones taken. A move that would eliminate its own seat is the last resort. What is equal is
    drawn by the seed.

    Args:
        seed: the same seed makes the same choices in the same positions.
    """

    def __init__(self, seed: int | str = 1) -> None:
        self._stream = _Stream(seed)

    def choose(self, position: Position) -> Move:
        """The greediest legal move."""
        moves = _moves(position)
        rate = _stones_taken if position.variant.capture else _ground_gained(position)
        groups: dict[int, list[Move]] = {}
        for move in moves:
            groups.setdefault(rate(move), []).append(move)
        best_first = [groups[rating] for rating in sorted(groups, reverse=True)]
        for group in best_first:
            safe = [move for move in group if not position.will_eliminate(move)]
            if safe:
                return self._stream.choice(safe)
        return self._stream.choice(best_first[0])


PLAYERS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}


def _moves(position: Position) -> list[Move]:
    outcome = position.outcome()
    if outcome is not None:
        raise GameOverError("over", reason=outcome.reason)
    return list(position.legal_moves)


def _stones_taken(move: Move) -> int:
    return len(move.captured)


def _ground_gained(position: Position) -> Callable[[Move], int]:
    """What rates a move: how much it lowers the square of its marble's distance to the goal."""
    assert position.turn is not None
    cells = star(position.variant.order)
    goal = cells.point(position.turn.opposite)
    away = {name: cells.distance(name, goal) ** 2 for name in cells.names}

    def rate(move: Move) -> int:
        return away[move.origin] - away[move.target]

    return rate
