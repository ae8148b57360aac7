"""The star board, from the formulas of RULES.md sections 1 and 2.

Owns cells, names, tips, camps and distances. Knows no rules and no marbles. A cell is a pair
(x, y): x = 1 for letter a, y is the row from the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]

LETTERS = "wrbkyg"
"""Seat letters, clockwise from the bottom tip."""

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def name(cell: Cell) -> str:
    """Return the name of a cell, such as ``m1``."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def tip_size(order: int) -> int:
    """Return the number of cells of a tip."""
    return order * (order + 1) // 2


def along(cell: Cell, direction: Cell, steps: int = 1) -> Cell:
    """Return the cell (on the board or not) that lies some steps away in a direction."""
    return (cell[0] + steps * direction[0], cell[1] + steps * direction[1])


class Star:
    """A star of one order: its cells, rows, hexagon and tips."""

    def __init__(self, order: int) -> None:
        """Build the star of an order from 1 upward."""
        k = order
        self.order = k
        size = range(1, 4 * k + 2)
        upward = {
            (x, y) for x in size for y in size if x >= k + 1 and y >= k + 1 and x + y <= 5 * k + 2
        }
        downward = {
            (x, y)
            for x in size
            for y in size
            if x <= 3 * k + 1 and y <= 3 * k + 1 and x + y >= 3 * k + 2
        }
        self.cells: frozenset[Cell] = frozenset(upward | downward)
        self.hexagon: frozenset[Cell] = frozenset(upward & downward)
        self.centre: Cell = (2 * k + 1, 2 * k + 1)
        self.rows: list[list[Cell]] = [
            sorted(cell for cell in self.cells if cell[1] == y) for y in reversed(size)
        ]
        """Rows from the top, each from left to right: the order of the position text."""
        self.by_name: dict[str, Cell] = {name(cell): cell for cell in self.cells}

    def height(self, letter: str, cell: Cell) -> int:
        """Return how far a cell lies above the hexagon's edge row at a seat's tip (0: on it)."""
        k = self.order
        x, y = cell
        return {
            "w": k + 1 - y,
            "r": 3 * k + 2 - (x + y),
            "b": k + 1 - x,
            "k": y - (3 * k + 1),
            "y": x + y - (5 * k + 2),
            "g": x - (3 * k + 1),
        }[letter]

    def tip(self, letter: str) -> frozenset[Cell]:
        """Return the cells of a seat's tip."""
        return frozenset(cell for cell in self.cells if self.height(letter, cell) > 0)

    def edge(self, letter: str) -> frozenset[Cell]:
        """Return the row of the hexagon next to a seat's tip."""
        return frozenset(cell for cell in self.hexagon if self.height(letter, cell) == 0)


@cache
def star(order: int) -> Star:
    """Return the star of an order; the same object each time."""
    return Star(order)


def opposite(letter: str) -> str:
    """Return the letter of the seat across the board."""
    return LETTERS[(LETTERS.index(letter) + 3) % 6]


@cache
def camp(order: int, letter: str, marbles: int) -> frozenset[Cell]:
    """Return the camp at a seat's tip: the tip, or tip and row when there are more marbles."""
    board = star(order)
    if marbles == tip_size(order):
        return board.tip(letter)
    return board.tip(letter) | board.edge(letter)


@cache
def home_camp(order: int, letter: str, marbles: int) -> frozenset[Cell]:
    """Return a seat's home camp."""
    return camp(order, letter, marbles)


@cache
def target_camp(order: int, letter: str, marbles: int) -> frozenset[Cell]:
    """Return a seat's target camp."""
    return camp(order, opposite(letter), marbles)


@cache
def foreign_tips(order: int, letter: str) -> frozenset[Cell]:
    """Return the cells of the tips that are neither a seat's home nor its target tip."""
    others = [other for other in LETTERS if other not in (letter, opposite(letter))]
    return frozenset(cell for other in others for cell in star(order).tip(other))


def distances(order: int, goal: Iterable[Cell]) -> dict[Cell, int]:
    """Return for every cell the steps to the nearest goal cell on an empty board."""
    cells = star(order).cells
    found = dict.fromkeys(goal, 0)
    queue = list(found)
    for cell in queue:
        for direction in DIRECTIONS:
            neighbour = along(cell, direction)
            if neighbour in cells and neighbour not in found:
                found[neighbour] = found[cell] + 1
                queue.append(neighbour)
    return found


@cache
def target_distances(order: int, letter: str, marbles: int) -> dict[Cell, int]:
    """Return for every cell the steps to the nearest cell of a seat's target camp."""
    return distances(order, target_camp(order, letter, marbles))
