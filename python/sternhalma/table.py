"""The table: seats, clocks and the game between them, as a state machine driven by calls.

Every call that changes something returns the events it caused, in order; nothing here prints,
waits or starts a thread. What a move, a resignation or a flag fall does to the game is the core's;
the table adds who sits where, time, the question before a move that costs the game, taking back,
saving.

    import sternhalma as sh

    table = sh.Table(
        "classic-2",
        seats={"white": sh.Human(), "black": sh.Greedy()},
        clock="5+3",
        names={"white": "Ann"},
        seed=7,
    )
    while not table.over:
        if table.turn == sh.Seat.WHITE:  # a face: show the view, get a move, say what it did
            view = table.view(sh.Seat.WHITE, pick="m3")
            events = table.play(view.pick.ends[0].move if view.pick.ends else table.legal()[0])
            if isinstance(events[0], sh.events.Ask):
                events = table.play(events[0].move, confirm=True)
        else:
            events = table.run()  # the computers, until somebody outside is to move
        for event in events:
            print(event.text)
    print(table.outcome.reason, table.outcome.places)

`run()` drives the computers until a human is to move or the game is over; `await arun()` drives the
whole game, waits for humans, lets flags fall, and takes players that answer with awaitables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sternhalma import loop
from sternhalma._core import Move
from sternhalma.deadlines import why_eliminated
from sternhalma.effects import ending, placings, skips, warnings
from sternhalma.errors import TableError
from sternhalma.events import Ask, ClockEvent, Event, Failed, Left, Moved, Paused, Resumed, Undone
from sternhalma.seating import as_seat
from sternhalma.tablestate import TableState
from sternhalma.turn import is_outside

if TYPE_CHECKING:
    from sternhalma.clock import Clock
    from sternhalma.seating import SeatLike
    from sternhalma.seats import Seat


_FAILURES = ("raised", "illegal", "overran")


class Table(TableState):
    """One game between players, from the first move to the end; made as `TableState` says."""

    def play(
        self,
        move: Move | str,
        *,
        confirm: bool = False,
        ply: int | None = None,
        seat: SeatLike | None = None,
    ) -> list[Event]:
        """Plays a move of the seat to move.

        A flag that has fallen meanwhile ends the game instead.

        Args:
            move: a legal move or its text.
            confirm: plays also a move that eliminates its mover; without it such a move gives the
                single event `Ask` and changes nothing.
            ply: the ply the caller saw; with another one the call is refused, so that a call that
                is repeated does no harm.
            seat: who says it is moving, to be refused when it is another's turn.

        Raises:
            GameOverError: the game has ended.
            TableError: `ply` (`expected` is the current one), `paused`, `turn`.
            IllegalMoveError, NotationError: the move is not legal, or no move.
            TypeError: neither a move nor a text.
        """
        if ply is not None:
            self._check_ply(ply)
        mover, position, clock = self._require_turn(), self._position, self.clock
        if self.paused:
            raise TableError("paused")
        now = 0 if clock is None else clock.source()
        if clock is not None and clock.fallen(now) is not None:
            return self._leave(mover, "time", now)
        if seat is not None and as_seat(seat) != mover:
            raise TableError("turn", owner=mover, seat=as_seat(seat))
        if not isinstance(move, Move):
            move = self._read(move)
        if self._deadline and not confirm and position.will_eliminate(move):
            return [Ask(mover, str(move), why_eliminated(position, move) or "")]
        before, waited = self._places, self._waiting
        move = position.push(move)
        self._played.append((mover, move))
        events: list[Event] = [Moved(mover, len(self._played), move.path, move.captured)]
        self._settle()
        if self._places != before or self._waiting != waited:
            events += placings(position, move, mover, before, waited)
        if clock is not None:
            self._next_clock(clock, now)
        if self._turn is None:
            events += ending(position)
        else:
            if self._follower[mover] != self._turn:
                events += skips(position, mover)
            if self._deadline and self._turn not in self._clear:
                events += warnings(position, self._turn, self._clear)
        if clock is not None:
            events.append(ClockEvent(clock.times(now), clock.running))
        return self._tell(events)

    def tick(self, now: int | None = None) -> list[Event]:
        """Lets the flag fall if the time of the seat to move is used up.

        Args:
            now: the time in milliseconds; None asks the table's source.

        Returns:
            `Left` and `Over`, or nothing; nothing after the end.
        """
        seat = self._turn
        if seat is None or self.clock is None or self.clock.fallen(now) is None:
            return []
        return self._leave(seat, "time", now)

    def resign(self, seat: SeatLike) -> list[Event]:
        """A seat gives up, also when it is not its turn.

        Raises:
            GameOverError: the game has ended.
            IllegalMoveError: `no-seat`, `has-place`.
            NotationError: `unknown-seat`.
        """
        self._require_turn()
        fallen = self.tick()
        return fallen or self._leave(as_seat(seat), "resigned")

    def fail(self, seat: SeatLike, how: str, why: str) -> list[Event]:
        """A seat's player is broken: the seat loses, and the events begin with `Failed`.

        Args:
            seat: whose.
            how: "raised", "illegal" or "overran"; the last loses on time, the others by
                resignation.
            why: the error in words.

        Raises:
            As `resign`; TableError: `bad-value`, another word.
        """
        self._require_turn()
        if how not in _FAILURES:
            raise TableError("bad-value", field="how", given=how, expected=" or ".join(_FAILURES))
        failed = Failed(as_seat(seat), how, why)
        return self._leave(as_seat(seat), "time" if how == "overran" else "resigned", first=failed)

    def undo(self, *, ply: int | None = None) -> list[Event]:
        """Takes back whole turns, to the last one of somebody outside; clocks stand as then.

        With computers only, that is the last move.

        Raises:
            GameOverError: the game has ended: then everything stays.
            TableError: `rated`, `takebacks`, `no-undo`, `ply`.
        """
        if ply is not None:
            self._check_ply(ply)
        self._require_turn()
        if not self.takebacks:
            raise TableError("rated" if self.rated else "takebacks")
        fallen = self.tick()
        if fallen:
            return fallen
        count = self._turns_back()
        for _ in range(count):
            self._position.pop()
        del self._played[-count:]
        self._clear.clear()
        self._settle()
        turn = self._require_turn()
        events: list[Event] = [Undone(turn, self.ply, count)]
        if self.clock is not None:
            del self._times[-count:]
            self.clock.restore(self._times[-1], turn)
            events.append(ClockEvent(self.clock.times(), turn))
        return self._tell(events)

    def pause(self) -> list[Event]:
        """Stops the time; until `resume` no move is taken. Nothing where it is paused already.

        Raises:
            GameOverError: the game has ended.
        """
        self._require_turn()
        fallen = self.tick()
        if fallen or self.paused:
            return fallen
        self.paused = True
        if self.clock is not None:
            self.clock.pause()
        return self._tell([Paused(), *self._clock_events()])

    def resume(self) -> list[Event]:
        """Goes on after `pause`.

        Raises:
            GameOverError: the game has ended.
        """
        self._require_turn()
        if not self.paused:
            return []
        self.paused = False
        if self.clock is not None:
            self.clock.resume()
        return self._tell([Resumed(), *self._clock_events()])

    # Driving.

    def step(self) -> list[Event]:
        """Lets the computer to move make one move; nothing where none is to move.

        Raises:
            TableError: `async`: its player answers with an awaitable.
        """
        return loop.step(self)

    def run(self) -> list[Event]:
        """Lets computers move until the game is over, paused, or a human is to move.

        Raises:
            As `step`.
        """
        return loop.run(self)

    async def arun(self) -> list[Event]:
        """Drives the game to its end: asks computers, waits for humans, lets flags fall.

        Humans move through `play`, called by another task meanwhile.

        Returns:
            Everything that happened since, also by those calls.
        """
        return await loop.arun(self)

    # Inside.

    def _read(self, move: object) -> Move:
        if not isinstance(move, str):
            what = type(move).__name__
            raise TypeError(f"a move is a Move or its text such as 'm1-m3', not {what}")
        return self._position.move(move)

    def _check_ply(self, ply: int) -> None:
        if ply != len(self._played):
            raise TableError("ply", expected=len(self._played), given=ply)

    def _leave(
        self, seat: Seat, how: str, now: int | None = None, first: Event | None = None
    ) -> list[Event]:
        """A seat leaves the game, which ends it; a refused resignation changes nothing."""
        position = self._position
        _ = position.resign(seat) if how == "resigned" else position.timeout(seat)
        if self.clock is not None:
            self.clock.end(now)
        self.paused = False
        self._settle()
        events = [] if first is None else [first]
        return self._tell([*events, Left(seat, how), *self._clock_events(), *ending(position)])

    def _next_clock(self, clock: Clock, now: int) -> None:
        """The mover's time stops, the next one's runs; where it stood is kept for undo."""
        clock.press(now)
        self._times.append(clock.snapshot())
        if self._turn is not None:
            clock.start(self._turn, now)

    def _turns_back(self) -> int:
        """How many moves an undo takes back."""
        if not any(map(is_outside, self.players.values())) and self._played:
            return 1
        for count, (mover, _) in enumerate(reversed(self._played), start=1):
            if is_outside(self.players[mover]):
                return count
        raise TableError("no-undo")

    def _clock_events(self) -> list[Event]:
        clock = self.clock
        return [] if clock is None else [ClockEvent(clock.times(), clock.running)]

    def _tell(self, events: list[Event]) -> list[Event]:
        """Tells every listener, one change after the other, also where a listener makes one."""
        for log in self._logs:
            log += events
        if not self._listeners:
            return events
        self._untold.append(events)
        if len(self._untold) > 1:  # they hear it when they have heard what led to it
            return events
        try:
            while self._untold:
                for listener in tuple(self._listeners):
                    try:
                        listener(self._untold[0])
                    except Exception:  # the game has moved on, and the others want to know
                        import logging

                        logging.getLogger("sternhalma").exception("a listener of a table raised")
                del self._untold[0]
        finally:
            self._untold.clear()  # an interrupt may have come in between
        return events
