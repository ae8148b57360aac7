"""The game in plain lines: the board is printed, moves are typed. For pipes and screen readers."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from contextlib import contextmanager, suppress
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from sternhalma.cli.common import console, os_text
from sternhalma.cli.local import is_saved, kinds, set_aside
from sternhalma.cli.show import picture
from sternhalma.cli.words import clock_text, result_line, status_lines
from sternhalma.errors import SternhalmaError
from sternhalma.events import Ask, ClockEvent
from sternhalma.star import star

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from types import FrameType

    from sternhalma import Move, Position
    from sternhalma.cli.local import Local
    from sternhalma.events import Event
    from sternhalma.table import Table

_CELL = re.compile(r"[a-y][0-9]{1,2}", re.IGNORECASE | re.ASCII)
_YES, _NO = ("y", "yes"), ("n", "no")
_ENDING = ("SIGTERM", "SIGHUP")  # Ctrl-C has an exception of its own
_HELP = """\
m1-m3-k5     play a move; the first and the last cell are enough
moves [CELL] the marbles that can move, or the ends of the one on CELL
show         print the board again
clock        what everybody has left; pause stops it, resume lets it run on
undo         take the last move back
resign       give up; asks first
quit         save and leave; so does the end of the input
help         this list"""


class LineGame:
    """A table played by typed lines, until the game is over or the lines end.

    The game is saved whenever somebody is to type, so that whatever ends the program loses nothing.

    Args:
        local: what the table is made from.
        resume: go on with the saved game, or leave it for a new one; None asks if there is one.

    Raises:
        SternhalmaError, OSError: the table can't be made or loaded.
    """

    def __init__(self, local: Local, *, resume: bool | None = None) -> None:
        self._local = local
        self._table = local.load() if resume else local.new()  # refused here, before any question
        self._asks = resume is None and is_saved()
        self._answer: Callable[[], None] | None = None  # what a "yes" would do
        self._unsaved = False
        self._out = console()
        self._done = False

    def run(self) -> None:
        """Plays until the game is over, or the lines or the program end."""
        with _ending_by_signals():
            if self._asks and not self._choose_game():
                return
            if self._table.paused:
                self._tell(self._table.resume())
            print(self._seats())
            self._go()
            while not self._done:
                line = self._ask_table()
                if line is None:
                    break
                self._obey(line)
            if self._keep():
                print("The game is saved; the next start offers it, --resume goes on with it.")

    def _keep(self) -> bool:
        """Saves the game; says once if it can't be saved, and plays on."""
        if self._unsaved:
            return False
        try:
            return self._local.keep(self._table)
        except OSError as error:
            self._unsaved = True
            print(f"The game can't be saved: {os_text(error)}")
            return False

    def _choose_game(self) -> bool:
        """Asks what becomes of the saved game; false if the lines end before an answer."""
        try:
            saved: Table = self._local.load()
        except (SternhalmaError, OSError) as error:
            print(f"The saved game can't be read. {error}")
            try:
                print(f"It is kept as {set_aside()}.")
            except OSError as refused:
                print(f"It can't be kept: {os_text(refused)}")
            return True
        print(f"A game of {saved.variant.text} was broken off after move {saved.ply}. Go on?")
        while True:
            print("yes goes on, no begins a new game, which takes its place.")
            word = self._read("yes or no> ")
            if word is None or word.lower() == "quit":
                return False
            if word.lower() in (*_YES, *_NO):
                # Its clock runs from now.
                yes = word.lower() in _YES
                self._table = self._local.load() if yes else self._local.new()
                return True

    def _ask_table(self) -> str | None:
        """What the seat to move types, None at the end of the input."""
        table = self._table
        self._keep()
        prompt = f"{table.turn.colour if table.turn is not None else 'over'}> "
        try:
            return self._read(prompt, table.until_flag())
        except (KeyboardInterrupt, SystemExit):
            with suppress(OSError):
                self._local.keep(table)  # once more, for the clocks
            raise

    def _read(self, prompt: str, left: int | None = None) -> str | None:
        """The next line that was typed, None at the end of the input.

        Args:
            prompt: what asks for it.
            left: milliseconds, after which an empty line takes its place on a terminal.
        """
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            sys.stdout.write("\n")  # nobody's Enter has ended the line
            return line.strip() if line else None
        if left is not None and os.name == "posix":
            return self._read_until(prompt, left)
        try:
            return input(prompt).strip()
        except EOFError:
            print()
            return None

    def _read_until(self, prompt: str, milliseconds: int) -> str | None:
        """The next line from a terminal; an empty one when the time is over before it comes."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        if not select.select([sys.stdin], [], [], milliseconds / 1000 + 0.001)[0]:
            print()
            return ""
        line = sys.stdin.readline()
        if not line:
            print()
        return line.strip() if line else None

    def _obey(self, line: str) -> None:
        """Does what one line says."""
        answer, self._answer = self._answer, None
        if answer is not None and line.lower() in (*_YES, *_NO):
            if line.lower() in _YES:
                answer()
            return
        word, _, rest = line.partition(" ")
        command = self._commands().get(word.lower())
        try:
            fallen = self._table.tick()
            if fallen:
                self._tell(fallen)
                self._go()
            elif command is not None:
                command(rest.strip())
            elif line:
                self._play(line)
        except SternhalmaError as error:
            print(error)

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "moves": self._moves,
            "show": lambda _: self._show(),
            "undo": self._undo,
            "resign": self._resign,
            "clock": lambda _: print(*self._clocks() or ["there is no clock"]),
            "pause": lambda _: self._tell(self._table.pause()),
            "resume": self._resume,
            "quit": self._quit,
            "help": lambda _: print(_HELP),
        }

    def _play(self, line: str, *, confirm: bool = False) -> None:
        try:
            events = self._table.play(line, confirm=confirm)
        except SternhalmaError as error:
            near = nearest(self._table.position, line) if error.kind != "table" else None
            print(error if near is None else f"{error}; the nearest legal move is {near}")
            return
        if isinstance(events[0], Ask):
            print(f"{events[0].text}. Type yes to play it all the same.")
            self._answer = lambda: self._play(line, confirm=True)
            return
        self._tell(events)
        self._keep()  # computers may think for long, and be interrupted
        self._go()

    def _go(self) -> None:
        """Lets the computers move, then shows the board; notices the end."""
        self._tell(self._table.run())
        self._show()
        if self._table.over:
            print(result_line(self._table.position))
            self._done = True

    def _moves(self, cell: str) -> None:
        view = self._table.view(pick=cell or None)
        if view.pick is None:
            print("marbles that can move:", ", ".join(view.movable))
            return
        for end in view.pick.ends:
            print(f"{end.move} {end.kind}{', eliminates you' if end.eliminates else ''}")
        if not view.pick.ends:
            stands = self._table.position.at(cell) is not None
            what = "the marble can't move from" if stands else "there is no marble on"
            print(f"{what} {view.pick.cell}")
        if view.pick.passes:
            print("passes without stopping:", ", ".join(view.pick.passes))

    def _undo(self, _: str) -> None:
        self._tell(self._table.undo())
        self._show()

    def _resign(self, _: str) -> None:
        seat = self._table.turn
        assert seat is not None
        print(f"{seat.colour} resigns? Type yes to do it.")
        self._answer = lambda: self._leave(seat.colour)

    def _leave(self, colour: str) -> None:
        self._tell(self._table.resign(colour))
        self._go()

    def _resume(self, _: str) -> None:
        events = self._table.resume()
        if not events:
            print("nothing is paused")
        self._tell(events)

    def _quit(self, _: str) -> None:
        self._done = True

    def _show(self) -> None:
        position = self._table.position
        self._out.print(picture(position))
        self._out.print("\n".join(("", *status_lines(position), *self._clocks())))

    def _seats(self) -> str:
        """Who plays, in one line."""
        names = self._table.names
        return ", ".join(
            f"{seat.colour}: {kind}" + (f" {names[seat]}" if names[seat] != seat.colour else "")
            for seat, kind in kinds(self._table).items()
        )

    def _clocks(self) -> list[str]:
        """What every seat has left, in one line; none without a clock."""
        clock = self._table.clock
        if clock is None:
            return []
        times = (f"{seat.colour} {clock_text(left)}" for seat, left in clock.times().items())
        return [f"clock: {', '.join(times)}{' (paused)' if clock.paused else ''}"]

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if not isinstance(event, ClockEvent):
                print(event.text)


@contextmanager
def _ending_by_signals() -> Iterator[None]:
    """Lets the signals that end a program end this one by an exception, as Ctrl-C does."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    before = {
        number: signal.signal(number, end)
        for number in numbers
        if signal.getsignal(number) != signal.SIG_IGN  # nohup's wish
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def nearest(position: Position, text: str) -> Move | None:
    """The legal move that is most like what was typed; None where nobody can move."""
    cells = star(position.variant.order)
    named = [cell.lower() for cell in _CELL.findall(text) if cell.lower() in cells.names]

    def unlike(move: Move) -> tuple[float, float]:
        if not named:
            return -SequenceMatcher(None, text.lower(), str(move)).ratio(), 0
        origin = cells.distance(named[0], move.origin)
        target = cells.distance(named[-1], move.target) if len(named) > 1 else 0
        return origin * 2 + target, origin

    return min(position.legal_moves, key=unlike, default=None)
