"""An engine's process, driven with asyncio. The same as `plain.Engine`, awaited.

A cancelled wait leaves the engine usable: what it owes is collected by the next call.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from sternhalma.client.plain import LONGEST_LINE, ending, kill_group
from sternhalma.client.talk import Answer, Command, Conversation, Talk, Timeouts
from sternhalma.errors import EngineError
from sternhalma.protocol import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from sternhalma._core import Position
    from sternhalma.protocol import Limits, Report
    from sternhalma.variants import Variant

T = TypeVar("T")

_TAIL = 2_000  # bytes of the error output that are kept


class AsyncEngine:
    """A running engine; made by `await AsyncEngine.start(...)`. Use it in an `async with`."""

    def __init__(self, talk: Talk, process: asyncio.subprocess.Process) -> None:
        self.name = talk.name
        self._talk = talk
        self._process = process
        self._tail = b""
        self._lock = asyncio.Lock()
        self._closed = False
        self._errors = asyncio.create_task(self._keep_tail())

    @classmethod
    async def start(
        cls, command: Command | str, *, name: str | None = None, timeouts: Timeouts | None = None
    ) -> AsyncEngine:
        """Starts an engine and waits until it is ready.

        Args:
            command: the program and its dialect, or a text such as `ugi:sternhalma engine`.
            name: what errors call it; the program's name without.
            timeouts: how long to wait.

        Raises:
            EngineError: `start`, `died`, `timeout`.
        """
        command = Command.from_text(command) if isinstance(command, str) else command
        name = name or os.path.basename(command.args[0])
        try:
            process = await asyncio.create_subprocess_exec(
                *command.args,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise EngineError("start", name=name, why=why) from error
        talk = Talk(name, DIALECTS[command.dialect], timeouts or Timeouts())
        engine = cls(talk, process)
        try:
            await engine._run(talk.greet())
        except BaseException:
            await engine.close()
            raise
        return engine

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
        return self._process.returncode is None

    async def set(self, name: str, value: object) -> bool:
        """Sets an option; false where the engine has none of that name."""
        return await self._run(self._talk.set(name, value))

    async def ready(self) -> None:
        """Waits until the engine is ready."""
        await self._run(self._talk.ready())

    async def new_game(self, variant: Variant) -> None:
        """Begins another game; see `plain.Engine.new_game`."""
        await self._run(self._talk.new_game(variant))

    async def search(
        self,
        position: Position,
        limits: Limits,
        on_report: Callable[[Report], object] | None = None,
    ) -> Answer:
        """The engine's move; see `plain.Engine.search`."""
        return await self._run(self._talk.search(position, limits, on_report))

    async def stop(self) -> None:
        """Ends a search that another task waits for: it then answers at once."""
        await self._send(self._talk.stop(), monotonic() + self._talk.timeouts.stop)

    async def close(self) -> None:
        """Asks the process to end, then makes it. Returns when there is none any more."""
        if not self._closed and self.alive:
            with suppress(EngineError):
                await self._send("quit", monotonic() + self._talk.timeouts.leave)
        self._closed = True
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._wait_for_end()
        await self.kill()

    async def kill(self) -> None:
        """Ends the process, and whatever it has started, at once."""
        self._closed = True
        kill_group(self._process.pid)
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._wait_for_end()
        self._errors.cancel()
        with suppress(asyncio.CancelledError):
            await self._errors

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _run(self, conversation: Conversation[T]) -> T:
        """Leads a conversation to its end, one at a time."""
        async with self._lock:
            try:
                step = next(conversation)
                while True:
                    reply: str | None = None
                    if isinstance(step, str):
                        await self._send(step, monotonic() + self._talk.timeouts.start)
                    else:
                        reply = await self._receive(step)
                    step = conversation.send(reply)
            except StopIteration as ending:
                return ending.value  # type: ignore[no-any-return]
            except EngineError as error:
                if error.code in ("died", "timeout"):
                    await self.kill()
                raise
            finally:
                conversation.close()

    async def _send(self, line: str, until: float) -> None:
        if self._closed:
            raise EngineError("closed", name=self.name)
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(line.encode() + b"\n")
            await asyncio.wait_for(stream.drain(), max(0.0, until - monotonic()))
        except TimeoutError:
            seconds = round(self._talk.timeouts.start, 3)
            raise EngineError(
                "timeout", name=self.name, expected="sign of reading", seconds=seconds
            ) from None
        except OSError:
            raise await self._death() from None

    async def _receive(self, until: float) -> str | None:
        """The next line, None when the moment has come."""
        stream = self._process.stdout
        assert stream is not None
        try:
            line = await asyncio.wait_for(stream.readline(), max(0.0, until - monotonic()))
        except TimeoutError:
            return None
        except ValueError:  # longer than the limit: that part is dropped
            return ""
        if not line:
            raise await self._death()
        return line.decode("utf-8", "replace").strip()

    async def _death(self) -> EngineError:
        """The error for a process that has ended, or closed its output."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), self._talk.timeouts.leave)
            await asyncio.wait_for(asyncio.shield(self._errors), self._talk.timeouts.leave)
        return EngineError("died", name=self.name, why=ending(self._process.returncode, self._tail))

    async def _wait_for_end(self) -> None:
        """Waits a while for the end of the process; its output is read off, or it might not end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._talk.timeouts.leave):
                stream = self._process.stdout
                assert stream is not None
                while await stream.read(LONGEST_LINE):
                    pass
                await self._process.wait()

    async def _keep_tail(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while piece := await stream.read(_TAIL):
            self._tail = (self._tail + piece)[-_TAIL:]
