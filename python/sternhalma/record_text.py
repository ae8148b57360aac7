"""Games as text that people read and programs parse, in the tradition of PGN.

Owns the layout: tags, rounds, moves, quits, the result; `record_forms` owns the small forms in it
and `docs/record-format.md` is the specification. What a move does is the core's: reading plays
every game, so that a game read is a game by the rules.

A game is written as it is played. `RecordWriter` only appends, and puts out each move in one piece
with a blank or line end after it, so that whatever ends the writer, a file loads up to its last
whole move. Such a game is *cut*: its record has the tag `cut`.
"""

from __future__ import annotations

import io
import os
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from sternhalma import record_forms as forms
from sternhalma._core import Move, Position, Quit
from sternhalma.errors import RecordError
from sternhalma.record import Record, from_path, located, numbered_records
from sternhalma.record_forms import PASS, TEAR, UNFINISHED
from sternhalma.record_parser import Game, parse
from sternhalma.saving import lock
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import date as Date

    from sternhalma.seats import Seat

    Lines = Iterable[str | bytes]
    Source = str | os.PathLike[str] | Lines

__all__ = ["Game", "RecordWriter", "detect", "read_games", "record_to_text", "write_text"]


def read_games(source: Source) -> Iterator[Game]:
    """The games of a file in either format, each played by the rules and compared with its end.

    Which format it is, the first character that is no blank tells: `{` begins a JSON record.

    Args:
        source: a path, or the lines with their line ends, such as an open file.

    Raises:
        RecordError: with `line`, for text `column`, where a move is at fault `move`, and for a path
            `file`.
        OSError: the file can't be read.
    """
    if isinstance(source, (str, os.PathLike)):
        yield from from_path(source, read_games)
        return
    as_json, lines = detect(source)
    if not as_json:
        yield from parse(lines)
        return
    for number, record in numbered_records(lines):
        try:
            position = record.position()
        except RecordError as error:
            raise located(error, line=number) from error.__cause__
        yield Game(number, record, position)


def detect(source: Lines) -> tuple[bool, Iterator[str | bytes]]:
    """Whether lines are JSON records, and the lines again; no lines at all count as text."""
    lines = iter(source)
    seen: list[str | bytes] = []
    for line in lines:
        seen.append(line)
        text = line.decode("utf-8-sig", "replace") if isinstance(line, bytes) else line
        text = text.lstrip("\ufeff").strip()
        if text:
            return text.startswith("{"), chain(seen, lines)
    return False, iter(seen)


def record_to_text(record: Record, position: Position | None = None) -> str:
    """A game in the canonical form of the text format.

    The tags `clocks`, `comments` and `cut` become what they mean there; what the record leaves out
    (`over`, `places`, the full paths) is worked out.

    Args:
        record: the game.
        position: what `record.position()` gave, where it has been called already.

    Raises:
        RecordError: the game breaks the rules or does not end as the record says.
    """
    out = io.StringIO()
    writer = RecordWriter(out)
    final = position or record.position()
    tags = dict(record.tags)
    events = len(record.moves) + (record.quit is not None)
    clocks = forms.take_clocks(tags, events)
    clocks += [None] * (events - len(clocks))
    comments = forms.take_comments(tags, events)
    cut = tags.get(forms.CUT) is True
    if cut:
        del tags[forms.CUT]
    writer.start(record.variant, start=record.start, tags=tags, comment=comments.get(0))
    for number, (event, clock) in enumerate(zip(final.history, clocks, strict=True), start=1):
        if isinstance(event, Move):
            writer.move(event, clock=clock, comment=comments.get(number))
        else:
            writer.quit(event.seat, event.how, clock=clock, comment=comments.get(number))
    if cut:
        return f"{out.getvalue().rstrip()}\n"
    writer.finish()
    return out.getvalue()


def write_text(records: Iterable[Record], target: str | os.PathLike[str] | IO[str]) -> None:
    """Writes games as text to a path (replaced) or an open text file, a blank line between two."""
    if isinstance(target, (str, os.PathLike)):
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            write_text(records, file)
        return
    for number, record in enumerate(records):
        target.write(("\n" if number else "") + record_to_text(record))


class RecordWriter:
    """Writes games as they are played. Every call puts out what it was given before it returns.

    `start`, then `move` for each move, `quit` if a seat leaves, and `finish`; then the next game.
    A call that raises a SternhalmaError has written nothing.

    Args:
        target: a path, which is appended to, or an open text file. A file that was opened by its
            path is this writer's alone until it is closed.
        fsync: also wait until the system has it on the disk, against a loss of power. For files.

    Raises:
        OSError: the path can't be opened.
        RecordError: `busy`, another writer has it; `other-format`, it holds JSON lines.
    """

    def __init__(self, target: str | os.PathLike[str] | IO[str], *, fsync: bool = False) -> None:
        self._owned = isinstance(target, (str, os.PathLike))
        self._fsync = fsync
        self._position: Position | None = None
        self._seats: list[Seat] = []
        self._round = 0  # the round that the last line written is in; 0 at the start of a line
        self._next = 0  # number of the seat whose place in the line is next
        if isinstance(target, (str, os.PathLike)):
            self._out: IO[str] = _opened(target)
            self._between = _joint(target)
        else:
            self._between = ""
            self._out = target

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes a file that was opened by its path. A game that was not finished stays cut."""
        self._position = None
        if self._owned and not self._out.closed:
            self._out.flush()
            lock(self._out, free=True)
            self._out.close()

    def start(
        self,
        variant: Variant | str,
        *,
        start: str | None = None,
        names: Mapping[Seat, str] | None = None,
        clock: str | None = None,
        date: str | Date | None = None,
        seed: int | None = None,
        tags: Mapping[str, Any] | None = None,
        comment: str | None = None,
    ) -> None:
        """Begins a game.

        Args:
            variant: its rules.
            start: the position text it begins from, None for the variant's start.
            names: who plays, by seat.
            clock: minutes and seconds a move, as 5+3.
            date: a date or a date and time, in ISO 8601.
            seed: the seed of what is random in the game.
            tags: whatever else, by name; values are what JSON can hold.
            comment: stands before the first move.

        Raises:
            RecordError: `game-open`, the game before is not finished; `twice`, `bad-value`,
                `tag-seat`, the tags are wrong.
            PositionError, VariantError: there is no such game.
        """
        if self._position is not None:
            raise RecordError("game-open")
        variant = Variant(variant)
        position = Position(variant, start)
        parts = [self._between, forms.write_tag("Variant", variant.text)]
        if start is not None and position.text != Position(variant).text:
            parts.append(forms.write_tag("Start", position.text))
        given: dict[str, Any] = {
            seat.colour.capitalize(): name for seat, name in (names or {}).items()
        }
        given["Clock"] = clock
        given["Date"] = date if isinstance(date, str) or date is None else date.isoformat()
        given["Seed"] = None if seed is None else str(seed)
        given = {name: value for name, value in given.items() if value is not None}
        for name, value in given.items():
            forms.check_tag(name, value, variant)
        for name in tags or ():
            if name in given:
                raise RecordError("twice", field=name)
        for name, value in {**given, **(tags or {})}.items():
            parts.append(forms.write_tag(name, value, variant))
        parts.append("\n")
        if comment is not None:
            parts.append(f"{forms.write_comment(comment)}\n")
        self._put("".join(parts))
        self._position, self._seats = position, position.seats
        self._round, self._next = 0, 0

    def move(
        self, move: Move | str, *, clock: int | None = None, comment: str | None = None
    ) -> Move:
        """Plays and writes a move.

        Args:
            move: the move or its notation.
            clock: milliseconds left to the mover after it, the increment added.
            comment: stands after it.

        Raises:
            RecordError: `no-game`, or `bad-value`.
            NotationError, IllegalMoveError, GameOverError: it can't be played.
        """
        position = self._game()
        notes = _notes(clock, comment)
        number, turn = position.round, position.turn
        played = position.push(move)
        seat = self._seats.index(turn) if turn is not None else 0
        if number == self._round:
            before = f"{PASS} " * (seat - self._next)
        else:
            before = f"{number}. " + f"{PASS} " * seat
        ends = position.turn is None or position.round != number
        after = "\n" if ends else " "
        self._put(f"{before}{played}{notes}{after}")
        self._round, self._next = (0, 0) if ends else (number, seat + 1)
        return played

    def quit(
        self,
        seat: Seat | str,
        how: str,
        *,
        clock: int | None = None,
        comment: str | None = None,
    ) -> Quit:
        """Writes that a seat leaves the game.

        Args:
            seat: whose, turn or not.
            how: "resigned" or "time".
            clock: milliseconds left to that seat.
            comment: stands after it.

        Raises:
            RecordError: `no-game`, or `bad-value`.
            NotationError, IllegalMoveError, GameOverError: the seat can't leave.
        """
        position = self._game()
        if how not in forms.QUIT_WORDS:
            expected = " or ".join(forms.QUIT_WORDS)
            raise RecordError("bad-value", field="how", given=how, expected=expected)
        notes = _notes(clock, comment)
        left = position.resign(seat) if how == "resigned" else position.timeout(seat)
        self._put(f"{left.seat.colour} {' '.join(forms.QUIT_WORDS[how])}{notes}\n")
        return left

    def finish(self) -> None:
        """Writes how the game ended, or that it goes on and is left here.

        Raises:
            RecordError: `no-game`.
        """
        position = self._game()
        outcome = position.outcome()
        end = "" if outcome else f"{UNFINISHED}\n"
        result = forms.write_tag("Result", forms.result_text(outcome, self._seats))
        self._put(f"{end}\n{result}")
        self._position = None
        self._between = "\n"

    def _game(self) -> Position:
        if self._position is None:
            raise RecordError("no-game")
        return self._position

    def _put(self, text: str) -> None:
        """Puts out a text in one piece. Where that fails the game can't go on: it is cut."""
        try:
            self._out.write(text)
            self._out.flush()
            if self._fsync:
                os.fsync(self._out.fileno())
        except BaseException:
            self._position = None
            self._between = f"{TEAR}\n\n"
            raise


def _notes(clock: int | None, comment: str | None) -> str:
    """A clock time and a comment as they stand after a move."""
    notes = "" if clock is None else f" {forms.write_clock(clock)}"
    return notes if comment is None else f"{notes} {forms.write_comment(comment)}"


def _opened(path: str | os.PathLike[str]) -> IO[str]:
    """A file of text records to append to, locked against other writers."""
    file = open(path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115
    try:
        lock(file)
        if _holds_json(path):
            raise RecordError("other-format", file=os.fspath(path))
    except BlockingIOError as error:
        file.close()
        raise RecordError("busy", file=os.fspath(path)) from error
    except BaseException:
        file.close()
        raise
    return file


def _holds_json(path: str | os.PathLike[str]) -> bool:
    try:
        with open(path, "rb") as file:
            return os.path.isfile(path) and detect(file)[0]
    except OSError:  # it can be written only
        return False


def _joint(path: str | os.PathLike[str]) -> str:
    """What has to be written between the text of a file and the next game."""
    try:
        with open(path, "rb") as file:
            file.seek(-1, os.SEEK_END)
            last = file.read(1)
    except OSError:  # there is none yet, or it is empty
        return ""
    return "\n" if last == b"\n" else f"{TEAR}\n\n"
