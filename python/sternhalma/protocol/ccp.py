"""CCP, the Chinese Checkers Protocol of jphilleo/jumpstar-chinese-checkers-engine.

As its `docs/benchmark/CCP_PROTOCOL.md` has it: a board is one character a cell, cells are numbered
by rows from the top, player 0 sits at the top and moves first. A game whose first seat sits at the
bottom is told turned by half a circle, which changes nothing in the rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sternhalma._core import Position
from sternhalma.errors import EngineError, SternhalmaError
from sternhalma.protocol.dialect import Dialect, played, split_moves
from sternhalma.seats import Seat
from sternhalma.star import star, target_camp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sternhalma._core import Move
    from sternhalma.variants import Variant

_FORM = "startpos or cells BOARD player 0|1 ply N"


class Ccp(Dialect):
    """CCP: two opposite seats, cells by number."""

    word = "ccp"
    done = "ccpok"
    default_variant = "ccerl-2p10"

    def clock_words(self, seats: int) -> Sequence[tuple[str, str]]:
        """The words wtime and winc for player 0, btime and binc for player 1."""
        return [("wtime", "winc"), ("btime", "binc")]

    def check(self, variant: Variant) -> None:
        """Only white and black, with marbles of their own."""
        if variant.capture or sorted(variant.seats) != ["k", "w"]:
            raise EngineError("two-seats", variant=variant.text)

    def write_position(self, position: Position) -> str:
        """`position cells BOARD player N ply N`; the moves before can't be told."""
        players = {seat: str(player) for player, seat in enumerate(position.seats)}
        marks = (position.at(name) for name in _names(position.variant))
        board = "".join("." if mark is None else players[Seat(mark)] for mark in marks)  # type: ignore[arg-type]
        player = 0 if position.turn is None else position.seats.index(position.turn)
        return f"position cells {board} player {player} ply {position.plies}"

    def read_position(self, words: Sequence[str], variant: Variant) -> Position:
        """`startpos` or `cells BOARD player N ply N`; `moves` may follow."""
        self.check(variant)
        where, moves = split_moves(words)
        match where:
            case ["startpos"]:
                first = Position(variant)
            case ["cells", board, *rest]:
                facts = dict(zip(rest[::2], rest[1::2], strict=False))
                player = _count(facts, "player", 1)
                first = Position(variant, _text(variant, board, player, _count(facts, "ply")))
            case []:
                raise EngineError("missing", field=_FORM)
            case [other, *_]:
                raise EngineError("bad-value", field="position", given=other, expected=_FORM)
        return played(first, moves, self)

    def write_move(self, position: Position, move: Move) -> str:
        """The numbers of all cells of the path, joined by hyphens."""
        names = _names(position.variant)
        return "-".join(str(names.index(name)) for name in move.path)

    def read_move(self, position: Position, text: str) -> Move:
        """Numbers of cells, the whole path or from and to."""
        names = _names(position.variant)
        cells = []
        for part in text.replace(",", "-").split("-"):
            if not (part.isascii() and part.isdigit() and int(part[:9]) < len(names)):
                expected = f"cell numbers from 0 to {len(names) - 1} with hyphens between"
                raise EngineError("bad-value", field="a move", given=text, expected=expected)
            cells.append(names[int(part)])
        return position.move("-".join(cells))


def _names(variant: Variant) -> tuple[str, ...]:
    """The cell names in the order of CCP's numbers: the first seat's tip comes first."""
    names = star(variant.order).names
    return names if variant.seats[0] == "k" else names[::-1]


def _count(facts: dict[str, str], name: str, most: int = 10**6) -> int:
    text = facts.get(name, "0")
    if text.isascii() and text.isdigit() and int(text[:9]) <= most:
        return int(text[:9])
    raise EngineError("bad-value", field=name, given=text, expected=f"0 to {most}")


def _text(variant: Variant, board: str, player: int, ply: int) -> str:
    """The position text of a board of one character a cell."""
    names = _names(variant)
    letters = {".": "1", "0": variant.seats[0], "1": variant.seats[1]}
    if len(board) != len(names) or not set(board) <= set(letters):
        expected = f"{len(names)} characters out of . 0 1"
        raise EngineError("bad-value", field="cells", given=board, expected=expected)
    marks = dict(zip(names, board, strict=True))
    rows = ["".join(letters[marks[name]] for name in row) for row in star(variant.order).rows]
    places = "1,-" if player == 1 and variant.reply and _arrived(variant, marks) else "-,-"
    made = (ply + 1) // 2, ply // 2
    if (ply + player) % 2:  # a ply count that does not fit: whoever is to move has moved less
        made = made[::-1]
    board = "/".join(_runs(row) for row in rows)
    return f"{board} {variant.seats[player]} {places} {made[0]},{made[1]} {made[1] + 1}"


def _runs(row: str) -> str:
    """A row with each run of empty cells as one number."""
    return re.sub("1+", lambda run: str(len(run[0])), row)


def _arrived(variant: Variant, marks: dict[str, str]) -> bool:
    """Whether player 0 stands in its target as an arrival asks, so that a reply is due."""
    camp = [marks[name] for name in target_camp(variant, Seat.from_text(variant.seats[0]))]
    return "." not in camp and "0" in camp


def followed(before: Position, after: Position) -> Position:
    """The same position with the history of an earlier one, where one or two moves lie between.

    CCP tells boards without what came before; repetitions are only seen with it.
    """
    walk = before.copy()
    if walk.variant != after.variant or not 0 <= after.plies - walk.plies <= 2:
        return after
    names = star(walk.variant.order).names
    while walk.plies < after.plies:
        seat = walk.turn
        changed = [name for name in names if (walk.at(name) == seat) != (after.at(name) == seat)]
        origins = [name for name in changed if walk.at(name) == seat]
        if seat is None or len(changed) != 2 or len(origins) != 1:
            return after
        changed.remove(origins[0])
        try:
            walk.push(walk.find_move(origins[0], changed[0]))
        except SternhalmaError:
            return after
    return walk if walk.text == after.text else after
