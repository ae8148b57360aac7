"""Moves of one marble: steps, jump chains, captures, and how they are written and read.

From RULES.md sections 3 and 7. Owns what a marble may do on a given board. Knows nothing of turns,
places and endings. A board is a dict from the occupied cells to letters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from .board import DIRECTIONS, Cell, Star, along, foreign_tips, name, star, target_camp
from .rules import Rules

Board = Mapping[Cell, str]
Path = tuple[Cell, ...]
Captures = dict[tuple[Cell, frozenset[Cell]], Path]


def jumps(
    cells: Star, marbles: Collection[Cell], cell: Cell, far: bool
) -> Iterator[tuple[Cell, Cell]]:
    """Yield (pivot, landing) of every single jump from a cell.

    Args:
        cells: the board.
        marbles: the occupied cells, without the marble that jumps.
        cell: where the jump starts.
        far: whether long jumps are allowed.
    """
    for direction in DIRECTIONS:
        gap = 1
        while far and along(cell, direction, gap) not in marbles:
            if along(cell, direction, gap) not in cells.cells:
                break
            gap += 1
        pivot = along(cell, direction, gap)
        if pivot not in marbles:
            continue
        behind = [along(pivot, direction, step) for step in range(1, gap + 1)]
        if all(spot in cells.cells and spot not in marbles for spot in behind):
            yield pivot, behind[-1]


def may_land(rules: Rules, letter: str, origin: Cell, cell: Cell, landing: Cell) -> bool:
    """Return whether a marble that began its move at origin may land, coming from a cell."""
    if rules.foreign == "closed" and landing in foreign_tips(rules.order, letter):
        return False
    target = target_camp(rules.order, letter, rules.marbles)
    if rules.lock == "move" and origin in target:
        return landing in target
    if rules.lock == "landing" and (origin in target or cell in target):
        return landing in target
    return True


def may_end(rules: Rules, letter: str, cell: Cell) -> bool:
    """Return whether a move may end on a cell where it may land."""
    return rules.foreign == "open" or cell not in foreign_tips(rules.order, letter)


def step_ends(rules: Rules, board: Board, letter: str, origin: Cell) -> list[Cell]:
    """Return the cells where one step from origin may end."""
    cells = star(rules.order).cells
    return [
        spot
        for spot in (along(origin, direction) for direction in DIRECTIONS)
        if spot in cells
        and spot not in board
        and may_land(rules, letter, origin, origin, spot)
        and may_end(rules, letter, spot)
    ]


def chain_landings(rules: Rules, board: Board, letter: str, origin: Cell, cell: Cell) -> list[Cell]:
    """Return the cells where a chain from origin that stands on a cell may land next."""
    marbles = board.keys() - {origin}
    return [
        landing
        for _, landing in jumps(star(rules.order), marbles, cell, rules.jumps == "long")
        if landing != origin and may_land(rules, letter, origin, cell, landing)
    ]


def race_moves(rules: Rules, board: Board, letter: str, origin: Cell) -> dict[Cell, Path]:
    """Return every end of the marble on origin with its canonical path.

    Chains grow jump by jump. A round's paths are equally long and taken in order, so the first that
    reaches a cell is the shortest and, of those, the first in (letter, row) order.
    """
    found: dict[Cell, Path] = {origin: (origin,)}
    frontier: list[Path] = [(origin,)]
    while frontier:
        longer: list[Path] = []
        for path in sorted(frontier):
            for landing in chain_landings(rules, board, letter, origin, path[-1]):
                if landing not in found:
                    found[landing] = (*path, landing)
                    longer.append(found[landing])
        frontier = longer
    del found[origin]
    ends = {cell: path for cell, path in found.items() if may_end(rules, letter, cell)}
    return ends | {cell: (origin, cell) for cell in step_ends(rules, board, letter, origin)}


def can_race(rules: Rules, board: Board, letter: str) -> bool:
    """Return whether a seat has a move."""
    own = [cell for cell, owner in board.items() if owner == letter]
    if any(step_ends(rules, board, letter, cell) for cell in own):
        return True
    return any(race_moves(rules, board, letter, cell) for cell in own)


def capture_moves(rules: Rules, board: Board, origin: Cell) -> Captures:
    """Return every capture of the stone on origin, by (end, stones taken), with its first path.

    All paths that take the same stones are equally long: taken in order, the first one wins.
    """
    found: Captures = {}
    frontier: Captures = {(origin, frozenset()): (origin,)}
    while frontier:
        longer: Captures = {}
        for (cell, taken), path in sorted(frontier.items(), key=lambda item: item[1]):
            stones = board.keys() - taken - {origin}
            for pivot, landing in jumps(star(rules.order), stones, cell, rules.jumps == "long"):
                longer.setdefault((landing, taken | {pivot}), (*path, landing))
        found |= longer
        frontier = longer
    return found


def can_capture(rules: Rules, board: Board) -> bool:
    """Return whether any stone has a jump."""
    far = rules.jumps == "long"
    return any(
        True for cell in board for _ in jumps(star(rules.order), board.keys() - {cell}, cell, far)
    )


def write_path(path: Path) -> str:
    """Return the notation of a path."""
    return "-".join(name(cell) for cell in path)


def read_cells(order: int, text: str) -> Path:
    """Return the cells that a notation names; ValueError for an unknown one."""
    names = "".join(text.split()).lower().split("-")
    known = star(order).by_name
    for spot in names:
        if spot not in known:
            raise ValueError(f"{text!r}: unknown cell {spot!r}")
    if len(names) < 2:
        raise ValueError(f"{text!r}: a move needs two cells at least")
    return tuple(known[spot] for spot in names)


def read_race(rules: Rules, board: Board, letter: str, text: str) -> tuple[Cell, Cell]:
    """Read a race move, as any legal path or as from-to; ValueError says what is wrong."""
    path = read_cells(rules.order, text)
    origin, end = path[0], path[-1]
    if board.get(origin) != letter:
        raise ValueError(f"{text!r}: no own marble on {name(origin)}")
    if len(path) > 2:
        if len(set(path)) != len(path):
            raise ValueError(f"{text!r}: a chain never lands twice on one cell")
        for cell, landing in pairwise(path):
            if landing not in chain_landings(rules, board, letter, origin, cell):
                raise ValueError(f"{text!r}: no jump from {name(cell)} to {name(landing)}")
    elif end not in race_moves(rules, board, letter, origin):
        raise ValueError(f"{text!r}: {name(origin)} can't move to {name(end)}")
    if not may_end(rules, letter, end):
        raise ValueError(f"{text!r}: ends in a foreign tip")
    return origin, end


def read_capture(rules: Rules, board: Board, text: str) -> tuple[Cell, Cell, frozenset[Cell]]:
    """Read a capture, as a path where that is legal, else as from-to where only one move fits."""
    path = read_cells(rules.order, text)
    origin, end = path[0], path[-1]
    if origin not in board:
        raise ValueError(f"{text!r}: no stone on {name(origin)}")
    taken: frozenset[Cell] = frozenset()
    far = rules.jumps == "long"
    for cell, landing in pairwise(path):
        stones = board.keys() - taken - {origin}
        pivots = [
            pivot for pivot, spot in jumps(star(rules.order), stones, cell, far) if spot == landing
        ]
        if not pivots:
            break
        taken |= {pivots[0]}
    else:
        return origin, end, taken
    if len(path) > 2:
        raise ValueError(f"{text!r}: not a chain of jumps")
    fitting = [stones for spot, stones in capture_moves(rules, board, origin) if spot == end]
    if len(fitting) != 1:
        raise ValueError(f"{text!r}: {len(fitting)} moves fit")
    return origin, end, fitting[0]
