"""What the commands share: how they read a position, and the console they write to."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from sternhalma import Position
from sternhalma.errors import RecordError
from sternhalma.record import Record, located, numbered_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from rich.console import Console

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
        if not text.lstrip().startswith("{"):
            return Position(variant or DEFAULT_VARIANT, text)
        return _from_records(source, variant, game, text.splitlines())
    if os.path.exists(source) or source.endswith((".jsonl", ".json")):
        return _from_records(source, variant, game)
    if "/" in source or len(source.split()) > 1:
        return Position(variant or DEFAULT_VARIANT, source)
    if variant is not None:
        raise click.UsageError(f"{source!r} is no position text, and --variant names the variant")
    return Position(source)


def checked_games(
    source: str, lines: list[str] | None = None
) -> Iterator[tuple[int, Record, Position]]:
    """The games of a file of records with their line numbers, each replayed and checked.

    Args:
        source: a path, or `-` for standard input.
        lines: what stands there, where it has been read already.

    Raises:
        RecordError: with `file`, `line` and, where a move is at fault, `move`.
        OSError: the file can't be read.
    """
    name = "standard input" if source == STANDARD_INPUT else source
    read = sys.stdin.buffer if source == STANDARD_INPUT else source
    try:
        for line, record in numbered_records(read if lines is None else lines):
            try:
                position = record.position()
            except RecordError as error:
                raise located(error, line=line) from error.__cause__
            yield line, record, position
    except RecordError as error:
        raise located(error, file=name) from error.__cause__


def _from_records(
    source: str, variant: str | None, game: int | None, lines: list[str] | None = None
) -> Position:
    """Where a game of a file of records stands."""
    if variant is not None:
        raise click.UsageError("records name their variant themselves; leave --variant out")
    number = 0
    position = None
    for number, (_, _, position) in enumerate(checked_games(source, lines), start=1):  # noqa: B007
        if number == game:
            break
    if position is None or (game is not None and number != game):
        wanted = "no game" if game is None else f"no game {game}, only {number}"
        raise click.UsageError(f"{source} holds {wanted}")
    return position


def console(*, error: bool = False) -> Console:
    """Where to print: colour and a limited width on a terminal, plain whole lines elsewhere."""
    from rich.console import Console

    out = Console(highlight=False, markup=False, emoji=False, stderr=error, soft_wrap=True)
    if not out.is_terminal:
        out.width = _PLAIN_WIDTH
    return out
