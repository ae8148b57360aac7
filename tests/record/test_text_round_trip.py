"""Games out to text and in again: the same records, and the same text."""

import json
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.record import Record, read_records, write_records
from sternhalma.record_text import read_games, record_to_text, write_text

BLANK = "1/2/3/4/13/12/11/10/9/10/11/12/13/4/3/2/1"


def lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    return [line + "\n" for line in text.removesuffix("\n").split("\n")]


def read(text: str) -> list[Record]:
    """The records of a text."""
    return [game.record for game in read_games(lines(text))]


def test_every_recorded_game_is_the_same_after_writing_and_reading(
    games: list[Record], given_games: list[Record], tmp_path: Path
) -> None:
    path = tmp_path / "games.txt"
    write_text(given_games, path)  # with the moves in their short forms
    found = list(read_games(path))
    assert [game.record for game in found] == games
    assert not any(game.cut for game in found)
    assert [game.position.text for game in found] == [record.end for record in games]
    again = tmp_path / "again.txt"
    write_text((game.record for game in found), again)
    assert again.read_bytes() == path.read_bytes()


def test_every_recorded_game_is_the_same_after_json(games: list[Record], tmp_path: Path) -> None:
    text, back = tmp_path / "games.txt", tmp_path / "games.jsonl"
    write_text(games, text)
    write_records((game.record for game in read_games(text)), back)
    assert list(read_records(back)) == games
    assert [game.record for game in read_games(back)] == games
    for record in games[::7]:
        assert json.loads(read(record_to_text(record))[0].to_json()) == json.loads(record.to_json())


def test_every_game_that_a_seat_left_is_the_same(quits: list[Record]) -> None:
    for record in quits:
        text = record_to_text(record)
        assert read(text) == [record]
        assert record_to_text(read(text)[0]) == text
        assert record.quit is not None
        words = {"resigned": "resigns\n", "time": "runs out of time\n"}[record.quit.how]
        assert f"{record.quit.seat.colour} {words}" in text
        assert read(text)[0].to_json() == record.to_json()


def test_tags_times_and_comments_go_both_ways(short_games: list[Record]) -> None:
    assert {record.variant.name for record in short_games} > {"capture-3", "pairs-2x2", "open-2"}
    assert any(record.start for record in short_games)
    for record in short_games:
        text = record_to_text(record)
        assert read(text) == [record]
        assert record_to_text(read(text)[0]) == text
        assert Record.from_json(read(text)[0].to_json()) == record


@pytest.mark.parametrize(
    "tags",
    [
        {
            "White": 'Anna "the" \\ great\n\x00\x7f\u2028é\U0001f600',
            "Seed": -3,
            "Date": "2025-02-28",
        },
        {"white": "x", "seed": 1, "Variant": "x", "Start": "y", "Result": "z", "result": None},
        {"Red": "does not play", "Clock": "fast", "Date": "2025-02-30", "Seed": "many"},
        {"": 1, " ": 2, "a b": 3, "]": 4, '"': 5, "x]": "]", "é": 6, "[Variant ": 7, "9": 8},
        {"list": [1, 2.5, None, True, {"a": [{}]}], "Event": {"clocks": 1}, "movers": {"w": "x"}},
        {"clocks": 3, "comments": [], "cut": "yes"},
        {"clocks": [], "comments": {}, "cut": False},
        {"clocks": [None]},
        {"clocks": [1, 2, 3, 4]},
        {"clocks": [1, -2]},
        {"clocks": [True]},
        {"clocks": [1.5]},
        {"clocks": [600_000_000_000]},
        {"comments": {"01": "x"}},
        {"comments": {"4": "x"}},
        {"comments": {"2": "x", "1": "y"}},
        {"comments": {"1": 2}},
        {"clocks": [None, 59_999, 0], "comments": {"0": "", "2": "{}\\@\t", "3": "@0:00"}},
        {"clocks": [599_999_999_999], "comments": {"1": "  \r\n \x1b[0m \x85 ~"}},
        {"comments": {"1": "black resigns", "2": "2. * -- [Result]"}},
    ],
)
def test_any_tags_survive(tags: dict[str, object]) -> None:
    position = sh.Position("classic-2")
    for move in ("k3-i5", "f15-h13", "m1-k5"):
        position.push(move)
    record = Record.of(position, tags)
    text = record_to_text(record)
    assert read(text) == [record]
    assert list(read(text)[0].tags) == list(tags)
    assert record_to_text(read(text)[0]) == text
    assert Record.from_json(read(text)[0].to_json()).tags == tags


def test_a_start_that_is_over_can_be_kept() -> None:
    text = f"{BLANK[:-1]}w - 1,2 30,29 30"
    record = Record.of(sh.Position("classic-2", text))
    written = record_to_text(record)
    assert '[Result "read: white 1, black 2"]' in written
    assert "*" not in written
    assert read(written) == [record]


def test_seats_without_a_move_keep_their_place_in_the_round() -> None:
    text = "k/kk/kkk/kkkk/13/12/11/10/9/10/11/12/13/wwww/www/ww/w k -,- 16,16 17"
    position = sh.Position("classic-2", text)
    position.push("f15-h13")
    position.push("k3-i5")
    written = record_to_text(Record.of(position))
    assert "\n17. -- f15-h13\n18. k3-i5 *\n" in written
    for record in read(written):
        assert record.position() == position


def test_a_round_stands_on_a_line(games: list[Record]) -> None:
    for record in games[::4]:
        position = sh.Position(record.variant)
        rounds: dict[int, list[str]] = {}
        for move in record.moves:
            assert position.turn is not None
            words = rounds.setdefault(position.round, [])
            words += ["--"] * (position.seats.index(position.turn) - len(words)) + [str(move)]
            position.push(str(move))
        body = record_to_text(record).split("\n\n")[1].removesuffix("*").rstrip()
        expected = [f"{number}. {' '.join(words)}" for number, words in rounds.items()]
        assert body.splitlines() == expected
