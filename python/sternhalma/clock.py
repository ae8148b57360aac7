"""Time: a base for the game plus an increment for each move, one clock a seat.

Whole milliseconds throughout, from a monotonic source that a test replaces. Only the seat to move
runs. What a fallen flag does to the game is the table's and the core's business.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import NamedTuple

from sternhalma.errors import TableError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from sternhalma.seats import Seat

    TimeSource = Callable[[], int]

_MAX_MS = 1000 * 60 * 60 * 1000  # a thousand hours
_MOST_MS = 1000 * _MAX_MS  # what increments may have brought a clock to
_TEXT = re.compile(
    r"(\d{1,6})(?:\.(?P<part>\d{1,3})|:(?P<s>[0-5]\d)(?:\.(?P<ms>\d{1,3}))?)?"
    r"\+(?P<add>\d{1,7})(?:\.(?P<rest>\d{1,3}))?",
    re.ASCII,
)


def monotonic_ms() -> int:
    """Milliseconds of the system's monotonic clock, from an arbitrary zero."""
    return time.monotonic_ns() // 1_000_000


class ManualTime:
    """A time source that stands still until it is moved, for tests and replays.

    Args:
        ms: where it starts.
    """

    def __init__(self, ms: int = 0) -> None:
        self.ms = ms

    def __call__(self) -> int:
        """The time in milliseconds."""
        return self.ms

    def advance(self, ms: int) -> None:
        """Moves on by so many milliseconds."""
        self.ms += ms


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What a seat gets: milliseconds for the game, and milliseconds after each move.

    `str` gives the text form and `parse` reads it: minutes, a plus sign, seconds, as "5+3". Both
    may have up to three digits behind a point ("0.5+0.1"); a base that is still not whole is
    written with seconds behind a colon ("0:10+0").

    Raises:
        TableError: `bad-value`: no base, or a number out of range.
    """

    base: int
    increment: int = 0

    def __post_init__(self) -> None:
        for field, value, least in (("base", self.base, 1), ("increment", self.increment, 0)):
            if not least <= value <= _MAX_MS:
                expected = f"{least} to {_MAX_MS} milliseconds"
                raise TableError("bad-value", field=field, given=value, expected=expected)

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """The control of a text such as "5+3"; blanks are forgiven.

        Raises:
            TableError: `clock`, `bad-value`.
        """
        match = _TEXT.fullmatch("".join(text.split()))
        if match is None:
            raise TableError("clock", text=text)
        base = int(match[1]) * 60_000 + int(match["s"] or 0) * 1000 + _thousandths(match["ms"])
        base += _thousandths(match["part"]) * 60
        return cls(base, int(match["add"]) * 1000 + _thousandths(match["rest"]))

    def __str__(self) -> str:
        minutes, rest = divmod(self.base, 60_000)
        if rest % 60 == 0:
            return f"{_seconds(self.base // 60)}+{_seconds(self.increment)}"
        whole, point, thousandths = _seconds(rest).partition(".")
        return f"{minutes}:{whole:0>2}{point}{thousandths}+{_seconds(self.increment)}"


def as_control(value: TimeControl | str) -> TimeControl:
    """A control from itself or its text.

    Raises:
        TableError: `clock`, `bad-value`.
    """
    if not isinstance(value, (TimeControl, str)):
        raise TableError(
            "bad-value", field="clock", given=repr(value), expected="a TimeControl or its text"
        )
    return value if isinstance(value, TimeControl) else TimeControl.parse(value)


class SeatTime(NamedTuple):
    """One seat's time, in milliseconds: what remains, and what each move adds."""

    remaining: int
    increment: int


class Clock:
    """The clocks of a table: each seat's remaining time, and which one runs since when.

    Every method takes `now` in milliseconds, or asks the time source. Time that went backwards
    counts as no time.

    Args:
        controls: each seat's control.
        source: where the time comes from.
    """

    __slots__ = ("_increments", "_left", "_running", "_since", "controls", "paused", "source")

    def __init__(
        self, controls: Mapping[Seat, TimeControl], source: TimeSource = monotonic_ms
    ) -> None:
        self.controls = dict(controls)
        self.source = source
        self.paused = False
        self._left = {seat: control.base for seat, control in self.controls.items()}
        self._increments = {seat: control.increment for seat, control in self.controls.items()}
        self._running: Seat | None = None
        self._since = 0

    @property
    def running(self) -> Seat | None:
        """The seat whose time is being counted; it stands still while paused."""
        return self._running

    def remaining(self, seat: Seat, now: int | None = None) -> int:
        """What a seat has left, never negative."""
        left = self._left[seat]
        if seat != self._running or self.paused:
            return left
        return max(0, left - self._elapsed(now))

    def times(self, now: int | None = None) -> dict[Seat, int]:
        """What every seat has left, in turn order."""
        times = self._left.copy()
        if self._running is not None and not self.paused:
            times[self._running] = self.remaining(self._running, now)
        return times

    def seat_times(self, now: int | None = None) -> dict[Seat, SeatTime]:
        """What every seat has left, and what each of its moves adds."""
        increments = self._increments
        return {seat: SeatTime(left, increments[seat]) for seat, left in self.times(now).items()}

    def fallen(self, now: int | None = None) -> Seat | None:
        """The running seat, if its time is used up."""
        seat = self._running
        if seat is None or self.paused:
            return None
        now = self.source() if now is None else now
        return seat if now - self._since >= self._left[seat] else None

    def start(self, seat: Seat, now: int | None = None) -> None:
        """Lets a seat's time run; whichever ran before is left as it stands."""
        now = self.source() if now is None else now
        if self._running is not None:
            self.stop(now)
        self._running, self._since = seat, now

    def stop(self, now: int | None = None) -> None:
        """Nobody's time runs any more."""
        if self._running is not None:
            self._left[self._running] = self.remaining(self._running, now)
            self._running = None

    def end(self, now: int | None = None) -> None:
        """The game is over: every clock stands as it is."""
        self.stop(now)
        self.paused = False

    def press(self, now: int | None = None) -> None:
        """The running seat has moved: its time stops, and the increment is added."""
        seat = self._running
        if seat is not None:
            self._left[seat] = self.remaining(seat, now) + self._increments[seat]
            self._running = None

    def pause(self, now: int | None = None) -> None:
        """Holds the running time until `resume`."""
        now = self.source() if now is None else now
        if self._running is not None:
            self._left[self._running] = self.remaining(self._running, now)
        self._since, self.paused = now, True

    def resume(self, now: int | None = None) -> None:
        """Lets the time of the seat to move run on."""
        if self.paused:
            self._since, self.paused = self.source() if now is None else now, False

    def snapshot(self) -> tuple[int, ...]:
        """Every seat's time as it stood when the running stretch began: for `restore`."""
        return tuple(self._left.values())

    def restore(self, times: tuple[int, ...], running: Seat | None, now: int | None = None) -> None:
        """Puts every seat's time back, and lets one run from now on."""
        self._left = dict(zip(self._left, times, strict=True))
        self._running, self._since = running, self.source() if now is None else now

    def to_data(self, now: int | None = None) -> dict[str, Any]:
        """Controls, times and who runs, as plain data; a running stretch is counted up to now."""
        return {
            "controls": {seat.letter: str(control) for seat, control in self.controls.items()},
            "left": {seat.letter: left for seat, left in self.times(now).items()},
            "running": None if self._running is None else self._running.letter,
            "paused": self.paused,
        }

    @classmethod
    def from_data(
        cls, data: Any, seats: Iterable[Seat], source: TimeSource = monotonic_ms
    ) -> Clock:
        """The clock of `to_data`, running on from now if it ran then.

        Raises:
            TableError: `data`, `clock`, `bad-value`.
        """
        letters = {seat.letter: seat for seat in seats}
        match data:
            case {
                "controls": dict(controls),
                "left": dict(left),
                "running": str() | None as running,
                "paused": bool(paused),
            } if (
                set(controls) == set(left) == set(letters)
                and (running is None or running in letters)
                and all(isinstance(text, str) for text in controls.values())
                and all(_is_time(ms) for ms in left.values())
            ):
                named = {seat: TimeControl.parse(controls[key]) for key, seat in letters.items()}
                clock = cls(named, source)
                clock._left = {seat: left[key] for key, seat in letters.items()}
                clock._running = None if running is None else letters[running]
                clock._since, clock.paused = source(), paused
                return clock
        raise TableError("data", why="the clock is damaged")

    def _elapsed(self, now: int | None) -> int:
        now = self.source() if now is None else now
        return max(0, now - self._since)


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_MS


def _thousandths(digits: str | None) -> int:
    return int(digits.ljust(3, "0")) if digits else 0


def _seconds(ms: int) -> str:
    """Thousandths as a number with a point, without needless zeros."""
    whole, rest = divmod(ms, 1000)
    return f"{whole}.{rest:03}".rstrip("0") if rest else str(whole)
