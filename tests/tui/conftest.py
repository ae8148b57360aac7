"""The real program on a pseudo-terminal, its screen read back, and a hand that plays by keys."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
import sternhalma as sh

MISSING = [name for name in ("textual", "pyte", "platformdirs") if find_spec(name) is None]
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "up-left": "\x1b[H",
    "down-left": "\x1b[F",
    "up-right": "\x1b[5~",
    "down-right": "\x1b[6~",
    "tab": "\t",
    "enter": "\r",
    "escape": "\x1b",
}
PATIENCE = 30  # seconds until a text that never comes is a failure


class Terminal:
    """The program on a pseudo-terminal of its own, and what its screen shows."""

    def __init__(self, args: list[str], home: Path, columns: int, lines: int) -> None:
        import pty
        import termios

        import pyte

        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.master, self.slave = pty.openpty()
        self._resize(columns, lines)
        self.before = termios.tcgetattr(self.slave)
        environment = os.environ | {
            "STERNHALMA_HOME": str(home),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONUTF8": "1",
        }
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sternhalma.cli", "play", *args],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment,
            start_new_session=True,
        )

    def __str__(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys: str) -> None:
        """Sends keys by name, or as they are."""
        os.write(self.master, "".join(KEYS.get(key, key) for key in keys).encode())

    def wait(self, wanted: str | Callable[[str], bool]) -> None:
        """Reads until the screen holds a text, or satisfies a test."""
        until = time.monotonic() + PATIENCE
        while not (wanted in str(self) if isinstance(wanted, str) else wanted(str(self))):
            assert time.monotonic() < until, f"{wanted!r} is not on the screen:\n{self}"
            self._read(0.05)
        while self._read(0.01):  # the rest of what is being painted
            pass

    def end(self, code: int = 0) -> str:
        """Waits for the end; the terminal must be as it was. The text printed at last."""
        import termios

        until = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < until, f"it does not end:\n{self}"
            self._read(0.05)
        while self._read(0):
            pass
        assert self.process.returncode == code, str(self)
        assert termios.tcgetattr(self.slave) == self.before
        before, left, after = self.raw.rpartition(b"\x1b[?1049l")
        if b"\x1b[?1049h" in before:
            assert left, "the alternate screen was not left"
        return re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", after.decode()).replace("\r\n", "\n")

    def resize(self, columns: int, lines: int) -> None:
        """Gives the window another size, as a window manager does."""
        self._resize(columns, lines)
        self.screen.resize(lines, columns)
        self.process.send_signal(signal.SIGWINCH)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.close_terminal()

    def close_terminal(self) -> None:
        """Takes the terminal away, as a closed window or a lost connection does."""
        if self.master >= 0:
            os.close(self.master)
            os.close(self.slave)
            self.master = self.slave = -1

    def _resize(self, columns: int, lines: int) -> None:
        import fcntl
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _read(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 1 << 16)
        self.raw += data
        # What a VT does not know: private queries and modes of newer terminals.
        plain = re.sub(rb"\x1b\[[<>=?][0-9;]*[a-zA-Z$]p?|\x1b\[\d* q", _known, data)
        self._stream.feed(plain)
        return True


def _known(match: re.Match[bytes]) -> bytes:
    """Keeps the sequences that the small terminal understands."""
    return match[0] if re.fullmatch(rb"\x1b\[\?\d+[hl]", match[0]) else b""


class Hand:
    """Plays a game by keys alone beside a mirror of it, which knows where everything stands."""

    def __init__(self, terminal: Terminal, mirror: sh.Table, *, fixed: bool = False) -> None:
        self.terminal = terminal
        self.mirror = mirror
        self._fixed = fixed
        mirror.run()
        self.see()

    def see(self) -> None:
        """Waits until the screen stands where the mirror does."""
        mirror = self.mirror
        turn = "game over" if mirror.turn is None else f"{mirror.turn.colour} to move"
        self.terminal.wait(f"round {mirror.position.round}, move {mirror.ply}: {turn}")

    def go(self, cell: str) -> None:
        """Moves the cursor to a cell."""
        self.terminal.wait("cursor ")
        found = re.search(r"cursor ([a-y]\d+)", str(self.terminal))
        assert found
        self.terminal.press(*self._way(found[1], cell))
        self.terminal.wait(lambda text: bool(re.search(rf"cursor {cell}\b", text)))

    def pick(self, cell: str) -> None:
        """Picks up the marble on a cell."""
        self.go(cell)
        self.terminal.press("enter")
        self.terminal.wait(f"picked {cell}")

    def choose(self, move: sh.Move | str) -> None:
        """Picks up a marble and chooses an end, which Enter then plays."""
        move = self.mirror.position.move(str(move))
        self.pick(move.origin)
        self.go(move.target)
        text = str(move)
        same = [end for end in self.mirror.pick(move.origin).ends if end.cell == move.target]
        for _ in same:
            if re.search(rf"{text}(\s|$)", str(self.terminal), re.MULTILINE):
                break
            shown = str(self.terminal)
            if len(same) > 1 or move.target == move.origin:
                self.terminal.press(" ")
            self.terminal.wait(lambda now, shown=shown: now != shown)

    def play(self, move: sh.Move | str) -> None:
        """Plays a move, and lets the computers answer."""
        self.choose(move)
        self.terminal.press("enter")
        self.mirror.play(str(move), confirm=True)
        self.mirror.run()
        self.see()

    def play_greedily(self, most: int = 200) -> None:
        """Plays to the end."""
        for _ in range(most):
            if self.mirror.over:
                return
            self.play(sh.Greedy(seed=1).choose(self.mirror.make_turn()))
        assert self.mirror.over

    def _way(self, origin: str, target: str) -> list[str]:
        """The shortest sequence of keys from cell to cell."""
        people = [seat for seat in self.mirror.seats if self.mirror.players[seat] is None]
        seat = self.mirror.turn if len(people) > 1 and not self._fixed else people[0]
        view = self.mirror.view(seat)
        ways: dict[str, list[str]] = {origin: []}
        queue = deque([origin])
        while target not in ways:
            cell = queue.popleft()
            for direction in ("up", "down", "left", "right", "up-left", "down-right"):
                there = view.neighbour(cell, direction)
                if there is not None and there not in ways:
                    ways[there] = [*ways[cell], direction]
                    queue.append(there)
        return ways[target]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the program: arguments of `play`, then `columns` and `lines`."""
    if os.name != "posix":
        pytest.skip("pseudo-terminals are POSIX's")
    if MISSING:
        pytest.skip(f"the full-screen game is NOT tested: without {', '.join(MISSING)}")
    opened: list[Terminal] = []

    def make(*args: str, columns: int = 110, lines: int = 40) -> Terminal:
        opened.append(Terminal(list(args), tmp_path / "home", columns, lines))
        return opened[-1]

    yield make
    for terminal in opened:
        terminal.close()


@pytest.fixture
def hand() -> type[Hand]:
    return Hand


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder of the program's files."""
    return tmp_path / "home"
