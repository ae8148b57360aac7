"""The search beside the core it stands on, its threads, and what runs beside it.

`nodes` are moves made in search, with evaluation and table; the baseline makes a move, tests for an
ending and lists all replies.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import sternhalma as sh
from sternhalma._core import bench_positions
from sternhalma.bench import midgames

SAMPLE = midgames(sh.Variant("classic-2"))[7::50]
INTERRUPTED = """
import time
import sternhalma as sh

engine = sh.Engine()
try:
    print("ready", flush=True)
    engine.search(sh.Position("classic-2"), time_ms=60_000)
except KeyboardInterrupt:
    pass
print(time.monotonic(), flush=True)
"""


@pytest.mark.benchmark(group="search, nodes")
@pytest.mark.parametrize("threads", [1, 2])
def test_nodes(benchmark: Callable[..., Any], threads: int) -> None:
    engine = sh.Engine(threads=threads)

    def search() -> int:
        return sum(engine.search(position, depth=6).nodes for position in SAMPLE)

    nodes = benchmark(search)
    assert nodes > 1000
    benchmark.extra_info.update(units=nodes, unit="nodes", kernel=sh.kernel())


@pytest.mark.benchmark(group="search, nodes")
def test_nodes_baseline_core(benchmark: Callable[..., Any]) -> None:
    row = benchmark(bench_positions, "node", SAMPLE, 0.0, 1)
    units = sum(position.num_moves() for position in SAMPLE)
    assert row["n"] == units
    benchmark.extra_info.update(units=units, unit="nodes", kernel=sh.kernel())


@pytest.mark.benchmark(group="search to a depth")
@pytest.mark.parametrize("threads", [2, 1], ids=["two threads", "baseline one thread"])
def test_to_a_depth(benchmark: Callable[..., Any], threads: int) -> None:
    """One engine for all, so that touching the table's memory is not what is measured."""
    engine = sh.Engine(threads=threads)
    depth = 12 if benchmark.enabled else 6  # type: ignore[attr-defined]

    def search() -> int:
        return sum(engine.search(position, depth=depth).depth for position in SAMPLE)

    assert benchmark(search) == depth * len(SAMPLE)
    benchmark.extra_info.update(units=len(SAMPLE), unit="positions", kernel=sh.kernel())


def ticks(run: Callable[[], object]) -> float:
    """How often a second a thread that sleeps a millisecond at a time gets its turn."""
    done = threading.Event()
    counted = 0

    def tick() -> None:
        nonlocal counted
        while not done.is_set():
            time.sleep(0.001)
            counted += 1

    ticker = threading.Thread(target=tick)
    start = time.perf_counter()
    ticker.start()
    run()
    done.set()
    ticker.join()
    return counted / (time.perf_counter() - start)


@pytest.mark.benchmark(group="beside a search")
def test_a_ticker_keeps_its_rate(benchmark: Callable[..., Any]) -> None:
    seconds = 2.0 if benchmark.enabled else 0.1  # type: ignore[attr-defined]
    engine = sh.Engine()
    alone = ticks(lambda: time.sleep(seconds))
    start = sh.Position("classic-2")

    def search() -> object:
        return engine.search(start, time_ms=int(1000 * seconds))

    beside = benchmark.pedantic(ticks, args=(search,), rounds=1)  # type: ignore[attr-defined]
    assert beside > 0
    benchmark.extra_info.update(units=1, unit="searches", share_of_rate=beside / alone)


@pytest.mark.benchmark(group="stopping a search")
def test_stop_from_another_thread(benchmark: Callable[..., Any]) -> None:
    engine = sh.Engine()
    waits: list[float] = []

    def stop_one() -> None:
        asked = 0.0

        def stop() -> None:
            nonlocal asked
            asked = time.perf_counter()
            engine.stop()

        timer = threading.Timer(0.03, stop)
        timer.start()
        assert engine.search(SAMPLE[0], time_ms=60_000).move is not None
        waits.append(time.perf_counter() - asked)
        timer.join()

    benchmark.pedantic(stop_one, rounds=20)  # type: ignore[attr-defined]
    benchmark.extra_info.update(units=1, unit="stops", worst_ms=1000 * max(waits))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT for one process")
@pytest.mark.benchmark(group="stopping a search")
def test_ctrl_c(benchmark: Callable[..., Any]) -> None:
    waits: list[float] = []

    def interrupt_one() -> None:
        command = [sys.executable, "-c", INTERRUPTED]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.1)
            asked = time.monotonic()
            process.send_signal(signal.SIGINT)
            waits.append(float(process.stdout.readline()) - asked)

    benchmark.pedantic(interrupt_one, rounds=10)  # type: ignore[attr-defined]
    benchmark.extra_info.update(units=1, unit="stops", worst_ms=1000 * max(waits))
