"""A match on a dask cluster: a real scheduler and two workers on loopback, one of them killed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from arena_runs import finish, games, kill, slow_engine, start, wait_for_games
from command_line import ENVIRONMENT, complaint
from talking import HANG_S, eventually

pytest.importorskip("distributed")

ADDRESS = re.compile(r"tcp://127\.0\.0\.1:\d+")


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def launch(log: Path, *args: str) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli." + args[0], *args[1:]],
            stdout=file,
            stderr=file,
            cwd=log.parent,
            env=ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )


def test_a_worker_dies(tmp_path: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    log = tmp_path / "scheduler.log"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    processes.append(launch(log, "dask_scheduler", *options))
    assert eventually(lambda: ADDRESS.search(log.read_text()) is not None), log.read_text()
    found = ADDRESS.search(log.read_text())
    assert found is not None
    address = found[0]
    for number in range(2):
        folder = tmp_path / f"worker{number}"
        folder.mkdir()
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1"]
        processes.append(launch(folder / "log", "dask_worker", address, *options))
    for number in range(2):
        worker_log = tmp_path / f"worker{number}" / "log"
        assert eventually(lambda log=worker_log: "Registered to" in log.read_text())
    args = (slow_engine(tmp_path), "random", "--variant", "rhombus-1", "--games", 16)
    args = (*args, "--time", "20s", "--out", "m.jsonl", "--scheduler", address)
    path = tmp_path / "m.jsonl"
    with start(*args, cwd=tmp_path) as arena:
        wait_for_games(path, 3)
        kill(processes[-1].pid)
        assert path.read_bytes().count(b"\n") < 16
        out, err = arena.communicate(timeout=3 * HANG_S)
    assert arena.returncode == 0, err
    assert "16 games" in out
    assert sorted(games(path)) == list(range(16))
    assert finish(*args[:-2], cwd=tmp_path)["games"] == 16


@pytest.mark.slow
def test_nobody_answers() -> None:
    text = complaint(
        "arena", "greedy", "random", "--scheduler", "tcp://127.0.0.1:9", "--out", os.devnull
    )
    assert "tcp://127.0.0.1:9" in text
