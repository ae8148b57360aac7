"""Threads: distinct positions run in parallel; one position in two threads is never corrupted.

A call on a position that another thread is using raises RuntimeError. Which calls meet depends on
the interpreter, so here every call may raise it, and none may answer wrong.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
import sternhalma as sh
from played import snapshot

pytestmark = pytest.mark.threads

THREADS = 16
ENDLESS = "classic-6:deadline=none,max_rounds=none,repetition=none"


def together(work: Callable[[int], object], threads: int = THREADS) -> list[object]:
    """Runs work(number) on threads that start at once; returns what each returned."""
    barrier = threading.Barrier(threads)

    def run(number: int) -> object:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def game(variant: str, seed: int) -> list[object]:
    """A whole random game, with what could be read on the way."""
    rng = Random(seed)
    position = sh.Position(variant)
    seen: list[object] = []
    while position.outcome() is None and position.plies < 60:
        moves = list(position.legal_moves)
        position.push(rng.choice(moves))
        seen.append((position.text, position.hash, len(moves), sh.perft(position, 1)))
    twin = position.copy()
    while twin.history:
        twin.pop()
    return [*seen, twin.text, position.outcome()]


@pytest.mark.parametrize("variant", ["classic-6", "long-2", "star253-5", "capture-long-3"])
def test_distinct_positions_play_alike_in_all_threads(variant: str) -> None:
    expected = game(variant, 1)
    assert together(lambda _: game(variant, 1)) == [expected] * THREADS


def test_work_without_the_lock_agrees_in_all_threads() -> None:
    start = sh.Position("classic-2")
    copies = [start.copy() for _ in range(THREADS)]
    counts = together(lambda number: sh.perft(copies[number], 4, 1 + number % 2))
    assert counts == [110_224] * THREADS
    sums = together(lambda number: sh.playouts(copies[number], 20, seed=3).lengths.tolist())
    assert sums == [sh.playouts(start, 20, seed=3).lengths.tolist()] * THREADS


def test_moves_are_shared_between_threads() -> None:
    position = sh.Position("capture-2")
    moves = list(position.legal_moves)
    expected = [(str(move), move.captured, hash(move)) for move in moves]
    del position
    read = together(lambda _: [(str(move), move.captured, hash(move)) for move in moves])
    assert read == [expected] * THREADS


READS: dict[str, Callable[[sh.Position], object]] = {
    "text": lambda position: position.text,
    "hash": lambda position: position.hash,
    "moves": lambda position: [str(move) for move in position.legal_moves],
    "number": lambda position: position.num_moves(),
    "perft": lambda position: sh.perft(position, 2),
    "copy": lambda position: position.copy().text,
    "cells": lambda position: position.cells().tolist(),
    "legal": lambda position: position.is_legal("m3-m5"),
    "outcome": lambda position: position.outcome(),
    "history": lambda position: [str(event) for event in position.history],
    "eliminates": lambda position: position.will_eliminate("m3-m5"),
    "repr": repr,
    "equal": lambda position: position == position.variant,
}


def test_one_position_is_read_right_or_not_at_all() -> None:
    position = sh.Position("classic-2")
    position.push("m3-m5")
    position.push("e15-e13")
    position.pop()
    position.pop()
    expected = {name: read(position) for name, read in READS.items()}
    refused = together(lambda number: read_often(position, expected, number))
    assert {name: read(position) for name, read in READS.items()} == expected
    assert all(isinstance(count, int) for count in refused)


def read_often(position: sh.Position, expected: dict[str, object], number: int) -> int:
    """Reads over and over; returns how often another thread was in the way."""
    names = Random(number).choices(list(READS), k=300)
    refused = 0
    for name in names:
        try:
            assert READS[name](position) == expected[name]
        except RuntimeError as error:
            assert not isinstance(error, sh.SternhalmaError)
            refused += 1
    return refused


def test_one_position_is_played_by_many_without_harm() -> None:
    position = sh.Position(ENDLESS)
    start = snapshot(position)
    together(lambda number: push_and_pop(position, number))
    assert position.hash == position._fresh_hash
    events = position.history
    assert len(events) == position.plies
    replayed = sh.Position(ENDLESS)
    for event in events:
        replayed.push(event)
    assert snapshot(replayed) == snapshot(position)
    while position.history:
        position.pop()
    assert snapshot(position) == start


def push_and_pop(position: sh.Position, number: int) -> None:
    """Plays in a position that others play in too: what is legal may be so no longer."""
    rng = Random(number)
    for _ in range(200):
        try:
            if rng.random() < 0.6:
                moves = list(position.legal_moves)
                position.push(rng.choice(moves))
            else:
                position.pop()
        except (sh.IllegalMoveError, IndexError):
            continue
        except RuntimeError as error:
            assert "another thread" in str(error)
