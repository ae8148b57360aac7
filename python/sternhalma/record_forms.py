"""The small forms of the text format: tags, clock times, comments, results, and their JSON keys.

Owns how each is spelled and what it takes. Errors raised here say what is wrong; whoever knows the
line and the column adds them. How the parts make a game is `record_text`'s.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sternhalma.errors import RecordError
from sternhalma.record import strict_json
from sternhalma.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sternhalma._core import Outcome
    from sternhalma.variants import Variant

PASS = "--"  # in the place of a seat that has no move in this round
UNFINISHED = "*"  # after the last move of a game that goes on
TEAR = "~"  # ends a line that was cut off, where a writer found it and went on after it

SEAT_TAGS = {seat.colour.capitalize(): seat for seat in Seat}

# Words after a colour for a seat that leaves the game, by the JSON record's `how`.
QUIT_WORDS = {"resigned": ("resigns",), "time": ("runs", "out", "of", "time")}

# Keys of a JSON record's tags for what the text format writes among the moves.
CLOCKS = "clocks"  # a list: milliseconds left to the mover after each move and quit, or null
COMMENTS = "comments"  # an object: comments by the number of moves and quits before them
CUT = "cut"  # true: the writer did not come to the end of the game

_FIXED = ("Variant", "Start", "Result")
_EXPECTED = {
    **dict.fromkeys(SEAT_TAGS, "a name"),
    "Clock": "minutes+seconds, such as 5+3",
    "Date": "a date such as 2025-03-01, or with its time 2025-03-01T18:30:00Z",
    "Seed": "a whole number",
}
_KNOWN = {name.lower(): name for name in (*_FIXED, *_EXPECTED)}

_TAG_NAME = re.compile(r"\[\s*+([A-Za-z][A-Za-z0-9_]*+|\"(?:[^\"\\]|\\.)*+\")\s++(?=\S)")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
_CLOCK_TAG = re.compile(rf"{_NUMBER}\+{_NUMBER}")
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})?)?"
)
_SEED = re.compile(r"-?[0-9]+")
_TIME = re.compile(r"([0-9]{1,7}):([0-5][0-9])(?:\.([0-9]{1,3}))?")
_LONGEST_TIME = 10_000_000 * 60_000 - 1  # what seven digits of minutes can hold, in milliseconds
_RESULT = re.compile(r"unfinished|[a-z-]+: (?:[a-z]+ [0-9]{1,2}(?:, |$))+")
_ESCAPES = {"\\": "\\", "{": "{", "}": "}", "@": "@", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.?))", re.DOTALL)
_ESCAPED = {ord(char): f"\\{letter}" for letter, char in _ESCAPES.items() if char != "@"} | {
    code: f"\\u{code:04x}"
    for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
    if chr(code) not in "\n\r\t"
}


def read_tag(text: str) -> tuple[str, bool, Any, int]:
    """A tag pair as (name, whether the name was quoted, value, offset of the value).

    Raises:
        RecordError: `tag`, `twice` in a value, or `tag-value`, with `column`.
    """
    line = text.rstrip()
    start = len(text) - len(text.lstrip())
    match = _TAG_NAME.match(line, start)
    if match is None or line[-1] != "]" or match.end() == len(line) - 1:
        raise RecordError("tag", text=line[start:], column=start + 1)
    name, offset = match[1], match.end()
    quoted = name.startswith('"')
    if quoted:
        name = _read_json(name, "the name of a tag", match.start(1))
    return name, quoted, _read_json(line[offset:-1], name, offset), offset


def _read_json(text: str, name: str, offset: int) -> Any:
    try:
        return strict_json(text)
    except RecordError as error:
        raise RecordError(error.code, column=offset + 1, **error.fields) from error
    except json.JSONDecodeError as error:
        column = offset + error.pos + 1
        raise RecordError("tag-value", field=name, why=error.msg, column=column) from error
    except (ValueError, RecursionError) as error:
        why = "half a surrogate pair" if isinstance(error, UnicodeError) else str(error)
        raise RecordError("tag-value", field=name, why=why, column=offset + 1) from error


def check_tag(name: str, value: object, variant: Variant) -> None:
    """Refuses a tag with a plain name that is misspelled, misplaced or has a wrong value.

    Raises:
        RecordError: `unknown-tag`, `tag-seat` or `bad-value`.
    """
    known = _KNOWN.get(name.lower())
    if known is None:
        return
    if name != known or name in _FIXED:
        raise RecordError("unknown-tag", text=name, near=(known,))
    if name in SEAT_TAGS:
        seat = SEAT_TAGS[name]
        if seat.letter not in variant.seats:
            raise RecordError("tag-seat", seat=seat.colour, variant=variant.text)
        right = isinstance(value, str)
    elif name == "Seed":
        right = (isinstance(value, int) and not isinstance(value, bool)) or (
            isinstance(value, str) and _SEED.fullmatch(value) is not None
        )
    else:
        form = _CLOCK_TAG if name == "Clock" else _DATE
        right = isinstance(value, str) and form.fullmatch(value) is not None
        right = right and (name != "Date" or _is_date(str(value)))
    if not right:
        given = json.dumps(value, ensure_ascii=False)
        raise RecordError("bad-value", field=name, given=given, expected=_EXPECTED[name])


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def write_tag(name: str, value: object, variant: Variant | None = None) -> str:
    """A tag pair as a line. A name that would be refused or misread as it is gets quotes.

    Args:
        name: the tag.
        value: anything JSON can hold.
        variant: the variant of the game; None for a tag that needs no check.

    Raises:
        RecordError: `bad-value`, the text is no Unicode.
    """
    if variant is not None:
        try:
            check_tag(name, value, variant)
            plain = _NAME.fullmatch(name) is not None
        except RecordError:
            plain = False
        name = name if plain else json.dumps(name, ensure_ascii=False)
    line = f"[{name} {json.dumps(value, ensure_ascii=False)}]\n"
    check_unicode(name, line)
    return line


def check_unicode(name: str, text: str) -> None:
    """Raises `bad-value` for a text with half a surrogate pair in it, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(
            "bad-value", field=name, given=ascii(text.strip()), expected="Unicode text"
        ) from error


def read_clock(text: str) -> int:
    """The milliseconds of a clock time such as `4:57.25`.

    Raises:
        RecordError: `clock`.
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise RecordError("clock", text=text)
    minutes, seconds, fraction = match.groups()
    return int(minutes) * 60_000 + int(seconds) * 1000 + int((fraction or "").ljust(3, "0"))


def write_clock(milliseconds: int) -> str:
    """A clock time in braces: minutes, seconds, and what is left of a second.

    Raises:
        RecordError: `bad-value`.
    """
    if not _is_time(milliseconds):
        raise RecordError(
            "bad-value",
            field="clock",
            given=repr(milliseconds),
            expected=f"whole milliseconds from 0 to {_LONGEST_TIME}",
        )
    seconds, rest = divmod(milliseconds, 1000)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{{@{seconds // 60}:{seconds % 60:02}{fraction}}}"


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LONGEST_TIME


def read_comment(text: str) -> str:
    """The comment that stands between braces, its escapes resolved.

    Raises:
        RecordError: `escape`, with `offset` of the escape.
    """
    if "\\" not in text:
        return text
    return _ESCAPE.sub(_unescape, text)


def _unescape(match: re.Match[str]) -> str:
    code, letter = match.groups()
    char = chr(int(code, 16)) if code else _ESCAPES.get(letter)
    if char is None or "\ud800" <= char <= "\udfff":
        raise RecordError("escape", text=match[0], offset=match.start())
    return char


def write_comment(text: str) -> str:
    """A comment in braces, on one line whatever it holds.

    Raises:
        RecordError: `bad-value`, the text is no Unicode.
    """
    check_unicode("comment", text)
    written = text.translate(_ESCAPED)
    return f"{{\\{written}}}" if written.startswith("@") else f"{{{written}}}"


def result_text(outcome: Outcome | None, seats: list[Seat]) -> str:
    """The value of a Result tag: why the game ended and each seat's place, in turn order."""
    if outcome is None:
        return "unfinished"
    places = zip(seats, outcome.places, strict=True)
    return f"{outcome.reason}: {', '.join(f'{seat.colour} {place}' for seat, place in places)}"


def check_result(value: object, expected: str) -> None:
    """Refuses a Result that is malformed or not that of the game; case and blanks are forgiven.

    Raises:
        RecordError: `bad-value` or `differs`.
    """
    given = " ".join(value.lower().split()) if isinstance(value, str) else ""
    if given == expected:
        return
    if _RESULT.fullmatch(given) is None:
        raise RecordError(
            "bad-value",
            field="Result",
            given=json.dumps(value, ensure_ascii=False),
            expected="a reason and places, such as 'arrived: white 1, black 2', or 'unfinished'",
        )
    raise RecordError("differs", field="Result", given=value, expected=expected)


def take_clocks(tags: dict[str, Any], events: int) -> list[int | None]:
    """Takes the clock times out of the tags of a JSON record, where they are well formed.

    Args:
        tags: changed, the key is taken out.
        events: moves and quits of the game.
    """
    value = tags.get(CLOCKS)
    if (
        isinstance(value, list | tuple)
        and 0 < len(value) <= events
        and value[-1] is not None
        and all(entry is None or _is_time(entry) for entry in value)
    ):
        return list(tags.pop(CLOCKS))
    return []


def take_comments(tags: dict[str, Any], events: int) -> Mapping[int, str]:
    """As `take_clocks`, the comments by the number of moves and quits before them."""
    value = tags.get(COMMENTS)
    if not isinstance(value, dict) or not value:
        return {}
    before = -1
    for key, comment in value.items():
        number = int(key) if isinstance(key, str) and re.fullmatch("[0-9]{1,9}", key) else -1
        if not (before < number <= events and str(number) == key and isinstance(comment, str)):
            return {}
        before = number
    return {int(key): comment for key, comment in tags.pop(COMMENTS).items()}
