"""The engine's side of both protocols: reads lines, keeps a game, searches in a thread of its own.

The thread that reads never searches, so a line is answered while a search runs. Every `go` gets
exactly one `bestmove`, whatever comes in between, and the end of the input ends everything. How
lines are spelled is the dialects' business, who searches `sternhalma.engines`'.
"""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING, NoReturn

from sternhalma import _core
from sternhalma._core import Position
from sternhalma.engines import Settings
from sternhalma.errors import EngineError, SternhalmaError
from sternhalma.protocol import DIALECTS
from sternhalma.protocol.ccp import Ccp, followed
from sternhalma.protocol.dialect import Limits, Report, read_setoption, write_report
from sternhalma.protocol.extras import analysis, description
from sternhalma.protocol.options import OPTIONS, Options
from sternhalma.protocol.ugi import Ugi, answer
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sternhalma._core import Move
    from sternhalma.engines import Result, Searching
    from sternhalma.protocol.dialect import Dialect

    Closing = Callable[[Result | None], str]

_LONGEST_LINE = 1 << 24
_NUDGE_S = 0.005  # how often a search is told again to stop
_PATIENCE_S = 1.0  # how long the end waits for a search
_FOREVER_MS = 10**9
_BARE_GO_MS = 1000  # what `go` without a limit means
_LAST_MOMENT_S = 1.5  # after the end of the input, whatever still runs


class Output:
    """Lines to the client, each in one piece. A client that is gone ends the process."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def line(self, text: str) -> None:
        """Sends a line."""
        with self._lock:
            try:
                self._stream.write(text.encode() + b"\n")
                self._stream.flush()
            except (OSError, ValueError):
                os._exit(0)

    def info(self, what: object) -> None:
        """Sends a remark."""
        self.line(f"info string {' '.join(str(what).split())}")


class Search(threading.Thread):
    """One search: from its `go` to its `bestmove`.

    Args:
        engine: who searches.
        position: where, its own.
        limits: how long.
        count: how many lines to report.
        dialect: how moves are spelled.
        out: where to.
        closing: the last line, made of the result; of None where the search failed.
    """

    def __init__(
        self,
        engine: Searching,
        position: Position,
        limits: Limits,
        count: int,
        dialect: Dialect,
        out: Output,
        closing: Closing,
    ) -> None:
        super().__init__(daemon=True)
        self._engine = engine
        self._position = position
        self._limits = limits
        self._count = count
        self._dialect = dialect
        self._out = out
        self._closing = closing
        self._stopped = threading.Event()
        self._told: list[tuple[int, int | None, tuple[Move, ...]]] = []

    def run(self) -> None:
        """Searches and tells what came out."""
        try:
            result = self._search()
        except Exception as error:
            self._out.info(f"the search failed: {type(error).__name__}: {error}")
            self._out.line(self._closing(None))
            return
        if self._limits.infinite and result.move is not None:
            self._stopped.wait()
        self._out.line(self._closing(result))

    def end(self, patience: float | None = None) -> None:
        """Tells the search to stop and waits for its last line, so long at most.

        A word that came before the search had begun would be lost, so it is said until it is heard.
        """
        self._stopped.set()
        left = patience
        while self.is_alive():
            self._engine.stop()
            self.join(_NUDGE_S)
            if left is not None:
                left -= _NUDGE_S
                if left <= 0:
                    return

    def _search(self) -> Result:
        limits = self._limits
        if self._stopped.is_set():
            limits = Limits(time_ms=0)
        elif limits.infinite:
            limits = Limits(time_ms=_FOREVER_MS)
        found = self._engine.search(
            self._position,
            time_ms=limits.time_ms,
            clock=limits.own_clock(self._position),
            depth=limits.depth,
            nodes=limits.nodes,
            multipv=self._count,
            on_info=self._report,
        )
        self._report(found)  # an iteration that was broken off may have changed the answer
        return found

    def _report(self, found: Result) -> None:
        """Tells the lines of a result, once."""
        content = [(found.depth, line.score, tuple(line.pv)) for line in found.lines]
        if content == self._told:
            return
        self._told = content
        for number, line in enumerate(found.lines[: self._count], start=1):
            report = Report(
                depth=found.depth,
                score=line.score,
                nodes=found.nodes,
                time_ms=int(found.time_ms),
                line=number,
                pv=self._dialect.write_line(self._position, line.pv),
            )
            self._out.line(write_report(report))


class Server:
    """A conversation with one client.

    Args:
        out: where lines go.
        settings: who searches.
        options: the options before the client sets any.
    """

    def __init__(self, out: Output, settings: Settings, options: Options | None = None) -> None:
        self._out = out
        self._settings = settings
        self._options = options or Options()
        self._dialect: Dialect | None = None
        self._position = Position(self._options.variant or DIALECTS["ugi"].default_variant)
        self._engine: Searching | None = None
        self._search: Search | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Answers lines until `quit` or the end of the input."""
        try:
            for line in lines:
                if not self.hear(line):
                    break
        finally:
            if self._search is not None:
                self._search.end(_PATIENCE_S)

    def hear(self, line: str) -> bool:
        """Answers a line; false for `quit`."""
        words = line.split()
        if not words:
            return True
        word, rest = words[0].lower(), words[1:]
        if word == "quit":
            return False
        try:
            self._answer(word, rest, line)
        except SternhalmaError as error:
            self._out.info(error)
        except Exception as error:  # whatever it is, it is no reason to leave the client alone
            self._out.info(f"{type(error).__name__}: {error}")
        return True

    def _answer(self, word: str, rest: list[str], line: str) -> None:
        if word in DIALECTS:
            self._greet(word)
            return
        if self._dialect is None:
            if word == "go":
                self._out.line("bestmove none")
            raise EngineError("no-dialect")
        common: dict[str, Callable[[list[str]], None]] = {
            "isready": self._ready,
            "setoption": self._set,
            "position": self._place,
            "go": self._go,
            "stop": lambda _: self._end_search(),
            "d": lambda _: self._show(),
        }
        own: dict[str, Callable[[list[str]], None]]
        if self._dialect.word == Ugi.word:
            own = {"uginewgame": lambda _: self._new_game(), "query": self._query}
        else:
            own = {
                "protocol": lambda _: self._out.line("protocol ccp 1"),
                "newgame": lambda _: self._new_game(),
                "ccpnewgame": lambda _: self._new_game(),
                "analyze": self._analyse,
            }
        command = common.get(word) or own.get(word)
        if command is None:
            raise EngineError("unknown-command", text=line.strip())
        command(rest)

    def _greet(self, word: str) -> None:
        """Takes the dialect, and says who this is and what can be set."""
        if self._dialect is not None and self._dialect.word != word:
            raise EngineError("dialect-twice", expected=self._dialect.word)
        if self._dialect is None:
            dialect = DIALECTS[word]
            variant = self._options.variant or Variant(dialect.default_variant)
            dialect.check(variant)
            self._dialect, self._position = dialect, Position(variant)
        self._out.line(f"id name sternhalma {_core.__version__} {self._settings.kind}")
        self._out.line("id author the Sternhalma authors")
        for option in OPTIONS:
            self._out.line(option.told(self._options, self._position.variant.text))
        self._out.line(DIALECTS[word].done)

    def _ready(self, _: list[str]) -> None:
        try:
            if self._search is None or not self._search.is_alive():
                self._make_engine()
        finally:  # an engine that can't be made is told of, and every go will tell again
            self._out.line("readyok")

    def _set(self, words: list[str]) -> None:
        name, value = read_setoption(words)
        self._options = self._options.setting(name, value, self._dialect_now())
        if name.lower() == "variant" and self._options.variant is not None:
            self._position = Position(self._options.variant)
        elif name.lower() != "multipv":
            self._engine = None  # made anew, as it is now to be, for the next search

    def _place(self, words: list[str]) -> None:
        dialect = self._dialect_now()
        position = dialect.read_position(words, self._position.variant)
        self._position = (
            followed(self._position, position) if dialect.word == Ccp.word else position
        )

    def _go(self, words: list[str]) -> None:
        dialect, position = self._dialect_now(), self._position.copy()
        limits, faults = dialect.read_go(words, len(position.seats))
        for fault in faults:
            self._out.info(fault)

        def closing(found: Result | None) -> str:
            move = found.move if found else None
            return f"bestmove {'none' if move is None else dialect.write_move(position, move)}"

        if limits == Limits():
            limits = Limits(time_ms=_BARE_GO_MS)
        self._start(limits, self._options.multipv, closing)

    def _start(self, limits: Limits, count: int, closing: Closing) -> None:
        """Starts a search; one that still runs ends first and tells its move."""
        self._end_search()
        try:
            engine = self._make_engine()
        except Exception:
            self._out.line(closing(None))
            raise
        position, dialect = self._position.copy(), self._dialect_now()
        self._search = Search(engine, position, limits, count, dialect, self._out, closing)
        self._search.start()

    def _end_search(self) -> None:
        if self._search is not None:
            self._search.end()
            self._search = None

    def _new_game(self) -> None:
        self._end_search()
        if self._engine is not None:
            self._engine.clear()
        self._position = Position(self._position.variant)

    def _query(self, words: list[str]) -> None:
        if not words:
            raise EngineError("missing", field="what to query")
        self._out.line(f"response {answer(self._position, words[0])}")

    def _analyse(self, words: list[str]) -> None:
        """`analyze topk N`: the best first moves in one line of JSON."""
        count = int(words[1]) if len(words) > 1 and words[1].isdigit() and words[0] == "topk" else 1
        position, dialect = self._position.copy(), self._dialect_now()
        limits = Limits(time_ms=_BARE_GO_MS)
        self._start(limits, min(count, 64), lambda found: analysis(found, position, dialect))

    def _show(self) -> None:
        for line in description(self._position):
            self._out.info(line)

    def _make_engine(self) -> Searching:
        if self._engine is None:
            self._engine = self._settings.make(options=self._options.for_engine())
        return self._engine

    def _dialect_now(self) -> Dialect:
        assert self._dialect is not None
        return self._dialect


class Input(threading.Thread):
    """Reads ahead, so that the end of the input is seen whatever the server is busy with.

    Args:
        stream: where lines come from.
        out: where to complain of a line that is too long.
    """

    def __init__(self, stream: IO[bytes], out: Output) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._out = out
        self._queue: SimpleQueue[str | None] = SimpleQueue()

    def __iter__(self) -> Iterator[str]:
        return iter(self._queue.get, None)

    def run(self) -> None:
        """Reads to the end; ends the process a little later if nobody else has."""
        for line in self._read():
            self._queue.put(line)
        self._queue.put(None)
        time.sleep(_LAST_MOMENT_S)
        os._exit(0)

    def _read(self) -> Iterator[str]:
        """Lines as text, whatever the bytes; the last may lack its end."""
        skipping = False
        while line := self._stream.readline(_LONGEST_LINE):
            whole = line.endswith(b"\n")
            if skipping:
                skipping = not whole
            elif not whole and len(line) >= _LONGEST_LINE:
                skipping = True
                self._out.info(EngineError("too-long", expected=_LONGEST_LINE))
            else:
                yield line.decode("utf-8", "replace").replace("\0", " ")


def serve(settings: Settings, options: Options, stdin: IO[bytes], stdout: IO[bytes]) -> NoReturn:
    """Speaks on two binary streams until `quit` or the end of the input, then ends the process.

    A search that does not heed its stop doesn't keep the process alive.
    """
    out = Output(stdout)
    lines = Input(stdin, out)
    lines.start()
    with suppress(KeyboardInterrupt):
        Server(out, settings, options).run(lines)
    os._exit(0)
