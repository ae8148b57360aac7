"""Tables as plain data and as files: what a saved game holds, and writes that never half happen.

A saved game is the position text it began from and the moves played since: replaying them brings
back positions, repetitions and everything that can be taken back. Clocks are stored as they stood.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from sternhalma._core import Position
from sternhalma.clock import Clock
from sternhalma.errors import SternhalmaError, TableError
from sternhalma.seating import by_seat
from sternhalma.seats import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from sternhalma.clock import TimeSource

FORMAT, VERSION = "sternhalma-table", 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """The parts of a saved table, their form checked, their sense not.

    Attributes:
        id: the game's id.
        date: when it began, as text.
        variant: the text form, turn order included.
        start: the position text it began from.
        moves: notation, in the order played.
        quit: the letter of the seat that left the game, and how; None if nobody did.
        names: by colour letter.
        players: the kinds of the players, by colour letter.
        seed: the game's seed.
        rated, takebacks, paused: as at the table.
        clock: `Clock.to_data`, None without one.
        times: each seat's time at the start of every turn so far, for undo; empty without a clock.
    """

    id: str
    date: str
    variant: str
    start: str
    moves: list[str]
    quit: list[str] | None
    names: dict[str, str]
    players: dict[str, str]
    seed: int
    rated: bool
    takebacks: bool
    paused: bool
    clock: dict[str, Any] | None
    times: list[list[int]]

    def to_data(self) -> dict[str, Any]:
        """The parts by name, with the format's own."""
        parts = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {"format": FORMAT, "version": VERSION, **parts}


def read_saved(data: Any) -> Saved:
    """The parts of `Saved.to_data`.

    Raises:
        TableError: `data`: no saved table, one of another version, or a part of the wrong kind.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise TableError("data", why="it does not say that it is one")
    if data.get("version") != VERSION:
        raise TableError("data", why=f"version {data.get('version')!r} is not known here")
    parts = {}
    for name, check in _CHECKS.items():
        if name not in data or not check(data[name]):
            raise TableError("data", why=f"{name} is missing or damaged")
        parts[name] = data[name]
    return Saved(**parts)


def restored(data: Any, now: TimeSource) -> tuple[Saved, Position, Clock | None]:
    """A saved game played again: its parts, the position with its history, and the clock.

    Raises:
        TableError: `data`: damaged, or a game that breaks the rules.
    """
    saved = read_saved(data)
    try:
        position = Position(saved.variant, saved.start)
        for number, move in enumerate(saved.moves, start=1):
            try:
                position.push(move)
            except SternhalmaError as error:
                raise TableError("data", why=f"move {number}, {error}") from error
        if saved.quit is not None:
            letter, how = saved.quit
            _ = position.resign(letter) if how == "resigned" else position.timeout(letter)
        by_seat(saved.names, position.variant)  # type: ignore[arg-type]
        clock = None if saved.clock is None else Clock.from_data(saved.clock, position.seats, now)
    except SternhalmaError as error:
        if isinstance(error, TableError) and error.code == "data":
            raise
        raise TableError("data", why=str(error)) from error
    if clock is not None and (clock.running != position.turn or clock.paused != saved.paused):
        raise TableError("data", why="the clock does not fit the game")
    wanted = 0 if clock is None else len(saved.moves) + 1
    seats = len(position.seats)
    if len(saved.times) != wanted or any(len(times) != seats for times in saved.times):
        raise TableError("data", why="times is missing or damaged")
    return saved, position, clock


def write_file(path: str | os.PathLike[str], data: dict[str, Any]) -> None:
    """Writes JSON so that the path holds the old file or the new one, whatever interrupts.

    Raises:
        OSError: it can't be written; the old file is as it was.
    """
    path = os.fspath(path)
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{os.path.basename(path)}.")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            json.dump(data, file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(folder)


def read_file(path: str | os.PathLike[str]) -> Any:
    """What a JSON file holds.

    Raises:
        TableError: `data`: no JSON.
        OSError: it can't be read.
    """
    with in_file(path), open(path, encoding="utf-8") as file:
        try:
            return json.load(file)
        except (ValueError, RecursionError) as error:
            raise TableError("data", why=str(error)) from error


@contextmanager
def in_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Adds to the error of damaged data which file it stands in."""
    try:
        yield
    except TableError as error:
        if error.code != "data":
            raise
        raise TableError("data", why=f"{os.fspath(path)}: {error.why}") from error


def lock(file: IO[Any], *, free: bool = False) -> None:
    """Locks an open file against other writers, or frees it, where the system can.

    Raises:
        BlockingIOError: another writer has it.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, LOCK_UN, flock
    except ImportError:  # not POSIX
        return
    try:
        flock(file, LOCK_UN if free else LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # a pipe or a device, or a file system without locks
        pass


def _sync_folder(folder: str) -> None:
    """Makes the new name last, where folders can be synced."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_text(value: object) -> bool:
    """Whether it is a text, and no half of a surrogate pair stands alone in it."""
    try:
        return isinstance(value, str) and bool(value.encode() or True)
    except UnicodeEncodeError:
        return False


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def _is_words(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_text, value.values()))


def _is_players(value: object) -> bool:
    return _is_words(value) and set(value) <= {seat.letter for seat in Seat}  # type: ignore[call-overload]


def is_seed(value: object) -> bool:
    """Whether it is a whole number of 64 bits, signed or not."""
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**64


def _is_quit(value: object) -> bool:
    return value is None or (
        _is_texts(value) and len(value) == 2 and value[1] in ("resigned", "time")  # type: ignore[arg-type, index]
    )


def _is_times(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(times, list) and all(map(_is_count, times)) for times in value
    )


_CHECKS = {
    "id": is_text,
    "date": is_text,
    "variant": is_text,
    "start": is_text,
    "moves": _is_texts,
    "quit": _is_quit,
    "names": _is_words,
    "players": _is_players,
    "seed": is_seed,
    "rated": _is_flag,
    "takebacks": _is_flag,
    "paused": _is_flag,
    "clock": lambda value: value is None or isinstance(value, dict),
    "times": _is_times,
}
