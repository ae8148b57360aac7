"""What the text format forgives, and where each error is said to be."""

import io
import re
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.record import Record
from sternhalma.record_text import Game, read_games, record_to_text

BASE = """\
[Variant "classic-2"]
[White "Anna"]

1. k3-i5 f15-h13
2. m1-k3-k5 *

[Result "unfinished"]
"""


def read(text: str) -> list[Game]:
    """The games of a text."""
    return list(read_games(io.StringIO(text)))


def fault(text: str | bytes) -> sh.RecordError:
    """The error of a text."""
    with pytest.raises(sh.RecordError) as caught:
        list(read_games(io.BytesIO(text if isinstance(text, bytes) else text.encode())))
    assert re.match(r"line \d+, column \d+(, move \d+)?: \S", str(caught.value))
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        BASE,
        "\ufeff" + BASE,
        BASE.replace("\n", "\r\n"),
        BASE.replace("\n", "\n\n \t\n"),
        BASE.replace("\n", "  \n\t"),
        BASE.replace("1. k3-i5 f15-h13\n2.", "1.\nk3-i5\nf15-h13   2."),
        BASE.replace("m1-k3-k5", "M1-K5"),
        BASE.replace("m1-k3-k5", "m1-k5"),
        BASE.replace("[White", " [ White ").replace('a"]', 'a" ] '),
        BASE.replace("White", '"White"'),
        BASE.replace("unfinished", " UnFinished "),
        BASE.replace(
            '2"]',
            '2"]\n[Start "k/kk/kkk/kkkk/13/12/11/10/9/10/11/12/13/wwww/www/ww/w w -,- 0,0 1"]',
        ),
        BASE.removesuffix("\n"),
        BASE.replace('Variant "c', 'Variant "C'),
    ],
)
def test_spelling_is_forgiven(text: str) -> None:
    (game,) = read(text)
    assert not game.cut
    assert game.record.moves == ("k3-i5", "f15-h13", "m1-k3-k5")
    assert record_to_text(game.record) == BASE


def test_case_and_blanks_of_results_and_quits_are_forgiven() -> None:
    text = (
        BASE.replace("*", "White  RESIGNS")
        .replace("unf", "Resigned:  WHITE 2,  black 1")
        .replace("inished", "")
    )
    (game,) = read(text)
    assert game.record.quit == sh.Quit(sh.Seat.WHITE, "resigned")
    assert '[Result "resigned: white 2, black 1"]' in record_to_text(game.record)


def test_notes_stand_in_either_order() -> None:
    text = BASE.replace("f15-h13", "{one} {@1:02.5}\nf15-h13{@0:09}{two\\n\\u00e9}")
    (game,) = read(text)
    assert game.record.tags["clocks"] == [62_500, 9000]
    assert game.record.tags["comments"] == {"1": "one", "2": "two\né"}
    written = record_to_text(game.record)
    assert "1. k3-i5 {@1:02.5} {one} f15-h13 {@0:09} {two\\né}\n" in written


def test_nothing_is_no_game() -> None:
    assert read("") == []
    assert read("\n \n\t\n") == []
    assert read("\ufeff") == []


def test_a_game_knows_its_line() -> None:
    games = read(f"\n{BASE}\n{BASE}{BASE}")
    assert [game.line for game in games] == [2, 10, 17]


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "column"),
    [
        # tags
        ('[Variant "classic-2"]', "hello", "first-tag", 1, 1),
        ('[Variant "classic-2"]', '  [Black "x"]', "first-tag", 1, 3),
        ('[Variant "classic-2"]', '["Variant" "classic-2"]', "first-tag", 1, 1),
        ('[Variant "classic-2"]', '[variant "classic-2"]', "first-tag", 1, 1),
        ("classic-2", "classic-9", "variant", 1, 10),
        ("classic-2", "classic-2:deadline=0", "variant", 1, 10),
        ('"classic-2"', "3", "bad-value", 1, 10),
        ('[White "Anna"]', "[White]", "tag", 2, 1),
        ('[White "Anna"]', " [White ]", "tag", 2, 2),
        ('[White "Anna"]', '[White "Anna"', "tag", 2, 1),
        ('[White "Anna"]', '[White"Anna"]', "tag", 2, 1),
        ('[White "Anna"]', '[9 "Anna"]', "tag", 2, 1),
        ('[White "Anna"]', '["White "Anna"]', "tag", 2, 1),
        ('[White "Anna"]', '[White "An\\qna"]', "tag-value", 2, 11),
        ('[White "Anna"]', '[White "Anna" x]', "tag-value", 2, 15),
        ('[White "Anna"]', "[White Anna]", "tag-value", 2, 8),
        ('[White "Anna"]', '[White "\\ud800"]', "tag-value", 2, 8),
        ('[White "Anna"]', '["\\q" "Anna"]', "tag-value", 2, 3),
        ('[White "Anna"]', f"[x {'[' * 100_000}]", "tag-value", 2, 4),
        ('[White "Anna"]', f"[x {'1' * 10_000}]", "tag-value", 2, 4),
        ('[White "Anna"]', '[x {"a": 1, "a": 2}]', "twice", 2, 4),
        ('[White "Anna"]', "[White 3]", "bad-value", 2, 8),
        ('[White "Anna"]', '[Red "Anna"]', "tag-seat", 2, 1),
        ('[White "Anna"]', '[white "Anna"]', "unknown-tag", 2, 1),
        ('[White "Anna"]', '[VARIANT "Anna"]', "unknown-tag", 2, 1),
        ('[White "Anna"]', '[Clock "5"]', "bad-value", 2, 8),
        ('[White "Anna"]', "[Clock 5]", "bad-value", 2, 8),
        ('[White "Anna"]', '[Date "2025-02-30"]', "bad-value", 2, 7),
        ('[White "Anna"]', '[Date "yesterday"]', "bad-value", 2, 7),
        ('[White "Anna"]', "[Seed true]", "bad-value", 2, 7),
        ('[White "Anna"]', '[Seed "1.5"]', "bad-value", 2, 7),
        ('[White "Anna"]', '[White "Anna"]\n[White "Bea"]', "twice", 3, 1),
        ('[White "Anna"]', '[x 1]\n["x" 2]', "twice", 3, 1),
        ('[White "Anna"]', "[Start 3]", "bad-value", 2, 8),
        ('[White "Anna"]', '[Start "nonsense"]', "start", 2, 8),
        ("*\n", '*\n[Event "x"]\n', "late-tag", 6, 1),
        ("*\n", '*\n[Start "x"]\n', "late-tag", 6, 1),
        # rounds and moves
        ("1. k3", "k3", "round", 4, 1),
        ("1. k3", "2. k3", "round", 4, 1),
        ("1. k3", "01. k3", "round", 4, 1),
        ("1. k3", "1.k3", "round", 4, 1),
        ("2. m1", "m1", "round", 5, 1),
        ("2. m1", "3. m1", "round", 5, 1),
        ("2. m1", "--", "round", 5, 1),
        ("1. k3-i5", "1. k3-i5 1.", "move-due", 4, 10),
        ("1. k3-i5", "1. 1. k3-i5", "move-due", 4, 4),
        ("1. k3-i5", "1. --", "pass", 4, 4),
        ("f15-h13", "f15-h14", "illegal", 4, 10),
        ("f15-h13", "{x} f15-z13", "illegal", 4, 14),
        ("f15-h13", "nonsense", "illegal", 4, 10),
        ("f15-h13", "k3-i5", "illegal", 4, 10),
        ("f15-h13", "é", "illegal", 4, 10),
        ("f15-h13", "f15-h13\x00", "illegal", 4, 10),
        # notes
        ("f15-h13", "f15-h13 {x", "comment", 4, 18),
        ("f15-h13", "f15-h13 {x{}}", "comment", 4, 18),
        ("f15-h13", "f15-h13 x}", "after-round", 4, 18),
        ("f15-h13", "f15-h13 {x}}", "brace", 4, 21),
        ("f15-h13", "f15-h13 {ab\\q}", "escape", 4, 21),
        ("f15-h13", "f15-h13 {\\u12}", "escape", 4, 19),
        ("f15-h13", "f15-h13 {\\ud800}", "escape", 4, 19),
        ("f15-h13", "f15-h13 {@4:60}", "clock", 4, 18),
        ("f15-h13", "f15-h13 {@4}", "clock", 4, 18),
        ("f15-h13", "f15-h13 {@}", "clock", 4, 18),
        ("f15-h13", "f15-h13 {@-4:00}", "clock", 4, 18),
        ("f15-h13", "f15-h13 {@4:00.1234}", "clock", 4, 18),
        ("f15-h13", "f15-h13 {@4:00} {@4:00}", "twice", 4, 26),
        ("f15-h13", "f15-h13 {a} {@4:00} {}", "twice", 4, 30),
        ("1. k3", "{@4:00} 1. k3", "stray", 4, 1),
        ("*", "* {x}", "stray", 5, 15),
        ('[White "Anna"]\n\n', "[clocks [1]]\n\n{@0:01}", "stray", 4, 1),
        # the end
        ("*", "* *", "after-end", 5, 15),
        ("*", "white resigns *", "after-end", 5, 27),
        ("*", "white resigns e15-g13", "after-end", 5, 27),
        ("*", "red resigns", "quit", 5, 13),
        ("*", "white gives up", "quit-words", 5, 13),
        ("*", "white", "quit-words", 5, 13),
        ("*", "black runs out of", "quit-words", 5, 13),
        ("*", "", "unfinished", 7, 1),
        ("*", "white resigns", "differs", 7, 9),
        ("unfinished", "arrived: white 1, black 2", "differs", 7, 9),
        ("unfinished", "arrived", "bad-value", 7, 9),
        ('"unfinished"', "null", "bad-value", 7, 9),
        ('inished"]\n', 'inished"]\n\n*\n', "after-end", 9, 1),
        ('inished"]\n', 'inished"]\n[Event "x"]\n', "after-end", 8, 1),
        ('inished"]\n', 'inished"]\n[Result "unfinished"]\n', "after-end", 8, 1),
        # lines that were cut off
        ("f15-h13\n", "f15-h13~\n", "after-cut", 5, 1),
        ('[White "Anna"]', '[White "Ann~', "after-cut", 4, 1),
        ('[White "Anna"]', '[White "Anna"]~', "after-cut", 4, 1),
        ("2. m1", "~\n2. m1", "after-cut", 6, 1),
    ],
)
def test_an_error_names_its_place(old: str, new: str, code: str, line: int, column: int) -> None:
    assert old in BASE
    error = fault(BASE.replace(old, new, 1))
    if code == "after-round":  # a word after the round's last move is due in the next one
        code = "round"
    assert (error.code, error.line, error.column) == (code, line, column), str(error)


def test_a_broken_move_has_its_number() -> None:
    error = fault(BASE.replace("m1-k3-k5", "m1-m2"))
    assert (error.line, error.column, error.move) == (5, 4, 3)
    assert isinstance(error.__cause__, sh.IllegalMoveError)
    assert str(error).startswith("line 5, column 4, move 3: m1-m2: ")


def test_a_seat_that_is_passed_over_must_be_marked() -> None:
    start = "k/kk/kkk/kkkk/13/12/11/10/9/10/11/12/13/wwww/www/ww/w k -,- 16,16 17"
    text = f'[Variant "classic-2"]\n[Start "{start}"]\n17. -- f15-h13\n*\n[Result "unfinished"]\n'
    assert read(text)[0].record.start == start
    error = fault(text.replace("-- ", ""))
    assert (error.code, error.line, error.column) == ("pass-due", 3, 5)
    assert error.seat == "white"
    assert fault(text.replace("-- ", "-- -- ")).code == "pass"


def test_notes_are_not_kept_twice() -> None:
    text = BASE.replace("[White", "[clocks [1]]\n[White").replace("*", "{@0:02} *")
    error = fault(f"\n{text}")
    assert (error.code, error.field, error.line) == ("twice", "clocks", 2)


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (BASE.encode().replace(b"Anna", b"\xc3\xa9\xe9"), 2, 10),
        (BASE.encode().replace(b"Anna", b"\xed\xa0\x80"), 2, 9),
        (BASE.encode("utf-16"), 1, 1),
    ],
)
def test_what_is_not_utf_8_is_found(data: bytes, line: int, column: int) -> None:
    error = fault(data)
    assert (error.code, error.line, error.column) == ("encoding", line, column)


def test_half_a_surrogate_pair_in_lines_of_text_is_found() -> None:
    with pytest.raises(sh.RecordError) as caught:
        read(BASE.replace("Anna", "\ud800"))
    assert (caught.value.code, caught.value.line) == ("encoding", 2)
    with pytest.raises(sh.RecordError) as caught:
        record_to_text(Record.of(sh.Position("classic-2"), {"x": "\ud800"}))
    assert caught.value.code == "bad-value"


def test_errors_of_a_file_name_it(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(BASE + BASE.replace("f15-h13", "f15-h14"), encoding="utf-8")
    reader = read_games(path)
    assert next(reader).line == 1
    with pytest.raises(sh.RecordError) as caught:
        next(reader)
    assert str(caught.value).startswith(f"{path}, line 11, column 10, move 2: f15-h14: ")


def test_very_long_lines_take_no_longer_by_the_square() -> None:
    for line in (
        " " * 300_000 + "x",
        "[x" + " " * 300_000 + "x",
        "{" * 300_000,
        "[x " + "]" * 300_000 + "x",
    ):
        fault(BASE.replace("[White", f"{line}\n[White"))
    (game,) = read(BASE.replace("*", "{" + "\\}" * 300_000 + "} *"))
    assert game.record.tags["comments"] == {"3": "}" * 300_000}


def test_the_example_of_the_documentation_is_canonical(source_root: Path) -> None:
    page = (source_root / "docs" / "record-format.md").read_text(encoding="utf-8")
    text = re.findall(r"```text\n(\[.*?)```", page, re.DOTALL)[0]
    (game,) = read(text)
    assert record_to_text(game.record) == text
    line = re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0]
    assert [found.record.end for found in read(line.replace("\n", "") + "\n")] != [None]


@pytest.mark.parametrize("value", ["NaN", "Infinity", '{"a": [-Infinity]}'])
def test_a_tag_is_json_and_json_has_no_such_number(value: str) -> None:
    text = f'[Variant "classic-2"]\n[a {value}]\n\n*\n'
    with pytest.raises(sh.RecordError) as caught:
        list(read_games(text.splitlines(keepends=True)))
    assert (caught.value.code, caught.value.line) == ("tag-value", 2)
