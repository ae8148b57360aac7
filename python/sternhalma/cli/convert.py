"""`sternhalma convert`: games from the text format to JSON records, or back."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import click

from sternhalma.cli.common import STANDARD_INPUT, checked_games, console
from sternhalma.record import Record
from sternhalma.record_text import detect, record_to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress

    from sternhalma.record_text import Game

_SHOWN_EVERY = 64  # games between two updates of the progress


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--to", type=click.Choice(("text", "json")), help="The format of OUT. [default: the other one]"
)
def command(source: str, target: str, to: str | None) -> None:
    """Convert the games of IN to the other format and write them to OUT.

    IN holds games in the text format or JSON records, one a line; what it is, its beginning tells.
    Each game is checked on the way. - is standard input or output. A file OUT is replaced once all
    games are written, so that it is never half done, and stays as it is where something is wrong.
    """
    games = plies = cut = 0
    with _opened(source) as file, _replacing(target) as out:
        as_json, lines = detect(file)
        form = to or ("text" if as_json else "json")
        with _progress(quiet=target == STANDARD_INPUT) as progress:
            size = os.fstat(file.fileno()).st_size if source != STANDARD_INPUT else None
            task = progress.add_task("converting", total=size or None, games=0)
            for games, game in enumerate(checked_games(source, lines), start=1):
                out.write(_written(game, form, first=games == 1))
                plies += len(game.record.moves)
                cut += game.cut
                if games % _SHOWN_EVERY == 0 and not progress.disable:
                    done = file.tell() if size else None
                    progress.update(task, completed=done, games=games)
    if target != STANDARD_INPUT:
        noun = "game" if games == 1 else "games"
        note = f", {cut} of them cut off" if cut else ""
        print(f"{games} {noun}, {plies} moves written as {form}{note}")


def _written(game: Game, form: str, *, first: bool) -> bytes:
    """A game as it stands in a file."""
    if form == "text":
        return (("" if first else "\n") + record_to_text(game.record, game.position)).encode()
    return f"{Record.of(game.position, game.record.tags).to_json()}\n".encode()


@contextmanager
def _opened(source: str) -> Iterator[IO[bytes]]:
    if source == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    with open(source, "rb") as file:
        yield file


@contextmanager
def _replacing(target: str) -> Iterator[IO[bytes]]:
    """Where to write: standard output, or a file beside the target that takes its place at last."""
    if target == STANDARD_INPUT:
        yield sys.stdout.buffer
        return
    path = os.path.realpath(target)
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe: nothing to replace
        with open(target, "wb") as file:
            yield file
        return
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name}.{os.getpid()}.part")
    try:
        file = open(beside, "xb")  # noqa: SIM115  # closed before it is renamed
    except OSError as error:
        raise OSError(error.errno, error.strerror, target) from error
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _progress(*, quiet: bool) -> Progress:
    """How far it is, on a terminal: games, games a second, and how much of a file is read."""
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            games, seconds = task.fields["games"], task.elapsed or 0
            return Text(f"{games / seconds:,.0f} games/s" if seconds else "")

    out = console(error=True)
    return Progress(
        TextColumn("{task.description} {task.fields[games]:,} games"),
        BarColumn(),
        Rate(),
        console=out,
        transient=True,
        disable=quiet or not out.is_terminal,
    )
