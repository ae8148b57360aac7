"""What `solve_race` and `separated` take, refuse and give back, beyond the number itself."""

import signal
import threading
import time

import pytest
import sternhalma as sh

APEX_OPEN = "1/ww/www/wwww/13/5w6/11/10/9/10/11/12/4k8/kkk1/kkk/kk/k w -,- 25,25 26"
LEVEL_ROWS = "1/ww/www/wwww/13/5w6/4k6/10/9/10/11/12/13/kkk1/kkk/kk/k w -,- 25,25 26"
SHORT = "1/ww/www/wwww/13/12/11/10/9/10/11/12/4k8/kkk1/kkk/kk/k w -,- 25,25 26"


def test_a_solved_race() -> None:
    race = sh.solve_race(sh.Position("classic-2", APEX_OPEN))
    assert race.seat is sh.Seat.WHITE
    assert race.moves == race.lower == race.upper == len(race.line) == 3
    assert race.nodes > 0
    assert repr(race) == f"<Race of white, 3 moves, {race.nodes} nodes>"


def test_bounds_where_the_nodes_do_not_suffice() -> None:
    position = sh.Position("classic-2")
    race = sh.solve_race(position, nodes=20_000)
    assert race.moves is None
    assert race.nodes <= 20_000
    assert race.upper is None or race.lower < race.upper == len(race.line)
    few = sh.solve_race(position, nodes=1)
    assert (few.lower, few.upper, few.line) == (13, None, [])  # the van has 13 rows to go
    assert repr(few) == "<Race of white, 13 to any number of moves, 1 nodes>"


def test_more_nodes_never_widen_the_bounds() -> None:
    position = sh.Position("rhombus-3")
    races = [sh.solve_race(position, nodes=nodes) for nodes in (10, 1000, 50_000, 400_000)]
    assert [race.lower for race in races] == sorted(race.lower for race in races)
    assert all(race.upper is None or race.lower <= race.upper for race in races)


def test_every_time_the_same() -> None:
    position = sh.Position("rhombus-3")
    first, second = (sh.solve_race(position, nodes=30_000) for _ in range(2))
    assert (first.line, first.nodes, first.lower) == (second.line, second.nodes, second.lower)


@pytest.mark.parametrize("variant", ["rhombus-5", "star253-2", "long-2"])
def test_large_stars_and_long_jumps(variant: str) -> None:
    race = sh.solve_race(sh.Position(variant), "k", nodes=3000)
    assert race.seat is sh.Seat.BLACK
    assert race.lower >= 10


def test_a_seat_in_its_target_needs_no_move() -> None:
    text = APEX_OPEN.replace("kkk1/kkk/kk/k", "4/3/2/1").replace("1/ww/www/wwww", "w/ww/www/wwww")
    text = text.replace("5w6", "12").replace("4k8", "kkkk9")
    race = sh.solve_race(sh.Position("classic-2", text.replace(" w ", " k ")), "w")
    assert (race.moves, race.line) == (0, [])


def test_refusals() -> None:
    with pytest.raises(sh.PositionError, match="no race in the capture family"):
        sh.solve_race(sh.Position("capture-2"))
    with pytest.raises(sh.PositionError, match="white has 9 marbles and a target of 10 cells"):
        sh.solve_race(sh.Position("classic-2", SHORT))
    with pytest.raises(ValueError, match="nodes is at least 1"):
        sh.solve_race(sh.Position("classic-2"), nodes=0)
    with pytest.raises(sh.IllegalMoveError, match="does not play"):
        sh.solve_race(sh.Position("classic-2"), "y")
    over = sh.Position("classic-2")
    over.resign("w")
    with pytest.raises(sh.GameOverError):
        sh.solve_race(over)
    assert sh.solve_race(over, "w", nodes=1).lower == 13


def test_separated() -> None:
    assert sh.separated(sh.Position("classic-2", APEX_OPEN))
    assert not sh.separated(sh.Position("classic-2"))
    for other in ("classic-3", "star121-2:seats=wb", "capture-2"):
        assert not sh.separated(sh.Position(other))
    assert sh.separated(sh.Position("classic-2", LEVEL_ROWS))
    same_row = LEVEL_ROWS.replace("5w6/4k6", "5w1k4/11")
    assert not sh.separated(sh.Position("classic-2", same_row))


@pytest.mark.parametrize("seats", ["wk", "ry", "bg", "kw", "yr", "gb"])
def test_separated_whatever_the_tips(seats: str) -> None:
    """Nobody at the start, everybody with both armies in their targets."""
    variant = f"star121-2:lock=none,seats={seats}"
    position = sh.Position(variant)
    assert not sh.separated(position)
    board = position.text.partition(" ")[0].translate(str.maketrans(seats, seats[::-1]))
    there = sh.Position(variant, f"{board} {seats[0]} -,- 40,40 41")
    assert sh.separated(there)
    assert all(sh.solve_race(there, seat).moves == 0 for seat in seats)


@pytest.mark.threads
def test_ctrl_c_ends_it() -> None:
    def interrupt() -> None:
        time.sleep(0.3)
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            sh.solve_race(sh.Position("classic-2"), nodes=10**15)
    finally:
        thread.join()
