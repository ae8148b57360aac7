"""Driving a table: asking its computers, waiting for everyone else.

A computer loses by the rules where it raises or answers illegally (as if it had resigned) and where
it overruns its time. Knows the table's public calls only.
"""

from __future__ import annotations

import asyncio
import inspect

from sternhalma._core import Move
from sternhalma.errors import SternhalmaError, TableError
from sternhalma.turn import is_outside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sternhalma.events import Event
    from sternhalma.seats import Seat
    from sternhalma.table import Table
    from sternhalma.turn import Player


def step(table: Table) -> list[Event]:
    """Lets the computer whose turn it is make its move; nothing where nobody can be asked.

    If the table moves on while the player thinks, its answer comes too late and is dropped.

    Raises:
        TableError: `async`: the player answers with an awaitable.
    """
    seat, player = _asked(table)
    return [] if seat is None or player is None else _move(table, seat, player)


def _move(table: Table, seat: Seat, player: Player) -> list[Event]:
    """One computer's move, unless the table moves on while it thinks."""
    revision = table.revision
    try:
        answer = player.choose(table.make_turn())
    except Exception as error:
        return _raised(table, seat, error) if table.revision == revision else []
    if not isinstance(answer, (Move, str)) and inspect.isawaitable(answer):
        if inspect.iscoroutine(answer):
            answer.close()  # never awaited, and never to be complained about
        raise TableError("async", seat=seat)
    if table.revision != revision or table.paused:
        return []
    return _play(table, seat, answer)


def run(table: Table) -> list[Event]:
    """Steps on until the game is over, paused, or somebody outside is to move."""
    log: list[Event] = []
    stop = table.log_to(log)  # also what others do meanwhile
    try:
        while True:
            seat, player = _asked(table)
            if seat is None or player is None:
                return log
            _move(table, seat, player)
    finally:
        stop()


def _asked(table: Table) -> tuple[Seat | None, Player | None]:
    """The seat and the computer that are asked for a move now, if any."""
    seat = table.turn
    player = None if seat is None else table.players[seat]
    if table.paused or player is None or is_outside(player):
        return None, None
    return seat, player


async def arun(table: Table) -> list[Event]:
    """Drives the table to the end of its game, waiting for those who are outside.

    Flags fall on time, and whatever the table is told meanwhile (a move, a resignation, an undo, a
    pause) is taken into account at once.
    """
    log: list[Event] = []
    changed = asyncio.Event()

    def listen(events: list[Event]) -> None:
        log.extend(events)
        changed.set()

    stop = table.subscribe(listen)
    try:
        while (seat := table.turn) is not None:
            changed.clear()
            player = table.players[seat]
            if table.paused or player is None or is_outside(player):
                await _wait(table, changed.wait())
                table.tick()
            else:
                await _ask(table, seat, player, changed)
    finally:
        stop()
    return log


async def _ask(table: Table, seat: Seat, player: Player, changed: asyncio.Event) -> None:
    """One computer's turn: done when it has moved or lost, or the turn is no longer its own."""
    revision = table.revision
    try:
        answer = player.choose(table.make_turn())
    except Exception as error:
        if table.revision == revision:
            _raised(table, seat, error)
        return
    if inspect.isawaitable(answer):
        task = asyncio.ensure_future(answer)
        try:
            while not (task.done() and not table.paused):
                changed.clear()
                waits = [changed.wait()] if task.done() else [changed.wait(), task]
                await _wait(table, *waits)
                if table.revision != revision:
                    return
                if table.flag_fallen() is not None:
                    break
        finally:
            if not task.done():
                task.add_done_callback(_retrieve)
                task.cancel()
        if table.flag_fallen() is not None:
            table.fail(seat, "overran", "no answer in time")
            return
        try:
            answer = task.result()
        except (Exception, asyncio.CancelledError) as error:
            _raised(table, seat, error)
            return
    else:
        await asyncio.sleep(0)  # others get their turn, too
        if table.revision != revision or table.paused:
            return
    _play(table, seat, answer)


async def _wait(table: Table, *things: Any) -> None:
    """Waits until one of these is done, or the running flag falls."""
    left = table.until_flag()
    tasks = [asyncio.ensure_future(thing) for thing in things]
    try:
        timeout = None if left is None else max(left, 1) / 1000
        await asyncio.wait(tasks, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        tasks[0].cancel()  # the wait for a change; a player's task goes on


def _play(table: Table, seat: Seat, answer: Any) -> list[Event]:
    """Plays a computer's answer, which confirms itself."""
    if table.flag_fallen() is not None:
        return table.fail(seat, "overran", "the answer came too late")
    try:
        return table.play(answer, confirm=True)
    except (SternhalmaError, TypeError) as error:
        return table.fail(seat, "illegal", _words(error))


def _raised(table: Table, seat: Seat, error: BaseException) -> list[Event]:
    """Ends the game of a computer that raised: on time where it did so too late."""
    late = table.flag_fallen() is not None
    return table.fail(seat, "overran" if late else "raised", _words(error))


def _words(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:  # an error that can't even be told
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _retrieve(task: asyncio.Future[Any]) -> None:
    """Takes what an abandoned task ended with, so that nobody reports it as lost."""
    if not task.cancelled():
        task.exception()
