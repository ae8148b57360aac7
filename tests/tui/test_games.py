"""Whole games of each kind by keys alone on a pseudo-terminal, and what happens around them."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sternhalma as sh
from sternhalma.cli.tui.drawing import LARGE, draw

Start = Callable[..., Any]

ALONE = {
    "rhombus-1": (),
    "rhombus-2": ("--no-motion",),
    "classic-2:max_rounds=3": (),
    "classic-3:max_rounds=2": ("--no-motion",),
    "long-2:max_rounds=2": ("--no-motion",),
    "fifteen-2:max_rounds=2": ("--no-motion",),
    "pairs-2x2:max_rounds=2": ("--no-motion",),
    "star181-3:max_plies=6": ("--no-motion",),
    "open-2:max_plies=4": ("--no-motion",),
    "capture-2:max_plies=10": ("--no-motion",),
}


def against_greedy(variant: str, seed: int) -> sh.Table:
    """The table that the program has with these words: white by hand, the others greedy."""
    table = sh.Table(variant)
    human = table.seats[0] if "star" not in variant else sh.Seat.WHITE
    seats = {seat: None if seat == human else sh.Greedy() for seat in table.seats}
    return sh.Table(variant, seats, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", ALONE)
def test_a_whole_game_against_computers(start: Start, hand: type, variant: str) -> None:
    terminal = start(variant, "--seed", "5", *ALONE[variant])
    player = hand(terminal, against_greedy(variant, 5))
    player.play_greedily()
    terminal.wait("n plays a new one")
    outcome = player.mirror.outcome
    assert outcome is not None
    for place in player.mirror.position.places:
        assert f"place {place}" in str(terminal)
    terminal.press("q")
    assert terminal.end().strip().startswith(f"{outcome.reason}: ")


def test_computers_are_watched(start: Start, home: Path) -> None:
    home.mkdir()
    table = sh.Table("classic-2")
    table.play("m3-k5")
    table.save(home / "game.json")
    before = (home / "game.json").read_bytes()
    words = ["rhombus-1", "--seat", "white=random", "--seed", "5", "--no-motion", "--watch"]
    terminal = start(*words)
    terminal.wait("n plays a new one")
    assert "w white random" in str(terminal)
    assert "k black greedy" in str(terminal)
    mirror = sh.Table("rhombus-1", {"w": sh.Random(), "k": sh.Greedy()}, seed=5)
    mirror.run()
    assert mirror.outcome is not None
    assert f"move {mirror.ply}: game over" in str(terminal)
    terminal.press("q")
    assert terminal.end().startswith(f"{mirror.outcome.reason}: ")
    assert (home / "game.json").read_bytes() == before, "somebody's own game is left alone"


@pytest.mark.parametrize("fixed", [False, True])
def test_a_whole_game_between_two_people(start: Start, hand: type, fixed: bool) -> None:
    words = ["rhombus-1", "--seat", "white=human", "--seat", "black=human", "--no-motion"]
    terminal = start(*words, *(["--fixed"] if fixed else []), lines=24, columns=80)
    player = hand(terminal, sh.Table("rhombus-1"), fixed=fixed)
    mirror = player.mirror
    while not mirror.over:
        view = mirror.view(sh.Seat.WHITE if fixed else mirror.turn)
        shown = re.sub(r"[\[\]]", " ", str(terminal))
        for line in draw(view, LARGE):
            assert "".join(sign for sign, _ in line).strip() in shown
        player.play(sh.Greedy(seed=1).choose(mirror.make_turn()))
    terminal.press("q")
    assert terminal.end().startswith("arrived: ")


def test_motion_shows_hop_by_hop(start: Start, hand: type) -> None:
    terminal = start("classic-2", "--seed", "5", "--motion")
    player = hand(terminal, against_greedy("classic-2", 5))
    player.play("m3-k5")
    terminal.press("q")
    assert "saved" in terminal.end()


def test_a_window_that_changes(start: Start, hand: type) -> None:
    terminal = start("classic-2", "--seed", "5", "--no-motion")
    player = hand(terminal, against_greedy("classic-2", 5))
    player.pick("m3")
    terminal.resize(70, 24)
    terminal.wait(lambda text: "l2 w w" not in text and "picked m3" in text)
    terminal.wait("        k k")
    terminal.resize(40, 10)
    terminal.wait("This window is too small: 40 x 10.")
    assert "picked" not in str(terminal)
    terminal.resize(120, 45)
    terminal.wait("picked m3")
    terminal.press("escape")
    terminal.wait(lambda text: "picked" not in text)
    player.play("m3-k5")
    terminal.resize(67, 20)
    player.see()
    player.play(player.mirror.legal()[0])
    terminal.press("q")
    terminal.end()


def test_quit_and_resume_exactly(start: Start, hand: type, home: Path) -> None:
    words = ("classic-3", "--seed", "8", "--no-motion", "--clock", "5+3", "--names", "white=Ann")
    terminal = start(*words)
    player = hand(terminal, against_greedy("classic-3", 8))
    for _ in range(3):
        player.play(sh.Greedy(seed=2).choose(player.mirror.make_turn()))
    terminal.press("q")
    assert "The game is saved" in terminal.end()
    saved = json.loads((home / "game.json").read_text())
    assert saved["moves"] == [str(move) for move in player.mirror.moves]

    terminal = start()
    terminal.wait("A game of classic-3 was broken off after move 9. Go on?")
    terminal.press("y")
    again = hand(terminal, player.mirror)
    terminal.wait("Ann")
    terminal.press("q")
    terminal.end()
    after = json.loads((home / "game.json").read_text())
    for name in ("left", "running"):
        saved["clock"].pop(name), after["clock"].pop(name)
    assert after == saved
    terminal = start("--resume")
    again = hand(terminal, player.mirror)
    again.play(sh.Greedy(seed=2).choose(player.mirror.make_turn()))
    terminal.press("u")
    again.mirror.undo()
    again.see()
    terminal.press("q")
    terminal.end()


def test_no_to_the_saved_game_is_a_new_one(start: Start, hand: type, home: Path) -> None:
    home.mkdir()
    table = sh.Table("classic-2", {"black": sh.Greedy()}, seed=1)
    table.play("m3-k5")
    table.run()
    table.save(home / "game.json")
    terminal = start("rhombus-2")
    terminal.wait("Go on?")
    terminal.press("n")
    terminal.wait("rhombus-2")
    terminal.press("q")
    terminal.end()
    assert sh.Table.load(home / "game.json").ply == 2, "kept until another game has begun"


def test_a_damaged_saved_game_is_told(start: Start, home: Path) -> None:
    home.mkdir()
    (home / "game.json").write_text("{")
    (home / "settings.json").write_text("[")
    terminal = start("--resume")
    assert "sternhalma: no saved table" in terminal.end(2)
    terminal = start("rhombus-2")
    terminal.wait("The saved game can't be read.")
    terminal.press("x")
    terminal.wait("round 1, move 0")
    terminal.press("q")
    terminal.end()
    assert (home / "unread-1.json").read_text() == "{"
    assert not (home / "game.json").exists()


def test_a_move_that_eliminates_is_asked_about(start: Start, hand: type) -> None:
    variant = "classic-3:deadline=1"
    terminal = start(variant, "--seed", "5", "--no-motion")
    player = hand(terminal, against_greedy(variant, 5))
    player.choose("m3-k5")
    assert "ELIMINATES" in str(terminal)
    terminal.press("enter")
    terminal.wait("m3-k5 would eliminate white")
    terminal.press("n")
    terminal.wait(lambda text: "would eliminate" not in text)
    assert "move 0" in str(terminal)
    terminal.press("enter")
    terminal.wait("m3-k5 would eliminate white")
    terminal.press("y")
    player.mirror.play("m3-k5", confirm=True)
    player.mirror.run()
    player.see()
    terminal.wait("white is eliminated: place 3")
    terminal.press("q")
    terminal.end()


def test_undo_takes_back_whole_turns(start: Start, hand: type) -> None:
    terminal = start("classic-6", "--seed", "5", "--no-motion")
    player = hand(terminal, against_greedy("classic-6", 5))
    terminal.press("u")
    terminal.wait("there is no move to take back")
    player.play("m3-k5")
    player.play(player.mirror.legal()[0])
    assert player.mirror.ply == 12
    terminal.press("u")
    player.mirror.undo()
    player.see()
    player.play(player.mirror.legal()[1])
    terminal.press("q")
    terminal.end()


def test_pause_resign_and_a_new_game(start: Start, hand: type, home: Path) -> None:
    terminal = start("classic-2", "--seed", "5", "--no-motion", "--clock", "1+0")
    player = hand(terminal, against_greedy("classic-2", 5))
    player.play("m3-k5")
    terminal.press("p")
    terminal.wait("PAUSED")
    terminal.press("p")
    player.see()
    terminal.press("r")
    terminal.wait("white resigns?")
    terminal.press("enter", "n")  # Enter is no answer
    terminal.wait(lambda text: "resigns?" not in text)
    player.see()
    terminal.press("r")
    terminal.wait("white resigns?")
    terminal.press("y")
    terminal.wait("game over, a seat resigned")
    assert not (home / "game.json").exists()
    terminal.press("n")
    terminal.wait("round 1, move 0: white to move")
    terminal.press("?")
    terminal.wait("any key goes back")
    terminal.press("x", "x", "x")  # faster than the window closes
    terminal.wait("round 1, move 0: white to move")
    terminal.wait(lambda text: "any key" not in text)
    terminal.press("q")
    terminal.end()


def test_a_flag_that_falls(start: Start) -> None:
    terminal = start("classic-2", "--clock", "0:01+0")
    terminal.wait("game over, a seat ran out of time")
    terminal.press("q")
    assert "time: white place 2, black place 1" in terminal.end()


@pytest.mark.parametrize("how", ["key", "signal"])
def test_ctrl_c_saves_and_ends(start: Start, hand: type, home: Path, how: str) -> None:
    terminal = start("classic-2", "--seed", "5", "--no-motion")
    player = hand(terminal, against_greedy("classic-2", 5))
    player.play("m3-k5")
    if how == "key":
        terminal.press("\x03")
    else:
        terminal.process.send_signal(signal.SIGINT)
    assert "saved" in terminal.end(130)
    assert sh.Table.load(home / "game.json").ply == 2


def test_a_killed_program_loses_nothing(start: Start, hand: type, home: Path) -> None:
    terminal = start("classic-2", "--seed", "5", "--no-motion")
    player = hand(terminal, against_greedy("classic-2", 5))
    player.play("m3-k5")
    terminal.process.kill()
    terminal.process.wait()
    assert sh.Table.load(home / "game.json").ply == 2


def test_a_terminal_that_goes_away_ends_it(start: Start, hand: type, home: Path) -> None:
    terminal = start("classic-2", "--seed", "5", "--no-motion")
    hand(terminal, against_greedy("classic-2", 5)).play("m3-k5")
    terminal.close_terminal()
    assert terminal.process.wait(30) == 129
    assert sh.Table.load(home / "game.json").ply == 2


def test_choices_are_kept(start: Start, home: Path) -> None:
    terminal = start(
        "rhombus-2", "--seat", "black=human", "--seat", "white=random", "--clock", "7+2", "--fixed"
    )
    terminal.wait("black human")
    terminal.press("m")
    terminal.wait("No motion.")
    terminal.press("\x03")
    terminal.end(130)
    kept = json.loads((home / "settings.json").read_text())
    assert kept == {
        "seats": {"black": "human", "white": "random"},
        "clock": "7+2",
        "names": {},
        "motion": False,
        "fixed": True,
    }
    (home / "game.json").unlink(missing_ok=True)
    terminal = start("rhombus-2", "--clock", "none")
    terminal.wait("white random")
    terminal.wait("black human")
    assert ":" not in str(terminal).split("black human")[1].split("\n")[0]
    terminal.press("q")
    terminal.end()


def test_plain_lines_on_a_terminal(start: Start) -> None:
    terminal = start("rhombus-1", "--plain", "--seed", "1")
    terminal.wait("white>")
    terminal.press("moves\r")
    terminal.wait("marbles that can move: ")
    terminal.process.send_signal(signal.SIGINT)
    terminal.end(130)


def test_a_flag_falls_in_plain_lines_without_a_key(start: Start) -> None:
    terminal = start("rhombus-1", "--plain", "--seat", "white=human", "--clock", "0:01.5+0")
    terminal.wait("white runs out of time")
    assert "time: white place 2, black place 1" in terminal.end()
