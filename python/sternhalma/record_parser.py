"""Reads the text format: lines to games, each played by the rules as it is read.

Owns where a text is wrong: every error names the line and the column. Reads each line once and
plays each move once. The forms inside a line are `record_forms`', what a move does the core's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sternhalma import record_forms as forms
from sternhalma._core import Position, Quit
from sternhalma.errors import RecordError, SternhalmaError
from sternhalma.record import Record, located
from sternhalma.record_forms import PASS, TEAR, UNFINISHED
from sternhalma.seats import Seat
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WORD = re.compile(r"\{(?:[^{}\\]|\\.)*+\}|[^\s{}]++|[{}]")
_WHOLE = re.compile(r"(?:\s++|\{(?:[^{}\\]|\\.)*+\}|[^\s{}]++(?=\s))*+")  # what a torn line keeps
_COLOURS = {seat.colour: seat for seat in Seat}
_LONGEST_QUIT = 1 + max(len(words) for words in forms.QUIT_WORDS.values())
_TEAR = TEAR.encode()
_MAX_SHOWN = 60  # characters of a line that an error quotes


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a file: the line it begins on, its record, and where it stands with its history."""

    line: int
    record: Record
    position: Position

    @property
    def cut(self) -> bool:
        """Whether its writer did not come to the end of it."""
        return self.record.tags.get(forms.CUT) is True


def parse(lines: Iterable[str | bytes]) -> Iterator[Game]:
    """The games of a text.

    Args:
        lines: with their line ends, the last one may lack it.

    Raises:
        RecordError: with `line`, `column` and, where a move is at fault, `move`.
    """
    game: _Game | None = None
    seen = cut_off = False  # whether a game has begun; whether the line before was cut off
    broken = 0  # the line of a tag that was cut off
    for number, line, torn in _numbered(lines):
        text = line.strip()
        if not text:
            cut_off |= torn
            continue
        try:
            tag = _tag(line, torn) if text[0] == "[" else None
            if tag is not None and tag.name == "Variant" and not tag.quoted:
                if game is not None:
                    yield game.finished()
                game, seen = _Game(number, tag), True
            elif cut_off:
                raise RecordError("after-cut", text=_start(text), column=_indent(line))
            elif tag is None and text[0] == "[":
                broken = broken or number  # cut off within
            elif game is None:
                code = "after-end" if seen else "first-tag"
                raise RecordError(code, text=_start(text), column=_indent(line))
            elif tag is not None:
                game.tag(tag, _indent(line))
                if game.closed:
                    yield game.finished()
                    game = None
            else:
                game.movetext(line, torn)
        except RecordError as error:
            raise located(error, line=number) from error.__cause__
        cut_off = torn
    if game is not None:
        yield game.finished()
    if broken and not seen:
        raise RecordError("torn", line=broken, column=1)


def _numbered(lines: Iterable[str | bytes]) -> Iterator[tuple[int, str, bool]]:
    """The lines from 1, each with whether it was cut off: by a mark, or the last one unfinished."""
    before: str | bytes | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        if before is not None:
            yield number - 1, *_decoded(before, number - 1, last=False)
        before = line
    if before is not None:
        yield number, *_decoded(before, number, last=True)


def _decoded(line: str | bytes, number: int, *, last: bool) -> tuple[str, bool]:
    """A line without its end, and whether it was cut off."""
    data = line.encode(errors="surrogatepass") if isinstance(line, str) else line
    ended = data.endswith(b"\n")
    data = data.rstrip(b"\r\n") if ended else data
    torn = data.endswith(_TEAR) or (last and not ended)
    data = data.removesuffix(_TEAR)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if not (torn and error.reason == "unexpected end of data"):
            column = len(data[: error.start].decode()) + 1
            raise RecordError("encoding", offset=error.start, line=number, column=column) from error
        text = data[: error.start].decode()
    return (text.removeprefix("\ufeff") if number == 1 else text), torn


def _tag(line: str, torn: bool) -> _Tag | None:
    """The tag pair of a line, None where it was cut off within."""
    try:
        return _Tag(*forms.read_tag(line))
    except RecordError:
        if torn:
            return None
        raise


def _start(text: str) -> str:
    """So much of a line as an error quotes."""
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."


def _indent(line: str) -> int:
    """The column where the text of a line begins."""
    return len(line) - len(line.lstrip()) + 1


class _Tag(NamedTuple):
    """A tag pair as read."""

    name: str
    quoted: bool
    value: Any
    offset: int  # of the value in its line


class _Game:
    """A game while it is read."""

    def __init__(self, line: int, tag: _Tag) -> None:
        self.line = line
        self.closed = False  # its Result has been read
        self._variant = self._read_variant(tag)
        self._position = Position(self._variant)
        self._order = {seat: number for number, seat in enumerate(self._position.seats)}
        self._start: str | None = None
        self._tags: dict[str, Any] = {}
        self._moves: list[str] = []
        self._quit: Quit | None = None
        self._clocks: dict[int, int] = {}  # by the number of moves and quits before them
        self._comments: dict[int, str] = {}
        self._moving = False  # the moves have begun
        self._left = False  # it was left unfinished
        self._round = 0  # of the round number read last, 0 for none
        self._next = 0  # number of the seat whose place in that round is next

    @staticmethod
    def _read_variant(tag: _Tag) -> Variant:
        if not isinstance(tag.value, str):
            raise _bad(tag, "a variant such as classic-2")
        try:
            return _variant(tag.value)
        except SternhalmaError as error:
            raise RecordError("variant", why=str(error), column=tag.offset + 1) from error

    def tag(self, tag: _Tag, column: int) -> None:
        """Reads a tag pair; its name stands at the column."""
        if tag.name == "Result" and not tag.quoted:
            self._result(tag, column)
        elif self._moving:
            raise RecordError("late-tag", field=tag.name, column=column)
        elif tag.name == "Start" and not tag.quoted:
            self._begin(tag, column)
        elif tag.name in self._tags:
            raise RecordError("twice", field=tag.name, column=column)
        else:
            try:
                if not tag.quoted:
                    forms.check_tag(tag.name, tag.value, self._variant)
            except RecordError as error:
                at = tag.offset + 1 if error.code == "bad-value" else column
                raise located(error, column=at) from error.__cause__
            self._tags[tag.name] = tag.value

    def _begin(self, tag: _Tag, column: int) -> None:
        """Reads the start position."""
        if self._start is not None:
            raise RecordError("twice", field="Start", column=column)
        if not isinstance(tag.value, str):
            raise _bad(tag, "a position text")
        try:
            self._position = Position(self._variant, tag.value)
        except SternhalmaError as error:
            raise RecordError("start", why=str(error), column=tag.offset + 1) from error
        self._start = self._position.text

    def _result(self, tag: _Tag, column: int) -> None:
        """Reads the end and compares it with that of the game."""
        if self._position.turn is not None and not self._left:
            raise RecordError("unfinished", column=column)
        expected = forms.result_text(self._position.outcome(), self._position.seats)
        try:
            forms.check_result(tag.value, expected)
        except RecordError as error:
            raise located(error, column=tag.offset + 1) from error.__cause__
        self.closed = True

    def movetext(self, line: str, torn: bool) -> None:
        """Reads a line of rounds, moves, notes and quits; one cut off up to its last whole word."""
        self._moving = True
        if torn:
            whole = _WHOLE.match(line)
            line = whole[0] if whole else ""
        words = _WORD.findall(line) if "{" in line or "}" in line else line.split()
        at = 0
        try:
            while at < len(words):
                at += self._word(words, at, torn)
        except RecordError as error:
            column = [match.start() for match in _WORD.finditer(line)][at] + 1
            if error.code == "escape":
                column += error.fields["offset"] + 1
            raise located(error, column=column) from error.__cause__

    def _word(self, words: list[str], at: int, torn: bool) -> int:
        """Reads what stands at a word and returns how many words it took."""
        word = words[at]
        if word[0] in "{}":
            self._note(word)
            return 1
        position = self._position
        turn, number = position.turn, position.round
        if turn is None or self._left:
            raise RecordError("after-end", text=word)
        if word[-1] == ".":
            self._number(word, number, turn)
        elif word == PASS:
            self._pass(number, turn)
        elif "-" in word:
            self._move(word, number, turn)
        elif word == UNFINISHED:
            self._left = True
        elif word.lower() in _COLOURS:
            return self._leave(words[at : at + _LONGEST_QUIT], torn)
        else:
            self._move(word, number, turn)
        return 1

    def _number(self, word: str, number: int, turn: Seat) -> None:
        if number == self._round:
            raise RecordError("move-due", text=word, seat=turn.colour)
        if word != f"{number}.":
            raise RecordError("round", text=word, expected=number)
        self._round, self._next = number, 0

    def _pass(self, number: int, turn: Seat) -> None:
        if number != self._round:
            raise RecordError("round", text=PASS, expected=number)
        if self._next >= self._order[turn]:
            raise RecordError("pass", seat=turn.colour)
        self._next += 1

    def _move(self, word: str, number: int, turn: Seat) -> None:
        if number != self._round:
            raise RecordError("round", text=word, expected=number)
        seat = self._order[turn]
        if seat != self._next:
            passed = self._position.seats[self._next]
            raise RecordError("pass-due", text=word, seat=passed.colour)
        try:
            self._moves.append(str(self._position.push(word)))
        except SternhalmaError as error:
            move = len(self._moves) + 1
            raise RecordError("illegal", why=str(error), move=move) from error
        self._next = seat + 1

    def _leave(self, words: list[str], torn: bool) -> int:
        """Reads that a seat leaves the game."""
        said = tuple(word.lower() for word in words[1:])
        for how, expected in forms.QUIT_WORDS.items():
            if said[: len(expected)] == expected:
                seat = _COLOURS[words[0].lower()]
                leave = self._position.resign if how == "resigned" else self._position.timeout
                try:
                    self._quit = leave(seat)
                except SternhalmaError as error:
                    raise RecordError("quit", why=str(error)) from error
                return 1 + len(expected)
            if torn and said == expected[: len(said)]:
                return len(words)
        raise RecordError("quit-words", text=" ".join(words))

    def _note(self, word: str) -> None:
        """Reads a comment or a clock time."""
        if len(word) == 1:
            raise RecordError("comment" if word == "{" else "brace")
        event = len(self._moves) + (self._quit is not None)
        text = word[1:-1]
        is_clock = text.startswith("@")
        if self._left or (is_clock and event == 0):
            raise RecordError("stray", text=word)
        if event in (self._clocks if is_clock else self._comments):
            raise RecordError("twice", field="a clock time" if is_clock else "a comment")
        if is_clock:
            self._clocks[event] = forms.read_clock(text[1:])
        else:
            self._comments[event] = forms.read_comment(text)

    def finished(self) -> Game:
        """The game as far as it was read.

        Raises:
            RecordError: `twice`, times or comments stand in a tag as well as among the moves.
        """
        position, tags = self._position, self._tags
        if self._clocks:
            self._add(forms.CLOCKS, [self._clocks.get(n + 1) for n in range(max(self._clocks))])
        if self._comments:
            self._add(forms.COMMENTS, {str(n): text for n, text in self._comments.items()})
        if not self.closed:
            tags[forms.CUT] = True
        outcome = position.outcome()
        is_start = self._start is None or self._start == Position(self._variant).text
        record = Record(
            variant=self._variant,
            moves=tuple(self._moves),
            start=None if is_start else self._start,
            quit=self._quit,
            over=outcome.reason if outcome else None,
            places=outcome.places if outcome else None,
            end=position.text,
            tags=tags,
        )
        return Game(self.line, record, position)

    def _add(self, key: str, value: object) -> None:
        if key in self._tags:
            raise RecordError("twice", field=key, line=self.line, column=1)
        self._tags[key] = value


@lru_cache(maxsize=64)
def _variant(text: str) -> Variant:
    """The variant of a text: most games of a file have the same one."""
    return Variant(text)


def _bad(tag: _Tag, expected: str) -> RecordError:
    given = json.dumps(tag.value, ensure_ascii=False)
    return RecordError(
        "bad-value", field=tag.name, given=given, expected=expected, column=tag.offset + 1
    )
