"""A good move and why: reasons as data that the position proves, and one sentence each.

The move is an engine's; the reasons are facts about it, computed here from the position alone, so
that every one of them can be checked. What a reason is called and what it counts is data; the
English stands in one table.
"""

from __future__ import annotations

from typing import NamedTuple

from sternhalma._core import Engine
from sternhalma.errors import GameOverError
from sternhalma.star import home_camp, star, target_camp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sternhalma._core import Move, Position
    from sternhalma.seats import Seat

__all__ = ["Hint", "Reason", "hint", "reasons"]

_SENTENCES = {
    "arrives": "It arrives.",
    "stays": "It keeps you in the game, where {lost} of {moves} moves would eliminate you.",
    "leaves-home": "It takes a marble out of your home camp with {left} moves left to do so.",
    "enters-target": "It brings a marble into your target camp.",
    "straggler": "It moves the marble that is farthest behind.",
    "gain": "It brings a marble {steps} steps nearer to the far end of your target.",
    "longest-chain": "It is your longest chain: {jumps} jumps.",
    "denies": "It takes {steps} steps off the best move of {opponent}.",
    "stones": "It takes {stones} stones.",
    "most-stones": "No move takes more stones than this one: {stones}.",
}


class Reason(NamedTuple):
    """A fact that speaks for a move: what it is, and its numbers and words by name."""

    code: str
    fields: dict[str, int | str]

    @property
    def sentence(self) -> str:
        """The fact in English."""
        return _SENTENCES[self.code].format_map(self.fields)


class Hint(NamedTuple):
    """A good move, its score as in a search result, and what speaks for it, most telling first."""

    move: Move
    score: int
    reasons: tuple[Reason, ...]


def hint(position: Position, engine: Engine | None = None, *, nodes: int = 20_000) -> Hint:
    """What an engine would play, and why.

    Args:
        position: the game so far.
        engine: who is asked; None for one with its settings left alone.
        nodes: moves that it makes in search.

    Raises:
        GameOverError: nobody is to move.
    """
    result = (engine or Engine(hash_mib=4)).search(position, nodes=nodes)
    if result.move is None:
        outcome = position.outcome()
        raise GameOverError("over", reason=outcome.reason if outcome else "over")
    return Hint(result.move, result.score, reasons(position, result.move))


def reasons(position: Position, move: Move) -> tuple[Reason, ...]:
    """All facts that speak for a legal move.

    Codes and their fields: `arrives`; `stays` (`lost` of `moves` would eliminate the mover);
    `leaves-home` (`left` own moves before the deadline, this one included); `enters-target`;
    `straggler`; `gain` (`steps` toward the outermost target cell); `longest-chain` (`jumps`);
    `denies` (`steps` that the best move of the next seat, `opponent`, gains less than before);
    in the capture family `stones` or `most-stones` (`stones`).
    """
    if position.variant.capture:
        most = max(len(other.captured) for other in position.legal_moves)
        code = "most-stones" if len(move.captured) == most else "stones"
        return (Reason(code, {"stones": len(move.captured)}),)
    seat = position.turn
    assert seat is not None  # the move is legal
    found = [*_of_the_game(position, move, seat), *_of_the_way(position, move, seat)]
    denied = _denied(position, move)
    return (*found, denied) if denied else tuple(found)


def _of_the_game(position: Position, move: Move, seat: Seat) -> list[Reason]:
    """Arrival, elimination, the home camp."""
    found = []
    if _arrives(position, move, seat):
        found.append(Reason("arrives", {}))
    moves = list(position.legal_moves)
    lost = sum(position.will_eliminate(other) for other in moves)
    if lost and not position.will_eliminate(move):
        found.append(Reason("stays", {"lost": lost, "moves": len(moves)}))
    home, left = home_camp(position.variant, seat), position.moves_left(seat)
    if left and move.origin in home and move.target not in home:
        found.append(Reason("leaves-home", {"left": left}))
    return found


def _of_the_way(position: Position, move: Move, seat: Seat) -> list[Reason]:
    """Ground gained, and how."""
    cells = star(position.variant.order)
    goal = cells.point(seat.opposite)
    found = []
    target = target_camp(position.variant, seat)
    if move.target in target and move.origin not in target:
        found.append(Reason("enters-target", {}))
    steps = cells.distance(move.origin, goal) - cells.distance(move.target, goal)
    own = [cell for cell in cells.names if position.at(cell) == seat]
    farthest = max(cells.distance(cell, goal) for cell in own)
    if steps > 0 and cells.distance(move.origin, goal) == farthest:
        found.append(Reason("straggler", {}))
    if steps > 0:
        found.append(Reason("gain", {"steps": steps}))
    jumps = _jumps(move)
    if jumps > 1 and jumps == max(_jumps(other) for other in position.legal_moves):
        found.append(Reason("longest-chain", {"jumps": jumps}))
    return found


def _jumps(move: Move) -> int:
    """Jumps of a move; 0 for a step."""
    cells = star(move.order)
    steps = [cells.distance(a, b) for a, b in zip(move.path, move.path[1:], strict=False)]
    return len(steps) if steps[0] > 1 else 0


def _arrives(position: Position, move: Move, seat: Seat) -> bool:
    """Whether the mover has arrived with this move, by its place or waiting for its partner."""
    after = position.copy()
    index = after.seats.index(seat)
    after.push(move)
    outcome = after.outcome()
    if outcome is not None and outcome.reason != "arrived":
        return False
    return after.arrived[index] or (
        after.places[index] is not None
        and all(after.at(cell) is not None for cell in target_camp(position.variant, seat))
        and any(after.at(cell) == seat for cell in target_camp(position.variant, seat))
    )


def _denied(position: Position, move: Move) -> Reason | None:
    """What the next seat's best move loses by this one, compared with the mover standing still."""
    after = position.copy()
    after.push(move)
    opponent = after.turn
    if opponent is None or opponent == position.turn:
        return None
    now = _best_gain(after, opponent)
    before = _best_gain_if_to_move(position, opponent)
    if before is None or before <= now:
        return None
    return Reason("denies", {"steps": before - now, "opponent": opponent.colour})


def _best_gain(position: Position, seat: Seat) -> int:
    cells = star(position.variant.order)
    goal = cells.point(seat.opposite)
    return max(
        cells.distance(move.origin, goal) - cells.distance(move.target, goal)
        for move in position.legal_moves
    )


def _best_gain_if_to_move(position: Position, seat: Seat) -> int | None:
    """The best gain of a seat were it to move now; None where that is no position."""
    from sternhalma._core import Position as Read
    from sternhalma.errors import PositionError

    board, _, places, *rest = position.text.split()
    try:
        twin = Read(position.variant, " ".join([board, seat.letter, places, *rest]))
    except PositionError:
        return None
    return _best_gain(twin, seat)
