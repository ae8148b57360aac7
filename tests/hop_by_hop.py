"""PyPI's open_spiel, which plays Sternhalma hop by hop, made to speak in whole moves.

Owns the folding of hops: which moves a state allows, and playing one. Knows nothing of our core.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

PASS = 726


def landing(state: Any, action: int) -> int:
    """The cell on which an action ends: `3=>14` is a hop, `6->14` a step."""
    return int(re.split("=>|->", state.action_to_string(action))[1])


def is_hop(state: Any, action: int) -> bool:
    """Whether an action jumps over a marble."""
    return "=>" in state.action_to_string(action)


def moves(state: Any) -> set[tuple[int, int]]:
    """All (origin, target) of whole moves. The state is played on and taken back."""
    found: set[tuple[int, int]] = set()
    mover = state.current_player()
    for action in state.legal_actions():
        if action == PASS:
            continue
        origin, target = action // 6, landing(state, action)
        if (origin, target) not in found:
            found.add((origin, target))
            if is_hop(state, action):
                follow(state, mover, origin, action, found)
    return found


def follow(state: Any, mover: int, origin: int, action: int, found: set[tuple[int, int]]) -> None:
    """Makes a hop, adds every end behind it that is new, and takes the hop back.

    A cell found before needs no second visit: the cells that its own path forbids are found too.
    """
    state.apply_action(action)
    if state.current_player() == mover:
        for onward in state.legal_actions():
            if onward == PASS:
                continue
            move = (origin, landing(state, onward))
            if move not in found:
                found.add(move)
                follow(state, mover, origin, onward, found)
    state.undo_action(mover, action)


def play(state: Any, path: Sequence[int]) -> None:
    """Plays a move cell by cell, and ends its chain where it could go on."""
    mover = state.current_player()
    for at, to in pairwise(path):
        actions = [a for a in state.legal_actions() if a != PASS and a // 6 == at]
        state.apply_action(next(a for a in actions if landing(state, a) == to))
    if state.current_player() == mover:
        state.apply_action(PASS)


def is_stuck(state: Any) -> bool:
    """Whether the seat to move can only pass, which is no move of ours."""
    return not state.is_terminal() and state.legal_actions() == [PASS]


def board(state: Any, players: int) -> list[int]:
    """The player on every cell, -1 for an empty one, from the observation planes."""
    tensor: Iterable[float] = state.observation_tensor(0)
    cells = list(tensor)
    owners = [-1] * 121
    for player in range(players):
        for cell in range(121):
            if cells[player * 121 + cell]:
                owners[cell] = player
    return owners
