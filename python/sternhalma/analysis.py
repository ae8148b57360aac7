"""What a search says of a position, and of every move of a game that was played.

A move's loss is what the best move is worth more, both looked at equally deep. What a value means
is the search's; how it is shown is the faces'.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sternhalma._core import Position
from sternhalma.seating import partner_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sternhalma._core import Move
    from sternhalma.engines import Result, Searching
    from sternhalma.seats import Seat

WIN = 1_000_000  # the value of a won game; one less for every ply until then
WIN_BOUND = WIN - 1_000  # values beyond it are games won, or lost, by force
MISTAKE, BLUNDER = "?", "??"
MISTAKE_LOSS, BLUNDER_LOSS = 150, 300  # hundredths: half a good turn, and a whole one


@dataclass(frozen=True, slots=True)
class Bounds:
    """What bounds each search; None for no bound."""

    time_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None

    def given(self) -> dict[str, int]:
        """The bounds there are, by name."""
        named = {"time_ms": self.time_ms, "depth": self.depth, "nodes": self.nodes}
        return {name: number for name, number in named.items() if number is not None}


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """One move that was played.

    Attributes:
        ply: its number in the game, from 1.
        seat: whose.
        move: the move.
        score: what it is worth to the seat, in hundredths.
        best: the best move that was found.
        best_score: what that is worth.
        depth: plies searched.
        mark: `?` a mistake, `??` a blunder, else blank.
    """

    ply: int
    seat: Seat
    move: Move
    score: int
    best: Move
    best_score: int
    depth: int
    mark: str

    @property
    def loss(self) -> int:
        """What the best move is worth more."""
        return self.best_score - self.score


@dataclass(slots=True)
class Summary:
    """One seat's moves together."""

    moves: int = 0
    loss: int = 0
    marks: dict[str, int] = field(default_factory=lambda: {MISTAKE: 0, BLUNDER: 0})

    def add(self, played: MoveAnalysis) -> None:
        """Counts a move. A win thrown away or found late counts as a blunder's loss at most."""
        self.moves += 1
        self.loss += min(played.loss, BLUNDER_LOSS)
        if played.mark:
            self.marks[played.mark] += 1


def summaries(played: Iterable[MoveAnalysis]) -> dict[Seat, Summary]:
    """Each seat's moves together."""
    found: dict[Seat, Summary] = {}
    for one in played:
        found.setdefault(one.seat, Summary()).add(one)
    return found


def analyse_moves(
    engine: Searching, first: Position, moves: Iterable[Move], bounds: Bounds
) -> Iterator[MoveAnalysis]:
    """Looks at the moves of a game one by one.

    Args:
        engine: who searches.
        first: where the game began.
        moves: the moves played from there.
        bounds: of the search in every position.
    """
    position = first.copy()
    for move in moves:
        yield analyse_move(engine, position, move, bounds)
        position.push(move)


def analyse_move(engine: Searching, position: Position, move: Move, bounds: Bounds) -> MoveAnalysis:
    """Compares a legal move with the best that is found in its position."""
    seat = position.turn
    assert seat is not None
    found = engine.search(position, **bounds.given())  # type: ignore[arg-type]
    best, best_score = found.move, found.score or 0
    assert best is not None
    score = best_score
    if move != best:
        score = min(_score(engine, position, move, found, bounds), best_score)
    thrown = best_score > WIN_BOUND >= score
    ruined = position.will_eliminate(move) and not position.will_eliminate(best)
    mark = ""
    if move != best and (thrown or ruined or best_score - score >= BLUNDER_LOSS):
        mark = BLUNDER
    elif best_score - score >= MISTAKE_LOSS:
        mark = MISTAKE
    return MoveAnalysis(position.plies + 1, seat, move, score, best, best_score, found.depth, mark)


def _score(engine: Searching, position: Position, move: Move, found: Result, bounds: Bounds) -> int:
    """What a move that is not the best is worth to its seat.

    With two sides the value of the position after it, one ply less deep. With more, a value for
    one side says nothing of another's, so all moves are compared in one search.
    """
    after = position.copy()
    after.push(move)
    if after.turn is None or _sides(position) > 2:
        return _among_all(engine, position, move, found.depth, bounds)
    limits = {**bounds.given(), "depth": max(1, found.depth - 1)}
    score = engine.search(after, **limits).score or 0  # type: ignore[arg-type]
    return score if _same_side(position, after) else -score


def _among_all(
    engine: Searching, position: Position, move: Move, depth: int, bounds: Bounds
) -> int:
    limits = {**bounds.given(), "depth": max(1, depth)}
    count = max(1, position.num_moves())
    found = engine.search(position, multipv=count, **limits)  # type: ignore[arg-type]
    scores = [line.score or 0 for line in found.lines if line.move == move]
    return scores[0] if scores else min((line.score or 0 for line in found.lines), default=0)


def _sides(position: Position) -> int:
    return len(position.seats) // (2 if position.variant.pairs else 1)


def _same_side(before: Position, after: Position) -> bool:
    """Whether the same side is to move again, the other having been skipped."""
    if before.turn is None or after.turn is None:
        return False
    return after.turn in (before.turn, partner_of(before.variant, before.turn))
