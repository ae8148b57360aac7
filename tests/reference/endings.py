"""What endings look at: arrival, leaving in time, ranking, marbles locked in for good.

From RULES.md sections 4 and 6. Owns questions about one board. Knows no turns and gives no places.
"""

from __future__ import annotations

from collections.abc import Collection

from .board import DIRECTIONS, Cell, along, home_camp, star, target_camp, target_distances
from .moves import Board, race_moves
from .rules import Rules


def has_arrived(rules: Rules, board: Board, letter: str) -> bool:
    """Return whether a seat's target camp is full as the variant asks for."""
    holders = [board.get(cell) for cell in target_camp(rules.order, letter, rules.marbles)]
    if rules.arrival == "own":
        return all(holder == letter for holder in holders)
    return None not in holders and letter in holders


def way_out(rules: Rules, board: Board, letter: str, cell: Cell) -> float:
    """Return the moves a marble at home needs to leave the home camp; infinity when shut in.

    Its owner's other marbles are lifted off, everyone else stands still.
    """
    home = home_camp(rules.order, letter, rules.marbles)
    others = {spot: owner for spot, owner in board.items() if owner != letter}
    seen = {cell}
    frontier = [cell]
    moves = 0
    while frontier:
        moves += 1
        ends = {end for spot in frontier for end in race_moves(rules, others, letter, spot)}
        if ends - home:
            return moves
        frontier = sorted(ends - seen)
        seen |= ends
    return float("inf")


def breaks_deadline(
    rules: Rules, board: Board, letter: str, made: int, origin: Cell, end: Cell
) -> bool:
    """Return whether a move eliminates its mover for not leaving home in time.

    Args:
        rules: the variant.
        board: the marbles after the move.
        letter: the mover.
        made: own moves made, this one counted.
        origin: where the move began.
        end: where it ended.
    """
    if rules.deadline is None or made < rules.deadline:
        return False
    home = home_camp(rules.order, letter, rules.marbles)
    came_back = origin not in home and end in home
    if made > rules.deadline and came_back:
        return True
    at_home = [cell for cell in home if board.get(cell) == letter]
    if not any(way_out(rules, board, letter, cell) < float("inf") for cell in at_home):
        return False
    if made == rules.deadline:
        return True
    took_out = origin in home and end not in home
    inside = origin in home and end in home
    # The others have not moved, so the board after the move gives the way out before it too.
    shortened = inside and (
        way_out(rules, board, letter, end) < way_out(rules, board, letter, origin)
    )
    return not (took_out or shortened)


def standing(rules: Rules, board: Board, letters: Collection[str]) -> tuple[int, int]:
    """Return the rank of a side, the smaller the better.

    First more own marbles in the target camps, then the smaller sum of distances to them.
    """
    inside = 0
    distance = 0
    for cell, owner in board.items():
        if owner in letters:
            inside += cell in target_camp(rules.order, owner, rules.marbles)
            distance += target_distances(rules.order, owner, rules.marbles)[cell]
    return (-inside, distance)


def locked_marbles(rules: Rules, board: Board, playing: Collection[str]) -> set[Cell]:
    """Return the marbles that can never move again (RULES.md section 6, the proof)."""
    frozen = set(board)
    changed = True
    while changed:
        changed = False
        for cell in sorted(frozen):
            if board[cell] in playing and _can_thaw(rules, board[cell], cell, frozen):
                frozen.remove(cell)
                changed = True
    return frozen


def _can_thaw(rules: Rules, letter: str, cell: Cell, frozen: set[Cell]) -> bool:
    """Return whether a marble has a step or a jump over anything to a cell not frozen."""
    cells = star(rules.order).cells
    target = target_camp(rules.order, letter, rules.marbles)
    held = rules.lock != "none" and cell in target
    for direction in DIRECTIONS:
        for steps in (1, 2):
            landing = along(cell, direction, steps)
            if landing not in cells or landing in frozen:
                continue
            if not held or landing in target:
                return True
    return False


def is_locked_in(rules: Rules, board: Board, playing: Collection[str]) -> bool:
    """Return whether a seat in play has a marble locked in for good in its own home camp."""
    return any(
        board[cell] in playing and cell in home_camp(rules.order, board[cell], rules.marbles)
        for cell in locked_marbles(rules, board, playing)
    )
