"""What a client says to an engine and what it makes of the answers, without input and output.

A conversation is a generator. It yields a text, which is a line to send, or a number, the moment
(of `time.monotonic`) until which it waits for a line; it is sent the line, or None when that moment
has come. Whoever runs it does the sending and the waiting.
"""

from __future__ import annotations

import shlex
from collections.abc import Generator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from sternhalma.errors import EngineError, SternhalmaError
from sternhalma.protocol import DIALECTS, Limits
from sternhalma.protocol.dialect import read_option, read_report, write_setoption

if TYPE_CHECKING:
    from collections.abc import Callable

    from sternhalma._core import Move, Position
    from sternhalma.protocol import Dialect, Report
    from sternhalma.variants import Variant

T = TypeVar("T")
Conversation = Generator[str | float, str | None, T]


@dataclass(frozen=True, slots=True)
class Command:
    """A program that is an engine.

    Attributes:
        dialect: `ugi` or `ccp`.
        args: the program and its arguments.
    """

    dialect: str
    args: tuple[str, ...]

    @classmethod
    def from_text(cls, text: str) -> Command:
        """The command of a text such as `ugi:sternhalma engine --threads 2`.

        Raises:
            EngineError: `bad-value`: no dialect in front, or no program after it.
        """
        dialect, _, rest = text.partition(":")
        try:
            args = tuple(shlex.split(rest))
        except ValueError:
            args = ()
        if dialect not in DIALECTS or not args:
            expected = "ugi:COMMAND or ccp:COMMAND"
            raise EngineError("bad-value", field="an engine", given=text, expected=expected)
        return cls(dialect, args)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a client waits, in seconds.

    Attributes:
        start: for the greeting, and for an engine to get ready.
        margin: for a move, beyond the time the engine was given for it.
        unbounded: for a move where only depth or nodes bound it.
        stop: for an engine to heed a stop.
        leave: for it to end by itself before it is killed.
    """

    start: float = 10.0
    margin: float = 1.0
    unbounded: float = 60.0
    stop: float = 2.0
    leave: float = 1.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine answered.

    Attributes:
        move: the move, legal where it was asked; None where it knows none.
        text: as the engine wrote it.
        time_ms: how long it took, as the client saw it.
        report: the last that it said of its first line, None where it said nothing.
        lines: the last report of each line, by number from 1.
    """

    move: Move | None
    text: str
    time_ms: int
    report: Report | None
    lines: dict[int, Report]


class Talk:
    """One engine's conversations, one at a time.

    Args:
        name: what errors call the engine.
        dialect: what it speaks.
        timeouts: how long to wait for it.
    """

    def __init__(self, name: str, dialect: Dialect, timeouts: Timeouts) -> None:
        self.name = name
        self.dialect = dialect
        self.timeouts = timeouts
        self.id: dict[str, str] = {}
        self.options: dict[str, str] = {}  # as the engine spells them, by their names in lower case
        self._owed = 0  # moves that the engine has been asked for and has not told

    def greet(self) -> Conversation[None]:
        """Tells the dialect and waits until the engine is ready.

        Raises:
            EngineError: `timeout`, as from every conversation.
        """
        yield self.dialect.word
        until = monotonic() + self.timeouts.start
        if self.dialect.word == "ugi":
            yield from self._until(self.dialect.done, until, self.timeouts.start, self._learn)
        yield from self.ready()

    def ready(self) -> Conversation[None]:
        """Waits until the engine is ready; what it still owes is waited for first."""
        if self._owed:
            yield "stop"
            until = monotonic() + self.timeouts.stop
            while self._owed:
                yield from self._until("bestmove", until, self.timeouts.stop, self._learn)
                self._owed -= 1
        yield "isready"
        until = monotonic() + self.timeouts.start
        yield from self._until("readyok", until, self.timeouts.start, self._learn)

    def set(self, name: str, value: object) -> Conversation[bool]:
        """Sets an option, if the engine has it; returns whether it has."""
        spelled = self.options.get(name.lower())
        if spelled is None:
            return False
        yield write_setoption(spelled, value)
        yield from self.ready()
        return True

    def new_game(self, variant: Variant) -> Conversation[None]:
        """Tells that another game begins, and its rules.

        Raises:
            EngineError: `two-seats`, not for this dialect; `no-variant`, the engine can't be told.
        """
        self.dialect.check(variant)
        told = yield from self.set("Variant", variant.text)
        if not told and len(variant.seats) > 2:
            raise EngineError("no-variant", name=self.name, variant=variant.text)
        if self.dialect.word == "ugi":
            yield "uginewgame"
        yield from self.ready()

    def search(
        self,
        position: Position,
        limits: Limits,
        on_report: Callable[[Report], object] | None = None,
    ) -> Conversation[Answer]:
        """Asks for a move.

        Raises:
            EngineError: `overran`, no answer in time: the engine has been told to stop, and may be
                used on if it heeds that. `illegal`, the answer is no legal move.
        """
        if self._owed:
            yield from self.ready()
        allowed = self._allowed(position, limits)
        lines: dict[int, Report] = {}

        def hear(words: list[str]) -> None:
            report = read_report(words[1:]) if words[0] == "info" else None
            if report is not None:
                lines[report.line] = report
                if on_report is not None:
                    on_report(report)

        yield self.dialect.write_position(position)
        began = monotonic()
        yield self.dialect.write_go(limits)
        self._owed += 1
        try:
            words = yield from self._until("bestmove", began + allowed, allowed, hear)
        except EngineError as error:
            yield "stop"
            given, expected = int((monotonic() - began) * 1000), int(allowed * 1000)
            raise EngineError("overran", name=self.name, given=given, expected=expected) from error
        self._owed -= 1
        spent = int((monotonic() - began) * 1000)
        text = words[1] if len(words) > 1 else ""
        return Answer(self._read(position, text), text, spent, lines.get(1), lines)

    def stop(self) -> str:
        """The line that ends a search."""
        return "stop"

    def _allowed(self, position: Position, limits: Limits) -> float:
        """Seconds until an answer is overdue."""
        clock = limits.own_clock(position)
        bounds = [limits.time_ms] if limits.time_ms is not None else []
        bounds += [clock[0] + clock[1]] if clock is not None else []
        if not bounds:
            return self.timeouts.unbounded
        return min(bounds) / 1000 + self.timeouts.margin

    def _read(self, position: Position, text: str) -> Move | None:
        if text.lower() in ("none", "0000", "(none)"):
            if position.turn is None:
                return None
            raise EngineError("illegal", name=self.name, text=text, why="there are legal moves")
        try:
            return self.dialect.read_move(position, text)
        except SternhalmaError as error:
            raise EngineError("illegal", name=self.name, text=text, why=str(error)) from error

    def _until(
        self, word: str, until: float, seconds: float, hear: Callable[[list[str]], None]
    ) -> Conversation[list[str]]:
        """The words of the first line that begins with a word; those before it are heard."""
        while True:
            line = yield until
            if line is None:
                raise EngineError(
                    "timeout", name=self.name, expected=word, seconds=round(seconds, 3)
                )
            words = line.split()
            if words and words[0] == word:
                return words
            if words:
                hear(words)

    def _learn(self, words: list[str]) -> None:
        """Notes what an engine says of itself."""
        if words[0] == "id" and len(words) > 2:
            self.id[words[1]] = " ".join(words[2:])
        elif words[0] == "option":
            name = read_option(words[1:])
            if name is not None:
                self.options[name.lower()] = name
