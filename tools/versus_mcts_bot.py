#!/usr/bin/env python3
"""Plays the engine against the Monte-Carlo bot of PyPI's open_spiel at equal time.

    tools/versus_mcts_bot.py --games 40 --time 50

The game is `openspiel-2`, from random openings played from both sides. The bot plays hop by hop and
gets the whole time for every hop of a move. Prints the engine's score with its 95 % error.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from random import Random
from typing import Any

import sternhalma as sh

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import hop_by_hop

PLAYERS = 2
OPENING = 4  # random plies
MAX_MOVES = 1000  # hops after which open_spiel calls it a draw
NAMES = {name: cell for cell, name in enumerate(sh._core.geometry(4)["names"])}


def play(state: Any, position: sh.Position, move: sh.Move) -> None:
    """Makes a move in both programs."""
    position.push(move)
    hop_by_hop.play(state, [NAMES[name] for name in move.path])


def let_bot_move(bot: Any, state: Any, position: sh.Position) -> None:
    """The bot's whole move, found again by the board that it leaves."""
    mover = state.current_player()
    before = hop_by_hop.board(state, PLAYERS)
    while not state.is_terminal() and state.current_player() == mover:
        state.apply_action(bot.step(state))
    after = hop_by_hop.board(state, PLAYERS)
    origin = next(i for i in range(len(before)) if before[i] == mover != after[i])
    target = next(i for i in range(len(before)) if after[i] == mover != before[i])
    position.push(
        next(m for m in position.legal_moves if divmod(m.code, len(before)) == (origin, target))
    )


def game(pyspiel: Any, engine: sh.Engine, number: int, time_ms: int) -> float:
    """One game; 1 where the engine wins, 0 where it loses."""
    # With the seats turned, cell numbers are the same in both programs.
    position = sh.Position(sh.Variant("openspiel-2").replace(seats="kw"))
    rules = pyspiel.load_game("chinese_checkers", {"players": PLAYERS, "max_moves": MAX_MOVES})
    state = rules.new_initial_state()
    rng = Random(number // 2)
    for _ in range(OPENING):
        play(state, position, rng.choice(list(position.legal_moves)))
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(
        rules, evaluator, 2.0, 1_000_000, 500, True, number, False,
        max_wall_clock_time=time_ms / 1000,
    )  # fmt: skip
    ours = number % 2
    while not state.is_terminal() and position.turn is not None:
        if hop_by_hop.is_stuck(state):
            state.apply_action(hop_by_hop.PASS)
        elif state.current_player() == ours:
            move = engine.search(position, time_ms=time_ms).move
            assert move is not None
            play(state, position, move)
        else:
            let_bot_move(bot, state, position)
    places = position.places
    return 0.5 + 0.5 * ((places[ours] < places[1 - ours]) - (places[1 - ours] < places[ours]))


def main() -> int:
    """Plays the games and prints the score."""
    parser = argparse.ArgumentParser(description="Plays open_spiel's Monte-Carlo bot.")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=int, default=50, help="milliseconds a move")
    given = parser.parse_args()
    import pyspiel

    engine = sh.Engine(hash_mib=16)
    results = [game(pyspiel, engine, number, given.time) for number in range(given.games)]
    score = sum(results) / len(results)
    error = 1.96 * math.sqrt(sum((r - score) ** 2 for r in results)) / len(results)
    print(f"score: {100 * score:.1f} % +- {100 * error:.1f} over {len(results)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
