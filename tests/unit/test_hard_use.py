"""What hard use once broke: huge depths, odd texts, changing arrays, closed streams."""

import subprocess
import sys
import threading

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
