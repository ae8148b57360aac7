"""The same work by this engine and by PyPI's open_spiel, in the same run.

open_spiel plays hop by hop, so a whole move is a chain of its actions until the turn passes.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest
import sternhalma as sh

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this platform")

pytestmark = pytest.mark.openspiel

GAME = "chinese_checkers(players=2)"
DEPTH = 3
LEAVES = 4760
GAMES = 20
MAX_PLIES = 200


def whole_moves(state: Any) -> list[Any]:
    """The states after each whole move: distinct boards, each reached once."""
    mover = state.current_player()
    found: dict[str, Any] = {}
    todo = [state]
    seen = {str(state)}
    while todo:
        at = todo.pop()
        for action in at.legal_actions():
            child = at.child(action)
            key = str(child)
            if not child.is_terminal() and child.current_player() == mover:
                if key not in seen:
                    seen.add(key)
                    todo.append(child)
            else:
                found[key] = child
    return list(found.values())


def open_spiel_perft(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(open_spiel_perft(child, depth - 1) for child in whole_moves(state))


@pytest.mark.benchmark(group="perft(3) of openspiel-2")
def test_perft(benchmark: Callable[..., Any]) -> None:
    assert benchmark(sh.perft, sh.Position("openspiel-2"), DEPTH) == LEAVES
    benchmark.extra_info.update(units=LEAVES, unit="moves", kernel=sh.kernel())


@pytest.mark.benchmark(group="perft(3) of openspiel-2", max_time=1, min_rounds=1)
def test_perft_baseline_open_spiel(benchmark: Callable[..., Any]) -> None:
    start = pyspiel.load_game(GAME).new_initial_state()
    total = benchmark.pedantic(open_spiel_perft, args=(start, DEPTH), rounds=1, iterations=1)
    assert total == LEAVES
    benchmark.extra_info.update(units=LEAVES, unit="moves")


def random_hops(seed: int) -> int:
    """Random open_spiel games of at most MAX_PLIES whole moves; returns whole moves played."""
    rng = random.Random(seed)
    plies = 0
    for _ in range(GAMES):
        state = pyspiel.load_game(GAME).new_initial_state()
        for _ in range(MAX_PLIES):
            mover = state.current_player()
            while not state.is_terminal() and state.current_player() == mover:
                state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
            if state.is_terminal():
                break
    return plies


@pytest.mark.benchmark(group="random games of openspiel-2")
def test_games(benchmark: Callable[..., Any]) -> None:
    result = benchmark(
        sh.playouts, sh.Position("openspiel-2"), games=GAMES, max_plies=MAX_PLIES, seed=3
    )
    assert result.plies == sum(result.lengths) > 0
    benchmark.extra_info.update(units=result.plies, unit="plies", kernel=sh.kernel())


@pytest.mark.benchmark(group="random games of openspiel-2")
def test_games_baseline_open_spiel(benchmark: Callable[..., Any]) -> None:
    plies = benchmark.pedantic(random_hops, args=(3,), rounds=2, iterations=1)
    assert plies > 0
    benchmark.extra_info.update(units=plies, unit="plies")
