"""A game at this machine: its table made from choices or from the saved game, and saved again."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from errno import EEXIST
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
    from sternhalma.seating import SeatLike

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
        replaces: the id of the saved game that the last new table may take the place of.
    """

    variant: str
    movers: dict[Seat, str]
    start: Position | None = None
    clock: str | None = None
    names: dict[Seat, str] = field(default_factory=dict)
    seed: int | None = None
    max_plies: int | None = None
    dress: Callable[[Player], Player] = _plain
    replaces: str | None = None

    def new(self) -> Table:
        """A new table.

        Raises:
            SternhalmaError: the parts don't fit each other.
        """
        start: Position | str | None = self.start
        if self.start is not None and self.max_plies is not None:
            start = self.start.text
        seed = secrets.randbelow(2**32) if self.seed is None else self.seed
        self.replaces = _saved_id()
        return Table(
            self.variant,
            {key: self._player(mover, key, seed) for key, mover in self.movers.items()},
            clock=self.clock,
            names={key: name for key, name in self.names.items()},
            first=None if self.start is None else self.start.seats[0],
            seed=seed,
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
            saved = read_saved(data)
            for letter, kind in saved.players.items():
                if kind not in MOVERS:
                    raise TableError("data", why=f"{letter} is played by {kind!r}, unknown here")
            players: dict[SeatLike, Player | None] = {
                letter: self._player(kind, Seat.from_text(letter), saved.seed)
                for letter, kind in saved.players.items()
            }
            return Table.from_data(data, players)

    def keep(self, table: Table) -> bool:
        """Saves a game that has begun and goes on; one that is over is no longer kept.

        A game between computers is not saved, and neither is one before its first move: they would
        take the place of one that somebody wants to go on with.

        Returns:
            Whether there is something to go on with.

        Raises:
            OSError: it can't be written, or another program has saved a game there meanwhile.
        """
        there = _saved_id()
        if table.over:
            if there == table.id:
                os.unlink(game_file())
            return False
        if there != table.id and (table.ply == 0 or not humans(table)):
            return False
        path = game_file(make=True)
        if there is None and path.exists():
            set_aside()
        elif there not in (None, table.id, self.replaces):
            raise FileExistsError(EEXIST, "another game has been saved there meanwhile", str(path))
        table.save(path)
        return True

    def _player(self, mover: str, seat: Seat, seed: int) -> Player:
        if mover == HUMAN:
            return Human()
        # What draws from the table's chance needs no seed of its own; a search does.
        own = None if mover in ("random", "greedy") else f"{seed} {seat.letter}"
        return self.dress(PLAYERS[mover](own))


def is_saved() -> bool:
    """Whether there is a saved game."""
    return game_file().exists()


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


def _saved_id() -> str | None:
    """What names the saved game, None where there is none that can be read."""
    try:
        return read_saved(read_file(game_file())).id
    except (OSError, TableError):
        return None


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
