"""Counting move sequences."""

from __future__ import annotations

from .game import Game


def perft(game: Game, depth: int) -> int:
    """Return the number of legal move sequences of a length; a finished game has no moves."""
    if depth == 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = game.copy()
        child.push(move)
        total += perft(child, depth - 1)
    return total
