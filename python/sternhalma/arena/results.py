"""What a match has come to so far: points, places, time, forfeits, strength.

Results are counted from records, one at a time, in the order they were written: a run that is
resumed comes to the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sternhalma.arena.elo import Estimate, Sprt, estimate, ratings

if TYPE_CHECKING:
    from sternhalma.arena.match import Match
    from sternhalma.record import Record

ACCEPTED, REJECTED = "accepted", "rejected"  # of the sequential test's second difference


@dataclass(slots=True)
class Pair:
    """How one engine did against another.

    Attributes:
        games: in which both played.
        won, drawn, lost: by place, each pair of sides counted.
        score: the sum over games of the mean score of its pairs.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    score: float = 0.0

    @property
    def share(self) -> float:
        """The mean score of a game."""
        return self.score / self.games if self.games else 0.5

    @property
    def elo(self) -> Estimate:
        """The difference in strength."""
        return estimate(self.share, self.games)


@dataclass(slots=True)
class Row:
    """One engine's totals.

    Attributes:
        games: it played in.
        places: how often it came in at each place, a side at a time.
        moves, time_ms: made, and how long they took together.
        forfeits: by how: `crash`, `illegal`, `overrun`.
    """

    games: int = 0
    places: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    time_ms: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)

    @property
    def mean_place(self) -> float:
        """The mean of its places, 0 without any."""
        count = sum(self.places.values())
        return sum(place * times for place, times in self.places.items()) / count if count else 0.0


class Results:
    """The results of a match.

    Args:
        match: which.
        sprt: the sequential test, None for none. It is for two engines at two sides.
    """

    def __init__(self, match: Match, sprt: Sprt | None = None) -> None:
        self.match = match
        self.sprt = sprt
        self.games = 0
        self.rows = [Row() for _ in match.engines]
        self.pairs: dict[tuple[int, int], Pair] = defaultdict(Pair)
        self.reasons: Counter[str] = Counter()
        self.forfeits: list[dict[str, object]] = []
        self.ratio = 0.0
        self.verdict: str | None = None
        self._sides = match.sides
        self._openings: dict[int, list[float]] = defaultdict(list)
        self._scores: Counter[float] = Counter()

    def add(self, record: Record) -> None:
        """Counts a finished game."""
        arena, places = record.tags["Arena"], record.places
        assert places is not None
        self.games += 1
        self.reasons[record.over or "unknown"] += 1
        engines = [arena["engines"][side[0]] for side in self._sides]
        ends = [places[side[0]] or 0 for side in self._sides]
        for engine in set(engines):
            self.rows[engine].games += 1
        for engine, place in zip(engines, ends, strict=True):
            self.rows[engine].places[place] += 1
        for engine, moves, time in zip(
            arena["engines"], arena["moves"], arena["time_ms"], strict=True
        ):
            self.rows[engine].moves += moves
            self.rows[engine].time_ms += time
        self._count_forfeit(record)
        for pair, score in self._compare(engines, ends).items():
            if pair == (0, 1) and self.sprt is not None:
                self._test(arena["opening"], score)

    def strengths(self) -> list[Estimate]:
        """Every engine's strength, the mean at 0."""
        count = len(self.rows)
        scores = [[0.0] * count for _ in range(count)]
        games = [[0.0] * count for _ in range(count)]
        for (one, other), pair in self.pairs.items():
            scores[one][other] = pair.score
            scores[other][one] = pair.games - pair.score
            games[one][other] = games[other][one] = pair.games
        return ratings(scores, games)

    def _count_forfeit(self, record: Record) -> None:
        forfeit = record.tags.get("Forfeit")
        if not isinstance(forfeit, dict):
            return
        names = [engine.name for engine in self.match.engines]
        self.rows[names.index(forfeit["engine"])].forfeits[forfeit["how"]] += 1
        self.forfeits.append({"game": record.tags["Arena"]["game"], **forfeit})

    def _compare(self, engines: list[int], places: list[int]) -> dict[tuple[int, int], float]:
        """Counts each pair of sides with different engines; the game's score of each pair."""
        scores: dict[tuple[int, int], list[float]] = defaultdict(list)
        for one in range(len(engines)):
            for other in range(len(engines)):
                if engines[one] < engines[other]:
                    pair = self.pairs[engines[one], engines[other]]
                    won, lost = places[one] < places[other], places[one] > places[other]
                    pair.won += won
                    pair.lost += lost
                    pair.drawn += not (won or lost)
                    scores[engines[one], engines[other]].append((won - lost + 1) / 2)
        means = {key: sum(found) / len(found) for key, found in scores.items()}
        for key, mean in means.items():
            self.pairs[key].games += 1
            self.pairs[key].score += mean
        return means

    def _test(self, opening: int, score: float) -> None:
        """Goes on with the sequential test when an opening has been played from both sides."""
        assert self.sprt is not None
        played = self._openings[opening]
        played.append(score)
        if len(played) < 2 or self.verdict is not None:
            return
        self._scores[sum(played) / 2] += 1
        self.ratio = self.sprt.ratio(self._scores)
        low, high = self.sprt.bounds
        if self.ratio >= high:
            self.verdict = ACCEPTED
        elif self.ratio <= low:
            self.verdict = REJECTED
