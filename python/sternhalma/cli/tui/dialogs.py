"""Small windows over the board: a question with two answers, and a text to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class Question(ModalScreen[bool]):
    """A question that y answers with yes; n and Esc with no.

    Enter is no answer: it plays moves, and one pressed too often must not give a game away.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "Yes"),
        ("n", "answer(False)", "No"),
        ("escape", "answer(False)", "No"),
    ]

    def __init__(self, text: str, *, yes: str = "yes", no: str = "no") -> None:
        super().__init__()
        self._text, self._keys = text, f"y: {yes}    n, Esc: {no}"
        self._given = False

    def compose(self) -> ComposeResult:
        """The text above the keys."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._text))
            yield Static(Text(f"\n{self._keys}", "bold"))

    def action_answer(self, yes: bool) -> None:
        """Closes the window with the answer; a key pressed again before it is gone does nothing."""
        if not self._given:
            self._given = True
            self.dismiss(yes)


class Reading(ModalScreen[None]):
    """A text that any key closes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self._given = False

    def compose(self) -> ComposeResult:
        """The text above the keys."""
        with Vertical(classes="dialog"):
            yield Static(Text(self._text))
            yield Static(Text("\nany key goes back", "bold"))

    def on_key(self) -> None:
        """Closes the window, once."""
        if not self._given:
            self._given = True
            self.dismiss(None)
