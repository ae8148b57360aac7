"""`sternhalma show`: a position as an aligned star of text, or in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sternhalma.cli.common import console, read_position, variant_option
from sternhalma.cli.words import in_words, status_lines
from sternhalma.seats import Seat
from sternhalma.star import star, target_camp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.text import Text

    from sternhalma import Position
    from sternhalma.seats import Stone

    Changes = Mapping[str, Seat | Stone | None]

_STYLES = {
    "w": "bold black on white",
    "r": "bold red",
    "b": "bold blue",
    "k": "bold white on black",
    "y": "bold yellow",
    "g": "bold green",
    "o": "bold",
}


@click.command("show")
@click.argument("source", metavar="[POSITION]", required=False)
@variant_option
@click.option("--words", is_flag=True, help="Describe the position in sentences, no picture.")
@click.option("--names", is_flag=True, help="Write every cell's name into the picture.")
@click.option("--game", type=click.IntRange(1), help="Which game of a file. [default: the last]")
def command(
    source: str | None, variant: str | None, words: bool, names: bool, game: int | None
) -> None:
    """Show POSITION as a star of text, or in words.

    Each row stands between the names of its first and last cell. Letters are seats, o is a stone, a
    dot an empty cell, a colon an empty cell of the target camp of the seat to move.

    POSITION is a position text, a variant (its start), a file of records (where the last game
    stands), or - for standard input.
    """
    position = read_position(source, variant, game=game)
    out = console()
    if words:
        out.print("\n".join(in_words(position)))
        return
    out.print(_named_star(position) if names else picture(position))
    out.print("\n".join(("", *status_lines(position))))


def picture(position: Position, changes: Changes | None = None) -> Text:
    """The star with one letter a cell, rows shifted by half a cell, a name at both ends.

    Args:
        position: what to draw.
        changes: what stands on some cells instead, for a move that is under way.
    """
    from rich.text import Text

    cells = star(position.variant.order)
    left = min(cells.screen[row[0]][0] for row in cells.rows)
    goals = _goals(position)
    text = Text()
    for row in cells.rows:
        indent = round((cells.screen[row[0]][0] - left) * 2)
        text.append(" " * indent + f"{row[0]:>3}")
        for name in row:
            text.append(" ")
            text.append(*_sign(position, name, goals, changes))
        text.append(f" {row[-1]}\n")
    text.rstrip()
    return text


def _named_star(position: Position) -> Text:
    """The star with every cell's name, what stands there before it."""
    from rich.text import Text

    cells = star(position.variant.order)
    left = min(cells.screen[row[0]][0] for row in cells.rows)
    goals = _goals(position)
    text = Text()
    for row in cells.rows:
        text.append(" " * round((cells.screen[row[0]][0] - left) * 6))
        for name in row:
            sign, style = _sign(position, name, goals)
            text.append(f"{sign}{name:<5}", style)
        text.rstrip()
        text.append("\n")
    text.rstrip()
    return text


def _goals(position: Position) -> frozenset[str]:
    turn = position.turn
    return frozenset() if turn is None else target_camp(position.variant, Seat(turn))


def _sign(
    position: Position, name: str, goals: frozenset[str], changes: Changes | None = None
) -> tuple[str, str]:
    """The sign and style of a cell."""
    marble = changes[name] if changes and name in changes else position.at(name)
    if marble is None:
        return (":" if name in goals else "."), "dim"
    return marble.letter, _STYLES[marble.letter]
