"""What the commands share: how they read a position, and the console they write to."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import click

from sternhalma import Position
from sternhalma.errors import RecordError
from sternhalma.record import located
from sternhalma.record_text import read_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from rich.console import Console

    from sternhalma.record_text import Game, Lines

DEFAULT_VARIANT = "classic-2"
STANDARD_INPUT = "-"
_PLAIN_WIDTH = 200  # wider than any table

variant_option: Callable[[Any], Any] = click.option(
    "--variant",
    metavar="NAME",
    help=f"The variant of a position text, such as open-3 or {DEFAULT_VARIANT}:deadline=none. "
    f"[default: {DEFAULT_VARIANT}]",
)


def read_position(source: str | None, variant: str | None, *, game: int | None = None) -> Position:
    """The position a command is asked about.

    Args:
        source: a position text, a variant (its start), a file of records (where one of its games
            stands), `-` for either text or records on standard input, None for the variant's start.
        variant: the variant of a position text; None for classic-2.
        game: which game of the records, from 1; None for the last.

    Raises:
        SternhalmaError, OSError: it can't be read.
        click.UsageError: the parts don't go together.
    """
    if source is None:
        return Position(variant or DEFAULT_VARIANT)
    if source == STANDARD_INPUT:
        text = sys.stdin.read()
        if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            return Position(variant or DEFAULT_VARIANT, text)
        return _from_records(source, variant, game, io.StringIO(text))
    if os.path.exists(source) or source.endswith((".jsonl", ".json")):
        return _from_records(source, variant, game)
    if "/" in source or len(source.split()) > 1:
        return Position(variant or DEFAULT_VARIANT, source)
    if variant is not None:
        raise click.UsageError(f"{source!r} is no position text, and --variant names the variant")
    return Position(source)


def checked_games(source: str, lines: Lines | None = None) -> Iterator[Game]:
    """The games of a file of records in either format, each replayed and checked.

    Args:
        source: a path, or `-` for standard input.
        lines: what stands there, where it has been opened or read already.

    Raises:
        RecordError: with `file`, `line` and, where they apply, `column` and `move`.
        OSError: the file can't be read.
    """
    read: str | Lines = source
    if lines is not None:
        read = lines
    elif source == STANDARD_INPUT:
        read = sys.stdin.buffer
    try:
        yield from read_games(read)
    except RecordError as error:
        name = "standard input" if source == STANDARD_INPUT else source
        raise located(error, file=name) from error.__cause__


def pick_game(source: str, number: int | None, lines: Lines | None = None) -> tuple[int, Game]:
    """A game of a file of records with its number; those before it are checked as well.

    Args:
        source: as in `checked_games`.
        number: which one, from 1; None for the last.
        lines: as in `checked_games`.

    Raises:
        RecordError, OSError: as `checked_games`.
        click.UsageError: there is no such game.
    """
    count = 0
    for count, game in enumerate(checked_games(source, lines), start=1):  # noqa: B007
        if count == number:
            break
    if count == 0 or number not in (None, count):
        wanted = "no game" if number is None else f"no game {number}, only {count}"
        raise click.UsageError(f"{source} holds {wanted}")
    return count, game


def _from_records(
    source: str, variant: str | None, game: int | None, lines: Lines | None = None
) -> Position:
    """Where a game of a file of records stands."""
    if variant is not None:
        raise click.UsageError("records name their variant themselves; leave --variant out")
    return pick_game(source, game, lines)[1].position


def console(*, error: bool = False) -> Console:
    """Where to print: colour and a limited width on a terminal, plain whole lines elsewhere."""
    from rich.console import Console

    class Output(Console):
        """Hands a closed pipe on to the entry point, which knows how to leave quietly."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    out = Output(highlight=False, markup=False, emoji=False, stderr=error, soft_wrap=True)
    if not out.is_terminal:
        out.width = _PLAIN_WIDTH
    return out


def os_text(error: OSError) -> str:
    """What the system refused, as the file and the reason."""
    name = os.fspath(error.filename) if error.filename is not None else ""
    what = error.strerror or str(error)
    return f"{name}: {what}" if name else what
