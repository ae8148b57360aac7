"""What UGI and CCP have in common: limits of a search, reports of one, and how both are spelled.

Everything is written and read here in both directions. Knows nothing of processes and pipes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sternhalma._core import Move
from sternhalma.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sternhalma._core import Position
    from sternhalma.variants import Variant

_LONGEST = 10**9  # milliseconds, about twelve days; a greater number is cut down to it
_NUMBERS = ("depth", "nodes", "time", "multipv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What bounds a search; nothing given leaves it to the engine.

    Attributes:
        time_ms: milliseconds for this move.
        depth: plies.
        nodes: positions.
        infinite: search until told to stop.
        clocks: (remaining, increment) in milliseconds of each seat in turn order, empty without.
    """

    time_ms: int | None = None
    depth: int | None = None
    nodes: int | None = None
    infinite: bool = False
    clocks: tuple[tuple[int, int], ...] = ()

    def own_clock(self, position: Position) -> tuple[int, int] | None:
        """The clock of the seat to move."""
        if not self.clocks or position.turn is None:
            return None
        seat = position.seats.index(position.turn)
        return self.clocks[seat] if seat < len(self.clocks) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What an engine says while it searches.

    Attributes:
        depth: plies searched.
        score: the value for the seat to move, in hundredths; None where there is none.
        nodes: positions so far.
        time_ms: milliseconds so far.
        line: which of several lines, from 1.
        pv: the moves expected, in the dialect's notation.
    """

    depth: int | None = None
    score: int | None = None
    nodes: int | None = None
    time_ms: int | None = None
    line: int = 1
    pv: tuple[str, ...] = ()


class Dialect(ABC):
    """One protocol: its words, and how it spells positions, moves, limits and reports."""

    word: str  # the first line to an engine
    done: str  # the answer that ends the greeting
    default_variant: str

    @abstractmethod
    def clock_words(self, seats: int) -> Sequence[tuple[str, str]]:
        """The words for remaining time and increment, by seat in turn order."""

    @abstractmethod
    def check(self, variant: Variant) -> None:
        """Refuses a variant that can't be told in this dialect.

        Raises:
            EngineError: `two-seats`.
        """

    @abstractmethod
    def write_position(self, position: Position) -> str:
        """The line that sets a position up, its moves included where the dialect can tell them."""

    @abstractmethod
    def read_position(self, words: Sequence[str], variant: Variant) -> Position:
        """The position of the words after `position`.

        Raises:
            EngineError: `missing`, `bad-value`.
            SternhalmaError: a position or move that does not exist.
        """

    @abstractmethod
    def write_move(self, position: Position, move: Move) -> str:
        """A move of a position."""

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """The legal move of a text.

        Raises:
            SternhalmaError: it is none.
        """

    def write_line(self, position: Position, moves: Sequence[Move]) -> tuple[str, ...]:
        """The moves of a line that begins in a position; it ends where it can't be played."""
        at, texts = position.copy(history=False), []
        for move in moves:
            if not at.is_legal(move):
                break
            texts.append(self.write_move(at, move))
            at.push(move)
        return tuple(texts)

    def write_go(self, limits: Limits) -> str:
        """The line that starts a search."""
        parts = ["go"]
        if limits.infinite:
            parts.append("infinite")
        words = self.clock_words(len(limits.clocks))
        for (time, increment), clock in zip(words, limits.clocks, strict=False):
            parts += [time, str(clock[0]), increment, str(clock[1])]
        for word, number in (
            ("movetime", limits.time_ms),
            ("depth", limits.depth),
            ("nodes", limits.nodes),
        ):
            if number is not None:
                parts += [word, str(number)]
        return " ".join(parts)

    def read_go(self, words: Sequence[str], seats: int) -> tuple[Limits, list[EngineError]]:
        """The limits of the words after `go`, and what was passed over on the way."""
        clocks = [[0, 0] for _ in range(seats)]
        names = {
            name: (seat, part)
            for seat, pair in enumerate(self.clock_words(seats))
            for part, name in enumerate(pair)
        }
        found: dict[str, int] = {}
        infinite = timed = False
        faults: list[EngineError] = []
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                infinite = True
            elif word in ("movetime", "depth", "nodes") or word in names:
                number = _number(word, next(rest, None), faults)
                if number is not None and word in names:
                    seat, part = names[word]
                    clocks[seat][part] = number
                    timed = timed or part == 0
                elif number is not None:
                    found[word] = number if word == "movetime" else max(1, number)
            else:
                faults.append(EngineError("passed-over", text=word, field="go"))
        limits = Limits(
            time_ms=found.get("movetime"),
            depth=found.get("depth"),
            nodes=found.get("nodes"),
            infinite=infinite,
            clocks=tuple((remaining, increment) for remaining, increment in clocks if timed),
        )
        return limits, faults


def _number(word: str, text: str | None, faults: list[EngineError]) -> int | None:
    """A number after a word of `go`: what is below zero counts as zero, a point is forgiven."""
    if text is None:
        faults.append(EngineError("missing", field=f"the number after {word}"))
        return None
    try:
        return max(0, min(_LONGEST, int(float(text))))
    except (ValueError, OverflowError):
        faults.append(EngineError("bad-value", field=word, given=text, expected="a number"))
        return None


def write_report(report: Report) -> str:
    """An info line of a search."""
    parts = ["info"]
    if report.depth is not None:
        parts += ["depth", str(report.depth)]
    if report.line != 1:
        parts += ["multipv", str(report.line)]
    if report.score is not None:
        parts += ["score", "cp", str(report.score)]
    if report.nodes is not None:
        parts += ["nodes", str(report.nodes)]
    if report.time_ms is not None:
        parts += ["time", str(report.time_ms)]
        if report.nodes is not None and report.time_ms > 0:
            parts += ["nps", str(report.nodes * 1000 // report.time_ms)]
    if report.pv:
        parts += ["pv", *report.pv]
    return " ".join(parts)


def read_report(words: Sequence[str]) -> Report | None:
    """The report of the words after `info`; None for one without a number, such as a string."""
    found: dict[str, int] = {}
    pv: tuple[str, ...] = ()
    rest = iter(words)
    for word in rest:
        if word == "string":
            break
        if word == "pv":
            pv = tuple(rest)
        elif word == "score":
            kind, number = next(rest, ""), next(rest, "")
            if kind == "cp" and _is_number(number):
                found["score"] = int(number)
        elif word in _NUMBERS:
            number = next(rest, "")
            if _is_number(number):
                found[word] = int(number)
    if not found and not pv:
        return None
    return Report(
        depth=found.get("depth"),
        score=found.get("score"),
        nodes=found.get("nodes"),
        time_ms=found.get("time"),
        line=found.get("multipv", 1),
        pv=pv,
    )


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 18


def read_setoption(words: Sequence[str]) -> tuple[str, str]:
    """Name and value of the words after `setoption`; the value is blank where there is none.

    Raises:
        EngineError: `missing`.
    """
    if not words or words[0].lower() != "name" or len(words) < 2:
        raise EngineError("missing", field="the name of the option")
    rest = list(words[1:])
    at = next((i for i, word in enumerate(rest) if word.lower() == "value"), len(rest))
    if at == 0:
        raise EngineError("missing", field="the name of the option")
    return " ".join(rest[:at]), " ".join(rest[at + 1 :])


def write_setoption(name: str, value: object) -> str:
    """The line that sets an option."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"setoption name {name} value {text}"


def read_option(words: Sequence[str]) -> str | None:
    """The name in the words after `option`, None where there is none."""
    if len(words) < 2 or words[0] != "name":
        return None
    rest = list(words[1:])
    name = rest[: rest.index("type")] if "type" in rest else rest
    return " ".join(name) or None


def played(position: Position, texts: Sequence[str], dialect: Dialect) -> Position:
    """The position with moves played on it, each read in the dialect.

    Raises:
        SternhalmaError: the first that can't be played.
    """
    for text in texts:
        position.push(dialect.read_move(position, text))
    return position


def split_moves(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words before and after `moves`."""
    rest = list(words)
    at = rest.index("moves") if "moves" in rest else len(rest)
    return rest[:at], rest[at + 1 :]


def moves_of(position: Position) -> tuple[Position, Iterator[Move]]:
    """Where a game began, and the moves played since."""
    events = position.history
    first = position.copy()
    for _ in events:
        first.pop()
    return first, (event for event in events if isinstance(event, Move))
