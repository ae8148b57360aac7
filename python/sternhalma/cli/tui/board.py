"""The board as a widget: draws the star as large as it fits, and tells which cell was clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.message import Message
from textual.widget import Widget

from sternhalma.cli.tui.drawing import SMALL, Scale, draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events

    from sternhalma.view import End, View


class Board(Widget):
    """The star of a view, with a cursor, a chosen path, and a move under way."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: str) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self) -> None:
        super().__init__(id="board")
        self.star_scale: Scale = SMALL
        self._view: View | None = None
        self._cursor: str | None = None
        self._chosen: End | None = None
        self._changes: Mapping[str, str | None] | None = None

    def present(
        self,
        view: View,
        *,
        cursor: str | None = None,
        chosen: End | None = None,
        changes: Mapping[str, str | None] | None = None,
    ) -> None:
        """Shows this from now on; as `drawing.draw`."""
        self._view, self._cursor, self._chosen = view, cursor, chosen
        self._changes = changes
        self.refresh()

    def render(self) -> Text:
        """The lines of the star, in the middle of the widget."""
        if self._view is None:
            return Text()
        left, top = self._corner(self._view)
        text = Text("\n" * top, no_wrap=True)
        for line in draw(
            self._view,
            self.star_scale,
            cursor=self._cursor,
            chosen=self._chosen,
            changes=self._changes,
        ):
            text.append(" " * left)
            for sign, style in line:
                text.append(sign, style or None)
            text.append("\n")
        text.right_crop(1)
        return text

    def on_click(self, event: events.Click) -> None:
        """Finds the cell under the mouse."""
        if self._view is None:
            return
        left, top = self._corner(self._view)
        x, y = event.x - left, event.y - top
        for cell in self._view.cells:
            row, column = self.star_scale.place(cell)
            if row == y and abs(column - x) < self.star_scale.across:
                self.post_message(self.Clicked(cell.name))

    def _corner(self, view: View) -> tuple[int, int]:
        """How far the star is from the widget's left and upper edge."""
        width, height = self.star_scale.size(view)
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)
