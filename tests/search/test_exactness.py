"""At full width the search is minimax: compared with a plain one over the slow reference."""

from random import Random

import pytest
import sternhalma as sh
from reference import Game, Rules
from reference.random_rules import random_position_text, random_rules

WIN_BOUND = 999_000  # beyond are wins and losses, less the plies to them
POSITIONS = 60
GROUPS = 6
WIDEST = {1: 10**6, 2: 400, 3: 40}  # moves of a position that are looked at, by depth


def leaf(engine: sh.Engine, game: Game, seat: str, ply: int) -> int:
    value = engine.evaluate(sh.Position(game.rules.text(), game.text()), seat)
    if game.over is not None and value >= WIN_BOUND:
        return value - ply
    if game.over is not None and value <= -WIN_BOUND:
        return value + ply
    return value


def minimax(engine: sh.Engine, game: Game, seat: str, ours: str, depth: int, ply: int = 0) -> int:
    """The value for `seat`, whose side are the seats in `ours`; all others are against it."""
    if depth == 0 or game.over is not None:
        return leaf(engine, game, seat, ply)
    assert game.turn is not None
    values = []
    for move in game.legal_moves():
        child = game.copy()
        child.push(move)
        values.append(minimax(engine, child, seat, ours, depth - 1, ply + 1))
    return max(values) if game.turn in ours else min(values)


def side_of(rules: Rules, seat: str) -> str:
    return seat + "wrbkyg"[("wrbkyg".index(seat) + 3) % 6] if rules.pairs else seat


def starts(rng: Random) -> tuple[Rules, str]:
    """A random position of a small star in which nobody has a place."""
    while True:
        rules = random_rules(rng)
        if rules.order > 3:
            continue
        text = random_position_text(rng, rules)
        places = text.split()[2]
        if set(places) <= set("-,"):
            return rules, text


@pytest.mark.parametrize("group", range(GROUPS))
def test_full_width_equals_minimax(group: int, seed: int) -> None:
    rng = Random(f"{seed} exactness {group}")
    engine = sh.Engine(full_width=True, algorithm="paranoid", hash_mib=1)
    for _ in range(POSITIONS // GROUPS):
        rules, text = starts(rng)
        game = Game(rules, text)
        if game.turn is None:
            continue
        position = sh.Position(rules.text(), text)
        for depth, widest in WIDEST.items():
            if position.num_moves() ** (depth - 1) > widest**2 or position.num_moves() > widest:
                break
            found = engine.search(position, depth=depth)
            expected = minimax(engine, game, game.turn, side_of(rules, game.turn), depth)
            assert found.score == expected, (rules.text(), text, depth)
            assert position.is_legal(found.move)


@pytest.mark.parametrize("variant", ["classic-2:order=2", "star121-3:order=2", "capture-2:order=2"])
def test_pruning_seldom_changes_a_small_search(variant: str) -> None:
    """The heuristics trade exactness for depth; with none of them near a leaf nothing changes."""
    engine = sh.Engine(hash_mib=1, algorithm="paranoid")
    exact = sh.Engine(hash_mib=1, algorithm="paranoid", full_width=True)
    position = sh.Position(variant)
    assert engine.search(position, depth=1).score == exact.search(position, depth=1).score


@pytest.mark.parametrize("variant", ["classic-3:order=2", "pairs-2x2:order=2", "classic-2:order=2"])
def test_max_n_at_full_width(variant: str) -> None:
    """With two plies everyone takes what is best for its own side."""
    engine = sh.Engine(full_width=True, algorithm="max-n", hash_mib=1)
    position = sh.Position(variant)
    seat = position.turn
    assert seat is not None
    costs = {}
    for move in position.legal_moves:
        position.push(move)
        costs[move] = engine.evaluate(position, seat)
        position.pop()
    found = engine.search(position, depth=1)
    assert costs[found.move] == max(costs.values())
