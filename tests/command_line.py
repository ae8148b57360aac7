"""The command line as tests call it: real processes, what they print, how they complain."""

import os
import subprocess
import sys

PROGRAM = [sys.executable, "-m", "sternhalma.cli"]
ENVIRONMENT = os.environ | {"PYTHONUTF8": "1", "COLUMNS": "80", "TERM": "xterm"}


def run(*args: object, data: str = "") -> subprocess.CompletedProcess[str]:
    """A finished run of the command line."""
    return subprocess.run(
        [*PROGRAM, *map(str, args)],
        input=data,
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        timeout=120,
        check=False,
    )


def output(*args: object, data: str = "") -> str:
    """What a run that goes well prints."""
    done = run(*args, data=data)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def complaint(*args: object, data: str = "", code: int = 2) -> str:
    """The one line that a run with wrong input prints."""
    done = run(*args, data=data)
    assert (done.returncode, done.stdout) == (code, ""), done
    assert done.stderr.startswith("sternhalma: ")
    assert done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
