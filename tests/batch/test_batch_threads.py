"""Batches whose work is shared out among threads, and two threads in one batch."""

import threading

import numpy as np
import pytest
import sternhalma as sh

pytestmark = pytest.mark.threads
N = 700  # enough that every thread gets a share
STEPS = 40


@pytest.mark.parametrize("variant", ["classic-2:deadline=none", "star181-3", "long-6", "capture-2"])
def test_any_number_of_threads_does_the_same(variant: str) -> None:
    one, many = (
        sh.Batch(variant, N, seed=5, threads=threads, auto_reset=True) for threads in (1, 3)
    )
    for step in range(STEPS):
        moves = one.sample()
        assert (many.sample() == moves).all()
        assert (one.legal_counts() == many.legal_counts()).all()
        if step % 10 == 0 and not one.variant.capture:
            assert (one.legal_mask(packed=True) == many.legal_mask(packed=True)).all()
            assert (one.features() == many.features()).all()
        for batch in (one, many):
            batch.step(moves)
        for name in ("cells", "turn", "places", "plies", "done", "ended", "final_cells"):
            assert (getattr(one, name) == getattr(many, name)).all(), name
        if step % 16 == 15:
            mask = np.arange(N) % 7 == step % 7
            for batch in (one, many):
                batch.reset(mask)
                batch.playout(3)


def test_two_threads_in_one_batch_are_an_error_or_take_turns() -> None:
    batch = sh.Batch("classic-2:deadline=none", N, seed=1, threads=2, auto_reset=True)
    alone = batch.copy()
    played: list[int] = []
    unexpected: list[BaseException] = []

    def work() -> None:
        for _ in range(60):
            try:
                batch.playout(1)
                played.append(1)
            except RuntimeError:
                pass
            except BaseException as error:
                unexpected.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert unexpected == []
    assert played
    for _ in played:
        alone.playout(1)
    assert (batch.cells == alone.cells).all()
    assert (batch.plies == alone.plies).all()
