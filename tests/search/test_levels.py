"""Levels: seeded, finishing, ordered in strength; the hook that seats them is in tests/table."""

from random import Random

import pytest
import sternhalma as sh
from sternhalma.levels import LEVELS, NAMES, Level


def play(first: Level, second: Level, variant: str, seed: int) -> sh.Position:
    position = sh.Position(variant)
    rng = Random(seed)
    for _ in range(2):
        position.push(rng.choice(list(position.legal_moves)))
    while position.outcome() is None and position.plies < 400:
        player = first if position.turn == position.seats[0] else second
        position.push(player.search(position).move)
    return position


@pytest.mark.parametrize("name", NAMES)
def test_a_level_moves_legally_and_the_same_for_the_same_seed(name: str) -> None:
    for variant in ("classic-2", "classic-3", "capture-2", "star181-2"):
        position = sh.Position(variant)
        moves = [Level(name, seed=seed).search(position).move for seed in (1, 1)]
        assert moves[0] == moves[1]
        assert position.is_legal(moves[0])


def test_numbers_and_names() -> None:
    assert sorted(LEVELS) == list(range(1, 11))
    assert [Level(name).number for name in NAMES] == list(NAMES.values())
    for wrong in (0, 11, "expert"):
        with pytest.raises(ValueError, match="level"):
            Level(wrong)


def test_a_finished_game_has_no_move() -> None:
    position = sh.Position("classic-2")
    position.resign("w")
    with pytest.raises(sh.GameOverError):
        Level("easy").search(position)


@pytest.mark.parametrize("variant", ["classic-2", "open-2", "star121-2"])
@pytest.mark.parametrize("level", [1, 2, 4])
def test_games_of_low_levels_end_by_arrival(level: int, variant: str) -> None:
    for seed in range(3):
        end = play(Level(level, seed=seed), Level(level, seed=seed + 100), variant, seed)
        outcome = end.outcome()
        assert outcome is not None, end.text
        assert outcome.reason == "arrived"


def test_a_higher_level_wins_more() -> None:
    """A rough look; tools/strength.py measures."""
    wins = 0
    for seed in range(4):
        outcome = play(Level("medium", seed=seed), Level(1, seed=seed), "classic-2", seed).outcome()
        assert outcome is not None
        wins += outcome.places[0] < outcome.places[1]
    assert wins >= 3


def test_who_holds_its_own_tip_for_ever_comes_out() -> None:
    # Black's last marble keeps white from arriving, and is safest where it is.
    position = sh.Position(
        "star121-2",
        "k/1w/3/4/2w7w2/12/2wwwwwww2/10/9/10/11/12/13/kkkk/k1k/kk/k w -,- 200,200 201",
    )
    levels = [Level(1, seed=9), Level(1, seed=10)]
    for ply in range(300):
        if position.turn is None:
            break
        position.push(levels[ply % 2].search(position).move)
    outcome = position.outcome()
    assert outcome is not None and outcome.reason == "arrived"
