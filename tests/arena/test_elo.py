"""The arithmetic of strength, against closed forms and simulated matches."""

import random
from math import inf, isclose, log, sqrt

import pytest
from sternhalma.arena.elo import Sprt, elo_of, estimate, ratings, score_of


def test_elo_and_score() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    for elo in (-300.0, -1.0, 0.0, 12.5, 700.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)


def test_wilson() -> None:
    """Its bounds solve |p - bound| = z sqrt(bound (1 - bound) / n)."""
    for score, games in ((0.5, 100), (0.8, 10), (0.99, 50), (0.37, 2000)):
        found = estimate(score, games)
        for bound in (score_of(found.low), score_of(found.high)):
            error = 1.959964 * sqrt(bound * (1 - bound) / games)
            assert isclose(abs(score - bound), error, rel_tol=1e-9)
        assert found.low < found.elo < found.high


def test_a_clean_sweep_has_one_bound() -> None:
    found = estimate(1.0, 200)
    assert (found.elo, found.high) == (inf, inf)
    assert 600 < found.low < 750
    assert estimate(0.0, 200).high == pytest.approx(-found.low)
    assert estimate(0.5, 0) == estimate(0.5, 0)


def test_the_interval_covers(seed: int) -> None:
    """In about 95 % of simulated matches the true difference lies inside."""
    stream = random.Random(seed)
    truth = 120.0
    inside = 0
    for _ in range(2000):
        won = sum(stream.random() < score_of(truth) for _ in range(100))
        found = estimate(won / 100, 100)
        inside += found.low <= truth <= found.high
    assert 0.93 < inside / 2000 < 0.975


def test_ratings_of_a_chain() -> None:
    """Strengths that add up are found again, also for a pair that never met."""
    truth = [150.0, 0.0, -150.0]
    games = [[0.0, 1e6, 0.0], [1e6, 0.0, 1e6], [0.0, 1e6, 0.0]]
    scores = [[games[i][j] * score_of(truth[i] - truth[j]) for j in range(3)] for i in range(3)]
    found = ratings(scores, games)
    assert [one.elo for one in found] == pytest.approx(truth, abs=0.01)
    assert all(one.low < one.elo < one.high for one in found)


def test_ratings_of_a_clean_sweep_are_finite() -> None:
    strong, weak = ratings([[0, 20], [0, 0]], [[0, 20], [20, 0]])
    assert 100 < strong.elo < 1000
    assert strong.elo == pytest.approx(-weak.elo)


def test_ratio_of_wins_alone() -> None:
    """Where every opening is won twice the likelihoods are those of a coin."""
    sprt = Sprt(0, 50)
    for count in (1, 5, 40):
        expected = count * log(score_of(50) / 0.5)
        assert sprt.ratio({1.0: count}) == pytest.approx(expected, rel=0.02)
    assert sprt.ratio({}) == 0
    assert sprt.ratio({0.0: 9}) < 0


def test_ratio_is_antisymmetric() -> None:
    counts = {0.0: 3, 0.25: 7, 0.5: 20, 0.75: 15, 1.0: 5}
    mirrored = {1 - score: count for score, count in counts.items()}
    assert Sprt(-20, 30).ratio(counts) == pytest.approx(-Sprt(-30, 20).ratio(mirrored))
    assert Sprt(0, 0.0).ratio(counts) == 0


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, 1), (100.0, -1)])
def test_the_sequential_test_is_seldom_wrong(truth: float, wrong: int, seed: int) -> None:
    """Simulated pairs of games; a wrong end in 5 % of them is promised, a few more forgiven."""
    stream, sprt = random.Random(seed), Sprt(0, 100)
    low, high = sprt.bounds
    errors, runs = 0, 100
    for _ in range(runs):
        counts: dict[float, int] = {}
        while True:
            points = 0.0
            for _ in range(2):
                draw = stream.random() < 0.2
                points += 0.5 if draw else float(stream.random() < (score_of(truth) - 0.1) / 0.8)
            counts[points / 2] = counts.get(points / 2, 0) + 1
            ratio = sprt.ratio(counts)
            if not low < ratio < high:
                errors += (ratio > 0) == (wrong > 0)
                break
    assert errors <= 0.05 * runs + 3 * sqrt(0.05 * 0.95 * runs)
