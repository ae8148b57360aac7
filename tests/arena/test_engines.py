"""The search engine in matches: as itself, as the baseline, as a program."""

from pathlib import Path

import pytest
from arena_runs import finish
from talking import ENGINE, command_text


def test_it_beats_greedy(tmp_path: Path) -> None:
    """With twenty thousand moves looked at, from random openings, at both sides."""
    report = finish("engine:nodes=20000,hash_mib=4", "greedy", "--games", 4, cwd=tmp_path)
    assert report["pairs"][0]["won"] == 4
    assert report["forfeits"] == []


def test_levels_play(tmp_path: Path) -> None:
    report = finish("hard", "easy", "3", "--games", 6, "--time", "2s", cwd=tmp_path)
    assert report["forfeits"] == []
    assert [row["name"] for row in report["engines"]] == ["hard", "easy", "3"]
    assert report["pairs"][0]["won"] == 2


@pytest.mark.parametrize("variant", ["classic-2", "classic-3"])
def test_programs_and_settings_play(tmp_path: Path, variant: str) -> None:
    program = "program=" + command_text("ugi", [*ENGINE, "--hash", "4"])
    args = ("plain:nodes=500,hash_mib=4", program, "--variant", variant, "--depth", 2)
    report = finish(*args, "--games", 2, cwd=tmp_path)
    assert report["games"] == 2
    assert report["forfeits"] == []
    assert all(row["ms_per_move"] is not None for row in report["engines"])
