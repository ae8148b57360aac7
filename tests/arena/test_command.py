"""`sternhalma arena` as a user meets it: reports, progress, complaints."""

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from arena_runs import PROGRAM, finish
from command_line import ENVIRONMENT, complaint, run
from sternhalma.cli import main
from talking import HANG_S


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["greedy"], "two or more"),
        (["greedy", "gready"], "gready"),
        (["greedy", "ugi:"], "ugi:COMMAND"),
        (["greedy", "ugi:/nowhere/engine"], "can't be started"),
        (["greedy", f"ugi:{sys.executable} -c pass"], "has ended"),
        (["greedy", "random", "--variant", "chess"], "chess"),
        (["greedy", "random", "--games", "0"], "0"),
        (["greedy", "random", "--time", "soon"], "100ms"),
        (["greedy", "random", "--time", "0ms"], "100ms"),
        (["greedy", "random", "--openings", "-1"], "-1"),
        (["greedy", "random", "--openings", "500"], "no opening of 500 plies"),
        (["greedy", "random", "--sprt", "9", "3"], "ELO0 below ELO1"),
        (["greedy", "random", "--sprt", "0", "9", "--variant", "classic-3"], "2 at 2"),
        (["greedy", f"ccp:{sys.executable} -m sternhalma.cli engine --player greedy"], "CCP"),
    ],
)
def test_wrong_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    last = ["--variant", "classic-6"] if any(arg.startswith("ccp:") for arg in args) else []
    assert main(["arena", *args, *last, "--out", str(tmp_path / "m.jsonl")]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert re.fullmatch(r"sternhalma: .*\n", printed.err)
    assert said in printed.err
    assert not (tmp_path / "m.jsonl").exists() or (tmp_path / "m.jsonl").read_bytes() == b""


def test_a_file_that_can_not_be_made() -> None:
    path = "/nowhere/m.jsonl"
    assert path in complaint("arena", "greedy", "random", "--out", path)


def test_another_match_s_file(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "m.jsonl"), "--variant", "rhombus-1", "--games", "2"]
    assert run("arena", "greedy", "random", *out).returncode == 0
    before = (tmp_path / "m.jsonl").read_bytes()
    assert "another match" in complaint("arena", "random", "greedy", *out)
    assert (tmp_path / "m.jsonl").read_bytes() == before


def test_a_report_for_people(tmp_path: Path) -> None:
    out = ["--out", str(tmp_path / "m.jsonl"), "--games", "12", "--variant", "capture-3"]
    done = run("arena", "best=greedy", "random", *out)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "capture-3, 12 games, 100 ms a move, openings of 4 plies"
    assert lines[1].split()[:6] == ["engine", "games", "Elo", "1.", "2.", "3."]
    assert lines[2].startswith("best ")
    assert "±" in lines[2]
    pair = next(line for line in lines if line.startswith("best against random: "))
    counts = re.search(r"won (\d+), drawn (\d+), lost (\d+), score [\d.]+%, Elo [+-]", pair)
    assert counts is not None
    assert sum(map(int, counts.groups())) == 24
    assert any(line.startswith("endings: exhausted 12") for line in lines)


def test_forfeits_are_told(tmp_path: Path) -> None:
    fake = tmp_path / "fake.py"
    fake.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ugi'): print('ugiok', flush=True)\n"
        "    if line.startswith('isready'): print('readyok', flush=True)\n"
        "    if line.startswith('go'): print('bestmove z9', flush=True)\n"
    )
    report = finish("greedy", f"ugi:{sys.executable} -S {fake}", "--games", 4, cwd=tmp_path)
    assert report["pairs"][0]["won"] == 4
    assert [entry["how"] for entry in report["forfeits"]] == ["illegal"] * 4
    assert report["engines"][1]["forfeits"] == {"illegal": 4}
    assert "z9" in report["forfeits"][0]["why"]


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_progress_on_a_terminal_only(tmp_path: Path) -> None:
    """Games played, rate and time left on a terminal; the report alone goes through the pipe."""
    import pty

    leader, follower = pty.openpty()
    args = [*PROGRAM, "arena", "greedy", "random", "--variant", "rhombus-2", "--games", "30"]
    shown = b""
    with subprocess.Popen(
        args, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=follower
    ) as process:
        os.close(follower)
        with suppress(OSError):  # what reading a terminal that was closed raises
            while piece := os.read(leader, 4096):
                shown += piece
        report, _ = process.communicate(timeout=HANG_S)
    os.close(leader)
    assert process.returncode == 0
    assert b"30/30" in shown
    assert b"games/min" in shown
    assert re.search(rb"[0-9]:[0-9]{2}:[0-9]{2}", shown)
    assert report.startswith(b"rhombus-2:max_plies=600, 30 games")
    assert b"\x1b" not in report
