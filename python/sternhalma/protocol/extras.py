"""What the server says besides playing: the position it stands at, and CCP's analysis line."""

from __future__ import annotations

import json
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sternhalma._core import Position
    from sternhalma.engines import Result
    from sternhalma.protocol.dialect import Dialect

_SCALE = 400.0  # hundredths that a value of about three quarters stands for
_SHARPNESS = 100.0  # hundredths that make a move e times as likely as another


def description(position: Position) -> tuple[str, ...]:
    """Rules, position and whose turn it is, a line each."""
    turn = position.turn
    seat = "nobody" if turn is None else turn.colour
    return (
        f"variant {position.variant.text}",
        f"position {position.text}",
        f"turn {seat}, {position.num_moves()} moves",
    )


def analysis(found: Result | None, position: Position, dialect: Dialect) -> str:
    """CCP's `analysis` line; of nothing where the search failed or the game is over.

    `value` maps the score to -1 to 1; `policy` shares 1 among the lines by their scores.
    """
    if found is None or found.move is None:
        return 'analysis {"value": 0, "moves": []}'
    lines = [(line.move, line.score or 0) for line in found.lines if line.move]
    if not lines:
        lines = [(found.move, found.score or 0)]
    best = max((score for _, score in lines), default=0)
    weights = [exp(max(-50.0, (score - best) / _SHARPNESS)) for _, score in lines]
    value = 2 / (1 + exp(-max(-20.0, min(20.0, (found.score or 0) * 2.2 / _SCALE)))) - 1
    moves = [
        {"move": dialect.write_move(position, move), "policy": round(weight / sum(weights), 6)}
        for (move, _), weight in zip(lines, weights, strict=True)
    ]
    return "analysis " + json.dumps({"value": round(value, 6), "moves": moves})
