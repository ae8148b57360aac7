"""`sternhalma play`: whole games between simple movers, printed or as records."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from sternhalma.cli.common import read_position, variant_option
from sternhalma.cli.words import result_line
from sternhalma.players import PLAYERS, Turn
from sternhalma.record import Record
from sternhalma.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sternhalma import Position
    from sternhalma.players import Greedy, Random

_MAX_PLIES = 1000  # some variants have no end against shuffling


def _seatings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[Seat, str]:
    """The movers by seat, from words such as white=greedy."""
    movers: dict[Seat, str] = {}
    for value in values:
        seat_text, _, mover = value.partition("=")
        mover = mover.strip().lower()
        if mover not in PLAYERS:
            raise click.BadParameter(f"{value!r} is not SEAT={'|'.join(PLAYERS)}")
        seat = Seat.from_text(seat_text)
        if seat in movers:
            raise click.BadParameter(f"{seat.colour} is named twice")
        movers[seat] = mover
    return movers


@click.command("play")
@click.argument("source", metavar="[VARIANT|POSITION]", required=False)
@variant_option
@click.option(
    "--seat",
    "movers",
    metavar="SEAT=MOVER",
    multiple=True,
    callback=_seatings,
    help=f"Who moves for a seat, as white=greedy; movers are {' and '.join(PLAYERS)}. "
    "[default: random]",
)
@click.option("--games", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed, the same games."
)
@click.option(
    "--max-plies",
    type=click.IntRange(1),
    default=_MAX_PLIES,
    show_default=True,
    help="Where a game is cut off, unfinished.",
)
@click.option("--record", is_flag=True, help="Write each game as one line of JSON.")
def command(
    source: str | None,
    variant: str | None,
    movers: dict[Seat, str],
    games: int,
    seed: int,
    max_plies: int,
    record: bool,
) -> None:
    """Play whole games between simple movers.

    From the start of VARIANT (classic-2 if none is named), or on from POSITION: a position text, a
    file of records (the last game), or - for standard input.
    """
    start = read_position(source, variant)
    strangers = [seat.colour for seat in movers if seat not in start.seats]
    if strangers:
        raise click.UsageError(f"{strangers[0]} does not play in {start.variant}")
    names = {seat: movers.get(seat, "random") for seat in start.seats}
    for game in range(1, games + 1):
        position = start.copy()
        _play(position, names, seed, game, max_plies)
        lines = [_recorded(position, names, seed, game)] if record else _printed(position, game)
        sys.stdout.write("\n".join(lines) + "\n")  # a game in one piece, whatever interrupts
        sys.stdout.flush()


def _play(
    position: Position, names: Mapping[Seat, str], seed: int, game: int, max_plies: int
) -> None:
    """Plays a game to its end, or until so many moves are made from here."""
    players: dict[Seat, Random | Greedy] = {
        seat: PLAYERS[name](f"{seed} {game} {seat.letter}") for seat, name in names.items()
    }
    for _ in range(max_plies):
        if position.turn is None:
            return
        position.push(players[position.turn].choose(Turn(position)))


def _recorded(position: Position, names: Mapping[Seat, str], seed: int, game: int) -> str:
    movers = {seat.colour: name for seat, name in names.items()}
    return Record.of(position, {"movers": movers, "seed": seed, "game": game}).to_json()


def _printed(position: Position, game: int) -> list[str]:
    """A game as numbered moves with the mover's letter, its result and its last position."""
    lines = [f"game {game}: {position.variant}"]
    replayed = position.copy()
    for _ in position.history:
        replayed.pop()
    for number, event in enumerate(position.history, start=1):
        mover = replayed.turn.letter if replayed.turn is not None else "-"
        lines.append(f"{number:>4} {mover} {event}")
        replayed.push(str(event))
    lines += [result_line(position), position.text]
    return lines
