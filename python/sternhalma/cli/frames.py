"""A recorded game as pictures: after any ply, and hop by hop within a move."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sternhalma import Move
from sternhalma.cli.show import picture
from sternhalma.cli.words import status_lines
from sternhalma.record_forms import take_clocks, take_comments, write_clock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from sternhalma import Position, Quit
    from sternhalma.record_text import Game
    from sternhalma.seats import Seat, Stone


class Frames:
    """The pictures of a game, by the number of plies played; a seat's leaving counts as one.

    Attributes:
        last: number of plies of the whole game.
    """

    def __init__(self, number: int, game: Game) -> None:
        self._number = number
        self._events: tuple[Move | Quit, ...] = game.position.history
        self._position = game.position.copy()
        self.last = len(self._events)
        tags = dict(game.record.tags)
        self._clocks = [None, *take_clocks(tags, self.last)]
        self._comments = take_comments(tags, self.last)

    def at(self, ply: int) -> Iterator[Text | str]:
        """The board after so many plies as `show` draws it, under a line that says where it is."""
        self._go(ply)
        yield f"game {self._number}, ply {ply} of {self.last}"
        yield picture(self._position)
        yield ""
        yield from status_lines(self._position)
        yield from self._notes(ply)

    def hops(self, ply: int) -> Iterator[Text | str]:
        """As `at`, with a picture before it after each hop of the move but the last."""
        event = self._events[ply - 1] if ply else None
        path = event.path if isinstance(event, Move) else ()
        if len(path) > 2:
            self._go(ply - 1)
            for hop, changes in enumerate(_under_way(self._position, path), start=1):
                yield (
                    f"game {self._number}, ply {ply} of {self.last}, hop {hop} of {len(path) - 1}: "
                    f"{path[hop - 1]}-{path[hop]}"
                )
                yield picture(self._position, changes)
                yield ""
        yield from self.at(ply)

    def _go(self, ply: int) -> None:
        """Brings the position to a ply, from where it is."""
        position = self._position
        while len(position.history) > ply:
            position.pop()
        for event in self._events[len(position.history) : ply]:
            if isinstance(event, Move):
                position.push(event)
            elif event.how == "resigned":
                position.resign(event.seat)
            else:
                position.timeout(event.seat)

    def _notes(self, ply: int) -> Iterator[str]:
        """What the record says beside the moves."""
        clock = self._clocks[ply] if ply < len(self._clocks) else None
        if clock is not None:
            yield f"clock: {write_clock(clock)[2:-1]}"
        if ply in self._comments:
            yield f"comment: {''.join(c if c.isprintable() else ' ' for c in self._comments[ply])}"


def _under_way(
    position: Position, path: tuple[str, ...]
) -> Iterator[dict[str, Seat | Stone | None]]:
    """What stands differently from a position after each hop of a move but the last."""
    marble = position.at(path[0])
    changes: dict[str, Seat | Stone | None] = {}
    for origin, landing in pairwise(path[:-1]):
        changes[origin] = None
        if position.variant.capture:
            changes[_between(origin, landing)] = None
        changes[landing] = marble
        yield changes


def _between(origin: str, landing: str) -> str:
    """The cell halfway of a jump, where what is jumped over stands."""
    letter = chr((ord(origin[0]) + ord(landing[0])) // 2)
    return f"{letter}{(int(origin[1:]) + int(landing[1:])) // 2}"
