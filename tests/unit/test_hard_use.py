"""What hard use once broke: huge depths, odd texts, changing arrays, closed streams."""

import subprocess
import sys
import threading
from random import Random

import numpy as np
import pytest
import sternhalma as sh
from sternhalma.record import Record


@pytest.mark.parametrize("depth", [31, 800, 10**6])
def test_a_depth_without_end_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="at most 30"):
        sh.perft(sh.Position("open-2"), depth)


def test_a_row_of_endless_runs_is_refused() -> None:
    board = "w1000" * 2_200_000 + "/" + "/".join(["1"] * 16)
    with pytest.raises(sh.PositionError) as caught:
        sh.Position("classic-2", board + " w -,- 0,0 1")
    assert caught.value.code == "row-length"


def test_a_seat_with_a_place_does_not_end_the_capture_game() -> None:
    text = sh.Position("capture-3").text.replace(" w -,-,-", " y 3,-,-")
    position = sh.Position("capture-3", text)
    position.push(next(iter(position.legal_moves)))
    assert position.outcome() is None and position.turn == sh.Seat.BLUE


def test_a_text_with_many_stones_taken_reads_back() -> None:
    text = sh.Position("capture-2").text.replace(" 0,0 1 0,0", " 0,0 1 60,0")
    position = sh.Position("capture-2", text)
    position.push(next(iter(position.legal_moves)))
    assert sh.Position("capture-2", position.text) == position


def test_counts_past_a_million_read_back() -> None:
    text = sh.Position("open-2").text.replace(" 0,0 1", " 1000000,0 1000000")
    position = sh.Position("open-2", text)
    position.push("m3-k5")
    assert sh.Position("open-2", position.text) == position


def test_a_move_made_by_hand_comes_back_with_its_real_path() -> None:
    position = sh.Position("classic-2")
    assert position.push(sh.Move("j4-e5-j5")).path == ("j4", "j5")


def test_equal_positions_have_equal_variants() -> None:
    assert sh.Position("classic-2") != sh.Position("long-2:jumps=adjacent")


def test_an_array_that_changes_meanwhile_can_not_slip_a_move_in() -> None:
    n = 3000
    batch = sh.Batch("classic-2:deadline=none", n, seed=1)
    moves = batch.sample()
    good, done = moves.copy(), threading.Event()

    def spoil() -> None:
        while not done.is_set():
            moves[:] = 0
            moves[:] = good

    thread = threading.Thread(target=spoil)
    thread.start()
    for _ in range(20):
        try:
            batch.step(moves)
        except sh.IllegalMoveError:
            continue
        good = batch.sample()
    done.set()
    thread.join()
    assert ((batch.cells >= 0).sum(axis=1) == 20).all()


def test_arrays_must_be_aligned() -> None:
    odd = np.frombuffer(bytearray(4 * 4 + 1), np.int32, count=4, offset=1)
    with pytest.raises(ValueError, match="aligned"):
        sh.Batch("classic-2", 4).sample(odd)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_json_is_refused(value: str) -> None:
    line = '{"variant": "classic-2", "moves": [], "tags": {"a": ' + value + "}}"
    with pytest.raises(sh.RecordError) as caught:
        Record.from_json(line)
    assert caught.value.code == "json"


def test_variants_from_many_threads_at_once() -> None:
    program = """
import threading
import sternhalma as sh
failed = []
def make():
    try:
        sh.Variant("rhombus-6")
    except sh.VariantError as error:
        failed.append(error)
threads = [threading.Thread(target=make) for _ in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
assert not failed, failed
"""
    for _ in range(3):
        subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="closes streams as a Unix shell does")
@pytest.mark.parametrize("command", ["play rhombus-1 >&-", "show - <&-", "replay - <&-"])
def test_closed_streams(command: str) -> None:
    done = subprocess.run(
        f"{sys.executable} -m sternhalma.cli {command}",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr and done.returncode in (0, 2), done.stderr


def test_a_move_from_elsewhere_is_played_by_its_path_here() -> None:
    """The same from and to may have other paths in other positions."""
    position = sh.Position(
        "classic-2",
        "k/kk/1kk/kk1k/4k8/6k5/11/10/9/10/11/12/6w6/wwww/1ww/ww/w k -,- 4,3 4",
    )
    here = position.move("g15-g13")
    elsewhere = foreign_twin(here)
    assert elsewhere.path != here.path
    played = position.push(elsewhere)
    assert played.path == here.path == position.history[-1].path  # type: ignore[union-attr]
    position.pop()
    table = sh.Table("classic-2", start=position)
    moved = table.play(elsewhere, confirm=True)[0]
    assert isinstance(moved, sh.events.Moved)
    assert moved.path == here.path


def foreign_twin(here: sh.Move) -> sh.Move:
    """The same from and to by another path, from some random game."""
    rng = Random(3)
    while True:
        position = sh.Position("classic-2:deadline=none")
        for _ in range(80):
            for move in position.legal_moves:
                if move == here and move.path != here.path:
                    return move
            position.push(rng.choice(list(position.legal_moves)))
            if position.turn is None:
                break


OUT_OF_MEMORY = """
import resource
import sternhalma as sh

position = sh.Position("open-2")
while position.plies < 8185:
    position.push(next(iter(position.legal_moves)))
spare = [bytes(600) for _ in range(4000)]
del spare
soft, hard = resource.getrlimit(resource.RLIMIT_AS)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used, hard))
for _ in range(20):
    try:
        position.push(next(iter(position.legal_moves)))
    except MemoryError:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        plies = position.plies
        assert plies == len(position.history)
        position.pop()
        assert position.plies == plies - 1 == len(position.history)
        assert position.hash == position._fresh_hash
        print("refused")
        break
"""


@pytest.mark.usefixtures("no_sanitizer")
@pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")
def test_a_push_without_memory_changes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OUT_OF_MEMORY], capture_output=True, encoding="utf-8", timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in ("refused\n", "")  # or the memory held out
