"""`sternhalma play`: a game on the terminal, or whole games between simple movers.

This file reads the words of the command line and decides which of the three it is: the full screen
(`tui`), plain lines (`lines`), or games that nobody watches, played here.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import click

from sternhalma import Position
from sternhalma.cli.common import read_position, variant_option
from sternhalma.cli.local import HUMAN, MOVERS, Local, default_movers
from sternhalma.cli.tui.settings import Choices
from sternhalma.cli.words import result_line
from sternhalma.clock import TimeControl
from sternhalma.players import PLAYERS, Turn
from sternhalma.record import Record
from sternhalma.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sternhalma import Move


_MAX_PLIES = 2000  # some variants have no end against shuffling
_NO_CLOCK = "none"
_MOVERS = "human|random|greedy|easy|medium|hard|1 to 10"


def _seatings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[Seat, str]:
    """The movers by seat, from words such as white=greedy."""
    movers: dict[Seat, str] = {}
    for value in values:
        seat, mover = _pair(movers, value, _MOVERS)
        mover = mover.lower()
        if f"level-{mover}" in MOVERS:
            mover = f"level-{mover}"
        if mover not in MOVERS:
            raise click.BadParameter(f"{value!r} is not SEAT={_MOVERS}")
        movers[seat] = mover
    return movers


def _namings(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[Seat, str]:
    """The names by seat, from words such as white=Ann,black=Bob."""
    names: dict[Seat, str] = {}
    for value in ",".join(values).split(",") if values else ():
        seat, name = _pair(names, value, "NAME")
        if not name or not name.isprintable():
            raise click.BadParameter(f"{value!r} is not SEAT=NAME")
        names[seat] = name
    return names


def _pair(known: Mapping[Seat, str], value: str, expected: str) -> tuple[Seat, str]:
    """A seat that is not known yet, and what stands behind the equals sign."""
    seat_text, equals, word = value.partition("=")
    if not equals:
        raise click.BadParameter(f"{value!r} is not SEAT={expected}")
    seat = Seat.from_text(seat_text)
    if seat in known:
        raise click.BadParameter(f"{seat.colour} is named twice")
    return seat, word.strip()


def _clock(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """A time control's text, checked."""
    return value if value in (None, _NO_CLOCK) else str(TimeControl.parse(value))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says; None where it says nothing."""

    movers: dict[Seat, str]
    names: dict[Seat, str]
    clock: str | None
    fixed: bool | None
    motion: bool | None
    seed: int | None
    max_plies: int | None


@click.command("play")
@click.argument("source", metavar="[VARIANT|POSITION]", required=False)
@variant_option
@click.option(
    "--seat",
    "movers",
    metavar="SEAT=MOVER",
    multiple=True,
    callback=_seatings,
    help="Who moves for a seat, as white=human; movers are human, random, greedy, easy, medium, "
    "hard and the levels 1 to 10. "
    "[default: on a terminal white=human, the others greedy; elsewhere random]",
)
@click.option(
    "--names", metavar="SEAT=NAME,...", multiple=True, callback=_namings, help="Players' names."
)
@click.option(
    "--clock",
    metavar="5+3",
    callback=_clock,
    help="Minutes for the game + seconds a move, or none.",
)
@click.option("--fixed/--turning", default=None, help="Whether the board stays as it is.")
@click.option("--motion/--no-motion", default=None, help="Whether moves are shown hop by hop.")
@click.option("--plain", is_flag=True, help="Plain lines on a terminal, too.")
@click.option(
    "--resume/--new",
    default=None,
    help="Go on with the saved game, or give it up for a new one, without being asked.",
)
@click.option("--watch", is_flag=True, help="Show a game between movers on the full screen.")
@click.option("--games", type=click.IntRange(1), help="So many games between movers. [default: 1]")
@click.option(
    "--seed", type=int, help="The same seed, the same games. [default: 1; a new one with humans]"
)
@click.option(
    "--max-plies",
    type=click.IntRange(1),
    help=f"Where a game is cut off, unfinished; with humans a rule of the game. "
    f"[default: {_MAX_PLIES}; none with humans]",
)
@click.option("--record", is_flag=True, help="Write each game as one line of JSON.")
def command(
    source: str | None,
    variant: str | None,
    movers: dict[Seat, str],
    names: dict[Seat, str],
    clock: str | None,
    fixed: bool | None,
    motion: bool | None,
    plain: bool,
    resume: bool | None,
    watch: bool,
    games: int | None,
    seed: int | None,
    max_plies: int | None,
    record: bool,
) -> None:
    """Play on the terminal, or let simple movers play whole games.

    From the start of VARIANT (classic-2 if none is named), or on from POSITION: a position text, a
    file of records (the last game), or - for standard input.

    With a human seat, on a terminal, and with the extra `tui` installed, the game takes the whole
    screen: arrows choose a cell, Enter picks up a marble or plays it, Esc puts it down, Tab goes
    to the next marble or end, u takes back, r resigns, p pauses, q saves and quits, ? shows all
    keys. A dot is the end of a step, a ring that of a jump, a grey patch a foreign tip that a chain
    only passes, a diamond the target. Elsewhere moves are typed in notation (`help` lists the
    words). Seats, clock, names, --fixed and --no-motion are kept for the next start on a terminal;
    a game that is broken off is offered again. Both lie among the user's files, or in the folder
    that STERNHALMA_HOME names.

    Without a human seat, and with --games or --record, games are played unseen and printed;
    --watch shows one on the full screen instead.
    """
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    start = read_position(source, variant)
    strangers = [seat.colour for seat in (*movers, *names) if seat not in start.seats]
    if strangers:
        raise click.UsageError(f"{strangers[0]} does not play in {start.variant}")
    shown = HUMAN in movers.values() or resume or watch or (terminal and not movers)
    full = terminal and not plain and _has_screen()
    if record or games is not None or not shown:
        if HUMAN in movers.values() or resume or watch:
            raise click.UsageError("--games and --record are for games that nobody sees")
        if clock:
            raise click.UsageError("--clock is for games with a human seat")
        unseen = _Unseen(start, movers, names, 1 if seed is None else seed, max_plies, record)
        unseen.play(games or 1)
        return
    if watch and not full:
        raise click.UsageError("--watch takes a terminal and the extra tui")
    if watch and (HUMAN in movers.values() or resume):
        raise click.UsageError("--watch is for a new game without a human seat")
    if resume and (source or variant or movers or names or clock or max_plies or seed is not None):
        raise click.UsageError("--resume goes on with the saved game just as it is")
    asked = _Asked(movers, names, clock, fixed, motion, seed, max_plies)
    choices = _choices(asked, keep=terminal)
    local = _local(start, asked, choices, watch=watch)
    code = _play_here(local, choices, False if watch else resume, full=full)
    if code:
        raise click.exceptions.Exit(code)


def _choices(asked: _Asked, *, keep: bool) -> Choices:
    """What was asked for, over what was kept; kept again where somebody sits at a terminal."""
    choices = Choices.kept() if keep else Choices()
    if asked.movers:
        choices.seats = {seat.colour: mover for seat, mover in asked.movers.items()}
    choices.names |= {seat.colour: name for seat, name in asked.names.items()}
    if asked.clock is not None:
        choices.clock = None if asked.clock == _NO_CLOCK else asked.clock
    if asked.fixed is not None:
        choices.fixed = asked.fixed
    if asked.motion is not None:
        choices.motion = asked.motion
    if keep:
        choices.keep()
    return choices


def _local(start: Position, asked: _Asked, choices: Choices, *, watch: bool) -> Local:
    """What the table is made from."""
    seats = {seat.colour: seat for seat in start.seats}
    wanted = {
        seats[colour]: mover
        for colour, mover in choices.seats.items()
        if colour in seats and mover in MOVERS
    }
    begins = not start.history and start.text == Position(start.variant).text
    return Local(
        start.variant.text,
        default_movers(start.seats, wanted, human=not watch),
        start=None if begins else start,
        clock=choices.clock,
        names={seats[colour]: name for colour, name in choices.names.items() if colour in seats},
        seed=asked.seed,
        max_plies=asked.max_plies,
    )


def _has_screen() -> bool:
    """Whether the extra `tui` is installed."""
    from importlib.util import find_spec

    return find_spec("textual") is not None


def _play_here(local: Local, choices: Choices, resume: bool | None, *, full: bool) -> int:
    """A game that is played or watched here; returns the exit code."""
    if not full:
        from sternhalma.cli.lines import LineGame

        LineGame(local, resume=resume).run()
        return 0
    from sternhalma.cli.tui.app import play

    return play(local, choices, resume=resume)


@dataclass(frozen=True, slots=True)
class _Unseen:
    """Games between movers, each printed when it is over."""

    start: Position
    movers: Mapping[Seat, str]
    names: Mapping[Seat, str]
    seed: int
    max_plies: int | None
    record: bool

    def play(self, games: int) -> None:
        """Plays so many games."""
        for game in range(1, games + 1):
            position = self.start.copy()
            self._play(position, game)
            lines = [self._recorded(position, game)] if self.record else _printed(position, game)
            sys.stdout.write("\n".join(lines) + "\n")  # a game in one piece, whatever interrupts
            sys.stdout.flush()

    def _mover(self, seat: Seat) -> str:
        return self.movers.get(seat, "random")

    def _play(self, position: Position, game: int) -> None:
        """Plays a game to its end, or until so many moves are made from here."""
        players = {
            seat: PLAYERS[self._mover(seat)](f"{self.seed} {game} {seat.letter}")
            for seat in position.seats
        }
        for _ in range(self.max_plies or _MAX_PLIES):
            if position.turn is None:
                return
            # Without an event loop these players answer at once.
            position.push(cast("Move | str", players[position.turn].choose(Turn(position))))

    def _recorded(self, position: Position, game: int) -> str:
        """The game as a line of JSON, with the tags by which ratings know players and games."""
        movers = {seat.colour: self._mover(seat) for seat in position.seats}
        called = {
            seat.colour.capitalize(): self.names.get(seat, self._mover(seat))
            for seat in position.seats
        }
        tags = {**called, "movers": movers, "seed": self.seed, "game": game}
        return Record.of(position, tags).to_json()


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
