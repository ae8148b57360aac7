"""The full-screen program around the game's screen: how it starts, and every way it ends."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding

from sternhalma.cli import local as games
from sternhalma.cli.tui.dialogs import Question, Reading
from sternhalma.cli.tui.screen import GameScreen, Patient
from sternhalma.cli.words import result_line
from sternhalma.errors import SternhalmaError

if TYPE_CHECKING:
    from textual.binding import BindingType

    from sternhalma.cli.local import Local
    from sternhalma.cli.tui.settings import Choices
    from sternhalma.table import Table

INTERRUPTED = 130
_HUNG_UP = 129
_SIGNALS = {"SIGINT": INTERRUPTED, "SIGTERM": 143}
_LOOK_SECONDS = 1.0  # how often the program looks whether its terminal is still there


class GameApp(App[int]):
    """The program; its result is the exit code.

    Args:
        local: what tables are made from; its computers are dressed for the screen here.
        choices: what is kept.
        resume: go on with the saved game, or leave it for a new one; None asks.

    Raises:
        SternhalmaError, OSError: the table can't be made, or the saved game not be loaded.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #game { height: 1fr; }
    #board { width: 30; height: 1fr; }
    #panel { width: 1fr; height: 1fr; padding: 0 1 0 2; }
    #note { height: 1; padding: 0 1; background: $panel; }
    #small { height: 1fr; content-align: center middle; text-align: center; }
    Question, Reading { align: center middle; }
    .dialog { width: auto; max-width: 90%; height: auto; padding: 1 2; border: round $primary;
              background: $surface; }
    .dialog Static { width: auto; max-width: 100%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave(130)", "", show=False, priority=True),
        Binding("ctrl+q", "leave", "", show=False, priority=True),
    ]

    def __init__(self, local: Local, choices: Choices, *, resume: bool | None = None) -> None:
        super().__init__()
        self._local, self._choices = local, choices
        self._shown = asyncio.Event()
        self._shown.set()
        self._game: GameScreen | None = None
        self.farewell: list[str] = []
        local.dress = lambda player: Patient(player, self._shown)
        local.new()  # refused here, while there is no screen that would hide the reason
        self._table = local.load() if resume else None
        self._asks = resume is None and games.is_saved()

    def on_mount(self) -> None:
        """Offers the saved game, or begins at once."""
        self._watch_signals()
        self.set_interval(_LOOK_SECONDS, self._look_for_terminal)
        if not self._asks:
            self._begin(self._table)
            return
        try:
            saved = self._local.load()
        except (SternhalmaError, OSError) as error:
            self._set_aside(error)
            return

        def answered(yes: bool | None) -> None:
            self._begin(self._local.load() if yes else None)

        text = f"A game of {saved.variant.text} was broken off after move {saved.ply}. Go on?"
        question = Question(text, yes="go on with it", no="a new game in its place")
        self.push_screen(question, answered)

    def _set_aside(self, error: Exception) -> None:
        """Tells that the saved game can't be read and where it is kept; then begins another."""
        try:
            where = f"It is kept as {games.set_aside()}."
        except OSError as refused:
            where = f"It can't be kept: {refused.strerror or refused}."
        self.push_screen(Reading(f"The saved game can't be read.\n{error}\n{where}"), self._begin)

    def action_leave(self, code: int = 0) -> None:
        """Saves and ends."""
        if self._game is not None:
            table = self._game.table
            try:
                if self._local.keep(table):
                    self.farewell.append("The game is saved; the next start offers it.")
                elif table.over:
                    self.farewell.append(result_line(table.position))
            except OSError as error:
                self.farewell.append(f"The game can't be saved: {error.strerror or error}")
        self.exit(code)

    def _begin(self, table: Table | None) -> None:
        self._game = GameScreen(self._local, self._choices, table, self._shown)
        self.push_screen(self._game)

    def _watch_signals(self) -> None:
        """Lets signals end the game as q does, the terminal put back as it was."""
        loop = asyncio.get_running_loop()
        for name, code in _SIGNALS.items():
            with suppress(NotImplementedError, RuntimeError, ValueError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), self.action_leave, code)
        with suppress(NotImplementedError, RuntimeError, ValueError, AttributeError):
            loop.add_signal_handler(signal.SIGHUP, self._hang_up)

    def _look_for_terminal(self) -> None:
        """A terminal can go away without a signal; reading from it would then never end."""
        if not hasattr(select, "poll"):
            return
        poll = select.poll()
        poll.register(sys.__stdin__ or 0, 0)
        if any(
            event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0)
        ):
            self._hang_up()

    def _hang_up(self) -> None:
        """Saves and ends at once: there is no screen to put back and nobody to tell."""
        with suppress(OSError, SternhalmaError):
            if self._game is not None:
                self._local.keep(self._game.table)
        os._exit(_HUNG_UP)


def play(local: Local, choices: Choices, *, resume: bool | None = None) -> int:
    """Runs the program on the terminal and returns its exit code.

    Args:
        local: what tables are made from.
        choices: what is kept.
        resume: go on with the saved game, or leave it for a new one; None asks.

    Raises:
        SternhalmaError, OSError: the table can't be made, or the saved game not be loaded.
    """
    app = GameApp(local, choices, resume=resume)
    code = app.run()
    for line in app.farewell:
        print(line)
    return app.return_code or 0 if code is None else code
