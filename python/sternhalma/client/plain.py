"""An engine's process, driven from plain code: threads read, every wait is bounded.

However a client ends, its process does too: by `close`, by the end of a `with`, when the object is
collected, or when the interpreter ends. A process gets a group of its own, so that Ctrl-C in a
terminal is not its business and whatever it has started ends with it.
"""

from __future__ import annotations

import atexit
import os
import queue
import signal
import subprocess
import threading
import weakref
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, TypeVar

from sternhalma.client.talk import Answer, Command, Conversation, Talk, Timeouts
from sternhalma.errors import EngineError
from sternhalma.protocol import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Self

    from sternhalma._core import Position
    from sternhalma.protocol import Limits, Report
    from sternhalma.variants import Variant

T = TypeVar("T")

LONGEST_LINE = 1 << 20  # a longer line is taken apart
_AHEAD = 10_000  # lines read ahead; an engine that floods has to wait then
_TAIL = 2_000  # bytes of the error output that are kept
_living: weakref.WeakSet[Engine] = weakref.WeakSet()


class Engine:
    """A running engine. Use it in a `with`, or close it.

    Args:
        command: the program and its dialect, or a text such as `ugi:sternhalma engine`.
        name: what errors call it; the program's name without.
        timeouts: how long to wait.

    Raises:
        EngineError: `start`, the program can't be started; `died`, `timeout`, it does not greet.
    """

    def __init__(
        self, command: Command | str, *, name: str | None = None, timeouts: Timeouts | None = None
    ) -> None:
        command = Command.from_text(command) if isinstance(command, str) else command
        self.name = name or os.path.basename(command.args[0])
        self._talk = Talk(self.name, DIALECTS[command.dialect], timeouts or Timeouts())
        self._process = _start(command, self.name)
        self._lines: queue.Queue[str | None] = queue.Queue(_AHEAD)
        self._tail: list[bytes] = [b""]
        self._closed = threading.Event()
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        process = self._process
        for target, args in (
            (_write_lines, (process.stdin, self._outbox)),
            (_read_lines, (process.stdout, self._lines, self._closed)),
            (_keep_tail, (process.stderr, self._tail)),
        ):
            threading.Thread(target=target, args=args, daemon=True).start()
        _living.add(self)
        try:
            self._run(self._talk.greet())
        except BaseException:
            self.close()
            raise

    @property
    def id(self) -> dict[str, str]:
        """What the engine says of itself: `name`, `author`."""
        return self._talk.id

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        return tuple(self._talk.options.values())

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process.poll() is None

    def set(self, name: str, value: object) -> bool:
        """Sets an option; false where the engine has none of that name."""
        return self._run(self._talk.set(name, value))

    def ready(self) -> None:
        """Waits until the engine is ready."""
        self._run(self._talk.ready())

    def new_game(self, variant: Variant) -> None:
        """Begins another game.

        Raises:
            EngineError: `two-seats`, `no-variant`: it can't play that variant.
        """
        self._run(self._talk.new_game(variant))

    def search(
        self,
        position: Position,
        limits: Limits,
        on_report: Callable[[Report], object] | None = None,
    ) -> Answer:
        """The engine's move.

        Args:
            position: the game so far.
            limits: how long it may search.
            on_report: called with every report.

        Raises:
            EngineError: `overran`, `illegal`: a bad answer of a living engine. `died`, `timeout`:
                the engine is gone.
        """
        return self._run(self._talk.search(position, limits, on_report))

    def stop(self) -> None:
        """Ends a search that another thread waits for: it then answers at once."""
        self._send(self._talk.stop())

    def close(self) -> None:
        """Asks the process to end, then makes it. Returns when there is none any more."""
        self._closed.set()
        self._outbox.put("quit")
        self._outbox.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(self._talk.timeouts.leave)
        self.kill()

    def kill(self) -> None:
        """Ends the process, and whatever it has started, at once."""
        self._closed.set()
        self._outbox.put(None)
        kill_group(self._process.pid)
        self._process.kill()
        self._process.wait()
        _living.discard(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None and self._process.returncode is None:
            self.kill()

    def _run(self, conversation: Conversation[T]) -> T:
        """Leads a conversation to its end. An engine that says nothing any more is killed."""
        reply: str | None = None
        try:
            step = next(conversation)
            while True:
                if isinstance(step, str):
                    self._send(step)
                    reply = None
                else:
                    reply = self._receive(step)
                step = conversation.send(reply)
        except StopIteration as ending:
            return ending.value  # type: ignore[no-any-return]
        except EngineError as error:
            if error.code in ("died", "timeout"):
                self.kill()
            raise

    def _send(self, line: str) -> None:
        """Hands a line to the thread that writes: an engine that reads nothing blocks only that."""
        if self._closed.is_set():
            raise EngineError("closed", name=self.name)
        self._outbox.put(line)

    def _receive(self, until: float) -> str | None:
        """The next line, None when the moment has come."""
        try:
            line = self._lines.get(timeout=max(0.0, until - monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self._death()
        return line

    def _death(self) -> EngineError:
        """The error for a process that has ended, or closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(self._talk.timeouts.leave)
        return EngineError("died", name=self.name, why=ending(self._process.poll(), self._tail[0]))


def ending(code: int | None, tail: bytes) -> str:
    """How a process ended, with the last line of its error output."""
    if code is None:
        how = "its output was closed"
    elif code < 0:
        how = f"signal {-code}"
    else:
        how = f"exit code {code}"
    lines = tail.decode("utf-8", "replace").split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{how}: {said[:200]}" if said else how


def kill_all() -> None:
    """Ends every engine of this process at once."""
    for engine in list(_living):
        with suppress(OSError):
            engine.kill()


atexit.register(kill_all)


def _start(command: Command, name: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command.args,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise EngineError("start", name=name, why=why) from error


def kill_group(pid: int) -> None:
    """Ends a process group; nothing where there are none."""
    if os.name == "posix":
        with suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


def _write_lines(stream: IO[bytes], outbox: queue.SimpleQueue[str | None]) -> None:
    """Writes lines until there is None; that an engine is gone, its output tells."""
    with suppress(OSError, ValueError):
        for line in iter(outbox.get, None):
            stream.write(line.encode() + b"\n")
            stream.flush()
    with suppress(OSError, ValueError):
        stream.close()


def _read_lines(stream: IO[bytes], lines: queue.Queue[str | None], closed: threading.Event) -> None:
    """Moves lines into the queue, and None at their end."""
    for line in _lines_of(stream):
        while not closed.is_set():
            with suppress(queue.Full):
                lines.put(line.decode("utf-8", "replace").strip(), timeout=0.1)
                break
    while not closed.is_set():
        with suppress(queue.Full):
            lines.put(None, timeout=0.1)
            break
    stream.close()


def _lines_of(stream: IO[bytes]) -> Iterable[bytes]:
    with suppress(OSError, ValueError):
        yield from iter(lambda: stream.readline(LONGEST_LINE), b"")


def _keep_tail(stream: IO[bytes], tail: list[bytes]) -> None:
    """Keeps the end of the error output, however much there is."""
    with suppress(OSError, ValueError):
        while piece := stream.read1(_TAIL):  # type: ignore[attr-defined]
            tail[0] = (tail[0] + piece)[-_TAIL:]
    stream.close()
