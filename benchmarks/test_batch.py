"""Stepping 4096 games at once from Python, beside the same number of plies by playouts."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sternhalma as sh

N = 4096
VARIANT = "classic-2:deadline=none"


def running_batch(threads: int = 1) -> sh.Batch:
    """Games at different stages: each row is some plies on."""
    batch = sh.Batch(VARIANT, N, seed=1, threads=threads, auto_reset=True)
    for part in range(8):
        batch.playout(25)
        batch.reset((np.arange(N) % 8 == part).astype(np.uint8))
    return batch


@pytest.mark.benchmark(group="batch")
@pytest.mark.parametrize("threads", [1, 2])
def test_sample_and_step(benchmark: Callable[..., Any], threads: int) -> None:
    batch = running_batch(threads)
    moves = np.empty(N, np.int32)
    before = int(batch.plies.sum())

    def sample_and_step() -> None:
        batch.sample(moves)
        batch.step(moves)

    benchmark(sample_and_step)
    assert int(batch.plies.sum()) != before
    benchmark.extra_info.update(units=N, unit="plies", kernel=sh.kernel())


@pytest.mark.benchmark(group="batch")
def test_features_mask_and_step(benchmark: Callable[..., Any]) -> None:
    batch = running_batch()
    moves = np.empty(N, np.int32)
    planes = batch.features()
    mask = batch.legal_mask(packed=True)

    def learn_and_step() -> None:
        batch.features(planes)
        batch.legal_mask(mask, packed=True)
        batch.sample(moves)
        batch.step(moves)

    benchmark(learn_and_step)
    assert planes.any() and mask.any()
    benchmark.extra_info.update(units=N, unit="plies", kernel=sh.kernel())


@pytest.mark.benchmark(group="batch")
def test_baseline_playouts(benchmark: Callable[..., Any]) -> None:
    result = benchmark(sh.playouts, sh.Position(VARIANT), games=200, seed=7)
    assert result.plies > 0
    benchmark.extra_info.update(units=result.plies, unit="plies", kernel=sh.kernel())
