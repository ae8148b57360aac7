"""Engines as tests talk to them: a real process, raw bytes in, lines out, every wait bounded."""

import os
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

HANG_S = 60  # a wait that takes longer is a failure
ENGINE = [sys.executable, "-m", "sternhalma.cli", "engine"]
GREEDY = [*ENGINE, "--player", "greedy"]


def command_text(dialect: str, args: list[str]) -> str:
    """An engine as the client's and the arena's text."""
    return f"{dialect}:{shlex.join(args)}"


class Raw:
    """An engine's process behind two pipes."""

    def __init__(self, args: list[str] = GREEDY) -> None:
        self.process = subprocess.Popen(
            args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the first that begins with a word."""
        seen = []
        while True:
            line = self.lines.get(timeout=HANG_S)
            assert line is not None, f"ended before {word}: {seen}"
            seen.append(line)
            if line.split()[:1] == [word]:
                return seen

    def ask(self, *lines: str, word: str) -> str:
        """The first line with a word after lines were sent."""
        self.send(*lines)
        return self.until(word)[-1]

    def settle(self) -> list[str]:
        """Every line said so far."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def end(self) -> list[str]:
        """Closes the input; the lines said until the end."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        rest = list(iter(lambda: self.lines.get(timeout=HANG_S), None))
        assert self.process.wait(HANG_S) == 0
        return rest

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join(HANG_S)
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()


def gone(pid: int, within: float) -> bool:
    """Whether a process has ended, or does within so many seconds."""
    if os.name != "posix":
        return True  # a signal that asks and does nothing else is not to be had there
    return eventually(lambda: not _runs(pid), within)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def eventually(condition: Callable[[], bool], within: float = HANG_S) -> bool:
    """Whether a condition comes true within so many seconds."""
    until = time.monotonic() + within
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
