"""Clocks: the text form, who runs, increments, flags, pauses, undo and saving."""

import pytest
import sternhalma as sh
from hypothesis import given
from hypothesis import strategies as st
from sternhalma.clock import Clock, SeatTime, monotonic_ms
from sternhalma.events import ClockEvent, Left, Over, Paused, Resumed, Undone
from table_texts import codes, table

W, K = sh.Seat.WHITE, sh.Seat.BLACK


@pytest.mark.parametrize(
    ("text", "base", "increment", "printed"),
    [
        ("5+3", 300_000, 3_000, "5+3"),
        (" 5 + 3 ", 300_000, 3_000, "5+3"),
        ("0.5+0", 30_000, 0, "0.5+0"),
        ("1:30+2", 90_000, 2_000, "1.5+2"),
        ("0:10+0.1", 10_000, 100, "0:10+0.1"),
        ("0:00.500+0", 500, 0, "0:00.5+0"),
        ("0.001+0.001", 60, 1, "0.001+0.001"),
        ("090+00", 5_400_000, 0, "90+0"),
        ("60000+3600000", 3_600_000_000, 3_600_000_000, "60000+3600000"),
    ],
)
def test_the_text_form(text: str, base: int, increment: int, printed: str) -> None:
    control = sh.TimeControl.parse(text)
    assert (control.base, control.increment, str(control)) == (base, increment, printed)
    assert sh.TimeControl.parse(printed) == control


@given(st.integers(1, 3_600_000_000), st.integers(0, 3_600_000_000))
def test_every_control_is_read_back(base: int, increment: int) -> None:
    control = sh.TimeControl(base, increment)
    assert sh.TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text",
    ["", "5", "+", "5+", "+3", "-5+3", "5+-3", "5+3s", "5:7+0", "5:60+0", "\u0665+3", "1.23456"],
)
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(sh.TableError) as caught:
        sh.TimeControl.parse(text)
    assert caught.value.code == "clock"


@pytest.mark.parametrize(("base", "increment"), [(0, 0), (-1, 0), (1, -1), (10**12, 0)])
def test_a_clock_has_a_range(base: int, increment: int) -> None:
    with pytest.raises(sh.TableError, match="takes"):
        sh.TimeControl(base, increment)


def test_only_the_seat_to_move_runs() -> None:
    t, now = table(sh.Position("classic-2"), clock="1+2")
    clock = t.clock
    assert clock is not None
    assert clock.running == W
    now.advance(10_000)
    assert clock.times() == {W: 50_000, K: 60_000}
    events = t.play("m4-m5")
    assert events[-1] == ClockEvent({W: 52_000, K: 60_000}, K)
    now.advance(5_000)
    assert t.play("e14-e13")[-1] == ClockEvent({W: 52_000, K: 57_000}, W)
    turn = t.make_turn()
    now.advance(1_000)
    assert turn.clock == {W: SeatTime(52_000, 2_000), K: SeatTime(57_000, 2_000)}
    assert t.view().seats[0].remaining == 51_000
    assert t.view().seats[1].increment == 2_000


def test_seats_may_have_different_clocks() -> None:
    t, _ = table(sh.Position("classic-2"), clock={"w": "1+0", "k": sh.TimeControl(5_000)})
    assert t.clock is not None
    assert t.clock.times() == {W: 60_000, K: 5_000}
    assert t.record().tags["Clocks"] == {"white": "1+0", "black": "0:05+0"}
    with pytest.raises(sh.TableError, match="black"):
        sh.Table("classic-2", clock={"w": "1+0"})


def test_a_move_that_comes_too_late_is_not_played() -> None:
    t, now = table(sh.Position("classic-2"), clock="1+5")
    now.advance(59_999)
    assert t.tick() == []
    assert t.until_flag() == 1
    now.advance(1)
    events = t.play("m4-m5")
    assert events[0] == Left(W, "time")
    assert events[-1] == Over("time", {W: 2, K: 1})
    assert t.ply == 0
    assert t.until_flag() is None
    assert t.clock is not None
    assert t.clock.running is None
    now.advance(10**6)
    assert t.clock.times() == {W: 0, K: 60_000}
    assert t.tick() == []


def test_tick_takes_a_time() -> None:
    t, now = table(sh.Position("classic-3"), clock="1+5")
    assert t.tick(now() + 59_999) == []
    assert codes(t.tick(now() + 60_000)) == ["left", "over"]


@pytest.mark.parametrize("call", ["resign", "undo", "pause"])
def test_a_fallen_flag_comes_before_everything_else(call: str) -> None:
    t, now = table(sh.Position("classic-2"), clock="1+0")
    t.play("m4-m5")
    now.advance(60_000)
    events = t.resign("w") if call == "resign" else getattr(t, call)()
    assert events[0] == Left(K, "time")


def test_a_pause_stops_the_time_and_the_game() -> None:
    t, now = table(sh.Position("classic-2"), clock="1+0")
    now.advance(1_000)
    assert t.pause() == [Paused(), ClockEvent({W: 59_000, K: 60_000}, W)]
    assert t.pause() == []
    assert t.view().paused
    assert "paused" in t.view().describe()
    now.advance(10**6)
    assert t.tick() == []
    assert t.until_flag() is None
    with pytest.raises(sh.TableError, match="paused"):
        t.play("m4-m5")
    assert t.run() == []
    assert t.resume() == [Resumed(), ClockEvent({W: 59_000, K: 60_000}, W)]
    assert t.resume() == []
    now.advance(1_000)
    assert t.play("m4-m5")[-1] == ClockEvent({W: 58_000, K: 60_000}, K)


def test_a_paused_game_can_be_resigned() -> None:
    t, _ = table(sh.Position("classic-2"), clock="1+0")
    t.pause()
    assert codes(t.resign("k")) == ["left", "over"]
    assert not t.paused


def test_undo_puts_the_clocks_back() -> None:
    t, now = table(sh.Position("classic-2"), clock="1+2")
    now.advance(3_000)
    t.play("m4-m5")
    now.advance(4_000)
    t.pause()
    t.resume()
    now.advance(4_000)
    t.play("e14-e13")
    now.advance(9_000)
    assert t.undo() == [Undone(K, 1, 1), ClockEvent({W: 59_000, K: 60_000}, K)]
    now.advance(1_000)
    assert t.undo() == [Undone(W, 0, 1), ClockEvent({W: 60_000, K: 60_000}, W)]
    with pytest.raises(sh.TableError, match="no move"):
        t.undo()


def test_time_never_goes_back() -> None:
    t, now = table(sh.Position("classic-2"), clock="1+0")
    now.advance(-5_000)
    assert t.play("m4-m5")[-1] == ClockEvent({W: 60_000, K: 60_000}, K)


def test_the_record_keeps_what_was_left() -> None:
    t, now = table(sh.Position("classic-2"), clock="1+1", names={"w": "Ann"})
    for spent, move in ((5_000, "m4-m5"), (1_000, "e14-e13")):
        now.advance(spent)
        t.play(move)
    now.advance(2_000)
    t.resign("k")
    tags = t.record().tags
    assert tags["clocks"] == [56_000, 60_000, 60_000]
    assert (tags["White"], tags["Clock"]) == ("Ann", "1+1")
    t.record().position()


def test_a_clock_is_saved_and_runs_on() -> None:
    now = sh.ManualTime(10**9)
    clock = Clock({W: sh.TimeControl(60_000, 1_000), K: sh.TimeControl(50_000)}, now)
    clock.start(W)
    now.advance(1_500)
    data = clock.to_data()
    assert clock.to_data() == data
    later = sh.ManualTime(5)
    loaded = Clock.from_data(data, [W, K], later)
    assert loaded.to_data() == data
    later.advance(500)
    assert loaded.times() == {W: 58_000, K: 50_000}
    loaded.press()
    assert loaded.times() == {W: 59_000, K: 50_000}


def test_the_real_time_is_monotonic() -> None:
    first = monotonic_ms()
    assert 0 <= monotonic_ms() - first < 10_000
