"""The screen of a game: keys become calls of the table, its events become pictures.

The table is driven by its own `arun`; computers think in a thread beside it, and wait with their
answer until the move before has been shown.
"""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from sternhalma.cli import local as games
from sternhalma.cli.tui.board import Board
from sternhalma.cli.tui.dialogs import Question, Reading
from sternhalma.cli.tui.drawing import SMALL, fitting
from sternhalma.cli.tui.keys import Play, Say, Selection
from sternhalma.cli.tui.motion import hops
from sternhalma.cli.tui.panel import panel
from sternhalma.errors import SternhalmaError
from sternhalma.events import Ask, ClockEvent, Moved, Over

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size
    from textual.timer import Timer

    from sternhalma import Move
    from sternhalma.cli.local import Local
    from sternhalma.cli.tui.settings import Choices
    from sternhalma.events import Event
    from sternhalma.players import Player
    from sternhalma.seats import Seat
    from sternhalma.table import Table
    from sternhalma.turn import Turn
    from sternhalma.view import View

_HOP_SECONDS = 0.18
_CLOCK_SECONDS = 0.2
_PANEL_WIDTH = 40  # at least, its margins and the board's included
_KEYS = "arrows, Enter, Esc · Tab next · u undo · r resign · p pause · ? help · q quit"
_HELP = """\
arrows            choose a cell; Home, PgUp, End, PgDn go slantwise
Enter             pick up a marble, or play it to the cell
Esc               put it down
Tab, Shift+Tab    the next marble that can move, the next end
Space             another way to the same cell (capture game)
u r p             take back, resign, pause
n                 a new game
f m               board fixed or turning, motion on or off
q                 save and quit

w r b k y g are marbles, o a stone, ◇ your target
● a step ends here, ○ a jump, digits the way there
▒ a chain only passes here, ! a move that eliminates you"""


class Patient:
    """A computer that thinks in a thread and answers when the screen is ready for its move."""

    def __init__(self, player: Player, ready: asyncio.Event) -> None:
        self.kind = getattr(player, "kind", "computer")
        self._player, self._ready = player, ready

    async def choose(self, turn: Turn) -> Move | str:
        """The player's own choice."""
        answer = await asyncio.to_thread(self._player.choose, turn)
        if not isinstance(answer, str) and inspect.isawaitable(answer):
            answer = await answer
        await self._ready.wait()
        return answer


class GameScreen(Screen[None]):
    """One table on the screen, and the next one after it.

    Args:
        local: what tables are made from.
        choices: what is kept; motion and fixed are looked at and changed here.
        table: the table to begin with; None for a new one.
        ready: set while no move is being shown; computers wait for it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *((key, f"arrow('{key}')", "") for key in ("up", "down", "left", "right")),
        ("home", "arrow('up-left')", ""),
        ("pageup", "arrow('up-right')", ""),
        ("end", "arrow('down-left')", ""),
        ("pagedown", "arrow('down-right')", ""),
        ("enter", "enter", ""),
        ("escape", "escape", ""),
        ("tab", "cycle(1)", ""),
        ("shift+tab", "cycle(-1)", ""),
        ("space", "switch", ""),
        ("u", "undo", ""),
        ("r", "resign", ""),
        ("p", "pause", ""),
        ("n", "new", ""),
        ("f", "fixed", ""),
        ("m", "motion", ""),
        ("question_mark", "help", ""),
        ("q", "app.leave", ""),
    ]

    def __init__(
        self, local: Local, choices: Choices, table: Table | None, ready: asyncio.Event
    ) -> None:
        super().__init__()
        self._local, self._choices, self._ready = local, choices, ready
        self.table = local.new() if table is None else table
        self._selections: dict[Seat, Selection] = {}
        self._log: list[str] = []
        self._showing: Timer | None = None
        self._note = ""
        self._selection: Selection
        self._view: View
        self._look()

    # What is on the screen.

    def compose(self) -> ComposeResult:
        """Board and panel above a line of keys; and a text for when there is no room."""
        with Horizontal(id="game"):
            yield Board()
            yield Static(id="panel")
        yield Static(id="note")
        yield Static(id="small")

    def on_mount(self) -> None:
        """Starts the game."""
        self.set_interval(_CLOCK_SECONDS, self._tick)
        self._drive()

    def on_resize(self, event: events.Resize) -> None:
        """Fits the board to the window."""
        self._fit(event.size)
        self.call_after_refresh(self._paint)

    def _fit(self, size: Size) -> None:
        least = SMALL.size(self._view)
        rows = max(least[1], 8 + 2 * len(self._view.seats)) + 1
        scale = fitting(self._view, size.width - _PANEL_WIDTH, size.height - 1)
        enough = scale is not None and size.height >= rows
        if scale is not None:
            board = self.query_one(Board)
            board.star_scale = scale
            board.styles.width = scale.size(self._view)[0] + 2
        self.query_one("#game").display = self.query_one("#note").display = enough
        small = self.query_one("#small", Static)
        small.display = not enough
        small.update(
            Text(
                f"This window is too small: {size.width} x {size.height}. The board needs "
                f"{least[0] + _PANEL_WIDTH} x {rows}. Make it larger, or q saves and quits."
            )
        )

    def _look(self) -> None:
        """Sees what the table holds now."""
        seat = games.bottom(self.table, fixed=self._choices.fixed)
        if self.table.over and self._selections:
            seat = self._view.seat
        self._selection = self._selections.setdefault(seat, Selection())
        picked = self._selection.picked
        if picked is not None and self.table.turn is None:
            picked = None
        self._view = self.table.view(seat, pick=picked)
        self._selection.look(self._view)
        if self._selection.picked != picked:
            self._view = self.table.view(seat, pick=self._selection.picked)

    def _paint(self) -> None:
        """Shows the table as it stands, unless a move is being shown."""
        if not self.is_mounted:
            return
        if self._showing is None:
            chosen = self._selection.chosen(self._view)
            self.query_one(Board).present(self._view, cursor=self._selection.cursor, chosen=chosen)
        self._paint_panel()
        self.query_one("#note", Static).update(Text(self._note or _KEYS, no_wrap=True))

    def _paint_panel(self) -> None:
        beside = self.query_one("#panel", Static)
        clock = self.table.clock
        beside.update(
            panel(
                self._view,
                self._selection,
                games.kinds(self.table),
                {} if clock is None else clock.times(),
                self._log,
                (max(beside.size.width, 10), beside.size.height),
            )
        )

    def _changed(self, note: str = "") -> None:
        self._note = note
        self._look()
        self._paint()

    def _tick(self) -> None:
        if self.table.clock is not None and not self.table.over and not self.table.paused:
            self._paint_panel()

    # The game.

    def _drive(self) -> None:
        """Lets the table go on, from where it stands."""
        self.table.subscribe(self._happened)
        self.run_worker(self.table.arun(), group="table", exclusive=True)
        self._changed()

    def _replace(self, table: Table) -> None:
        """Another table takes this one's place."""
        self._skip()
        self.workers.cancel_group(self, "table")
        self.table, self._log = table, []
        self._selections.clear()
        self._drive()

    def _happened(self, happened: list[Event]) -> None:
        """Tells and shows what the table has done."""
        note = ""
        for event in happened:
            if isinstance(event, Moved) and self._choices.motion:
                self._begin(event)
            if isinstance(event, Over):
                note = "The game is over. n plays a new one, q quits."
            if not isinstance(event, ClockEvent):
                self._log.append(event.text)
        if self.table.over or self.table.turn in games.humans(self.table):
            self._save()
        self._changed(note)

    def _save(self) -> None:
        try:
            self._local.keep(self.table)
        except OSError as error:
            told = f"The game can't be saved: {error.strerror or error}"
            if told not in self._log:
                self._log.append(told)

    def _begin(self, moved: Moved) -> None:
        """Shows a move hop by hop, beginning on the board as it was."""
        self._skip()
        self._ready.clear()
        view = self._view
        frames = list(hops(view, moved))

        def show() -> None:
            if not frames:
                self._skip()
                self._paint()
                return
            self.query_one(Board).present(view, changes=frames.pop(0))

        self._showing = self.set_interval(_HOP_SECONDS, show)
        show()

    def _skip(self) -> None:
        """Ends the showing of a move."""
        if self._showing is not None:
            self._showing.stop()
            self._showing = None
        self._ready.set()

    def _play(self, move: str, *, confirm: bool = False) -> None:
        selection = self._selection
        try:
            done = self.table.play(move, confirm=confirm)
        except SternhalmaError as error:
            self._changed(str(error))
            return
        if isinstance(done[0], Ask):
            ask, ply = done[0], self.table.ply

            def answered(yes: bool | None) -> None:
                if yes and self.table.ply == ply and not self.table.over:
                    self._play(move, confirm=True)

            self._ask(f"{ask.text}. Play it all the same?", answered)
            return
        selection.picked = None
        self._changed(self._note)

    # Keys.

    def action_arrow(self, direction: str) -> None:
        """Moves the cursor."""
        self._skip()
        self._selection.arrow(self._view, direction)
        self._changed()

    def action_cycle(self, by: int) -> None:
        """Goes to the next marble or end."""
        self._skip()
        self._selection.cycle(self._view, by)
        self._changed()

    def action_switch(self) -> None:
        """Takes another way to the same cell."""
        self._skip()
        self._selection.switch(self._view)
        self._changed()

    def action_enter(self) -> None:
        """Picks up, puts down or plays."""
        self._skip()
        turn = self.table.turn
        if turn is not None and turn not in games.humans(self.table):
            self._changed(f"It is {turn.colour}'s turn.")
            return
        done = self._selection.enter(self._view)
        if isinstance(done, Play):
            self._play(done.move)
        else:
            self._changed(done.text if isinstance(done, Say) else "")

    def action_escape(self) -> None:
        """Puts the marble down."""
        self._skip()
        self._selection.escape()
        self._changed()

    def on_board_clicked(self, message: Board.Clicked) -> None:
        """A click is the cursor there, and Enter."""
        self._selection.put(message.cell)
        self._look()
        self.action_enter()

    def action_undo(self) -> None:
        """Takes back whole turns."""
        self._skip()
        self._selection.picked = None
        self._refused_or(lambda: self.table.undo())

    def action_pause(self) -> None:
        """Stops the time, or lets it run on."""
        self._refused_or(self.table.resume if self.table.paused else self.table.pause)

    def action_resign(self) -> None:
        """Asks, then gives up for the human to move, or the one the board is turned to."""
        turn = self.table.turn
        seat = turn if turn in games.humans(self.table) else self._view.seat
        assert seat is not None

        def answered(yes: bool | None) -> None:
            if yes:
                self._refused_or(lambda: self.table.resign(seat))

        if not self.table.over:
            self._ask(f"{seat.colour} resigns?", answered)

    def action_new(self) -> None:
        """Begins another game with the same seats."""

        def answered(yes: bool | None) -> None:
            if yes:
                self._replace(self._local.new())

        if self.table.over:
            answered(True)
        else:
            self._ask("Give this game up, and begin a new one?", answered)

    def action_fixed(self) -> None:
        """Keeps the board from turning, or lets it."""
        self._choices.fixed = not self._choices.fixed
        self._choices.keep()
        self._changed("The board stays." if self._choices.fixed else "The board turns.")

    def action_motion(self) -> None:
        """Shows moves hop by hop, or at once."""
        self._choices.motion = not self._choices.motion
        self._choices.keep()
        self._changed("Moves are shown hop by hop." if self._choices.motion else "No motion.")

    def action_help(self) -> None:
        """Shows the keys and signs."""
        self.app.push_screen(Reading(_HELP))

    def _ask(self, text: str, then: Callable[[bool | None], None]) -> None:
        self.app.push_screen(Question(text), then)

    def _refused_or(self, call: Callable[[], object]) -> None:
        """Makes a call of the table; what it refuses is told."""
        try:
            call()
        except SternhalmaError as error:
            self._changed(str(error))
