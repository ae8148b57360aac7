"""Seats and what else can stand on a cell: the six colours and the nobody's stone.

Numbers and letters are those of position texts and arrays, clockwise from the bottom of the board.
Knows nothing of variants: who plays and in which order is theirs.
"""

from __future__ import annotations

from enum import IntEnum

from sternhalma.errors import NotationError

_LETTERS = "wrbkyg"


class Seat(IntEnum):
    """A seat of the table, named by its colour, clockwise from the bottom tip."""

    WHITE = 0
    RED = 1
    BLUE = 2
    BLACK = 3
    YELLOW = 4
    GREEN = 5

    @property
    def letter(self) -> str:
        """The colour letter of position texts: one of w r b k y g."""
        return _LETTERS[self]

    @property
    def colour(self) -> str:
        """The colour in lower case: "white" … "green"."""
        return self.name.lower()

    @property
    def opposite(self) -> Seat:
        """The seat across the board, whose tip is this seat's target."""
        return Seat((self + 3) % 6)

    @classmethod
    def from_text(cls, text: str) -> Seat:
        """The seat of a colour letter or word; case and blanks around it are forgiven.

        Args:
            text: "w" or "white", "r" or "red", …

        Raises:
            NotationError: `unknown-seat`, anything else.
        """
        word = str(text).strip().lower()
        for seat in cls:
            if word in (seat.letter, seat.colour) and text.isascii():
                return seat
        raise NotationError("unknown-seat", text=text)


class Stone:
    """The type of `STONE`, of which there is one: a stone that belongs to nobody."""

    __slots__ = ()

    letter = "o"

    def __new__(cls) -> Stone:
        """The one stone."""
        return STONE

    def __repr__(self) -> str:
        return "STONE"

    def __reduce__(self) -> str:
        return "STONE"


STONE: Stone = object.__new__(Stone)
