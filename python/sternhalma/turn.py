"""One turn as its player sees it, and what a player is.

A player gets a `Turn` and answers with a legal move. The turn owns its position: a player may push
and pop on it as it likes, the table never looks at it again.
"""

from __future__ import annotations

from random import Random
from typing import Protocol, runtime_checkable

from sternhalma.errors import GameOverError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping

    from sternhalma._core import Move, Position
    from sternhalma.clock import SeatTime
    from sternhalma.seats import Seat
    from sternhalma.view import View


@runtime_checkable
class Player(Protocol):
    """Anything that chooses a legal move, at once or as an awaitable.

    It may also have a `kind`, a short word by which saved games and faces know it, and `outside`,
    true for a player whose moves come through `Table.play` and who is never asked.
    """

    def choose(self, turn: Turn) -> Move | str | Awaitable[Move | str]:
        """A legal move of `turn.position`, as a `Move` or its text.

        Raises:
            Exception: anything at all; the seat then loses as if it had resigned.
        """


class Turn:
    """What a player is asked about.

    `Turn(position)` is enough for a player used without a table.

    Args:
        position: the game so far, history included; the player's own.
        clock: each seat's time, None where there is no clock.
        seed: the game's seed, which `random` is made from.
        ply: moves played at the table before this one.
        names: what the view calls the seats.

    Raises:
        GameOverError: nobody is to move.
    """

    __slots__ = ("_random", "clock", "names", "ply", "position", "seat", "seed")

    position: Position
    seat: Seat
    clock: Mapping[Seat, SeatTime] | None

    def __init__(
        self,
        position: Position,
        clock: Mapping[Seat, SeatTime] | None = None,
        seed: int = 0,
        ply: int = 0,
        names: Mapping[Seat, str] | None = None,
    ) -> None:
        seat = position.turn
        if seat is None:
            outcome = position.outcome()
            raise GameOverError("over", reason=outcome.reason if outcome else "over")
        self.position = position
        self.seat = seat
        self.clock = clock
        self.seed = seed
        self.ply = ply
        self.names = None if names is None else dict(names)
        self._random: Random | None = None

    @property
    def moves_left(self) -> int | None:
        """The seat's own moves before its deadline, None without one."""
        return self.position.moves_left(self.seat)

    @property
    def random(self) -> Random:
        """Chance of this turn alone: the same for the same seed and ply, also after a reload."""
        if self._random is None:
            self._random = Random(f"{self.seed} {self.ply} {self.seat.letter}")
        return self._random

    def view(self, pick: str | None = None) -> View:
        """The board as a face shows it to this seat, made when asked."""
        from sternhalma.view import make_view

        return make_view(
            self.position, self.seat, pick=pick, clock=self.clock, names=self.names, ply=self.ply
        )


def is_outside(player: object) -> bool:
    """Whether a seat's moves come from outside: no player at all, or one that says so."""
    return player is None or bool(getattr(player, "outside", False))


def kind_of(player: object) -> str:
    """The word by which saved games know a player."""
    if player is None:
        return "human"
    kind = getattr(player, "kind", None)
    return kind if isinstance(kind, str) else type(player).__name__.lower()
