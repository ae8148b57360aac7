"""What a table holds and tells: who sits where, the game, the clocks, and all of it as data.

`TableState` answers questions and is saved and loaded; what changes a game stands in `table.py`.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

from sternhalma._core import Move, Outcome, Position, Quit
from sternhalma.clock import Clock, SeatTime, TimeControl, as_control, monotonic_ms
from sternhalma.errors import GameOverError, TableError
from sternhalma.record import Record
from sternhalma.saving import Saved, in_file, is_seed, is_text, read_file, restored, write_file
from sternhalma.scoring import Standing, standings
from sternhalma.seating import as_seat, beginning_with, by_seat, first_to_move, seats_of
from sternhalma.seats import Seat
from sternhalma.turn import Turn, is_outside, kind_of
from sternhalma.variants import Variant
from sternhalma.view import View, make_view, picked

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping

    from sternhalma.clock import TimeSource
    from sternhalma.events import Event
    from sternhalma.seating import SeatLike
    from sternhalma.turn import Player
    from sternhalma.view import Pick

    Players = Mapping[SeatLike, Player | None]
    Controls = TimeControl | str | Mapping[SeatLike, TimeControl | str]
    Listener = Callable[[list[Event]], None]
    Played = tuple[Seat, Move]


class TableState:
    """One game between players, from the first move to the end.

    Args:
        variant: the rules.
        seats: each seat's player, anything with `choose(turn)`; a seat that is left out, or has
            None or a `Human`, moves through `play`.
        clock: "5+3" or a `TimeControl`, for all or seat by seat; None for a game without time. The
            first seat's time runs at once.
        names: what players are called; colours where left out.
        first: the seat that begins; None for that of `start`, or else the default of
            `seating.first_to_move`.
        seed: what the players' chance is made from; None for a new one.
        rated: whether the result is meant for a rating: then nothing is taken back.
        takebacks: whether moves may be taken back.
        max_plies: a limit of moves, for variants that have no end against shuffling.
        start: a position text to begin from, or a position whose moves count as played here.
        now: where the time comes from, in milliseconds; tests set it.
        id, date: what names the game in records and ratings; None for a new id and the time.

    Raises:
        SternhalmaError: a part that can't be read, or does not fit the others.
    """

    def __init__(
        self,
        variant: Variant | str,
        seats: Players | None = None,
        *,
        clock: Controls | None = None,
        names: Mapping[SeatLike, str] | None = None,
        first: SeatLike | None = None,
        seed: int | None = None,
        rated: bool = False,
        takebacks: bool = True,
        max_plies: int | None = None,
        start: str | Position | None = None,
        now: TimeSource = monotonic_ms,
        id: str | None = None,
        date: str | None = None,
    ) -> None:
        rules = Variant(variant)
        if max_plies is not None:
            rules = rules.replace(max_plies=max_plies)
        given = by_seat(seats, rules, "seats")
        computers = [seat for seat, player in given.items() if not is_outside(player)]
        if first is None:
            first = _first_of(start, rules, computers)
        rules = beginning_with(rules, first)
        if rated and rules.pairs:
            raise TableError("pairs-rated")
        self.variant = rules
        self._position, self._start, self._played = _begun(rules, start)
        self._order = tuple(self._position.seats)
        self.players: dict[Seat, Player | None] = {seat: given.get(seat) for seat in self._order}
        for seat, player in self.players.items():
            if isinstance(player, type):
                raise TableError("player-class", seat=seat, given=player.__name__)
            if player is not None and not callable(getattr(player, "choose", None)):
                raise TableError("player", seat=seat, given=type(player).__name__)
        called = by_seat(names, rules, "names")
        self.names = {seat: _text("names", called.get(seat, seat.colour)) for seat in self._order}
        self.seed = secrets.randbelow(2**32) if seed is None else _seed(seed)
        self.rated = rated
        self.takebacks = takebacks and not rated
        self.id = secrets.token_hex(16) if id is None else _text("id", id)
        now_text = datetime.now(UTC).isoformat(timespec="seconds")
        self.date = now_text if date is None else _text("date", date)
        self.paused = False
        self.revision = 0  # counts what changes the game itself, so that answers can come too late
        self._listeners: list[Listener] = []
        self._logs: list[list[Event]] = []
        self._untold: list[list[Event]] = []  # changes that the listeners have yet to hear of
        self._deadline, self._pairs = rules.deadline is not None, rules.pairs
        self._clear: set[Seat] = set()  # seats that can't miss the deadline any more
        self._follower = dict(zip(self._order, self._order[1:] + self._order[:1], strict=True))
        self._waiting = [False] * len(self._order)
        self._settle()
        self.clock: Clock | None = None
        self._times: list[tuple[int, ...]] = []
        if clock is not None:
            self.clock = Clock(_controls(clock, rules), now)
            self._times = [self.clock.snapshot()] * (len(self._played) + 1)
            if self._turn is not None:
                self.clock.start(self._turn)

    # Reading.

    @property
    def position(self) -> Position:
        """A copy of the position, history included."""
        return self._position.copy()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in turn order."""
        return self._order

    @property
    def turn(self) -> Seat | None:
        """The seat to move, None when the game is over."""
        return self._turn

    @property
    def ply(self) -> int:
        """Moves played at this table: what `play(ply=…)` is compared with."""
        return len(self._played)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._turn is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._position.outcome()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played."""
        return tuple(move for _, move in self._played)

    def legal(self) -> tuple[Move, ...]:
        """The legal moves, in (letter, row) order."""
        return tuple(self._position.legal_moves)

    def standings(self) -> tuple[Standing, ...]:
        """Every seat's standing, the best first."""
        return standings(self._position)

    def view(self, seat: SeatLike | None = None, *, pick: str | None = None) -> View:
        """The board as a seat sees it, its own tip at the bottom.

        Args:
            seat: any seat; None for an onlooker's, white's tip at the bottom.
            pick: the cell of a marble whose ends are wanted.

        Raises:
            NotationError: no such seat or cell.
        """
        return make_view(
            self._position,
            None if seat is None else as_seat(seat),
            pick=pick,
            clock=self._seat_times(),
            names=self.names,
            ply=self.ply,
            paused=self.paused,
        )

    def pick(self, cell: str) -> Pick:
        """Everywhere the marble on a cell can end; what `view(pick=cell)` holds.

        Raises:
            NotationError: no such cell.
        """
        return picked(self._position, cell)

    def record(self) -> Record:
        """The game so far as a record, whose tags are those of the text format.

        They are the seats' names, `Date`, `Seed`, `Id`, `Rated`, `Players` (their kinds), and with
        a clock `Clock`, or `Clocks` by seat where they differ, and the time left after each move.
        """
        tags: dict[str, Any] = {seat.colour.capitalize(): self.names[seat] for seat in self._order}
        tags |= {"Date": self.date, "Seed": self.seed, "Id": self.id, "Rated": self.rated}
        tags["Players"] = {seat.colour: kind_of(self.players[seat]) for seat in self._order}
        if self.clock is not None:
            controls = {seat.colour: str(self.clock.controls[seat]) for seat in self._order}
            if len(set(controls.values())) == 1 and ":" not in min(controls.values()):
                tags["Clock"] = controls[self._order[0].colour]
            else:
                tags["Clocks"] = controls
            tags["clocks"] = self._clock_notes(self.clock)
        return Record.of(self._position, tags)

    def make_turn(self) -> Turn:
        """What the player of the seat to move is asked about.

        Raises:
            GameOverError: nobody is to move.
        """
        clock = self._seat_times() if self.clock is not None else None
        return Turn(self._position.copy(), clock, self.seed, len(self._played), self.names)

    def flag_fallen(self) -> Seat | None:
        """The seat to move, if its time is used up and the table has not been told yet."""
        return None if self.clock is None or self._turn is None else self.clock.fallen()

    def until_flag(self) -> int | None:
        """Milliseconds until the running flag falls, None where no time runs."""
        if self.clock is None or self.paused or self._turn is None:
            return None
        return self.clock.remaining(self._turn)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls `listener` with the events of every change; the returned call ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def log_to(self, log: list[Event]) -> Callable[[], None]:
        """Adds the events of every change to a list at once; the returned call ends that."""
        self._logs.append(log)

        def end() -> None:
            self._logs = [other for other in self._logs if other is not log]

        return end

    # Saving.

    def to_data(self) -> dict[str, Any]:
        """The table as plain data for JSON: `from_data` goes on exactly from here."""
        quitter = self._quitter()
        saved = Saved(
            id=self.id,
            date=self.date,
            variant=self.variant.text,
            start=self._start,
            moves=[str(move) for _, move in self._played],
            quit=None if quitter is None else [quitter.seat.letter, quitter.how],
            names={seat.letter: name for seat, name in self.names.items()},
            players={seat.letter: kind_of(player) for seat, player in self.players.items()},
            seed=self.seed,
            rated=self.rated,
            takebacks=self.takebacks,
            paused=self.paused,
            clock=None if self.clock is None else self.clock.to_data(),
            times=[list(times) for times in self._times],
        )
        return saved.to_data()

    @classmethod
    def from_data(
        cls, data: Any, seats: Players | None = None, *, now: TimeSource = monotonic_ms
    ) -> Self:
        """The table of `to_data`, its time running on from now unless it was paused.

        Args:
            data: the plain data. Its `players` tell the kinds of those that sat there.
            seats: the players, as for a new table; they are not saved.
            now: where the time comes from.

        Raises:
            TableError: `data`: it is damaged, or the game in it breaks the rules.
            SternhalmaError: players for seats that do not play.
        """
        saved, position, clock = restored(data, now)
        table = cls(
            position.variant,
            seats,
            names=saved.names,  # type: ignore[arg-type]
            first=position.variant.seats[0],
            seed=saved.seed,
            rated=saved.rated,
            takebacks=saved.takebacks,
            start=position,
            id=saved.id,
            date=saved.date,
        )
        table.paused, table.clock = saved.paused, clock
        table._times = [tuple(times) for times in saved.times]
        return table

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, which holds the old game or this one, never half of one.

        Raises:
            OSError: it can't be written.
        """
        write_file(path, self.to_data())

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        seats: Players | None = None,
        *,
        now: TimeSource = monotonic_ms,
    ) -> Self:
        """The table of a file that `save` wrote; as `from_data`.

        Raises:
            OSError: it can't be read.
            TableError, SternhalmaError: as `from_data`.
        """
        data = read_file(path)
        with in_file(path):
            return cls.from_data(data, seats, now=now)

    def _settle(self) -> None:
        """Looks at the position once after it has changed."""
        position = self._position
        self._turn = position.turn
        self._places = position.places
        if self._pairs:
            self._waiting = position.arrived
        self.revision += 1

    def _clock_notes(self, clock: Clock) -> list[int]:
        """What the mover had left after each move, and who left the game at the end."""
        index = {seat: number for number, seat in enumerate(self._order)}
        left = [
            times[index[mover]]
            for (mover, _), times in zip(self._played, self._times[1:], strict=True)
        ]
        quitter = self._quitter()
        return left if quitter is None else [*left, clock.remaining(quitter.seat)]

    def _quitter(self) -> Quit | None:
        event = self._position.history[-1] if self.over and self._position.history else None
        return event if isinstance(event, Quit) else None

    def _require_turn(self) -> Seat:
        """The seat to move, in a game that goes on."""
        if self._turn is None:
            outcome = self._position.outcome()
            raise GameOverError("over", reason=outcome.reason if outcome else "over")
        return self._turn

    def _seat_times(self) -> dict[Seat, SeatTime] | None:
        return None if self.clock is None else self.clock.seat_times()


def _text(field: str, value: object) -> str:
    """A part that must be a text which files can hold."""
    if not is_text(value):
        raise TableError("bad-value", field=field, given=repr(value), expected="text")
    return str(value)


def _seed(value: object) -> int:
    if isinstance(value, int) and is_seed(value):
        return value
    given = value if isinstance(value, str) else f"{value:.3g}" if isinstance(value, float) else ""
    expected = "a whole number of 64 bits"
    raise TableError("bad-value", field="seed", given=given or "this", expected=expected)


def _first_of(start: str | Position | None, rules: Variant, computers: list[Seat]) -> Seat:
    """The first seat of a position to go on from, or else the default."""
    if isinstance(start, Position) and (first := start.seats[0]) in seats_of(rules):
        return first
    return first_to_move(rules, computers)


def _begun(rules: Variant, start: str | Position | None) -> tuple[Position, str, list[Played]]:
    """The position to go on from, the text before its first move, and who has moved what."""
    if not isinstance(start, Position):
        position = Position(rules, start)
        return position, position.text, []
    if start.variant != rules:
        raise TableError("bad-value", field="start", given=start.variant, expected=rules)
    first = start.copy()
    for _ in start.history:
        first.pop()
    text, played = first.text, []
    for event in start.history:
        if isinstance(event, Move):
            assert first.turn is not None
            played.append((first.turn, event))
            first.push(event)
    return start.copy(), text, played


def _controls(
    clock: TimeControl | str | Mapping[SeatLike, TimeControl | str], variant: Variant
) -> dict[Seat, TimeControl]:
    """Each seat's control, in turn order."""
    seats = seats_of(variant)
    if isinstance(clock, (TimeControl, str)):
        return dict.fromkeys(seats, as_control(clock))
    given = by_seat(clock, variant, "clock")
    missing = [seat.colour for seat in seats if seat not in given]
    if missing:
        raise TableError("bad-value", field="clock", given=f"none for {missing[0]}", expected="all")
    return {seat: as_control(given[seat]) for seat in seats}
