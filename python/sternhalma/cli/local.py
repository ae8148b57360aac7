"""A game at this machine: its table made from choices or from the saved game, and saved again."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from sternhalma.cli.tui.settings import game_file
from sternhalma.errors import TableError
from sternhalma.players import PLAYERS, Human
from sternhalma.saving import in_file, read_file, read_saved
from sternhalma.seats import Seat
from sternhalma.table import Table
from sternhalma.turn import is_outside, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sternhalma import Position
    from sternhalma.players import Player

HUMAN = "human"
MOVERS = (HUMAN, *PLAYERS)


def _plain(player: Player) -> Player:
    return player


@dataclass(slots=True)
class Local:
    """What a local game is made from.

    Attributes:
        start: where it begins; None for the variant's start.
        variant: the text form.
        movers: a word of `MOVERS` for every seat.
        clock: a time control's text, None for none.
        names: what players are called.
        seed: what the computers' chance is made from, None for a new one.
        max_plies: a limit of moves, None for the variant's own.
        dress: what the face puts around each computer.
    """

    variant: str
    movers: dict[Seat, str]
    start: Position | None = None
    clock: str | None = None
    names: dict[Seat, str] = field(default_factory=dict)
    seed: int | None = None
    max_plies: int | None = None
    dress: Callable[[Player], Player] = _plain

    def new(self) -> Table:
        """A new table.

        Raises:
            SternhalmaError: the parts don't fit each other.
        """
        start: Position | str | None = self.start
        if self.start is not None and self.max_plies is not None:
            start = self.start.text
        return Table(
            self.variant,
            {key: self._player(mover) for key, mover in self.movers.items()},
            clock=self.clock,
            names={key: name for key, name in self.names.items()},
            first=None if self.start is None else self.start.seats[0],
            seed=self.seed,
            max_plies=self.max_plies,
            start=start,
        )

    def load(self) -> Table:
        """The saved game, with the players that sat there.

        Raises:
            OSError: there is none, or it can't be read.
            TableError: it is damaged, or a player in it is not known here.
        """
        path = game_file()
        data = read_file(path)
        with in_file(path):
            kinds = read_saved(data).players
            for letter, kind in kinds.items():
                if kind not in MOVERS:
                    raise TableError("data", why=f"{letter} is played by {kind!r}, unknown here")
            return Table.from_data(data, {key: self._player(kind) for key, kind in kinds.items()})

    def _player(self, mover: str) -> Player:
        return Human() if mover == HUMAN else self.dress(PLAYERS[mover]())


def is_saved() -> bool:
    """Whether there is a saved game."""
    return game_file().exists()


def keep(table: Table) -> bool:
    """Saves a game that has begun and goes on; one that is over is no longer kept.

    A game between computers is not saved, and neither is one before its first move: they would
    take the place of one that somebody wants to go on with.

    Returns:
        Whether there is something to go on with.

    Raises:
        OSError: it can't be written.
    """
    ours = _is_this(table)
    if table.over:
        if ours:
            os.unlink(game_file())
        return False
    if not ours and (table.ply == 0 or not humans(table)):
        return False
    table.save(game_file(make=True))
    return True


def set_aside() -> Path:
    """Gives a saved game that can't be read another name, so that no new one takes its place.

    Returns:
        Where it is now.

    Raises:
        OSError: it can't be renamed.
    """
    path = game_file()
    aside = next(
        name
        for number in count(1)
        if not (name := path.with_name(f"unread-{number}.json")).exists()
    )
    return path.rename(aside)


def _is_this(table: Table) -> bool:
    """Whether the saved game is this one."""
    try:
        return bool(read_file(game_file()).get("id") == table.id)
    except (OSError, TableError, AttributeError):
        return False


def humans(table: Table) -> list[Seat]:
    """The seats whose moves come from outside, in turn order."""
    return [seat for seat in table.seats if is_outside(table.players[seat])]


def kinds(table: Table) -> dict[Seat, str]:
    """Who sits where, in words."""
    return {seat: kind_of(table.players[seat]) for seat in table.seats}


def bottom(table: Table, *, fixed: bool) -> Seat:
    """Whose tip is at the bottom: the human to move or, meanwhile, the one who is next."""
    people = humans(table) or [table.seats[0]]
    if fixed or table.turn is None:
        return people[0]
    order = table.seats
    at = order.index(table.turn)
    placed = dict(zip(order, table.position.places, strict=True))
    following = [seat for seat in order[at:] + order[:at] if seat in people]
    return next((seat for seat in following if placed[seat] is None), following[0])


def default_movers(
    seats: Iterable[Seat], wanted: dict[Seat, str], *, human: bool
) -> dict[Seat, str]:
    """A mover for every seat: the wanted ones, greedy elsewhere; a human in any case, or none."""
    order = list(seats)
    movers = {seat: wanted.get(seat, "greedy") for seat in order}
    if not human:
        return {seat: "greedy" if mover == HUMAN else mover for seat, mover in movers.items()}
    if HUMAN not in movers.values():
        movers = dict.fromkeys(order, "greedy")
        movers[Seat.WHITE if Seat.WHITE in order else order[0]] = HUMAN
    return movers
