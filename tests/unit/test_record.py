"""Game records: written, read back, replayed, and where a broken one breaks."""

import io
import json
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.players import Random, Turn
from sternhalma.record import Record, read_records, write_records


def played(variant: str, plies: int, seed: int = 7) -> sh.Position:
    """A position after some random moves."""
    position = sh.Position(variant)
    player = Random(seed)
    for _ in range(plies):
        if position.outcome() is not None:
            break
        position.push(player.choose(Turn(position)))
    return position


def broken(line: str, **changes: object) -> sh.RecordError:
    """The error of a record with some entries changed, None taking an entry out."""
    entry = json.loads(line) | changes
    entry = {name: value for name, value in entry.items() if value is not ...}
    with pytest.raises(sh.RecordError) as caught:
        Record.from_json(json.dumps(entry)).position()
    return caught.value


@pytest.mark.parametrize(
    "variant",
    ["classic-2", "open-3", "pairs-2x2", "star181-3:seats=byw", "capture-3", "capture-long-2"],
)
def test_a_game_reads_back_from_its_line(variant: str) -> None:
    position = played(variant, 12)
    record = Record.of(position, {"event": "test", "round": 3})
    line = record.to_json()
    assert "\n" not in line
    assert Record.from_json(line) == record
    assert Record.from_json(line).position() == position


def test_an_empty_game_is_a_record() -> None:
    record = Record.of(sh.Position("classic-3"))
    assert record.moves == ()
    assert json.loads(record.to_json()) == {
        "variant": "classic-3",
        "moves": [],
        "over": None,
        "places": None,
        "end": sh.Position("classic-3").text,
        "tags": {},
    }


def test_a_finished_game_keeps_its_reason_and_places() -> None:
    position = played("classic-2:deadline=3", 10)
    record = Record.of(position)
    assert record.over == "eliminated"
    assert sorted(p for p in record.places or () if p) == [1, 2]
    assert Record.from_json(record.to_json()).position().outcome() == position.outcome()


@pytest.mark.parametrize("how", ["resigned", "time"])
def test_a_seat_that_left_stays_in_the_record(how: str) -> None:
    position = played("classic-3", 5)
    leave = position.resign if how == "resigned" else position.timeout
    leave("b")
    entry = json.loads(Record.of(position).to_json())
    assert entry["quit"] == {"seat": "b", "how": how}
    assert entry["over"] == how
    assert Record.from_json(json.dumps(entry)).position() == position


def test_a_game_that_began_elsewhere_keeps_its_start() -> None:
    start = played("classic-2", 8).text
    position = sh.Position("classic-2", start)
    assert Record.of(position).start == start
    position.push(next(iter(position.legal_moves)))
    record = Record.of(position)
    assert record.start == start
    assert record.position() == position
    assert Record.of(sh.Position("classic-2")).start is None


def test_moves_are_read_in_every_form() -> None:
    line = '{"variant": "classic-2", "moves": ["m3-m5", " E15 - G13", "m1-m3-m5-m7"]}'
    with pytest.raises(sh.RecordError) as caught:
        Record.from_json(line).position()
    assert caught.value.move == 3
    position = Record.from_json(line.replace("m1-m3-m5-m7", "m1-k5")).position()
    assert str(position.history[-1]) == "m1-m3-k5"
    line = '{"variant": "capture-2", "moves": [["i7", "i9", ["i8"]]]}'
    assert Record.from_json(line).position().taken == [1, 0]


def test_where_a_game_breaks_the_rules_is_said() -> None:
    record = Record.of(played("classic-2", 6))
    moves = list(record.moves)
    moves[4] = moves[0]
    error = broken(record.to_json(), moves=moves)
    assert error.code == "illegal"
    assert error.move == 5
    assert isinstance(error.__cause__, sh.IllegalMoveError)
    assert str(error).startswith("move 5: ")


def test_a_move_after_the_end_is_refused() -> None:
    record = Record.of(played("classic-2:deadline=3", 10))
    error = broken(record.to_json(), moves=[*record.moves, "m1-m2"])
    assert error.move == len(record.moves) + 1
    assert isinstance(error.__cause__, sh.GameOverError)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"over": None}, "over"),
        ({"over": "arrived"}, "over"),
        ({"places": [1, 1]}, "places"),
        ({"places": [1]}, "places"),
        ({"end": sh.Position("classic-2").text}, "end"),
        ({"end": "nonsense"}, "end"),
    ],
)
def test_an_end_that_differs_from_the_game_is_found(changes: dict[str, object], field: str) -> None:
    line = Record.of(played("classic-2:deadline=3", 10)).to_json()
    error = broken(line, **changes)
    assert error.code == "differs"
    assert error.field == field


def test_what_a_record_leaves_out_is_not_checked() -> None:
    line = Record.of(played("classic-2:deadline=3", 10)).to_json()
    entry = json.loads(line)
    for name in ("over", "places", "end", "tags"):
        del entry[name]
    assert Record.from_json(json.dumps(entry)).position().outcome() is not None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "json"),
        ("nonsense", "json"),
        ("[]", "json"),
        ("3", "json"),
        ("null", "json"),
        ("[" * 100_000, "json"),
        ("1" * 10_000, "json"),
        ('{"variant": "classic-2", "moves": []', "json"),
        (b'{"variant": "\xff"}', "encoding"),
        ("{}", "missing"),
        ('{"variant": "classic-2"}', "missing"),
        ('{"moves": []}', "missing"),
        ('{"variant": "classic-2", "moves": [], "moves": []}', "twice"),
        ('{"variant": 3, "moves": []}', "bad-value"),
        ('{"variant": "classic-5", "moves": []}', "variant"),
        ('{"variant": "\\ud800", "moves": []}', "json"),
        ('{"variant": "classic-2", "moves": [["m1", "\\uD800", []]]}', "json"),
        ('{"variant": "classic-2", "moves": {}}', "bad-value"),
        ('{"variant": "classic-2", "moves": "m1-m3"}', "bad-value"),
        ('{"variant": "classic-2", "moves": [3]}', "bad-value"),
        ('{"variant": "classic-2", "moves": [["m1", "m3"]]}', "bad-value"),
        ('{"variant": "classic-2", "moves": [["m1", "m3", [3]]]}', "bad-value"),
        ('{"variant": "classic-2", "moves": [["m1", "m3", "m2"]]}', "bad-value"),
        ('{"variant": "classic-2", "moves": [], "start": 3}', "bad-value"),
        ('{"variant": "classic-2", "moves": [], "tags": []}', "bad-value"),
        ('{"variant": "classic-2", "moves": [], "places": 3}', "bad-value"),
        ('{"variant": "classic-2", "moves": [], "places": [true, 1]}', "bad-value"),
        ('{"variant": "classic-2", "moves": [], "quit": "w"}', "bad-value"),
        ('{"variant": "classic-2", "moves": [], "quit": {"seat": "w"}}', "bad-value"),
        (
            '{"variant": "classic-2", "moves": [], "quit": {"seat": "w", "how": "bored"}}',
            "bad-value",
        ),
        (
            '{"variant": "classic-2", "moves": [], "quit": {"seat": "q", "how": "time"}}',
            "bad-value",
        ),
    ],
)
def test_a_line_that_is_no_record_is_refused(line: str | bytes, code: str) -> None:
    with pytest.raises(sh.RecordError) as caught:
        Record.from_json(line, line_number=4)
    assert caught.value.code == code
    assert str(caught.value).startswith("line 4")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"variant": "classic-2", "moves": [], "start": "nonsense"}', "start"),
        ('{"variant": "classic-2", "moves": [""]}', "illegal"),
        ('{"variant": "classic-2", "moves": ["z99-m3"]}', "illegal"),
        ('{"variant": "capture-2", "moves": [["i7", "i9", ["i7"]]]}', "illegal"),
        ('{"variant": "classic-2", "moves": [], "quit": {"seat": "r", "how": "time"}}', "quit"),
    ],
)
def test_a_record_that_can_not_be_played_is_refused(line: str, code: str) -> None:
    record = Record.from_json(line)
    with pytest.raises(sh.RecordError) as caught:
        record.position()
    assert caught.value.code == code


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    records = [Record.of(played("classic-2", plies)) for plies in (0, 3, 9)]
    path = tmp_path / "games.jsonl"
    write_records(records, path)
    assert list(read_records(path)) == records
    assert list(read_records(str(path))) == records
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n\r\n"))
    assert list(read_records(path)) == records
    with path.open(encoding="utf-8-sig") as file:
        assert list(read_records(file)) == records


def test_errors_of_a_file_name_it_and_the_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(Record.of(sh.Position("classic-2")).to_json() + "\n\n{}\n")
    reader = read_records(path)
    next(reader)
    with pytest.raises(sh.RecordError) as caught:
        next(reader)
    assert caught.value.line == 3
    assert caught.value.file == str(path)


def test_records_go_to_an_open_file() -> None:
    out = io.StringIO()
    record = Record.of(played("open-2", 4))
    write_records([record, record], out)
    assert out.getvalue() == 2 * (record.to_json() + "\n")
    assert list(read_records(io.StringIO(out.getvalue()))) == [record, record]
