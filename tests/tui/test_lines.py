"""The game in plain lines, by pipe: every process is real."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.cli.lines import nearest
from sternhalma.cli.local import Local

W, K = sh.Seat.WHITE, sh.Seat.BLACK
PROGRAM = [sys.executable, "-m", "sternhalma.cli", "play"]


def play(home: Path, *args: str, lines: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *args],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "STERNHALMA_HOME": str(home)},
        timeout=60,
        check=False,
    )


def printed(home: Path, *args: str, lines: list[str]) -> str:
    done = play(home, *args, lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


WHITE = ("--seat", "white=human")


@pytest.mark.parametrize(
    "variant", ["rhombus-1", "rhombus-2", "classic-4:max_rounds=3", "capture-2", "pairs-2x2"]
)
def test_a_whole_game(home: Path, variant: str) -> None:
    if variant == "pairs-2x2":
        variant = "pairs-2x2:max_rounds=2"
    seats = {seat: sh.Greedy() for seat in sh.Position(variant).seats if seat != sh.Seat.WHITE}
    mirror = sh.Table(variant, seats, seed=3)
    typed = []
    while not mirror.over:
        move = sh.Greedy(seed=1).choose(mirror.make_turn())
        typed.append(str(move))
        mirror.play(move, confirm=True)
        mirror.run()
    out = printed(home, variant, *WHITE, "--seed", "3", lines=typed)
    outcome = mirror.outcome
    assert outcome is not None
    assert out.rstrip().splitlines()[-1].startswith(f"{outcome.reason}: ")
    assert mirror.position.text in out
    assert not (home / "game.json").exists()


def test_an_error_names_the_nearest_move(home: Path) -> None:
    out = printed(home, *WHITE, lines=["m3-m6", "z99", "", "m3 k5", "e17-e16", "undo", "dance"])
    said = [line for line in out.splitlines() if "nearest" in line]
    assert said[0] == "m3-m6: no step or jump leads from m3 to m6; the nearest legal move is m3-m5"
    assert len(said) >= 3
    assert "there is no move to take back" in out or "moves taken back" in out


def test_words(home: Path) -> None:
    lines = ["help", "moves", "moves m3", "moves i9", "moves m1", "moves zz", "show", "SHOW"]
    out = printed(home, "classic-2", *WHITE, "--clock", "5+3", lines=lines)
    assert "resign" in out
    assert "marbles that can move: " in out
    assert "m3-k5 jump" in out
    assert "there is no marble on i9" in out
    assert "the marble can't move from m1" in out
    assert "'zz'" in out
    assert out.count("round 1\n") == 3


def test_undo(home: Path) -> None:
    out = printed(home, *WHITE, "--seed", "2", lines=["m3-k5", "undo", "m3-k5", "quit"])
    assert "moves taken back: 2; white is to move" in out
    assert sh.Table.load(home / "game.json").ply == 2


def test_a_losing_move_and_a_resignation_are_asked_about(home: Path) -> None:
    variant = ("classic-3:deadline=1", *WHITE, "--seed", "2")
    out = printed(home, *variant, lines=["m3-k5", "moves m3", "yes", "resign", "no"])
    assert "m3-k5 would eliminate white" in out
    assert "m3-k5 jump, eliminates you" in out
    assert "white is eliminated" not in out
    assert "'no'" not in out
    out = printed(home, *variant, lines=["m3-k5", "yes"])
    assert "white is eliminated: place 3" in out
    out = printed(home, *variant, lines=["resign", "yes", "show"])
    assert "white resigns" in out
    assert out.rstrip().splitlines()[-1].startswith("resigned: white place 3")


def test_the_end_of_input_saves_and_resume_goes_on(home: Path) -> None:
    out = printed(home, *WHITE, "--seed", "2", "--clock", "9+1", lines=["m3-k5"])
    assert out.rstrip().endswith(
        "The game is saved; the next start offers it, --resume goes on with it."
    )
    before = sh.Table.load(home / "game.json").to_data()
    for way, lines in ((["--resume"], []), ([*WHITE], ["m3-k5", "", "YES"])):
        out = printed(home, *way, lines=lines)
        assert ("A game of classic-2 was broken off after move 2. Go on?" in out) == bool(lines)
        assert sh.Position("classic-2").text not in out
        after = sh.Table.load(home / "game.json").to_data()
        for name in ("left", "running"):
            before["clock"].pop(name, None), after["clock"].pop(name, None)
        assert after == before


def test_the_saved_game_is_given_up_only_when_told(home: Path) -> None:
    printed(home, *WHITE, "--seed", "2", lines=["m3-k5"])
    before = (home / "game.json").read_bytes()
    for lines in ([], ["quit"], ["m3-m5", "moves"]):
        assert "Go on?" in printed(home, "rhombus-2", *WHITE, lines=lines)
        assert (home / "game.json").read_bytes() == before
    for words, lines in (([], ["no"]), (["--new"], [])):
        (home / "game.json").write_bytes(before)
        out = printed(home, "rhombus-2", *WHITE, *words, lines=[*lines, "quit"])
        assert "rhombus-2, round 1" in out
        assert (home / "game.json").read_bytes() == before  # a game without a move is not kept
        move = sh.Table("rhombus-2").legal()[0]
        printed(home, "rhombus-2", *WHITE, *words, lines=[*lines, str(move)])
        assert sh.Table.load(home / "game.json").variant == sh.Variant("rhombus-2")


def test_a_save_that_can_t_be_read_is_kept_aside(home: Path) -> None:
    home.mkdir()
    for number, text in enumerate(("{", '{"format": "sternhalma-table", "version": 2}'), start=1):
        (home / "game.json").write_text(text, encoding="utf-8")
        out = printed(home, *WHITE, lines=["m3-k5"])
        assert "The saved game can't be read." in out
        assert str(home / "game.json") in out
        aside = home / f"unread-{number}.json"
        assert f"It is kept as {aside}." in out
        assert aside.read_text(encoding="utf-8") == text
        assert sh.Table.load(home / "game.json").ply == 2


def test_two_programs_do_not_take_each_other_s_place(home: Path) -> None:
    one = Local("classic-2", {W: "human", K: "human"})
    two = Local("classic-2", {W: "human", K: "human"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STERNHALMA_HOME", str(home))
        first, second = one.new(), two.new()
        first.play("m3-k5")
        second.play("m3-m5")
        assert one.keep(first)
        with pytest.raises(FileExistsError, match="meanwhile"):
            two.keep(second)
        first.play("e14-e13")
        assert one.keep(first)
        assert sh.Table.load(home / "game.json").id == first.id
        third = two.new()  # somebody has been told and wants a new game
        third.play("m3-m5")
        assert two.keep(third)
        assert sh.Table.load(home / "game.json").id == third.id


def test_a_new_game_keeps_what_can_t_be_read(home: Path) -> None:
    home.mkdir()
    (home / "game.json").write_text('{"version": 2}', encoding="utf-8")
    printed(home, "--new", *WHITE, lines=["m3-k5"])
    assert (home / "unread-1.json").read_text(encoding="utf-8") == '{"version": 2}'
    assert sh.Table.load(home / "game.json").ply == 2


def test_the_question_takes_no_time_from_the_clock(home: Path) -> None:
    printed(home, *WHITE, lines=["m3-k5"])
    with subprocess.Popen(
        [*PROGRAM, *WHITE, "--clock", "0:01+0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "STERNHALMA_HOME": str(home)},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while "Go on?" not in process.stdout.readline():
            pass
        time.sleep(1.2)
        process.stdin.write("no\nclock\n")
        process.stdin.close()
        said = process.stdout.read()
    assert "runs out of time" not in said
    assert "clock: white 0:00." in said or "clock: white 0:01" in said


def test_levels_play_by_the_seed(home: Path) -> None:
    words = ("classic-2", "--new", *WHITE, "--seat", "black=1")
    games = set()
    for seed in ("1", "1", "2", "3", "4"):
        out = printed(home, *words, "--seed", seed, lines=["m3-k5", "m4-m5", "m5-m4"])
        said = [line for line in out.splitlines() if line.startswith("black plays")]
        games.add((seed, *said))
        assert json.loads((home / "game.json").read_text())["players"]["k"] == "level-1"
    assert len(games) == 4, "the same seed, the same game"
    assert len({game[1:] for game in games}) > 1
    assert "black: level-1" in printed(home, "--resume", lines=[])


def test_what_was_taken_back_stays_taken_back(home: Path) -> None:
    two = (*WHITE, "--seat", "black=human")
    printed(home, *two, lines=["m3-k5", "undo", "quit"])
    assert sh.Table.load(home / "game.json").ply == 0


def test_a_folder_that_can_t_be_written_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    out = printed(
        file / "home", *WHITE, "--seat", "black=human", lines=["m3-k5", "e14-e13", "k5-k6"]
    )
    assert out.count("The game can't be saved") == 1
    assert str(file) in out
    assert "round 2" in out


def test_names_and_kinds_are_told(home: Path) -> None:
    out = printed(home, *WHITE, "--names", "white=Ann", lines=[])
    assert out.startswith("white: human Ann, black: greedy\n")


def test_clocks_are_shown_and_paused(home: Path) -> None:
    lines = ["clock", "pause", "m3-k5", "clock", "resume", "resume", "m3-k5", "show"]
    out = printed(home, *WHITE, "--clock", "5+0", "--names", "white=Ann", lines=lines)
    assert re.search(r"^clock: white [45]:\d\d, black 5:00$", out, re.MULTILINE)
    assert re.search(r"^clock: white [45]:\d\d, black 5:00 \(paused\)$", out, re.MULTILINE)
    assert "the game is paused\n" in out
    assert out.count("nothing is paused") == 1
    assert sh.Table.load(home / "game.json").ply == 2
    out = printed(home, "--new", *WHITE, lines=["clock"])
    assert "there is no clock" in out


def test_several_people_take_turns(home: Path) -> None:
    out = printed(home, *WHITE, "--seat", "black=human", lines=["m3-k5", "e15-g13"])
    assert "\nwhite> \n" in out
    assert "\nblack> \n" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seat", "white=human", "--games", "2"], "that nobody sees"),
        (["--seat", "white=human", "--record"], "that nobody sees"),
        (["--watch"], "--watch takes a terminal"),
        (["--watch", "--record"], "that nobody sees"),
        (["classic-3", "--resume"], "just as it is"),
        (["--resume", "--clock", "1+0"], "just as it is"),
        (["--clock", "5+3"], "with a human seat"),
        (["--seat", "white=human", "--clock", "soon"], "soon"),
        (["--seat", "white=human", "--names", "white"], "white"),
        (["--seat", "white=human", "--names", "pink=Ann"], "pink"),
        (["--seat", "white=human", "--names", "red=Ann"], "red"),
        (["--seat", "white=robot"], "robot"),
        (["--resume"], "game.json"),
    ],
)
def test_wrong_words_are_one_line(home: Path, args: list[str], said: str) -> None:
    done = play(home, *args, lines=[])
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("sternhalma: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129), ("SIGKILL", -9)]
)
def test_a_signal_saves(home: Path, name: str, code: int) -> None:
    with subprocess.Popen(
        [*PROGRAM, *WHITE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "STERNHALMA_HOME": str(home)},
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),  # nohup ignores it
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("m3-k5\n")
        process.stdin.flush()
        while "round 2" not in process.stdout.readline():
            pass
        while not process.stdout.readline().startswith("w"):  # the position text, the last line
            pass
        while process.stdout.read(1) != ">":
            pass
        process.send_signal(getattr(signal, name))
        assert process.wait(30) == code
        assert process.stderr.read() == ""
    assert sh.Table.load(home / "game.json").ply == 2


def test_nearest_is_legal_and_near() -> None:
    position = sh.Position("classic-2")
    assert str(nearest(position, "m3-k6")) == "m3-k5"
    assert str(nearest(position, "m3")) in ("m3-k5", "m3-m5")
    assert nearest(position, "rubbish") in position.legal_moves
    position.resign("white")
    assert nearest(position, "m3-k5") is None
