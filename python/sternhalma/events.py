"""What happens at a table, as immutable values that turn into JSON and back.

Every call that changes a `Table` returns a list of these, in the order in which things happened. An
event has a stable `code`, plain fields, and an English `text` made from both; `to_data` gives a
dictionary for `json.dumps`, in which seats are their letters, and `from_data` reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, ClassVar

from sternhalma.english import event_text
from sternhalma.errors import SternhalmaError, TableError
from sternhalma.seats import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """Anything that happens at a table."""

    code: ClassVar[str] = "event"

    @property
    def text(self) -> str:
        """The event in English, without a stop."""
        return event_text(self.code, self._facts())

    def to_data(self) -> dict[str, Any]:
        """The event as JSON holds it: `event` is the code, the rest are the fields."""
        return {"event": self.code, **plain(self)}

    def _facts(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A seat has moved.

    Attributes:
        seat: who.
        ply: number of the move at this table, from 1.
        path: the cells from origin to target, hop by hop.
        captured: cells of the stones taken; empty outside the capture game.
    """

    seat: Seat
    ply: int
    path: tuple[str, ...]
    captured: tuple[str, ...] = ()
    code: ClassVar[str] = "moved"

    @property
    def move(self) -> str:
        """The move in notation."""
        return "-".join(self.path)

    def _facts(self) -> dict[str, Any]:
        return {"seat": self.seat, "move": self.move}


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """A seat that was next can't move and is passed over."""

    seat: Seat
    code: ClassVar[str] = "skipped"


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """A seat has arrived; `place` is None while its partner still plays."""

    seat: Seat
    place: int | None
    code: ClassVar[str] = "arrived"


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """A seat had not left its home camp in time and is out, or its partner was."""

    seat: Seat
    place: int
    code: ClassVar[str] = "eliminated"


@dataclass(frozen=True, slots=True)
class Warned(Event):
    """The seat to move has marbles at home and few moves left.

    Attributes:
        seat: the seat to move.
        reason: "deadline", or "would-eliminate" where its next move would eliminate it if it left
            a marble at home that can be brought out.
        moves_left: own moves before the deadline, 0 once it has passed.
        cells: where the marbles stand that must leave.
    """

    seat: Seat
    reason: str
    moves_left: int
    cells: tuple[str, ...]
    code: ClassVar[str] = "warned"


@dataclass(frozen=True, slots=True)
class ClockEvent(Event):
    """The clocks after a change: milliseconds left by seat, and whose time runs."""

    times: dict[Seat, int]
    running: Seat | None
    code: ClassVar[str] = "clock"


@dataclass(frozen=True, slots=True)
class Ask(Event):
    """A move would eliminate its mover. Nothing has changed; `confirm=True` plays it.

    Attributes:
        seat: the seat to move.
        move: the move in notation.
        reason: "still-home" or "back-home".
    """

    seat: Seat
    move: str
    reason: str
    code: ClassVar[str] = "ask"


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat has left the game: `how` is "resigned" or "time"."""

    seat: Seat
    how: str
    code: ClassVar[str] = "left"


@dataclass(frozen=True, slots=True)
class Over(Event):
    """The game has ended: why, and every seat's place in turn order."""

    reason: str
    places: dict[Seat, int]
    code: ClassVar[str] = "over"


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """A computer has failed and loses by the rules; `Left` follows.

    Attributes:
        seat: whose player.
        how: "raised", "illegal" or "overran".
        why: the error in words, for a log.
    """

    seat: Seat
    how: str
    why: str
    code: ClassVar[str] = "failed"


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Moves were taken back: how many, the ply the table stands at, and who is to move."""

    seat: Seat
    ply: int
    count: int
    code: ClassVar[str] = "undone"


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The game stands still: no time runs, no move is taken."""

    code: ClassVar[str] = "paused"


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """The game goes on."""

    code: ClassVar[str] = "resumed"


EVENTS: dict[str, type[Event]] = {
    cls.code: cls
    for cls in (
        Moved,
        Skipped,
        Arrived,
        Eliminated,
        Warned,
        ClockEvent,
        Ask,
        Left,
        Over,
        Failed,
        Undone,
        Paused,
        Resumed,
    )
}


def from_data(data: Any) -> Event:
    """The event of `Event.to_data`.

    Raises:
        TableError: `event`: no such event, a field missing, unknown or of the wrong kind.
    """
    word = data.get("event") if isinstance(data, dict) else None
    cls = EVENTS.get(word) if isinstance(word, str) else None
    if cls is None:
        raise TableError("event", why="no such word")
    given = {name: value for name, value in data.items() if name != "event"}
    try:
        return cls(**{name: _read(name, value) for name, value in given.items()})
    except (TypeError, ValueError, AttributeError, OverflowError, SternhalmaError) as error:
        raise TableError("event", why=f"{cls.code} is damaged") from error


def plain(value: Any) -> Any:
    """A value as JSON holds it: dataclasses by field, seats by letter, tuples as lists."""
    if isinstance(value, Seat):
        return value.letter
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {
            key.letter if isinstance(key, Seat) else key: plain(item) for key, item in value.items()
        }
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def _read(name: str, value: Any) -> Any:
    """A field of an event from its plain form."""
    if name in ("seat", "running"):
        return None if name == "running" and value is None else Seat.from_text(value)
    if name in ("path", "captured", "cells"):
        if isinstance(value, str) or not all(isinstance(cell, str) for cell in value):
            raise TypeError(name)
        return tuple(value)
    if name in ("places", "times"):
        return {Seat.from_text(seat): int(number) for seat, number in value.items()}
    if name in ("ply", "moves_left", "count"):
        return int(value)
    if name == "place":
        return None if value is None else int(value)
    return str(value)
