"""The main jobs by variant, against the portable kernel in the same run.

The portable kernel runs in a process of its own, since a process picks its kernel once; a question
over the pipe takes some 50 us, a pass over the positions milliseconds.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sternhalma as sh
from sternhalma._core import bench_positions
from sternhalma.bench import midgames

JOBS = [
    *(("count", v) for v in ("classic-2", "classic-6", "star181-2", "star253-2", "long-2")),
    ("list", "classic-2"),
    ("node", "classic-2"),
    *(("playout", v) for v in ("classic-2:deadline=none", "open-2", "classic-6", "capture-2")),
]
UNITS = {"count": "moves", "list": "moves", "node": "nodes", "playout": "plies"}
WORKER = """
import sys
import sternhalma as sh
from sternhalma._core import bench_positions
from sternhalma.bench import midgames

assert sh.kernel() == "portable"
positions = {}
for line in sys.stdin:
    work, variant = line.split()
    if variant not in positions:
        positions[variant] = midgames(sh.Variant(variant))
    row = bench_positions(work, positions[variant], 0.0, 1)
    print(row["n"], row["check"], flush=True)
"""


class Portable:
    """A process with the portable kernel that runs a pass when asked."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"STERNHALMA_KERNEL": "portable"},
        )

    def __call__(self, work: str, variant: str) -> tuple[int, int]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{work} {variant}\n")
        self._process.stdin.flush()
        units, check = self._process.stdout.readline().split()
        return int(units), int(check)

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def portable() -> Iterator[Portable]:
    worker = Portable()
    yield worker
    worker.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "job" in metafunc.fixturenames:
        groups = [pytest.mark.benchmark(group=f"{work}, {variant}") for work, variant in JOBS]
        params = [pytest.param(job, marks=group) for job, group in zip(JOBS, groups, strict=True)]
        metafunc.parametrize("job", params, ids=" ".join)


def test_kernel_in_use(benchmark: Callable[..., Any], job: tuple[str, str]) -> None:
    work, variant = job
    row = benchmark(bench_positions, work, midgames(sh.Variant(variant)), 0.0, 1)
    assert row["check"] > 0
    benchmark.extra_info.update(units=row["n"], unit=UNITS[work], kernel=sh.kernel())


def test_baseline_portable(
    benchmark: Callable[..., Any], portable: Portable, job: tuple[str, str]
) -> None:
    work, variant = job
    units, check = benchmark(portable, work, variant)
    expected = bench_positions(work, midgames(sh.Variant(variant)), 0.0, 1)
    assert (units, check) == (expected["n"], expected["check"])
    benchmark.extra_info.update(units=units, unit=UNITS[work], kernel="portable")
