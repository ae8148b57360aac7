"""The command line as a user meets it: real processes, their output, errors and interruptions."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
import sternhalma as sh
from command_line import ENVIRONMENT, PROGRAM, complaint, output, run
from sternhalma.record import Record

START = sh.Position("classic-2").text
COMMANDS = ["variants", "show", "moves", "perft", "play", "replay", "bench"]

posix_only = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


def test_help_is_everywhere() -> None:
    listed = output("--help")
    for name in COMMANDS:
        assert name in listed
        assert output(name, "--help").startswith(f"Usage: sternhalma {name}")
    assert output() == listed
    assert sh.__version__ in output("--version")


def test_variants_lists_all_and_explains_one() -> None:
    listed = [line.split()[0] for line in output("variants").splitlines() if line]
    assert set(sh.variants()) <= set(listed)
    explained = output("variants", "Open-3:deadline=9")
    assert "open-3:deadline=9" in explained
    for field, value in sh.Variant("open-3:deadline=9").describe().items():
        assert f"{field} " in explained
        assert f" {value} " in explained


def test_moves_lists_the_notation() -> None:
    position = sh.Position("classic-2")
    moves = [str(move) for move in position.legal_moves]
    assert output("moves", START).splitlines() == moves
    assert output("moves", "classic-2").splitlines() == moves
    assert output("moves", "-", data=START + "\n").splitlines() == moves
    other = sh.Position("capture-2")
    assert output("moves", other.text, "--variant", "capture-2").split() == [
        str(move) for move in other.legal_moves
    ]


def test_moves_marks_what_eliminates() -> None:
    text = "1/2/3/4/4k8/12/11/10/4w4/10/11/12/13/3w/3/2/1 w -,- 29,29 30"
    lines = output("moves", text).splitlines()
    assert "m4-m5" in lines
    assert "i9-i10 !" in lines


def test_perft_counts() -> None:
    assert output("perft", "classic-2", "3") == "4648\n"
    assert output("perft", START, "3", "--threads", "2") == "4648\n"
    assert output("perft", "classic-2", "0") == "1\n"
    divided = [line.split() for line in output("perft", "long-2", "2", "--divide").splitlines()]
    assert divided[-1] == ["total", "196"]
    assert sum(int(count) for _, count in divided[:-1]) == 196
    assert len(divided) == 15


def test_show_draws_an_aligned_star() -> None:
    lines = output("show", START).splitlines()
    star = lines[:17]
    assert star[0].strip() == "e17 k e17"
    assert star[-1].strip() == "m1 w m1"
    assert star[8].split() == ["e9", *9 * ".", "m9"]
    centres = {
        (len(line) - len(line.lstrip()) + 4 + len(line.rstrip().rpartition(" ")[0]))
        for line in star
    }
    assert len(centres) <= 2, "every row has the same middle"
    assert START in lines
    assert "\x1b" not in "".join(lines)
    assert "white (w) to move" in "\n".join(lines)


def test_show_writes_every_name_if_asked() -> None:
    shown = output("show", "classic-2", "--names")
    assert "ke17" in shown
    assert ".i9" in shown
    assert "wm1" in shown


def test_show_describes_in_words() -> None:
    text = "1/2/3/4/4k8/12/11/10/4w4/10/11/12/13/3w/3/2/1 w -,- 28,28 29"
    words = output("show", text, "--words")
    assert "White to move" in words
    assert "White: 2 marbles at i9, m4" in words
    assert "Black: 1 marble at e13" in words
    assert "No move played yet." in words
    assert "White has 1 marble at home, all must be out within 2 moves." in words
    over = sh.Position("classic-3")
    over.resign("b")
    assert "The game is over: a seat resigned." in output(
        "show", over.text, "--variant", "classic-3", "--words"
    ).replace("it was over in the position text", "a seat resigned")


def test_show_takes_a_record(tmp_path: Path) -> None:
    position = sh.Position("classic-2")
    position.push("m3-m5")
    position.push("e15-g13")
    path = tmp_path / "games.jsonl"
    path.write_text(Record.of(sh.Position("open-3")).to_json() + "\n")
    with path.open("a") as file:
        file.write(Record.of(position).to_json() + "\n")
    words = output("show", str(path), "--words")
    assert "Last move: black e15-g13." in words
    assert output("show", "-", "--words", data=path.read_text()) == words
    assert "Open-3" in output("show", str(path), "--words", "--game", "1")
    assert "no game 3" in complaint("show", str(path), "--game", "3")
    assert "--variant" in complaint("show", str(path), "--variant", "open-3")


def test_play_prints_a_whole_game() -> None:
    printed = output("play", "classic-2", "--seat", "white=greedy", "--seat", "k=GREEDY")
    lines = printed.splitlines()
    assert lines[0] == "game 1: classic-2"
    position = sh.Position("classic-2")
    for line in lines[1:-2]:
        number, mover, move = line.split()
        assert int(number) == len(position.history) + 1
        assert position.turn is not None
        assert mover == position.turn.letter
        position.push(move)
    assert lines[-1] == position.text
    assert lines[-2].startswith("arrived: ")


@pytest.mark.parametrize("variant", ["open-3", "pairs-2x2", "star181-3:seats=byw", "capture-4"])
def test_play_writes_records_that_replay(variant: str, tmp_path: Path) -> None:
    args = ("play", "--variant", variant, "--games", "2", "--max-plies", "40", "--record")
    records = output(*args)
    assert records == output(*args, "--seed", "1")
    assert records != output(*args, "--seed", "2")
    path = tmp_path / "games.jsonl"
    path.write_text(records)
    checked = output("replay", str(path)).splitlines()
    assert len(checked) == 3
    assert checked[-1].startswith("2 games, ")
    assert checked[-1].endswith("all by the rules")
    assert output("replay", "-", "--quiet", data=records).splitlines() == checked[-1:]


def test_play_goes_on_from_a_position() -> None:
    printed = output("play", START.replace(" w ", " k "), "--max-plies", "3")
    assert [line.split()[1] for line in printed.splitlines()[1:4]] == ["k", "w", "k"]
    assert printed.splitlines()[4] == "unfinished"


def test_replay_says_where_a_record_breaks(tmp_path: Path) -> None:
    record = Record.of(sh.Position("classic-2")).to_json()
    path = tmp_path / "broken.jsonl"
    path.write_text(record + "\n" + record.replace('"moves": []', '"moves": ["m3-m5", "m3-m5"]'))
    done = run("replay", str(path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"{path}, line 2, move 2: " in done.stderr
    text = record.replace('"over": null', '"over": "arrived"')
    assert "standard input, line 1: over is arrived" in complaint("replay", "-", data=text)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["nonsense"], "nonsense"),
        (["--nonsense"], "--nonsense"),
        (["moves"], "POSITION"),
        (["moves", "k/kk w -,- 0,0 1"], "rows"),
        (["moves", "k/kk/\nw"], "5 parts"),
        (["moves", "clasic-2"], "classic-2"),
        (["moves", "open-5"], "opposite"),
        (["moves", "missing.jsonl"], "missing.jsonl"),
        (["moves", START, "--variant", "classic-3"], "black"),
        (["moves", "classic-2", "--variant", "open-3"], "--variant"),
        (["moves", START, "more"], "more"),
        (["perft", "classic-2"], "DEPTH"),
        (["perft", "classic-2", "two"], "two"),
        (["perft", "classic-2", "-1"], "-1"),
        (["perft", "classic-2", "3", "--threads", "0"], "threads"),
        (["show", "missing/games.json"], "missing/games.json"),
        (["play", "--seat", "white"], "white"),
        (["play", "--seat", "white=clever"], "clever"),
        (["play", "--seat", "pink=greedy"], "pink"),
        (["play", "--seat", "red=greedy"], "red"),
        (["play", "--seat", "w=greedy", "--seat", "white=random"], "twice"),
        (["play", "--games", "0"], "games"),
        (["replay", "missing.jsonl"], "missing.jsonl"),
        (["replay", "."], "."),
        (["replay", "-"], "0 games"),
        (["variants", "classic-2:deadline"], "character 11"),
        (["bench", "--seconds", "0"], "seconds"),
    ],
)
def test_wrong_input_is_one_clear_line(args: list[str], word: str) -> None:
    if args == ["replay", "-"]:
        assert output(*args).startswith(word)
        return
    assert word in complaint(*args)


def test_bench_prints_one_json_object() -> None:
    report = json.loads(output("bench", "--json", "--seconds", "0.01"))
    assert set(report) == {"version", "kernel", "cpu", "rows"}
    assert report["version"] == sh.__version__
    assert report["kernel"] == sh.kernel()
    for row in report["rows"]:
        assert list(row) == ["variant", "work", "n", "seconds", "per_s", "check"]
        assert row["n"] > 0
        assert row["per_s"] == pytest.approx(row["n"] / row["seconds"], rel=0.01)
    checks = {(row["work"], row["variant"]): row["check"] for row in report["rows"]}
    assert checks["count", "classic-2"] == checks["list", "classic-2"] == 2_890_670
    assert ("playout", "classic-2:deadline=none") in checks


def test_bench_prints_a_table() -> None:
    printed = output("bench", "--seconds", "0.01")
    assert "self-check" in printed
    assert "2,890,670" in printed


@posix_only
@pytest.mark.parametrize("args", [["variants"], ["play", "--games", "100000"]])
def test_a_closed_pipe_ends_quietly(args: list[str]) -> None:
    with subprocess.Popen(
        [*PROGRAM, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@posix_only
def test_an_interrupt_keeps_the_games_played() -> None:
    with subprocess.Popen(
        [*PROGRAM, "play", "--games", "100000", "--record"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, b"")
    for line in (first + rest).splitlines(keepends=True):
        assert line.endswith(b"\n")
        Record.from_json(line).position()


@posix_only
def test_an_interrupt_ends_a_long_count_at_once() -> None:
    with subprocess.Popen(
        [*PROGRAM, "perft", "classic-2", "12"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        time.sleep(2)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == 130


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_an_error_not_a_silence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "variants"],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=ENVIRONMENT,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
