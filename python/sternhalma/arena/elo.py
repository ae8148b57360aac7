"""From scores to strength: Elo with error bars, and the sequential test that ends a match early.

Pure arithmetic; knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, log10, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_Z = 1.959964  # both tails together 5 %
_NEWTON = 100


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference in Elo with its 95 % interval; infinite where only one side has scored."""

    elo: float
    low: float
    high: float


def elo_of(score: float) -> float:
    """The difference at which a share of the points is expected."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The share of the points that is expected at a difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate(score: float, games: int) -> Estimate:
    """The difference behind a mean score.

    Wilson's interval (Wilson, "Probable inference", 1927) on the score, put through `elo_of`. A
    draw counts as half a win, which makes the interval wider than it need be, never narrower, and
    it is finite on one side even when every game was won.
    """
    if games == 0:
        return Estimate(0.0, -inf, inf)
    spread = _Z * _Z / games
    middle = (score + spread / 2) / (1 + spread)
    half = _Z / (1 + spread) * sqrt(score * (1 - score) / games + spread / (4 * games))
    low = elo_of(middle - half) if score > 0 else -inf
    high = elo_of(middle + half) if score < 1 else inf
    return Estimate(elo_of(score), low, high)


def ratings(scores: Sequence[Sequence[float]], games: Sequence[Sequence[float]]) -> list[Estimate]:
    """Strengths that explain best who scored how much against whom, their mean at 0.

    The model of Bradley and Terry (1952), its likelihood climbed by Newton's method. Half a drawn
    game is added to each pair that has met, so that nobody is infinitely strong; the intervals come
    from the curvature at the top.

    Args:
        scores: scores[i][j]: points of i against j.
        games: games[i][j]: games of i against j.
    """
    import numpy as np

    points = np.array(scores, dtype=float)
    met = np.array(games, dtype=float)
    points, met = points + np.where(met > 0, 0.25, 0), met + np.where(met > 0, 0.5, 0)
    count = len(points)
    strength = np.zeros(count)
    curve = np.zeros((count, count))
    for _ in range(_NEWTON):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - met * expected).sum(axis=1)
        weight = met * expected * (1 - expected)
        curve = np.diag(weight.sum(axis=1)) - weight
        step = np.linalg.pinv(curve) @ slope
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    unit = 400 / log(10)
    errors = np.sqrt(np.maximum(np.diag(np.linalg.pinv(curve)), 0)) * unit * _Z
    strength = (strength - strength.mean()) * unit
    return [
        Estimate(float(one), float(one - error), float(one + error))
        for one, error in zip(strength, errors, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two differences: is it `elo0` or less, or `elo1` or more?

    Attributes:
        elo0, elo1: the two.
        alpha, beta: how often each is believed where the other is true.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends (Wald, "Sequential tests of statistical hypotheses", 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, counts: dict[float, int]) -> float:
        """The logarithm of the likelihood ratio of scores that came up so often.

        Each score is the mean of one opening played from both sides, so that what the opening
        itself is worth cancels. The likelihoods are the greatest that any distribution over the
        scores seen reaches with the mean of each hypothesis (Owen, "Empirical likelihood", 2001).
        """
        total = sum(counts.values())
        if total == 0:
            return 0.0
        # every score is given a trace of weight: a mean can then be reached from both sides
        weights = {score / 4: 1e-3 for score in range(5)}
        for score, count in counts.items():
            weights[score] = weights.get(score, 0.0) + count
        whole = sum(weights.values())
        shares = {score: weight / whole for score, weight in weights.items()}
        s0, s1 = score_of(self.elo0), score_of(self.elo1)
        tilt0, tilt1 = _tilt(shares, s0), _tilt(shares, s1)
        return total * sum(
            share * log((1 + tilt0 * (score - s0)) / (1 + tilt1 * (score - s1)))
            for score, share in shares.items()
        )


def _tilt(shares: dict[float, float], mean: float) -> float:
    """The t for which the shares, each divided by 1 + t (score - mean), have that mean."""
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    for _ in range(64):
        middle = (low + high) / 2
        pull = sum(
            share * (score - mean) / (1 + middle * (score - mean))
            for score, share in shares.items()
        )
        low, high = (middle, high) if pull > 0 else (low, middle)
    return (low + high) / 2
