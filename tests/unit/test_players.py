"""Simple movers: legal, seeded, and greedy for what the game is about."""

import pytest
import sternhalma as sh
from sternhalma.players import PLAYERS, Greedy, Random, Turn
from sternhalma.star import star

VARIANTS = ["classic-2", "classic-6", "pairs-2x2", "rhombus-2", "star253-5", "capture-3"]

NAMED = [name for name in PLAYERS if not name.startswith("level-")]


def test_every_level_is_a_player() -> None:
    assert [name for name in PLAYERS if name not in NAMED] == [f"level-{n}" for n in range(1, 11)]
    position = sh.Position("rhombus-1")
    player = PLAYERS["level-10"]("a seed")
    assert player.kind == "level-10"  # type: ignore[attr-defined]
    assert position.is_legal(player.choose(Turn(position)))  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMED)
def test_a_player_moves_legally_and_changes_nothing(name: str, variant: str) -> None:
    position = sh.Position(variant)
    player = PLAYERS[name](1)
    for _ in range(20):
        if position.outcome() is not None:
            break
        before = position.text
        move = player.choose(Turn(position))
        assert position.text == before
        assert position.is_legal(move)
        position.push(move)


@pytest.mark.parametrize("name", NAMED)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    texts = []
    for seed in (5, 5, 6):
        position, player = sh.Position("open-3"), PLAYERS[name](seed)
        for _ in range(15):
            position.push(player.choose(Turn(position)))
        texts.append(position.text)
    assert texts[0] == texts[1]
    assert texts[0] != texts[2] or name == "hard"  # who finds the best move has no choice


@pytest.mark.parametrize("name", NAMED)
def test_nobody_chooses_in_a_finished_game(name: str) -> None:
    position = sh.Position("classic-2")
    position.resign("w")
    with pytest.raises(sh.GameOverError):
        PLAYERS[name]().choose(Turn(position))


def test_greed_gains_distance() -> None:
    position = sh.Position("classic-2")
    move = Greedy().choose(Turn(position))
    assert star(4).distance(move.origin, "e17") - star(4).distance(move.target, "e17") == 2


def test_greed_takes_the_most_stones() -> None:
    position = sh.Position("capture-2")
    stream = Random(3)
    for _ in range(4):
        position.push(stream.choose(Turn(position)))
    most = max(len(move.captured) for move in position.legal_moves)
    assert len(Greedy().choose(Turn(position)).captured) == most


def test_greed_would_rather_stay_in_the_game() -> None:
    text = "1/2/3/4/4k8/12/11/10/4w4/10/11/12/13/3w/3/2/1 w -,- 29,29 30"
    position = sh.Position("classic-2", text)
    for seed in range(5):
        move = Greedy(seed).choose(Turn(position))
        assert move.origin == "m4"
        assert not position.will_eliminate(move)


def test_greedy_players_bring_a_game_to_its_end() -> None:
    position = sh.Position("classic-2")
    player = Greedy(1)
    while position.outcome() is None:
        position.push(player.choose(Turn(position)))
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "arrived"
