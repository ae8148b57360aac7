"""The record file: whole games only, of one match, written by one run."""

from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.arena import Match, Results, Store
from sternhalma.arena.game import play_game
from sternhalma.arena.match import read_competitors
from sternhalma.errors import ArenaError, RecordError


@pytest.fixture(scope="module")
def match() -> Match:
    engines, _ = read_competitors(["greedy", "random"])
    return Match(variant=sh.Variant("rhombus-1"), engines=engines, games=6, plies=1)


@pytest.fixture(scope="module")
def lines(match: Match) -> list[str]:
    return [play_game(task) for task in match.tasks()]


def test_games_are_there_again(tmp_path: Path, match: Match, lines: list[str]) -> None:
    path = tmp_path / "m.jsonl"
    with Store(path, match) as store:
        assert store.games == []
        for line in lines[:4]:
            assert store.add(line) is not None
        assert store.add(lines[2]) is None
    with Store(path, match) as store:
        assert store.played == {0, 1, 2, 3}
        assert store.add(lines[3]) is None
        results = Results(match)
        for record in store.games:
            results.add(record)
        assert results.games == 4
    assert path.read_text() == "".join(f"{line}\n" for line in lines[:4])


def test_a_torn_line_is_taken_off(tmp_path: Path, match: Match, lines: list[str]) -> None:
    """Whatever byte the last game was torn at."""
    path = tmp_path / "m.jsonl"
    whole = f"{lines[0]}\n{lines[1]}\n".encode()
    last = f"{lines[2]}\n".encode()
    for end in [*range(0, len(last), 37), len(last) - 1]:
        path.write_bytes(whole + last[:end])
        with Store(path, match) as store:
            assert store.played == {0, 1}
            assert store.add(lines[2]) is not None
        assert path.read_bytes() == whole + last


def test_another_match(tmp_path: Path, match: Match, lines: list[str]) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text(f"{lines[0]}\n")
    for other in (
        Match(variant=match.variant, engines=match.engines, plies=1, seed=2),
        Match(variant=sh.Variant("rhombus-2"), engines=match.engines, plies=1),
    ):
        with pytest.raises(ArenaError, match="another match"):
            Store(path, other)
    assert path.read_text() == f"{lines[0]}\n"


@pytest.mark.parametrize(
    "text",
    [
        "no records\n",
        "no record, and no line end",
        '{"variant": "classic-2", "moves": []}\n',
        '{"variant": "classic-2", "moves": [], "tags": {"Arena": 3}}\n',
    ],
)
def test_another_file_is_left_alone(tmp_path: Path, match: Match, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises((ArenaError, RecordError)):
        Store(path, match)
    assert path.read_text() == text


def test_one_run_at_a_time(tmp_path: Path, match: Match) -> None:
    pytest.importorskip("fcntl")
    with Store(tmp_path / "m.jsonl", match), pytest.raises(ArenaError, match="another run"):
        Store(tmp_path / "m.jsonl", match)
    with Store(tmp_path / "m.jsonl", match):
        pass
