"""Whole games of `openspiel-N` against PyPI's open_spiel, its hops folded into moves.

Its player 0 sits at the top, our first seat at the bottom. So a preset's cells are turned by half a
circle; with the seats turned instead, cell numbers are the same in both.
"""

from collections.abc import Callable
from importlib import metadata
from random import Random
from typing import Any

import hop_by_hop
import pytest
import sternhalma as sh
from packaging.requirements import Requirement

pytestmark = pytest.mark.openspiel

TURNED = {2: "kw", 3: "kgr", 4: "kywr", 6: "kygwrb"}
CELLS = 121
MAX_MOVES = 1000
NOISES = (0.02, 0.1, 0.3)  # share of random moves among those that make for the target
ROUNDS = 4


@pytest.fixture(scope="module")
def pyspiel() -> Any:
    """The module; it may be absent only where there are no wheels of it."""
    needs = [Requirement(text) for text in metadata.requires("sternhalma") or ()]
    needs = [need for need in needs if need.name in ("open_spiel", "open-spiel")]
    assert needs, "extra `test` does not name open_spiel"
    if not any(need.marker is None or need.marker.evaluate({"extra": "test"}) for need in needs):
        pytest.skip("NO INDEPENDENT ORACLE: open_spiel has no wheels for this platform")
    import pyspiel

    return pyspiel


def half_turn(cell: int) -> int:
    return CELLS - 1 - cell


def same(cell: int) -> int:
    return cell


def choose(rng: Random, position: sh.Position, away: list[int], noise: float) -> sh.Move:
    """A random move, or the one of some that comes nearest to the target's outermost cell."""
    moves = list(position.legal_moves)
    if rng.random() < noise:
        return rng.choice(moves)
    drawn = rng.choices(moves, k=12)
    return max(drawn, key=lambda move: away[move.code // CELLS] - away[move.code % CELLS])


def distances_to_tips() -> list[list[int]]:
    """For each seat's colour, the steps from every cell to its target's outermost cell."""
    xy = sh._core.geometry(4)["xy"]
    corners = {0: (5, 17), 3: (13, 1), 1: (13, 13), 4: (5, 5), 2: (17, 5), 5: (1, 13)}
    return [
        [
            max(abs(x - cx), abs(y - cy), abs(x + y - cx - cy))
            for cx, cy in [corners[colour]]
            for x, y in xy
        ]
        for colour in range(6)
    ]


def compare_game(
    pyspiel: Any,
    players: int,
    variant: sh.Variant,
    cell: Callable[[int], int],
    rng: Random,
    noise: float,
) -> sh.Position:
    """Plays a game in both programs, comparing moves and turn at every ply, then the end."""
    position = sh.Position(variant)
    game = pyspiel.load_game("chinese_checkers", {"players": players, "max_moves": MAX_MOVES})
    state = game.new_initial_state()
    away = distances_to_tips()
    number = {name: index for index, name in enumerate(sh._core.geometry(4)["names"])}
    while position.outcome() is None:
        while hop_by_hop.is_stuck(state):
            state.apply_action(hop_by_hop.PASS)
        assert not state.is_terminal(), position.text
        assert position.seats[state.current_player()] == position.turn
        if position.plies % 10 == 0:
            owners = hop_by_hop.board(state, players)
            colours = [-1 if owner < 0 else position.seats[owner] for owner in owners]
            assert [colours[cell(i)] for i in range(CELLS)] == position.cells().tolist()
        ours = {(move.code // CELLS, move.code % CELLS) for move in position.legal_moves}
        theirs = {(cell(origin), cell(target)) for origin, target in hop_by_hop.moves(state)}
        assert ours == theirs, f"{variant} {position.text}"
        move = position.push(choose(rng, position, away[position.turn], noise))
        hop_by_hop.play(state, [cell(number[name]) for name in move.path])
    check_end(state, position)
    return position


def check_end(state: Any, position: sh.Position) -> None:
    """Compares why and how the game ended."""
    assert state.is_terminal()
    players = len(position.seats)
    outcome = position.outcome()
    returns = state.returns()
    if outcome.reason == "limit":
        assert returns == [0] * players
        assert outcome.places == (1,) * players
        assert position.plies == MAX_MOVES
    else:
        assert outcome.reason == "arrived"
        assert returns == [players - 1 if place == 1 else -1 for place in outcome.places]
        assert sorted(outcome.places) == [1] + [2] * (players - 1)


@pytest.mark.parametrize("players", TURNED)
@pytest.mark.parametrize("turned", [False, True], ids=["cells turned", "seats turned"])
def test_whole_games(pyspiel: Any, players: int, turned: bool, seed: int) -> None:
    rng = Random(f"{seed} {players} {turned}")
    preset = sh.Variant(f"openspiel-{players}")
    variant = preset.replace(seats=TURNED[players]) if turned else preset
    cell = same if turned else half_turn
    played = [compare_game(pyspiel, players, variant, cell, rng, n) for n in NOISES * ROUNDS]
    assert "arrived" in {position.outcome().reason for position in played}


@pytest.mark.parametrize("players", TURNED)
def test_random_games_to_the_limit(pyspiel: Any, players: int, seed: int) -> None:
    rng = Random(f"{seed} {players} limit")
    variant = sh.Variant(f"openspiel-{players}")
    position = compare_game(pyspiel, players, variant, half_turn, rng, 1.0)
    assert position.outcome().reason == "limit"
