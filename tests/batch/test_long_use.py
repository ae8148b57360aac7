"""Batches in long use: memory that stays flat, and workers with seeds of their own."""

import multiprocessing
from pathlib import Path
from random import Random

import numpy as np
import pytest
import sternhalma as sh
from seeded import games_of

STATM = Path("/proc/self/statm")
PAGE = 4096  # at least: a larger page would only make the bound stricter
N = 1000


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(STATM.read_text().split()[1]) * PAGE


@pytest.mark.usefixtures("no_sanitizer")
@pytest.mark.skipif(not STATM.exists(), reason="no /proc")
def test_memory_is_flat_over_a_million_resets() -> None:
    batch = sh.Batch("classic-2:deadline=none", N, seed=3)
    half = np.arange(N) % 2 == 0

    def thousand_resets(turn: int) -> None:
        if turn % 50 == 0:
            batch.playout(30)  # so that there is something to forget
        batch.reset(half)
        batch.reset(~half)

    for turn in range(100):
        thousand_resets(turn)
    before = resident()
    for turn in range(1000):
        thousand_resets(turn)
    assert resident() - before < 5 * 2**20
    assert (batch.plies == 0).all()


@pytest.mark.usefixtures("no_sanitizer")
@pytest.mark.skipif(not STATM.exists(), reason="no /proc")
def test_memory_is_flat_over_many_positions_and_moves() -> None:
    rng = Random(1)

    def play() -> None:
        position = sh.Position("classic-2:deadline=none")
        for _ in range(40):
            if position.outcome() is None:
                position.push(rng.choice(list(position.legal_moves)))
            position.copy(history=False)
        while position.history:
            position.pop()

    for _ in range(50):
        play()
    before = resident()
    for _ in range(200):
        play()
    assert resident() - before < 5 * 2**20


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_with_seeds_of_their_own(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    work = [(7, worker) for worker in range(4)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.starmap(games_of, work)
        again = pool.starmap(games_of, work)
    assert found == again == [games_of(*each) for each in work]
    assert len({str(boards) for boards in found}) == len(work)
