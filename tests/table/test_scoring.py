"""Standings and Elo."""

import random

import pytest
import sternhalma as sh
from hypothesis import given
from hypothesis import strategies as st
from sternhalma.scoring import standings
from table_texts import position, ranking

W, R, B, K, Y, G = sh.Seat


@pytest.mark.parametrize(
    "variant", ["classic-2", "classic-3", "classic-6", "fifteen-2", "star253-5", "open-4"]
)
def test_standings_are_the_rules_ranking(variant: str, seed: int) -> None:
    """What they say before is what the core does when nobody may go on."""
    stream = random.Random(seed)
    for plies in (1, 7, 40, 90):
        rules = sh.Variant(variant).replace(deadline=None, max_plies=plies, tie="rank")
        p = sh.Position(rules)
        while p.plies < plies - 1 and p.turn is not None:
            moves = sorted(p.legal_moves, key=lambda m: len(m.path))
            p.push(moves[-1] if stream.random() < 0.7 else stream.choice(moves))
        if p.turn is None:
            continue
        p.push(next(iter(p.legal_moves)))
        outcome = p.outcome()
        assert outcome is not None
        merits = ranking(p)
        for standing in standings(p):
            assert (-standing.in_target, standing.distance) == merits[standing.seat]
            assert standing.place == standing.rank
            if outcome.reason == "limit":
                better = sum(merits[other] < merits[standing.seat] for other in merits)
                assert standing.place == better + 1


def test_standings_before_the_end_rank_those_in_play() -> None:
    p = position(
        "classic-4",
        {"w": ["e14", "i9"], "k": ["i8"], "y": ["i7"]},
        turn="w",
        places="-,4,-,-",
        moves="9,8,7,6",
    )
    found = {standing.seat: standing for standing in standings(p)}
    assert [found[seat].rank for seat in (W, R, K, Y)] == [1, 4, 2, 3] or found[K].rank != 2
    assert found[R].place == found[R].rank == 4
    assert found[W].rank == 1
    assert [found[seat].moves_made for seat in (W, R, K, Y)] == [9, 8, 7, 6]
    assert [s.rank for s in standings(p)] == sorted(s.rank for s in standings(p))


def test_partners_are_added_up() -> None:
    p = position(
        "pairs-2x2",
        {"w": ["e14", "e15"], "k": ["i8"], "r": ["i9"], "y": ["f12"]},
        turn="w",
    )
    found = {standing.seat: standing.rank for standing in standings(p)}
    assert found == {W: 1, K: 1, R: 2, Y: 2}


def test_elo_for_two() -> None:
    elo = sh.Elo(k=32)
    assert elo.changes([1500, 1500], [1, 2]) == (16, -16)
    assert elo.changes([1500, 1500], [1, 1]) == (0, 0)
    assert elo.expected(1900, 1500) == pytest.approx(10 / 11)
    won, lost = elo.changes([1500, 1900], [1, 2])
    assert won == pytest.approx(32 * 10 / 11)
    assert lost == -won


def test_elo_by_place_is_every_pair_as_a_game() -> None:
    elo = sh.Elo(k=10)
    ratings, places = [1500.0, 1650.0, 1400.0, 1500.0], [2, 1, 4, 2]
    expected = [0.0] * 4
    for a in range(4):
        for b in range(4):
            if a != b:
                score = 1 if places[a] < places[b] else 0.5 if places[a] == places[b] else 0
                expected[a] += 10 * (score - 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400)))
    assert elo.changes(ratings, places) == pytest.approx(expected)


@given(
    st.lists(st.tuples(st.floats(0, 4000), st.integers(1, 6)), min_size=2, max_size=6),
    st.floats(0.5, 100),
)
def test_rating_is_only_moved_about(seats: list[tuple[float, int]], k: float) -> None:
    ratings, places = [rating for rating, _ in seats], [place for _, place in seats]
    changes = sh.Elo(k=k).changes(ratings, places)
    assert sum(changes) == pytest.approx(0, abs=1e-6)
    assert all(abs(change) <= k * (len(seats) - 1) + 1e-9 for change in changes)
    order = sorted(range(len(seats)), key=lambda i: places[i])
    if len(set(ratings)) == 1 and places[order[0]] < places[order[-1]]:
        assert changes[order[0]] > 0 > changes[order[-1]]


@pytest.mark.parametrize(
    "settings", [{"k": 0}, {"k": -1}, {"k": float("nan")}, {"scale": 0}, {"start": float("inf")}]
)
def test_settings_have_a_range(settings: dict[str, float]) -> None:
    with pytest.raises(sh.RatingError, match="takes"):
        sh.Elo(**settings)
