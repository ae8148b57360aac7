"""perft: the same count for every number of threads, and the sum of its parts."""

from random import Random

import pytest
import sternhalma as sh

DEPTHS = {
    "classic-2": 5,
    "classic-6": 4,
    "long-2": 4,
    "rhombus-2": 6,
    "star253-6": 4,
    "capture-2": 3,
    "capture-long-3:order=5": 3,
    "classic-2:deadline=1": 4,
    "capture-2:order=2": 3,
}


@pytest.mark.threads
@pytest.mark.parametrize(("variant", "depth"), DEPTHS.items())
def test_threads_count_alike(variant: str, depth: int) -> None:
    start = sh.Position(variant)
    for less in range(depth + 1):
        count = sh.perft(start, less)
        assert [sh.perft(start, less, threads) for threads in (2, 3, 8)] == [count] * 3
    assert start == sh.Position(variant)


@pytest.mark.threads
@pytest.mark.parametrize(("variant", "depth"), DEPTHS.items())
def test_the_parts_add_up(variant: str, depth: int) -> None:
    start = sh.Position(variant)
    parts = sh.perft_divide(start, depth)
    assert sum(count for _, count in parts) == sh.perft(start, depth)
    assert [move for move, _ in parts] == list(start.legal_moves)
    assert [str(move) for move, _ in parts] == [str(move) for move in start.legal_moves]
    assert sh.perft_divide(start, depth, 3) == parts
    for move, count in parts[::5]:
        child = start.copy()
        child.push(move)
        assert sh.perft(child, depth - 1) == count


def slow_perft(position: sh.Position, depth: int) -> int:
    """The count by pushing and popping every move."""
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves:
        position.push(move)
        total += slow_perft(position, depth - 1)
        position.pop()
    return total


@pytest.mark.parametrize(
    ("variant", "plies"),
    [
        ("rhombus-2:repetition=3", 40),
        ("classic-2:order=2,deadline=8,max_rounds=12", 15),
        ("star121-3:order=2,max_plies=25", 22),
        ("capture-2:order=2", 3),
        ("capture-long-2:order=3,max_plies=8", 6),
        ("pairs-2x2:order=2,deadline=3", 10),
        ("star181-3", 9),
    ],
)
def test_a_midgame_counts_as_its_moves_do(variant: str, plies: int, seed: int) -> None:
    rng = Random(f"{seed} {variant}")
    for _ in range(6):
        position = sh.Position(variant)
        for _ in range(plies):
            if position.outcome() is not None:
                break
            position.push(rng.choice(list(position.legal_moves)))
        for depth in range(3):
            assert sh.perft(position, depth, 1 + depth % 2) == slow_perft(position, depth)


def test_a_repetition_that_is_due_ends_the_count() -> None:
    position = sh.Position("classic-2")
    shuffle = ("m3-m5", "e15-e13", "m5-m3", "e13-e15")
    for move in shuffle + shuffle[:3]:
        position.push(move)
    fresh = sh.Position("classic-2", position.text)
    assert sh.perft(fresh, 1) == sh.perft(position, 1)
    position.push(shuffle[3])
    assert position.outcome().reason == "repetition"
    position.pop()
    ended = sh.perft(fresh, 2) - sh.perft(position, 2)
    fresh.push(shuffle[3])
    assert ended == sh.perft(fresh, 1) > 0  # what would have followed the third occurrence
    assert sh.perft(position.copy(history=False), 2) == sh.perft(position, 2)
    assert sh.perft(position, 3, 2) == sh.perft(position, 3)


def test_a_finished_game_has_no_moves() -> None:
    position = sh.Position("classic-2")
    position.resign("w")
    assert [sh.perft(position, depth, 1 + depth) for depth in range(4)] == [1, 0, 0, 0]
    assert sh.perft_divide(position, 2) == []


@pytest.mark.parametrize(("depth", "threads"), [(-1, 1), (1, 0), (1, -3), (1, 10_000)])
def test_what_makes_no_sense_is_refused(depth: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"depth|threads"):
        sh.perft(sh.Position("classic-2"), depth, threads)
