"""Playouts: reproducible, the same for every number of threads, picked in the documented order.

The last tests play the games again, move by move, from the words in `game/playout.hpp` alone.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
import sternhalma as sh
from splitmix import Picks

# Variants whose random games end, or whose places tell one game from another.
VARIANTS = [
    "classic-2",
    "classic-6:deadline=none,max_rounds=4",
    "classic-3:deadline=4",
    "long-6:deadline=none,max_rounds=3",
    "fifteen-2:deadline=none,max_rounds=5,repetition=none",
    "pairs-3x2:deadline=none,max_rounds=4",
    "classic-6:order=5,deadline=none,max_rounds=3",
    "long-6:order=6,deadline=none,max_rounds=2,lock=landing",
    "classic-4:order=3,foreign=open,lock=none,deadline=none,max_rounds=6",
    "rhombus-2:repetition=3",
    "capture-2",
    "capture-4:order=3",
    "capture-long-3",
    "capture-long-5:order=2",
    "capture-6:order=5,max_rounds=2",
]


def same(one: sh.Playouts, two: sh.Playouts) -> bool:
    return (
        one.plies == two.plies
        and one.lengths.tolist() == two.lengths.tolist()
        and one.places.tolist() == two.places.tolist()
    )


@pytest.mark.threads
@pytest.mark.parametrize("policy", ["uniform", "forward"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_threads_play_the_same_games(variant: str, policy: str) -> None:
    start = sh.Position(variant)
    one = sh.playouts(start, games=40, max_plies=80, seed=5, policy=policy)
    for threads in (2, 3, 8):
        other = sh.playouts(start, 40, 80, 5, threads, policy)
        assert same(one, other)
    assert start == sh.Position(variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_shapes_and_types(variant: str) -> None:
    start = sh.Position(variant)
    found = sh.playouts(start, games=30, max_plies=70)
    seats = len(start.seats)
    assert (found.lengths.shape, found.lengths.dtype) == ((30,), np.int32)
    assert (found.places.shape, found.places.dtype) == ((30, seats), np.int8)
    assert type(found.plies) is int
    assert found.plies == found.lengths.sum()
    assert ((found.lengths >= 1) & (found.lengths <= 70)).all()
    sides = seats // 2 if start.variant.pairs else seats
    assert ((found.places >= 0) & (found.places <= sides)).all()
    ended = (found.places > 0).all(axis=1)
    assert (found.places[~ended] == 0).all()
    assert (found.lengths[~ended] == 70).all()
    assert (found.places[ended].min(axis=1) == 1).all()


def test_a_game_cut_off_has_no_places() -> None:
    found = sh.playouts(sh.Position("classic-3"), games=7, max_plies=5)
    assert found.lengths.tolist() == [5] * 7
    assert found.places.tolist() == [[0, 0, 0]] * 7
    assert found.plies == 35
    assert sh.playouts(sh.Position("classic-3"), games=2, max_plies=0).lengths.tolist() == [0, 0]


def test_arrays_are_copies() -> None:
    found = sh.playouts(sh.Position("capture-2"), games=3)
    lengths = found.lengths.tolist()
    found.lengths[:] = 0
    assert found.lengths.tolist() == lengths


def test_a_finished_game_is_played_no_further() -> None:
    position = sh.Position("classic-3")
    position.resign("w")
    found = sh.playouts(position, games=4)
    assert found.lengths.tolist() == [0] * 4
    assert found.places.tolist() == [list(position.outcome().places)] * 4


def test_no_games_are_no_games() -> None:
    found = sh.playouts(sh.Position("classic-4"), games=0)
    assert found.plies == 0
    assert found.lengths.shape == (0,)
    assert found.places.shape == (0, 4)


def test_the_default_arguments() -> None:
    start = sh.Position("capture-2")
    assert same(sh.playouts(start), sh.playouts(start, 1000, 400, 1, 1, "uniform"))


def test_seed_and_number_name_a_game() -> None:
    start = sh.Position("capture-3")
    many = sh.playouts(start, games=60, seed=8)
    few = sh.playouts(start, games=25, seed=8)
    assert many.lengths[:25].tolist() == few.lengths.tolist()
    assert many.places[:25].tolist() == few.places.tolist()
    assert same(many, sh.playouts(start, games=60, seed=8))
    others = [sh.playouts(start, games=60, seed=seed) for seed in (0, 7, 9, 2**63, 2**64 - 1)]
    assert not any(same(many, other) for other in others)
    assert len({tuple(row) for row in many.places.tolist()}) > 3
    assert len(set(many.lengths.tolist())) > 3


def test_the_way_to_a_position_does_not_matter() -> None:
    long_way = sh.Position("capture-2")
    for pick in (5, 3, 8):
        long_way.push(list(long_way.legal_moves)[pick])
    long_way.pop()
    short_way = sh.Position("capture-2", long_way.text)
    assert same(sh.playouts(long_way, games=50), sh.playouts(short_way, games=50))


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": -1},
        {"max_plies": -1},
        {"threads": 0},
        {"threads": 10_000},
        {"policy": "clever"},
        {"policy": ""},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        sh.playouts(sh.Position("classic-2"), **wrong)


# The documented order, and the picks.


geometry = cache(sh._core.geometry)


@cache
def numbers(order: int) -> dict[str, int]:
    """Cell numbers by name."""
    return {name: cell for cell, name in enumerate(geometry(order)["names"])}


@cache
def by_class(order: int, name: str) -> tuple[int, int]:
    """Parity class and number of a cell, see the head of board/layout.hpp."""
    cell = numbers(order)[name]
    x, y = geometry(order)["xy"][cell]
    u = 4 * order + 1 - y
    v = x - u + 2 * order - 1
    return (v & 1) + 2 * (u & 1), cell


@cache
def distance(order: int, one: str, other: str) -> int:
    xy = geometry(order)["xy"]
    (x, y), (a, b) = xy[numbers(order)[one]], xy[numbers(order)[other]]
    return max(abs(x - a), abs(y - b), abs(x + y - a - b))


def documented_order(position: sh.Position) -> list[sh.Move]:
    """The legal moves in the order that a pick counts them."""
    order = position.variant.order

    def race(move: sh.Move) -> Any:
        jump = distance(order, move.origin, move.target) > 1
        return by_class(order, move.origin), jump, by_class(order, move.target)

    def capture(move: sh.Move) -> Any:
        path = [(cell[0], int(cell[1:])) for cell in move.path]
        return by_class(order, move.origin), len(move.captured), path

    return sorted(position.legal_moves, key=capture if position.variant.capture else race)


def gain(position: sh.Position, move: sh.Move) -> int:
    """Stones taken, or steps nearer to the target camp."""
    if position.variant.capture:
        return len(move.captured)
    star = geometry(position.variant.order, position.variant.marbles)
    target = [star["names"][cell] for cell in star["camps"][(position.turn + 3) % 6]]

    def away(name: str) -> int:
        return min(distance(position.variant.order, name, cell) for cell in target)

    return away(move.origin) - away(move.target)


def uniform(position: sh.Position, picks: Picks) -> sh.Move:
    moves = documented_order(position)
    return moves[picks.below(len(moves))]


def forward(position: sh.Position, picks: Picks) -> sh.Move:
    moves = documented_order(position)
    four = [moves[picks.below(len(moves))] for _ in range(4)]
    return max(four, key=lambda move: gain(position, move))  # the first of equal ones


POLICIES = {"uniform": uniform, "forward": forward}


def play_again(
    start: sh.Position, policy: Callable[[sh.Position, Picks], sh.Move], seed: int, game: int
) -> sh.Position:
    position = start.copy()
    picks = Picks(seed, game)
    while position.outcome() is None and position.plies - start.plies < 60:
        position.push(policy(position, picks))
    return position


@pytest.mark.parametrize("variant", VARIANTS)
def test_arrays_list_the_moves_in_the_documented_order(variant: str) -> None:
    position = sh.Position(variant)
    picks = Picks(3, 0)
    for _ in range(8):
        if position.outcome() is not None:
            break
        array = position.moves_array()
        pairs = array[0] if position.variant.capture else array
        order = position.variant.order
        moves = documented_order(position)
        number = numbers(order)
        assert pairs.tolist() == [[number[move.origin], number[move.target]] for move in moves]
        position.push(uniform(position, picks))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_pick_counts_in_the_documented_order(variant: str, policy: str) -> None:
    start = sh.Position(variant)
    games = 6
    found = sh.playouts(start, games, max_plies=60, seed=11, policy=policy)
    for game in range(games):
        position = play_again(start, POLICIES[policy], 11, game)
        assert position.plies == found.lengths[game]
        assert [place or 0 for place in position.places] == (
            found.places[game].tolist() if position.outcome() else [0] * len(start.seats)
        )


def test_games_go_on_from_a_position_with_its_repetitions() -> None:
    start = sh.Position("rhombus-2:repetition=3")
    picks = Picks(2, 0)
    while start.repetitions() < 2:
        start.push(uniform(start, picks))
    assert start.outcome() is None
    for position in (start, start.copy(history=False)):
        found = sh.playouts(position, games=20, max_plies=60, seed=4)
        lengths = [play_again(start, uniform, 4, game).plies - start.plies for game in range(20)]
        assert found.lengths.tolist() == lengths
    fresh = sh.playouts(sh.Position(start.variant, start.text), games=20, max_plies=60, seed=4)
    assert fresh.lengths.tolist() != lengths
