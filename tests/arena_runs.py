"""Matches as tests run them: real processes of the command line, and what their files hold."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from command_line import ENVIRONMENT, PROGRAM
from sternhalma.record import read_records
from talking import HANG_S, eventually

# Games of a second or so, between programs: long enough to be broken off.
SLOW = """
import sys, time
import sternhalma as sh
print("id name Slow", flush=True)
position = None
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi": print("option name Variant type string\\nugiok", flush=True)
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "setoption": rules = words[-1]
    elif words[0] == "quit": break
    elif words[0] == "position":
        position = sh.Position(rules)
        for move in words[3:]: position.push(move)
    elif words[0] == "go":
        time.sleep(0.02)
        print("bestmove", next(iter(position.legal_moves)), flush=True)
"""


def slow_engine(folder: Path) -> str:
    """A program that plays the first move there is, a little slowly."""
    path = folder / "slow.py"
    path.write_text(SLOW)
    return f"slow=ugi:{sys.executable} {path}"


def start(*args: object, cwd: Path) -> subprocess.Popen[str]:
    """An arena that runs, in a process group of its own."""
    return subprocess.Popen(
        [*PROGRAM, "arena", *map(str, args)],
        cwd=cwd,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(*args: object, cwd: Path) -> dict[str, Any]:
    """The JSON report of an arena that runs to its end."""
    with start(*args, "--json", cwd=cwd) as process:
        out, err = process.communicate(timeout=3 * HANG_S)
    assert (process.returncode, err) == (0, "")
    report: dict[str, Any] = json.loads(out)
    return report


def games(path: Path) -> list[int]:
    """The numbers of the games of a file, in order; every game is checked by its moves."""
    records = list(read_records(path))
    for record in records:
        record.position()
    numbers = [record.tags["Arena"]["game"] for record in records]
    assert max(Counter(numbers).values(), default=1) == 1
    return numbers


def wait_for_games(path: Path, count: int) -> None:
    """Waits until a file holds so many whole games."""
    assert eventually(lambda: path.exists() and path.read_bytes().count(b"\n") >= count)


def descendants(pid: int) -> dict[int, str]:
    """The processes below one, by number, with their command lines."""
    parents: dict[int, int] = {}
    lines: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                lines[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return {child: lines[child] for child in found - {pid}}


def kill(pid: int) -> None:
    """Ends a process at once, as a machine that runs out of memory would."""
    os.kill(pid, signal.SIGKILL)
