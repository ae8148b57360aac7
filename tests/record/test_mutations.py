"""Records with random damage: read by the rules, or an error with a place; never anything else."""

import io
import random

import sternhalma as sh
from sternhalma.record import Record
from sternhalma.record_text import read_games, record_to_text, write_text

PIECES = [
    b"{", b"}", b"[", b"]", b'"', b"\\", b"~", b"*", b"--", b"-", b".", b" ", b"\n", b"\r", b"\t",
    b"\x00", b"\xff", b"\xc3", b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"1.", b"2. ", b"99999999999.",
    b"{@0:01}", b"{@", b"{\\u", b"white resigns", b"black runs out of time", b"[Result ", b"null",
    b'[Variant "classic-2"]\n', b'[Start "', b"[cut true]\n", b"[clocks [1, null, 2]]\n", b"k3-i5",
    b'[comments {"1": "x"}]\n', b'"quit": {"seat": "w", "how": "time"}, ', b"[[", b"{}", b"1e999",
    b"NaN", b"-0", b"\\ud800", b"i9", b"a1", b"z99",
]  # fmt: skip


def mutated(source: random.Random, data: bytes) -> bytes:
    """The text with one to four pieces changed."""
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(data) + 1)
        length = source.choice((0, 1, 1, 2, 5, 40))
        match source.randrange(6):
            case 0:
                data = data[:at] + data[at + length :]
            case 1:
                data = data[:at] + source.choice(PIECES) + data[at + length :]
            case 2:
                data = data[:at] + bytes([source.randrange(256)]) + data[at + 1 :]
            case 3:
                data = data[:at] + data[at : at + length] * 2 + data[at + length :]
            case 4:
                lines = data.split(b"\n")
                first, second = source.randrange(len(lines)), source.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                data = b"\n".join(lines)
            case _:
                words = data.split(b" ")
                words[source.randrange(len(words))] = source.choice(words)
                data = b" ".join(words)
    return data


def outcome(data: bytes) -> tuple[str, list[Record]]:
    """What reading came to: the code of its error, and the records read up to there."""
    records = []
    try:
        for game in read_games(io.BytesIO(data)):
            records.append(game.record)
    except sh.RecordError as error:
        assert 1 <= error.line <= data.count(b"\n") + 1
        line = data.split(b"\n")[error.line - 1]
        if error.code != "json" and "column" in error.fields:
            assert 1 <= error.column <= len(line.decode(errors="replace")) + 1
        assert str(error).startswith(f"line {error.line}")
        assert "\n" not in str(error)
        return error.code, records
    return "", records


def test_damaged_text_is_an_error_with_a_place(
    short_games: list[Record], mutations: int, seed: int
) -> None:
    source = random.Random(f"text {seed}")
    codes: dict[str, int] = {}
    for _ in range(mutations):
        out = io.StringIO()
        write_text(source.choices(short_games, k=2), out)
        data = mutated(source, out.getvalue().encode())
        code, records = outcome(data)
        codes[code] = codes.get(code, 0) + 1
        if b"\n[" in data and not data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{"):
            check_place(data, code)
        for record in records:  # what was read is a game, and has one form
            text = record_to_text(record)
            (again,) = read_games(io.StringIO(text))
            assert record_to_text(again.record) == text
            assert again.record.moves == record.moves
    assert codes[""] > mutations / 50, codes
    assert len(codes) > 15, codes


def check_place(data: bytes, code: str) -> None:
    """In the text format the error names a column as well."""
    if code:
        try:
            list(read_games(io.BytesIO(data)))
        except sh.RecordError as error:
            assert "column" in error.fields, error


def test_damaged_json_is_an_error_with_a_place(
    short_games: list[Record], mutations: int, seed: int
) -> None:
    source = random.Random(f"json {seed}")
    codes: dict[str, int] = {}
    for _ in range(mutations):
        lines = [record.to_json() for record in source.choices(short_games, k=2)]
        code, records = outcome(mutated(source, "\n".join(lines).encode()))
        codes[code] = codes.get(code, 0) + 1
        for record in records:
            assert record_to_text(record)
    assert codes["json"] > mutations / 10, codes
    assert len(codes) > 6, codes
