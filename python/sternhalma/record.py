"""Game records: one game as one JSON object on a line, checked by replaying it.

Owns the form of a record and says where a broken one breaks. What a move does is the core's.

A line holds `variant` and `moves`, and where they apply `start` (a position text), `quit`
(`{"seat": "w", "how": "resigned"}` or `"time"`), `over` (why the game ended, null while it goes
on), `places` (in turn order), `end` (the last position text) and `tags` (whatever the writer wants
to remember). A move is its notation, from-to where only one move fits, or `[from, to, [captured]]`.
Other keys are left unread.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

from sternhalma._core import Move, Position, Quit
from sternhalma.errors import RecordError, SternhalmaError
from sternhalma.seats import Seat
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import NoReturn, TypeVar

    T = TypeVar("T")

    Source = str | os.PathLike[str] | Iterable[str | bytes]

RecordedMove = str | tuple[str, str, tuple[str, ...]]

_HOW = ("resigned", "time")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One game, as played or as read; immutable. `position()` replays and checks it.

    Attributes:
        variant: the rules of the game.
        start: the position text it began from, None for the variant's start.
        moves: notation, or (from, to, captured cells), in the order played.
        quit: the seat that left the game at the end and how, None if nobody did.
        over: why the game ended, None while it goes on or where that is not known.
        places: by seat in turn order, None where there is none yet; None if not known.
        end: the position text at the end, None if not known.
        tags: anything JSON can hold.
    """

    variant: Variant
    moves: tuple[RecordedMove, ...] = ()
    start: str | None = None
    quit: Quit | None = None
    over: str | None = None
    places: tuple[int | None, ...] | None = None
    end: str | None = None
    tags: dict[str, Any] = field(default_factory=dict)

    __hash__ = None  # type: ignore[assignment]  # the tags can't be hashed

    @classmethod
    def of(cls, position: Position, tags: dict[str, Any] | None = None) -> Record:
        """The record of a position: where its history began, what was played, how it stands."""
        events = position.history
        first = position.copy()
        for _ in events:
            first.pop()
        start = None if first.text == Position(position.variant).text else first.text
        outcome = position.outcome()
        return cls(
            variant=position.variant,
            start=start,
            moves=tuple(str(event) for event in events if isinstance(event, Move)),
            quit=next((event for event in events if isinstance(event, Quit)), None),
            over=outcome.reason if outcome else None,
            places=outcome.places if outcome else None,
            end=position.text,
            tags=dict(tags or {}),
        )

    def position(self) -> Position:
        """The game replayed, move by move, and compared with what the record says of its end.

        `over` and `places` are compared where the record has them or an `end`.

        Raises:
            RecordError: `start`, `illegal` (with `move`, from 1), `quit`, or `differs`.
        """
        *_, position = self.replay()
        self._compare(position)
        return position

    def replay(self) -> Iterator[Position]:
        """The game step by step: one position, yielded before the first event and after each.

        Raises:
            RecordError: as `position`, when it comes to the broken event.
        """
        try:
            position = Position(self.variant, self.start)
        except SternhalmaError as error:
            raise RecordError("start", why=str(error)) from error
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                if isinstance(move, str):
                    position.push(move)
                else:
                    position.push(position.find_move(*move))
            except SternhalmaError as error:
                raise RecordError("illegal", why=str(error), move=number) from error
            yield position
        if self.quit is not None:
            leave = position.resign if self.quit.how == "resigned" else position.timeout
            try:
                leave(self.quit.seat)
            except SternhalmaError as error:
                raise RecordError("quit", why=str(error)) from error
            yield position

    def _compare(self, position: Position) -> None:
        """Raises where the end of the record is not that of the replayed game."""
        outcome = position.outcome()
        found: dict[str, object] = {}
        if self.end is not None:
            found["end"] = position.text
        if self.end is not None or self.over is not None:
            found["over"] = outcome.reason if outcome else None
        if self.places is not None or self.over is not None:
            found["places"] = outcome.places if outcome else tuple(position.places)
        for name, expected in found.items():
            given = getattr(self, name)
            if name == "end" and _same_text(given, position):
                continue
            if given != expected:
                raise RecordError("differs", field=name, given=given, expected=expected)

    def to_json(self) -> str:
        """The record as one line of JSON, without a line break."""
        entry: dict[str, Any] = {"variant": self.variant.text}
        if self.start is not None:
            entry["start"] = self.start
        entry["moves"] = self.moves
        if self.quit is not None:
            entry["quit"] = {"seat": self.quit.seat.letter, "how": self.quit.how}
        entry |= {"over": self.over, "places": self.places, "end": self.end, "tags": self.tags}
        return json.dumps(entry)

    @classmethod
    def from_json(cls, line: str | bytes, *, line_number: int | None = None) -> Record:
        """The record of a line of JSON. Reads its form only; `position()` checks the game.

        Args:
            line: the JSON text.
            line_number: named in errors, for a line of a file.

        Raises:
            RecordError: `encoding`, `json`, `missing`, `twice`, `bad-value` or `variant`.
        """
        try:
            return _read(_decode(line))
        except RecordError as error:
            if line_number is None:
                raise
            raise located(error, line=line_number) from error.__cause__


def read_records(source: Source) -> Iterator[Record]:
    """The records of a file, one a line; blank lines are passed over.

    Args:
        source: a path, or the lines themselves, such as an open file.

    Raises:
        RecordError: as `Record.from_json`, with `line` and, for a path, `file`.
        OSError: the file can't be read.
    """
    for _, record in numbered_records(source):
        yield record


def from_path(
    path: str | os.PathLike[str], read: Callable[[IO[bytes]], Iterator[T]]
) -> Iterator[T]:
    """What `read` finds in the file at a path, its errors told where: `file`."""
    with open(path, "rb") as file:
        try:
            yield from read(file)
        except RecordError as error:
            raise located(error, file=os.fspath(path)) from error.__cause__


def numbered_records(source: Source) -> Iterator[tuple[int, Record]]:
    """As `read_records`, each record with its line number."""
    if isinstance(source, (str, os.PathLike)):
        yield from from_path(source, numbered_records)
        return
    for number, line in enumerate(source, start=1):
        if line.strip():
            yield number, Record.from_json(line, line_number=number)


def write_records(records: Iterable[Record], target: str | os.PathLike[str] | IO[str]) -> None:
    """Writes records one a line, each in one piece, to a path (replaced) or an open text file."""
    if isinstance(target, (str, os.PathLike)):
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            write_records(records, file)
        return
    for record in records:
        target.write(record.to_json() + "\n")


def located(error: RecordError, **where: str | int) -> RecordError:
    """The same error with where it happened: `file`, `line`, `move`."""
    return RecordError(error.code, **where | error.fields)


def _same_text(text: str, position: Position) -> bool:
    """Whether a recorded end is the position's text, case and blanks forgiven."""
    return text.lower().split() == position.text.split()


def _decode(line: str | bytes) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line.removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise RecordError("encoding", offset=error.start) from error
    try:
        entry = strict_json(text)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError("json", why=str(error)) from error
    if not isinstance(entry, dict):
        raise RecordError("json", why=f"it is {_kind(entry)}")
    return entry


def strict_json(text: str) -> Any:
    """The value of a JSON text, nothing taken that JSON does not have or that is no text.

    Raises:
        RecordError: `twice`, a key that stands twice.
        ValueError: anything else, a number such as NaN and half a surrogate pair included.
    """
    value = _DECODER.decode(text)
    if not text.isascii() or "\\ud" in text.lower():
        # half a surrogate pair is no text, though JSON can spell it
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entry = dict(pairs)
    if len(entry) != len(pairs):
        names = [name for name, _ in pairs]
        raise RecordError("twice", field=next(name for name in names if names.count(name) > 1))
    return entry


_DECODER = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_no_constant)


def _read(entry: dict[str, Any]) -> Record:
    """The record of a JSON object, every part's form checked."""
    text = _text(entry, "variant")
    if text is None:
        raise RecordError("missing", field="variant")
    if "moves" not in entry:
        raise RecordError("missing", field="moves")
    try:
        variant = Variant(text)
    except SternhalmaError as error:
        raise RecordError("variant", why=str(error)) from error
    tags = entry.get("tags")
    if not (tags is None or isinstance(tags, dict)):
        raise _bad("tags", tags, "an object")
    return Record(
        variant=variant,
        start=_text(entry, "start"),
        moves=_moves(entry["moves"]),
        quit=_quit(entry.get("quit")),
        over=_text(entry, "over"),
        places=_places(entry.get("places")),
        end=_text(entry, "end"),
        tags=tags or {},
    )


def _text(entry: dict[str, Any], name: str) -> str | None:
    value = entry.get(name)
    if value is None or isinstance(value, str):
        return value
    raise _bad(name, value, "a text")


def _moves(value: object) -> tuple[RecordedMove, ...]:
    if not isinstance(value, list):
        raise _bad("moves", value, "a list")
    return tuple(_move(number, move) for number, move in enumerate(value, start=1))


def _move(number: int, value: object) -> RecordedMove:
    match value:
        case str():
            return value
        case [str(origin), str(target), list(captured)]:
            cells = tuple(cell for cell in captured if isinstance(cell, str))
            if len(cells) == len(captured):
                return origin, target, cells
    error = _bad("move", value, "a text or [from, to, [captured cells]]")
    raise located(error, move=number)


def _quit(value: object) -> Quit | None:
    match value:
        case None:
            return None
        case {"seat": str(seat), "how": str(how)} if how in _HOW:
            try:
                return Quit(Seat.from_text(seat), how)
            except SternhalmaError as error:
                raise _bad("quit", value, "a seat of the game") from error
    raise _bad("quit", value, '{"seat": a colour letter, "how": "resigned" or "time"}')


def _places(value: object) -> tuple[int | None, ...] | None:
    if value is None:
        return None
    if isinstance(value, list) and all(
        place is None or (isinstance(place, int) and not isinstance(place, bool)) for place in value
    ):
        return tuple(value)
    raise _bad("places", value, "a list of numbers")


def _bad(name: str, value: object, expected: str) -> RecordError:
    return RecordError("bad-value", field=name, given=json.dumps(value), expected=expected)


def _kind(value: object) -> str:
    """What a JSON value that is no object is."""
    return {list: "a list", str: "a text", bool: "true or false", type(None): "null"}.get(
        type(value), "a number"
    )
