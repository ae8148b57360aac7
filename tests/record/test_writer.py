"""Writing games as they are played: what is on the disk after each call, and after a kill."""

import io
import json
import re
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.record import Record
from sternhalma.record_text import RecordWriter, read_games, record_to_text, write_text


def test_each_call_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"

    def seen() -> str:
        return path.read_bytes().decode()

    with RecordWriter(path, fsync=True) as writer:
        assert seen() == ""
        writer.start(
            "classic-3",
            names={sh.Seat.WHITE: "Anna", sh.Seat.YELLOW: "Ben"},
            clock="5+3",
            date=date(2025, 3, 1),
            seed=7,
            tags={"Event": "test"},
            comment="hello",
        )
        text = (
            '[Variant "classic-3"]\n[White "Anna"]\n[Yellow "Ben"]\n[Clock "5+3"]\n'
            '[Date "2025-03-01"]\n[Seed "7"]\n[Event "test"]\n\n{hello}\n'
        )
        assert seen() == text
        position = sh.Position("classic-3")
        for number in range(4):
            move = next(iter(position.legal_moves))
            position.push(move)
            assert writer.move(str(move), clock=1000 * number) == move
            before = f"{number // 3 + 1}. " if number % 3 == 0 else ""
            after = "\n" if number % 3 == 2 else " "
            text += f"{before}{move} {{@0:0{number}}}{after}"
            assert seen() == text
        assert writer.quit("y", "time", clock=0, comment="slept").seat is sh.Seat.YELLOW
        text += "yellow runs out of time {@0:00} {slept}\n"
        assert seen() == text
        writer.finish()
        position.timeout("y")
        places = {
            seat.colour: place for seat, place in zip(position.seats, position.places, strict=True)
        }
        words = ", ".join(f"{colour} {place}" for colour, place in places.items())
        text += f'\n[Result "time: {words}"]\n'
        assert seen() == text
        writer.start("open-2")
        text += '\n[Variant "open-2"]\n\n'
        assert seen() == text
        writer.finish()
        text += '*\n\n[Result "unfinished"]\n'
        assert seen() == text
    games = list(read_games(path))
    assert "\n".join(record_to_text(game.record) for game in games) == text
    assert games[0].position == position


def test_files_are_appended_to(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for _ in range(3):
        with RecordWriter(str(path)) as writer:
            writer.start("classic-2", date=datetime(2025, 3, 1, 18, 30, tzinfo=UTC))
            writer.move("k3-i5")
            writer.finish()
    games = list(read_games(path))
    assert [game.record.moves for game in games] == [("k3-i5",)] * 3
    assert games[0].record.tags == {"Date": "2025-03-01T18:30:00+00:00"}
    again = tmp_path / "again.txt"
    write_text((game.record for game in games), again)
    assert again.read_bytes() == path.read_bytes()


def test_a_refused_call_writes_nothing_and_changes_nothing() -> None:
    out = io.StringIO()
    writer = RecordWriter(out)
    for call in (lambda: writer.move("k3-i5"), lambda: writer.quit("w", "time"), writer.finish):
        with pytest.raises(sh.RecordError) as caught:
            call()
        assert caught.value.code == "no-game"
    for code, given in [
        ("tag-seat", {"names": {sh.Seat.RED: "x"}}),
        ("bad-value", {"clock": "5"}),
        ("bad-value", {"date": "today"}),
        ("twice", {"clock": "5+3", "tags": {"Clock": "5+3"}}),
        ("bad-value", {"tags": {"x": "\ud800"}}),
        ("bad-value", {"comment": "\ud800"}),
    ]:
        with pytest.raises(sh.RecordError) as caught:
            writer.start("classic-2", **given)  # type: ignore[arg-type]
        assert caught.value.code == code
    with pytest.raises(sh.VariantError):
        writer.start("classic-5")
    with pytest.raises(sh.PositionError):
        writer.start("classic-2", start="nonsense")
    assert out.getvalue() == ""
    writer.start("classic-2")
    text = out.getvalue()
    with pytest.raises(sh.RecordError) as caught:
        writer.start("classic-2")
    assert caught.value.code == "game-open"
    with pytest.raises(sh.IllegalMoveError):
        writer.move("k3-i6")
    with pytest.raises(sh.RecordError):
        writer.move("k3-i5", clock=-1)
    with pytest.raises(sh.RecordError):
        writer.move("k3-i5", clock=True)
    with pytest.raises(sh.RecordError):
        writer.move("k3-i5", comment="\udfff")
    with pytest.raises(sh.RecordError):
        writer.quit("w", "bored")
    with pytest.raises(sh.IllegalMoveError):
        writer.quit("r", "resigned")
    assert out.getvalue() == text
    writer.move("k3-i5")
    writer.quit(sh.Seat.WHITE, "resigned")
    with pytest.raises(sh.GameOverError):
        writer.move("f15-h13")
    writer.finish()
    assert out.getvalue() == (
        '[Variant "classic-2"]\n\n1. k3-i5 white resigns\n\n[Result "resigned: white 2, black 1"]\n'
    )


def test_a_failed_write_cuts_the_game() -> None:
    class Full(io.StringIO):
        full = False

        def write(self, text: str) -> int:
            if self.full:
                super().write(text[:3])
                raise OSError(28, "No space left on device")
            return super().write(text)

    out = Full()
    writer = RecordWriter(out)
    writer.start("classic-2")
    writer.move("k3-i5")
    out.full = True
    with pytest.raises(OSError, match="No space"):
        writer.move("f15-h13")
    out.full = False
    with pytest.raises(sh.RecordError):
        writer.move("f15-h13")
    writer.start("classic-2")
    writer.finish()
    first, second = read_games(io.StringIO(out.getvalue()))
    assert (first.cut, first.record.moves) == (True, ("k3-i5",))
    assert not second.cut


def cut_text(records: list[Record]) -> str:
    """A small file of many kinds of lines."""
    out = io.StringIO()
    write_text(records, out)
    return out.getvalue()


def whole_moves(data: bytes) -> int:
    """How many moves of a piece of text are whole, found without the reader."""
    text = re.sub(r"\{(\\.|[^\\{}])*\}?", " ", data.decode(errors="ignore"))
    text = re.sub(r"^\[.*$", "", text, flags=re.MULTILINE)
    return len(re.findall(r"[a-z]\d+(?:-[a-z]\d+)+(?=\s)", text))


@pytest.mark.parametrize("again", [False, True], ids=["cut off", "gone on after"])
def test_a_text_cut_at_any_byte_loads_up_to_its_last_whole_move(
    short_games: list[Record], again: bool, tmp_path: Path
) -> None:
    noted = [record for record in short_games if "comments" in record.tags]
    records = [noted[0], next(record for record in noted if record.quit)]
    records.append(next(r for r in short_games if r.start and "--" in record_to_text(r)))
    data = cut_text(records).encode()
    path = tmp_path / "cut.txt"
    for end in range(len(data) + 1):
        path.write_bytes(data[:end])
        if again:
            with RecordWriter(path) as writer:
                writer.start("open-2", comment="after")
                writer.finish()
        try:
            games = list(read_games(path))
        except sh.RecordError as error:
            assert not again
            assert end < len(f'[Variant "{records[0].variant}"]')
            assert (error.code, error.line, error.column) == ("torn", 1, 1)
            continue
        if again:
            assert games.pop().record.tags == {"comments": {"0": "after"}}
        moves = [move for game in games for move in game.record.moves]
        assert len(moves) == whole_moves(data[:end]), data[:end]
        assert moves == [move for record in records for move in record.moves][: len(moves)]
        for game, record in zip(games[:-1], records, strict=False):
            assert game.record == record
        if games and not games[-1].cut:
            assert games[-1].record == records[len(games) - 1]
        for game in games:
            if game.cut:  # marked in both formats, and the mark survives
                assert Record.from_json(game.record.to_json()).tags["cut"] is True
                (same,) = read_games(io.StringIO(record_to_text(game.record)))
                assert same.record == game.record


def test_json_cut_at_any_byte_is_an_error_in_its_line(short_games: list[Record]) -> None:
    first, second = (record.to_json().encode() + b"\n" for record in short_games[1:3])
    for end in range(1, len(second) - 1):
        reader = read_games(io.BytesIO(first + second[:end]))
        next(reader)
        with pytest.raises(sh.RecordError) as caught:
            next(reader)
        assert (caught.value.code, caught.value.line) == ("json", 2)


def test_a_file_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    with RecordWriter(path) as writer:
        writer.start("classic-2")
        before = path.read_bytes()
        with pytest.raises(sh.RecordError) as caught:
            RecordWriter(path)
        assert caught.value.code == "busy"
        assert str(path) in str(caught.value)
        assert path.read_bytes() == before
        writer.move("m3-k5")
    RecordWriter(path).close()


def test_text_is_not_appended_to_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(
        "\n" * 100 + Record.of(sh.Position("classic-2")).to_json() + "\n", encoding="utf-8"
    )
    before = path.read_bytes()
    with pytest.raises(sh.RecordError, match="JSON lines"):
        RecordWriter(path)
    assert path.read_bytes() == before


WRITING = """
import json, os, sys
from sternhalma.record_text import RecordWriter

moves = json.load(sys.stdin)
with RecordWriter(sys.argv[1]) as writer:
    for game in range(1000):
        writer.start("classic-6", seed=game, tags={"Event": "a thousand games"})
        for number, move in enumerate(moves, start=1):
            writer.move(move, clock=number * 10, comment="é" * (number % 40))
            os.write(1, b".")
        writer.finish()
        os.write(1, b"\\n")
"""


def test_a_killed_writer_loses_no_finished_move(games: list[Record], tmp_path: Path) -> None:
    record = next(r for r in games if r.variant.text == "classic-6")
    path = tmp_path / "games.txt"
    told: list[int] = []  # moves of each game that the writers said they had finished
    for run in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", WRITING, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as writer:
            assert writer.stdin is not None
            assert writer.stdout is not None
            writer.stdin.write(json.dumps(record.moves).encode())
            writer.stdin.close()
            said = writer.stdout.read(len(record.moves) * 2 + 37 * run)  # it is well under way
            deadline = time.monotonic() + 0.003 * run
            while time.monotonic() < deadline:
                pass
            writer.kill()
            said += writer.stdout.read()
            assert writer.wait() != 0, "it had come to its end"
        told += [line.count(b".") for line in said.split(b"\n")]
        found = [len(game.record.moves) for game in read_games(path)]
        if not told[-1] and len(found) < len(told):
            told.pop()  # the next game had not begun
        assert len(found) >= len(told)
        for kept, finished in zip(found, told, strict=False):
            assert finished <= kept <= len(record.moves)
        assert found[len(told) - 1] <= told[-1] + 1, "more than the move in hand was not told"
        told = found  # what the next run finds there before its own games
    cut = [game.cut for game in read_games(path)]
    assert 1 <= sum(cut) <= 6
    for game in read_games(path):
        assert game.record.moves == record.moves[: len(game.record.moves)]
        assert game.cut or game.record.over == record.over
