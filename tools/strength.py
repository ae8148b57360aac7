#!/usr/bin/env python3
"""Measures movers against each other: rotated games from random openings, at equal time.

    tools/strength.py --variant classic-2 --time 20 --games 200 auto plain
    tools/strength.py --variant classic-6 --time 12 --games 48 best-reply paranoid max-n mcts

A mover is `random`, `greedy`, `level:N`, or an algorithm with switches: `auto:null_move=false`.
Each opening is played from every side. Two movers with two seats get a score with its 95 % error;
all get mean place, wins and games, and how the games ended is counted. One mover plays itself.
"""

from __future__ import annotations

import argparse
import math
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import sternhalma as sh
from sternhalma.levels import Level
from sternhalma.players import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

OPENING = 4  # random plies, or one a seat where there are more
LONGEST = 200  # plies of a game, a seat


def chooser(text: str, limits: dict[str, int], seed: int) -> Callable[[sh.Position], Any]:
    """What chooses a mover's moves."""
    name, _, rest = text.partition(":")
    if name in ("random", "greedy"):
        player = PLAYERS[name](seed)
        return lambda position: player.choose(sh.Turn(position))
    if name == "level":
        level = Level(int(rest) if rest.isdecimal() else rest, seed=seed)
        return lambda position: level.search(position).move
    switches = {key: value == "true" for key, value in (s.split("=") for s in rest.split(",") if s)}
    engine = sh.Engine(hash_mib=16, algorithm=name, **switches)
    return lambda position: engine.search(position, **limits).move


def opening(variant: str, seed: int) -> sh.Position:
    """A position some random plies from the start."""
    rng = Random(seed)
    while True:
        position = sh.Position(variant)
        for _ in range(max(OPENING, len(position.seats))):
            position.push(rng.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position


def seats_of(movers: list[str], seats: int, pairs: bool, game: int) -> list[str]:
    """Who sits where in a game: drawn for each opening, then rotated."""
    sides = seats // 2 if pairs else seats
    if len(movers) == sides:
        return [movers[(seat + game) % sides] for seat in range(seats)]
    drawn = Random(game // sides).sample(movers * sides, len(movers) * sides)
    first = list(dict.fromkeys(drawn))  # every mover once, as far as there is room
    chosen = (first + drawn)[:sides]
    return [chosen[(seat + game) % sides] for seat in range(seats)]


def play(position: sh.Position, choose: list[Callable[[sh.Position], Any]]) -> list[float]:
    """Plays a game to its end; the places in turn order, all the middle one without an end."""
    seats = list(position.seats)
    while position.turn is not None and position.plies < LONGEST * len(seats):
        position.push(choose[seats.index(position.turn)](position))
    outcome = position.outcome()
    return [float(p) for p in outcome.places] if outcome else [(len(seats) + 1) / 2] * len(seats)


def main() -> int:
    """Plays the games and prints what they came to."""
    parser = argparse.ArgumentParser(description="Measures movers against each other.")
    parser.add_argument("movers", nargs="+")
    parser.add_argument("--variant", default="classic-2")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=int, default=20, help="milliseconds a move")
    parser.add_argument("--nodes", type=int, help="moves made in search, instead of time")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    limits = {"nodes": given.nodes} if given.nodes else {"time_ms": given.time}
    places: dict[str, list[float]] = {mover: [] for mover in given.movers}
    results: list[float] = []  # of the first mover, two seats
    reasons: dict[str, int] = {}
    variant = sh.Variant(given.variant)
    seats = len(variant.seats)
    for game in range(given.games):
        who = seats_of(given.movers, seats, variant.pairs, game)
        position = opening(given.variant, given.seed + game // (seats // (1 + variant.pairs)))
        choose = {mover: chooser(mover, limits, given.seed + game) for mover in places}
        ends = play(position, [choose[mover] for mover in who])
        outcome = position.outcome()
        reason = outcome.reason if outcome else "unfinished"
        reasons[reason] = reasons.get(reason, 0) + 1
        for mover, place in zip(who, ends, strict=True):
            places[mover].append(place)
        if seats == 2 and len(given.movers) == 2:
            first = who.index(given.movers[0])
            mine, other = ends[first], ends[1 - first]
            results.append(0.5 + 0.5 * ((other > mine) - (mine > other)))
    for mover, got in places.items():
        if got:
            wins = sum(place == 1 for place in got)
            print(f"{mover}: mean place {sum(got) / len(got):.2f}, first {wins} of {len(got)}")
    if seats == 2 and len(given.movers) == 2:
        score = sum(results) / len(results)
        error = 1.96 * math.sqrt(sum((r - score) ** 2 for r in results)) / len(results)
        print(f"score of {given.movers[0]}: {100 * score:.1f} % +- {100 * error:.1f}")
    print("ends:", ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
