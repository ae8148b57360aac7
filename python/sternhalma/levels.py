"""How strong the engine plays: ten levels, three of them with names.

A level is a bound on the search and a temperature: of the best lines one is drawn, the likelier the
closer its score is to the best one's. A win in sight is always taken and a loss never chosen. Once
few marbles are on their way, some have to leave home in time, or the game drags on, a level plays
well, so that its games come to an end.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import NamedTuple

from sternhalma._core import Engine
from sternhalma.errors import GameOverError
from sternhalma.star import home_camp, star, target_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sternhalma._core import Line, Move, Position, SearchResult
    from sternhalma.seats import Seat

__all__ = ["LEVELS", "NAMES", "Choice", "Level"]

_DECIDED = 900_000  # scores beyond are wins or losses in sight
_DRAGS = 7  # own moves for each marble after which a game has to come to its end
_PER_MARBLE, _IN_HAND = 2, 4  # own moves before the deadline from which on leaving home matters
_LINES = 60  # among which a warm level draws
_FINISH = 8_000  # moves made in search, once it matters


class Strength(NamedTuple):
    """What a level may do: moves made in search, plies, how freely it draws, when it finishes.

    `warmth` is in hundredths of a step: of two lines so far apart the better one is drawn e times
    as often. `outside` is how many marbles may still be on their way when it starts to play well.
    """

    nodes: int
    depth: int
    warmth: int
    outside: int


LEVELS: dict[int, Strength] = {
    1: Strength(10_000, 1, 2_000, 2),
    2: Strength(10_000, 1, 150, 2),
    3: Strength(10_000, 1, 70, 2),
    4: Strength(10_000, 2, 50, 3),
    5: Strength(10_000, 3, 10, 4),
    6: Strength(2_000, 60, 0, 4),
    7: Strength(12_000, 60, 0, 4),
    8: Strength(60_000, 60, 0, 4),
    9: Strength(300_000, 60, 0, 4),
    10: Strength(1_500_000, 60, 0, 4),
}
NAMES = {"easy": 2, "medium": 5, "hard": 8}
KINDS = {**NAMES, **{f"level-{number}": number for number in LEVELS}}
"""The words by which saved games and command lines know levels."""


class Choice(NamedTuple):
    """The move that a level has drawn, and the search it was drawn from."""

    move: Move
    result: SearchResult


class Level:
    """The engine at one strength, with the `search` that a `Searcher` needs.

    Args:
        level: a name of `NAMES`, or 1 to 10.
        seed: the same seed draws the same moves in the same positions.
        threads: how many search together; more than one and the same seed may differ.

    Raises:
        ValueError: no such level.
    """

    def __init__(self, level: str | int, *, seed: int | str = 0, threads: int = 1) -> None:
        number = KINDS.get(level) if isinstance(level, str) else level
        if number not in LEVELS:
            names = ", ".join(NAMES)
            raise ValueError(f"a level is one of {names} or a number from 1 to 10, not {level!r}")
        self.number = number
        self.strength = LEVELS[number]
        self.kind = level if isinstance(level, str) else f"level-{number}"
        self._seed = seed
        mixed = Random(f"{seed}").getrandbits(32) + 1
        self._engine = Engine(threads=threads, hash_mib=16, seed=mixed)

    def search(
        self,
        position: Position,
        *,
        time_ms: int | None = None,
        clock: tuple[int, int] | None = None,
    ) -> Choice:
        """A move of this strength, sooner where the time asks for it.

        Raises:
            GameOverError: nobody is to move.
        """
        strength = self.strength
        finishing = _matters(position, strength.outside)
        result = self._engine.search(
            position,
            time_ms=time_ms,
            clock=clock,
            nodes=max(strength.nodes, _FINISH) if finishing else strength.nodes,
            depth=60 if finishing else strength.depth,
            multipv=1 if finishing or strength.warmth == 0 else _LINES,
        )
        if result.move is None:
            raise GameOverError("over", reason=_reason(position))
        return Choice(_leaving(position) or self._draw(result, position), result)

    def stop(self) -> None:
        """Ends a search that runs, from any thread."""
        self._engine.stop()

    def _draw(self, result: SearchResult, position: Position) -> Move:
        best, *others = result.lines
        choices = [best]
        if abs(best.score) < _DECIDED:
            choices += [line for line in others if line.score > -_DECIDED]
        random = Random(f"{self._seed} {position.hash} {position.plies}")
        weights = [exp((line.score - best.score) / (self.strength.warmth or 1)) for line in choices]
        (drawn,) = random.choices(choices, weights)
        return _first(drawn)


def _reason(position: Position) -> str:
    outcome = position.outcome()
    return outcome.reason if outcome else "over"


def _first(line: Line) -> Move:
    assert line.move is not None
    return line.move


def _matters(position: Position, outside: int) -> bool:
    """Whether it is time to play well: few are on their way, too many at home, or it drags."""
    seat, variant = position.turn, position.variant
    if seat is None or variant.capture:
        return False

    def own(camp: frozenset[str]) -> int:
        return sum(position.at(cell) == seat for cell in camp)

    if own(target_camp(variant, seat)) >= variant.marbles - outside:
        return True
    if _drags(position, seat):
        return True
    left = position.moves_left(seat)
    return left is not None and left <= _PER_MARBLE * own(home_camp(variant, seat)) + _IN_HAND


def _drags(position: Position, seat: Seat) -> bool:
    made = position.moves_made[position.seats.index(seat)]
    return made > _DRAGS * position.variant.marbles


def _leaving(position: Position) -> Move | None:
    """In a game that drags on, the way out of home for who would else hold it for ever.

    The move out that goes furthest, or where none is out at once, a move towards it.
    """
    seat = position.turn
    if seat is None or position.variant.capture or not _drags(position, seat):
        return None
    home = home_camp(position.variant, seat)
    cells = star(position.variant.order)
    goal = cells.point(seat.opposite)

    def left(cell: str) -> int:
        return cells.distance(cell, goal)

    def goes_out(move: Move) -> bool:
        return move.target not in home or left(move.target) < left(move.origin)

    moves = [move for move in position.legal_moves if move.origin in home and goes_out(move)]
    return min(moves, key=lambda move: (move.target in home, left(move.target)), default=None)
