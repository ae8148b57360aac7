"""The board as a face shows it to one seat: plain data, no rule left to know.

The star is turned so that the seat's own tip is at the bottom. Everything here is immutable and
turns into JSON with `to_data`; a face draws it, looks up neighbours for its arrow keys, and reads
`describe` aloud.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import cos, pi, sin, sqrt

from sternhalma._core import Move, Quit
from sternhalma.deadlines import deadline
from sternhalma.errors import TableError
from sternhalma.events import plain
from sternhalma.scoring import standings
from sternhalma.seats import Seat
from sternhalma.sentences import view_sentences
from sternhalma.star import home_camp, star, target_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from sternhalma._core import Position
    from sternhalma.clock import SeatTime

_ROW = sqrt(3) / 2

# Screen directions as steps of (row, column), columns being half cells; rows count from the top.
_DIRECTIONS: dict[str, tuple[int, int]] = {
    "left": (0, -2),
    "right": (0, 2),
    "up-left": (-1, -1),
    "up-right": (-1, 1),
    "down-left": (1, -1),
    "down-right": (1, 1),
}
_VERTICAL = {"up": -1, "down": 1}
DIRECTIONS = (*_DIRECTIONS, *_VERTICAL)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as the seat sees it.

    Attributes:
        name: its name, the same for every seat.
        x, y: screen coordinates, x to the right, y down, the centre at (0, 0), neighbours 1 apart.
        row, column: the same for a screen of characters: rows from the top, columns of half a cell
            from the left.
        marble: a colour letter, "o" for a nobody's stone, None where it is empty.
        home, target: whether it lies in the viewing seat's own camp or in its target camp.
        tip: the colour letter of the tip it lies in, None for the hexagon.
    """

    name: str
    x: float
    y: float
    row: int
    column: int
    marble: str | None
    home: bool
    target: bool
    tip: str | None


@dataclass(frozen=True, slots=True)
class End:
    """Where a picked marble can end.

    Attributes:
        cell: its name.
        kind: "step" or "jump".
        path: the cells from origin to target, hop by hop; joined with hyphens it is the move.
        eliminates: whether the move would eliminate its mover, so that the table asks first.
        captured: cells of the stones taken; several ends may share a cell in the capture game.
    """

    cell: str
    kind: str
    path: tuple[str, ...]
    eliminates: bool
    captured: tuple[str, ...] = ()

    @property
    def move(self) -> str:
        """The move in notation."""
        return "-".join(self.path)


@dataclass(frozen=True, slots=True)
class Pick:
    """A marble picked up: everywhere it can end, and where a chain passes without stopping.

    Attributes:
        cell: where it stands.
        ends: in (letter, row) order; empty where the marble can't move, or isn't the mover's.
        passes: cells of foreign tips in which a chain may land and no move may end.
    """

    cell: str
    ends: tuple[End, ...]
    passes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastMove:
    """The move just played."""

    seat: Seat
    path: tuple[str, ...]
    captured: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat beside the board.

    Attributes:
        seat: whose.
        name: what its player is called.
        place: its place, None while in play.
        arrived: whether it has arrived while its partner still plays.
        moves_left: own moves before the deadline, None without one.
        at_home: its home cells with marbles of its own.
        shut_in: those that have no way out.
        in_target, distance, moves_made, taken, rank: as in `scoring.Standing`.
        remaining, increment: its time in milliseconds, None without a clock.
    """

    seat: Seat
    name: str
    place: int | None
    arrived: bool
    moves_left: int | None
    at_home: tuple[str, ...]
    shut_in: tuple[str, ...]
    in_target: int
    distance: int
    moves_made: int
    taken: int
    rank: int
    remaining: int | None
    increment: int | None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees.

    Attributes:
        variant: the text form.
        seat: whose tip is at the bottom.
        cells: by cell number, rows of the standard board from the top.
        turn: the seat to move, None when the game is over.
        ply: moves played at the table.
        round: number of the round.
        reply_due: whether the move due is the second seat's reply.
        paused: whether the game stands still.
        movable: cells whose marbles the seat to move can move, in (letter, row) order.
        pick: the marble picked up, if one was asked for.
        last: the last move, None before the first and after a resignation or a fallen flag.
        seats: in turn order.
        over: why the game ended, None while it goes on.
    """

    variant: str
    seat: Seat
    cells: tuple[Cell, ...]
    turn: Seat | None
    ply: int
    round: int
    reply_due: bool
    paused: bool
    movable: tuple[str, ...]
    pick: Pick | None
    last: LastMove | None
    seats: tuple[SeatView, ...]
    over: str | None
    _by_name: dict[str, Cell] = field(repr=False, compare=False)
    _by_place: dict[tuple[int, int], str] = field(repr=False, compare=False)

    def cell(self, name: str) -> Cell:
        """The cell of a name.

        Raises:
            KeyError: no such cell.
        """
        return self._by_name[name]

    def neighbour(self, cell: str, direction: str) -> str | None:
        """The cell next to one in a direction of the screen, for arrow keys; None at the edge.

        "left", "right", "up-left", "up-right", "down-left" and "down-right" are the six neighbours.
        "up" and "down" go from row to row, swaying left and right so that going on means going
        straight and turning round leads back; where no neighbour lies there, to the nearest cell of
        that row.

        Raises:
            KeyError: no such cell.
            TableError: `direction`.
        """
        here = self.cell(cell)
        if direction in _DIRECTIONS:
            rows, columns = _DIRECTIONS[direction]
            return self._by_place.get((here.row + rows, here.column + columns))
        if direction not in _VERTICAL:
            raise TableError("direction", text=direction, expected=", ".join(DIRECTIONS))
        row = here.row + _VERTICAL[direction]
        sway = 1 if here.row % 2 == 0 else -1
        found = [(r, c) for r, c in self._by_place if r == row]
        if not found:
            return None
        wanted = here.column + sway
        return self._by_place[min(found, key=lambda at: (abs(at[1] - wanted), at[1]))]

    def describe(self) -> str:
        """The view in English sentences: turn, seats with their marbles, deadlines, clocks."""
        return " ".join(view_sentences(self))

    def to_data(self) -> dict[str, Any]:
        """The view as JSON holds it; seats are their letters."""
        hidden = ("_by_name", "_by_place")
        return {
            name: plain(getattr(self, name))
            for name in self.__dataclass_fields__
            if name not in hidden
        }


def make_view(
    position: Position,
    seat: Seat | None = None,
    *,
    pick: str | None = None,
    clock: Mapping[Seat, SeatTime] | None = None,
    names: Mapping[Seat, str] | None = None,
    ply: int = 0,
    paused: bool = False,
) -> View:
    """The view of a position.

    Args:
        position: the game.
        seat: whose tip is at the bottom; None for white's, as onlookers see it.
        pick: the cell of a marble to show the ends of.
        clock: each seat's time.
        names: what players are called; a seat without one goes by its colour.
        ply: moves played at the table.
        paused: whether the game stands still.

    Raises:
        NotationError: `pick` is no cell.
    """
    seat = Seat.WHITE if seat is None else seat
    outcome = position.outcome()
    cells = _cells(position, seat)
    return View(
        variant=position.variant.text,
        seat=seat,
        cells=cells,
        turn=position.turn,
        ply=ply,
        round=position.round,
        reply_due=position.reply_due,
        paused=paused,
        movable=_movable(position),
        pick=None if pick is None else picked(position, pick),
        last=_last(position),
        seats=_seat_views(position, clock or {}, names or {}),
        over=None if outcome is None else outcome.reason,
        _by_name={cell.name: cell for cell in cells},
        _by_place={(cell.row, cell.column): cell.name for cell in cells},
    )


def picked(position: Position, cell: str) -> Pick:
    """Everywhere the marble on a cell can end, and where its chains pass.

    Raises:
        NotationError: no such cell.
    """
    can = position.reaches(cell)
    steps = set(can["steps"])
    if position.variant.capture:
        moves = [move for move in position.legal_moves if move.origin == cell.lower()]
    else:
        moves = [position.move(f"{cell}-{end}") for end in (*can["steps"], *can["jumps"])]
    ends = [
        End(
            cell=move.target,
            kind="step" if move.target in steps else "jump",
            path=move.path,
            eliminates=position.will_eliminate(move),
            captured=move.captured,
        )
        for move in moves
    ]
    if not position.variant.capture:
        ends.sort(key=lambda end: _letter_and_row(end.cell))
    return Pick(cell.lower(), tuple(ends), tuple(sorted(can["passes"], key=_letter_and_row)))


def _cells(position: Position, seat: Seat) -> tuple[Cell, ...]:
    variant = position.variant
    home, target = home_camp(variant, seat), target_camp(variant, seat)
    cells = []
    for name, x, y, row, column, tip in _turned(variant.order, seat):
        marble = position.at(name)
        letter = None if marble is None else marble.letter
        cells.append(Cell(name, x, y, row, column, letter, name in home, name in target, tip))
    return tuple(cells)


@cache
def _turned(order: int, seat: Seat) -> tuple[tuple[str, float, float, int, int, str | None], ...]:
    """Every cell's name, place on the screen with a seat's tip at the bottom, and tip."""
    board = star(order)
    marbles = order * (order + 1) // 2
    tips = {name: owner.letter for owner in Seat for name in board.camp(owner, marbles)}
    angle = int(seat) * pi / 3  # tips follow each other clockwise, the board turns back
    places = {
        name: (x * cos(angle) - y * sin(angle), -(x * sin(angle) + y * cos(angle)))
        for name, (x, y) in board.screen.items()
    }
    top = min(y for _, y in places.values())
    left = min(x for x, _ in places.values())
    return tuple(
        (
            name,
            round(x, 6) + 0.0,
            round(y, 6) + 0.0,
            round((y - top) / _ROW),
            round((x - left) * 2),
            tips.get(name),
        )
        for name, (x, y) in places.items()
    )


def _movable(position: Position) -> tuple[str, ...]:
    if position.turn is None:
        return ()
    names = [
        name
        for name in star(position.variant.order).names
        if position.at(name) is not None and _can_move(position.reaches(name))
    ]
    return tuple(sorted(names, key=_letter_and_row))


def _can_move(can: dict[str, list[str]]) -> bool:
    return bool(can["steps"] or can["jumps"])


def _last(position: Position) -> LastMove | None:
    event = position.history[-1] if position.history else None
    if event is None or isinstance(event, Quit):
        return None
    before = position.copy()
    move = before.pop()
    assert isinstance(move, Move)
    assert before.turn is not None
    return LastMove(before.turn, move.path, move.captured)


def _seat_views(
    position: Position, clock: Mapping[Seat, SeatTime], names: Mapping[Seat, str]
) -> tuple[SeatView, ...]:
    by_seat = {standing.seat: standing for standing in standings(position)}
    views = []
    for index, seat in enumerate(position.seats):
        standing, due, time = by_seat[seat], deadline(position, seat), clock.get(seat)
        views.append(
            SeatView(
                seat=seat,
                name=names.get(seat, seat.colour),
                place=standing.place,
                arrived=position.arrived[index],
                moves_left=due.moves_left,
                at_home=due.at_home,
                shut_in=due.shut_in,
                in_target=standing.in_target,
                distance=standing.distance,
                moves_made=standing.moves_made,
                taken=standing.taken,
                rank=standing.rank,
                remaining=None if time is None else time.remaining,
                increment=None if time is None else time.increment,
            )
        )
    return tuple(views)


def _letter_and_row(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])
