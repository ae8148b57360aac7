"""`sternhalma ratings`: the leaderboard, a player's games, and results added from records."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sternhalma.cli.common import STANDARD_INPUT, checked_games
from sternhalma.cli.tui.settings import folder
from sternhalma.errors import RatingError, RecordError
from sternhalma.rating import GameResult, Ratings
from sternhalma.record import located
from sternhalma.scoring import Elo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sternhalma.rating import Entry

_BOOK = "STERNHALMA_RATINGS"


@click.group("ratings", invoke_without_command=True)
@click.option(
    "--book",
    metavar="FILE",
    envvar=_BOOK,
    help=f"The rating book. [default: ${_BOOK}, or ratings.sqlite3 among the user's files]",
)
@click.pass_context
def command(context: click.Context, book: str | None) -> None:
    """Ratings of players, kept in a book: by themselves, the leaderboard."""
    context.obj = book or str(folder() / "ratings.sqlite3")
    if context.invoked_subcommand is None:
        context.invoke(leaderboard)


@command.command("list")
@click.option("--limit", type=click.IntRange(1), help="So many players. [default: all]")
@click.pass_obj
def leaderboard(book: str, limit: int | None = None) -> None:
    """The players by rating, the best first.

    Won, drawn and lost count pairs of seats: one a game with two seats.
    """
    with _opened(book) as ratings:
        rows = ratings.leaderboard(limit)
    if not rows:
        print("no rated games")
        return
    width = max(len("player"), *(len(_shown(row.player)) for row in rows))
    print(f"{'':>4} {'player':<{width}} rating games   won drawn  lost")
    for row in rows:
        print(
            f"{row.rank:>4} {_shown(row.player):<{width}} {row.rating:>6.0f} {row.games:>5} "
            f"{row.won:>5} {row.drawn:>5} {row.lost:>5}"
        )


@command.command("history")
@click.argument("player")
@click.option("--limit", type=click.IntRange(1), help="So many games. [default: all]")
@click.pass_obj
def history(book: str, player: str, limit: int | None) -> None:
    """The rated games of PLAYER, the last first."""
    with _opened(book) as ratings:
        for entry in ratings.history(player, limit):
            print(_line(entry, player))


@command.command("add")
@click.argument("file")
@click.option("--k", type=float, help="The K-factor, kept in the book for the games to come.")
@click.option("--start", type=float, help="The rating of new players, kept in the same way.")
@click.pass_obj
def add(book: str, file: str, k: float | None, start: float | None) -> None:
    """Rate the finished games of FILE, records in either format; - is standard input.

    The players' names are the tags White, Red and so on. Games that stand in the book already are
    passed over, and so are pairs, games tagged Rated false, games without an end and those in
    which one player sits twice. A file with an error in it adds nothing.
    """
    counted = known = passed = 0
    results = list(_results(file))
    with _opened(book, make=True) as ratings:
        if k is not None or start is not None:
            old = ratings.settings
            ratings.configure(
                Elo(k=old.k if k is None else k, start=old.start if start is None else start)
            )
        for line, result in results:
            if result is None or not result.counts or _sits_twice(result):
                passed += 1
                continue
            if result.id in ratings:
                known += 1
            else:
                counted += 1
            with _at(file, line):
                ratings.add(result)  # says so if it is another game of that id
    print(f"{counted} games rated, {known} known already, {passed} that do not count")


def _opened(book: str, *, make: bool = False) -> Ratings:
    """The book; only adding makes a new one."""
    if not os.path.exists(book):
        if not make:
            raise RatingError("book", text=book, why="there is no such file")
        os.makedirs(os.path.dirname(os.path.abspath(book)), exist_ok=True)
    return Ratings(book)


def _results(file: str) -> Iterator[tuple[int, GameResult | None]]:
    """The lines and results of a file's games."""
    for game in checked_games(file):
        with _at(file, game.line):
            yield game.line, GameResult.of_record(game.record, game.position)


@contextmanager
def _at(file: str, line: int) -> Iterator[None]:
    """Adds to an error where it happened."""
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        yield
    except RecordError as error:
        raise located(error, file=name, line=line) from error
    except RatingError as error:
        raise RecordError("variant", why=str(error), file=name, line=line) from error


def _sits_twice(result: GameResult) -> bool:
    return len(set(result.players)) < len(result.players)


def _line(entry: Entry, player: str) -> str:
    result = entry.result
    others = ", ".join(
        f"{_shown(name)} {place}"
        for name, place in zip(result.players, result.places, strict=True)
        if name != player
    )
    change = entry.after - entry.before
    date = result.date[:10] or "-"
    return (
        f"{entry.number:>5} {date:<10} {result.variant:<12} place {entry.place} with {others}: "
        f"{entry.before:.0f} {change:+.1f} = {entry.after:.0f}"
    )


def _shown(name: str) -> str:
    """A name on one line, whatever is in it."""
    return "".join(char if char.isprintable() else "?" for char in name)
