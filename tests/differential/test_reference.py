"""The core against the slow reference on fresh random games: presets, switches, positions.

`STERNHALMA_SEED` draws other games; a failure names variant, start and moves.
"""

from collections.abc import Iterator
from random import Random

import pytest
import sternhalma as sh
from reference import PRESETS, Rules
from reference import Move as ReferenceMove
from reference.random_rules import random_position_text, random_rules
from reference_games import Pair

PRESET_PLIES = 16
PLIES = 60
GROUPS = 16
GAMES = 10  # random variants in a group
Effect = tuple[object, ...]
LONG = 10  # how much longer the long form is
ELSEWHERE = 0.8  # share of the games that do not begin at the start
QUITS = 0.25  # share of the games that a seat leaves
TEXTS = 40  # positions of a preset that are searched for decisive moves
DECISIVE = 12  # of which so many are played, with some plies behind them


def play(rng: Random, rules: Rules, text: str | None, plies: int) -> int:
    """Plays one game, which a seat may leave before its end; returns the events played."""
    pair = Pair(rules, text)
    leaves = rng.random() < QUITS
    pair.play(rng, rng.randrange(1 + plies // 2) if leaves else plies)
    if leaves and pair.game.over is None:
        pair.leave(rng)
    return len(pair.past)


def play_preset(name: str, seed: int, plies: int) -> int:
    """Plays a preset from its start and from somewhere else."""
    rng = Random(f"{seed} {name}")
    rules = PRESETS[name]
    return play(rng, rules, None, plies) + play(rng, rules, random_position_text(rng, rules), plies)


def decisive_moves(rules: Rules, text: str) -> Iterator[tuple[Effect, ReferenceMove]]:
    """Moves of a position that give somebody a place, each with what it leads to."""
    position = sh.Position(rules.text(), text)
    places = (position.places, position.arrived)
    for move in position.legal_moves:
        position.push(move)
        if (position.places, position.arrived) != places:
            outcome = position.outcome()
            effect = (outcome and outcome.reason, *position.places, position.reply_due)
            yield effect, (move.origin, move.target, *([move.captured] if rules.capture else []))
        position.pop()


def play_decisive(rng: Random, rules: Rules, texts: int, most: int) -> None:
    """Plays decisive moves of a variant, some of each effect, and on behind them."""
    found: dict[Effect, list[tuple[str, ReferenceMove]]] = {}
    for _ in range(texts):
        text = random_position_text(rng, rules)
        moves = list(decisive_moves(rules, text))
        for effect, move in rng.sample(moves, min(3, len(moves))):
            found.setdefault(effect, []).append((text, move))
    for effect in found:
        for text, move in found[effect][: max(1, most // len(found))]:
            pair = Pair(rules, text)
            pair.push(move)
            pair.play(rng, 2)


def play_group(group: int, seed: int) -> int:
    """Plays some random variants."""
    rng = Random(f"{seed} {group}")
    played = 0
    for _ in range(GAMES):
        rules = random_rules(rng)
        text = random_position_text(rng, rules) if rng.random() < ELSEWHERE else None
        played += play(rng, rules, text, PLIES)
        play_decisive(rng, rules, TEXTS // 8, DECISIVE // 3)
    return played


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset(name: str, seed: int) -> None:
    assert play_preset(name, seed, PRESET_PLIES) > 0


@pytest.mark.parametrize("name", PRESETS)
def test_decisive_moves_of_a_preset(name: str, seed: int) -> None:
    play_decisive(Random(f"{seed} {name} decisive"), PRESETS[name], TEXTS, DECISIVE)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_many_decisive_moves_of_a_preset(name: str, seed: int) -> None:
    rng = Random(f"{seed} {name} many decisive")
    play_decisive(rng, PRESETS[name], LONG * TEXTS, LONG * DECISIVE)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_at_length(name: str, seed: int) -> None:
    for game in range(LONG // 2):
        assert play_preset(name, LONG * seed + game, 2 * PRESET_PLIES) > 0


@pytest.mark.parametrize("group", range(GROUPS))
def test_random_variants(group: int, seed: int) -> None:
    assert play_group(group, seed) > GAMES


@pytest.mark.slow
@pytest.mark.parametrize("group", range(GROUPS, GROUPS * (LONG + 1)))
def test_many_random_variants(group: int, seed: int) -> None:
    assert play_group(group, seed) > GAMES
