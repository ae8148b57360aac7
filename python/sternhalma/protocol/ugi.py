"""UGI, the Universal Game Interface of kz04px/cutegames (`ugi.md`), and what this game adds.

Seats are numbered from 1 in turn order. What two seats say is standard; with more, clocks run to
`p6time` and `p6inc`, and `query turn`, `query result` and `query places` tell who moves and how it
ended. Moves and position texts are this package's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sternhalma._core import Position
from sternhalma.errors import EngineError
from sternhalma.protocol.dialect import Dialect, moves_of, played, split_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sternhalma._core import Move
    from sternhalma.variants import Variant

_QUERIES = "gameover, p1turn, turn, result or places"


class Ugi(Dialect):
    """UGI with the extension for three to six seats."""

    word = "ugi"
    done = "ugiok"
    default_variant = "classic-2"

    def clock_words(self, seats: int) -> Sequence[tuple[str, str]]:
        """The words p1time and p1inc, p2time and p2inc and so on."""
        return [(f"p{seat}time", f"p{seat}inc") for seat in range(1, seats + 1)]

    def check(self, variant: Variant) -> None:
        """Every variant can be told."""

    def write_position(self, position: Position) -> str:
        """`position startpos` or `position fen TEXT`, and the moves since."""
        first, moves = moves_of(position)
        start = Position(position.variant)
        head = "startpos" if first.text == start.text else f"fen {first.text}"
        texts = [str(move) for move in moves]
        return " ".join(["position", head, *(["moves", *texts] if texts else [])])

    def read_position(self, words: Sequence[str], variant: Variant) -> Position:
        """`startpos` or `fen TEXT`, then `moves` and the moves."""
        where, moves = split_moves(words)
        match where:
            case []:
                raise EngineError("missing", field="startpos or fen")
            case ["startpos"]:
                first = Position(variant)
            case ["startpos", extra, *_]:
                raise EngineError(
                    "bad-value", field="the word after startpos", given=extra, expected="moves"
                )
            case ["fen", *text]:
                first = Position(variant, " ".join(text))
            case [other, *_]:
                raise EngineError(
                    "bad-value", field="position", given=other, expected="startpos or fen"
                )
        return played(first, moves, self)

    def write_move(self, position: Position, move: Move) -> str:
        """The notation, such as m1-m3-k5."""
        return str(move)

    def read_move(self, position: Position, text: str) -> Move:
        """Notation, or from-to where only one move fits."""
        return position.move(text)


def answer(position: Position, question: str) -> str:
    """The answer to `query`.

    Raises:
        EngineError: `bad-value`, another question.
    """
    turn = position.turn
    match question.lower():
        case "gameover":
            return _truth(turn is None)
        case "p1turn":
            return _truth(turn == position.seats[0])
        case "turn":
            return str(position.seats.index(turn) + 1 if turn is not None else 0)
        case "result":
            return _result(position)
        case "places":
            return " ".join("-" if place is None else str(place) for place in position.places)
    raise EngineError("bad-value", field="query", given=question, expected=_QUERIES)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _result(position: Position) -> str:
    """Who has won: the first seat of the side that is alone in front, if the game is over."""
    if position.turn is not None:
        return "none"
    best = min(place for place in position.places if place is not None)
    ahead = [number for number, place in enumerate(position.places, 1) if place == best]
    alone = len(ahead) == (2 if position.variant.pairs else 1)
    return f"p{ahead[0]}win" if alone else "draw"
