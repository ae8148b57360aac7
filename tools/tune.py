#!/usr/bin/env python3
"""Tunes the weights of the evaluation by self-play (SPSA).

    tools/tune.py --start last=178,second=70 --nodes 5000 --rounds 300 last second

Each round moves all named weights a little at once, plays the one way against the other from the
same openings with sides swapped, and steps towards the winner. It prints the weights as it goes and
can be stopped at any time; the last line holds. `--start` says where the weights to move begin, and
`--match last=0` plays it against such weights instead of tuning.

Source: Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
Approximation", 1992.
"""

from __future__ import annotations

import argparse
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from random import Random

import sternhalma as sh

# How far a weight is moved at first, in its own units: hundredths of a step.
REACH = {
    "step": 8, "square": 1.5, "in_tip": 8, "ahead": 6, "behind": 6, "last": 25, "second": 15,
    "tempo": 60,
}  # fmt: skip
OPENING = 6  # random plies
LONGEST = 300  # plies of a game


def opening(variant: str, seed: int) -> sh.Position:
    """A position some random plies from the start."""
    rng = Random(seed)
    while True:
        position = sh.Position(variant)
        for _ in range(OPENING):
            position.push(rng.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position


def game(variant: str, seed: int, nodes: int, weights: list[dict[str, int]]) -> float:
    """Plays one game; 1 where the first seat's side wins, 0 where it loses."""
    engines = [sh.Engine(hash_mib=4, weights=w) for w in weights]
    position = opening(variant, seed)
    while position.turn is not None and position.plies < LONGEST:
        seat = list(position.seats).index(position.turn)
        move = engines[seat % 2].search(position, nodes=nodes).move
        assert move is not None
        position.push(move)
    outcome = position.outcome()
    if outcome is None:
        return 0.5
    first, second = outcome.places[:2]
    return 0.5 + 0.5 * ((first < second) - (second < first))


def pair(variant: str, seed: int, nodes: int, one: dict[str, int], two: dict[str, int]) -> float:
    """The score of `one` against `two` over a game from each side, 0 to 1."""
    return (game(variant, seed, nodes, [one, two]) + 1 - game(variant, seed, nodes, [two, one])) / 2


def scores(
    pool: ProcessPoolExecutor,
    given: argparse.Namespace,
    first: int,
    count: int,
    one: dict[str, int],
    two: dict[str, int],
) -> list[float]:
    """Scores of `count` pairs of games, from the openings number `first` on."""
    jobs = [
        pool.submit(pair, given.variant, given.seed + first + i, given.nodes, one, two)
        for i in range(count)
    ]
    return [job.result() for job in jobs]


def parse(text: str) -> dict[str, float]:
    """Weights from `name=value,name=value`."""
    parts = (part.split("=") for part in text.split(",") if part)
    return {name: float(value) for name, value in parts}


def main() -> int:
    """Tunes, or plays a match."""
    parser = argparse.ArgumentParser(description="Tunes the evaluation by self-play.")
    parser.add_argument("names", nargs="*", help="weights to move")
    parser.add_argument("--variant", default="classic-2")
    parser.add_argument("--nodes", type=int, default=5000, help="moves made in search, each move")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games a round or match")
    parser.add_argument("--start", default="", help="weights to begin with")
    parser.add_argument("--match", help="weights to play the start against")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    weights = parse(given.start)
    missing = [name for name in given.names if name not in REACH or name not in weights]
    if missing:
        parser.error(f"no start for {', '.join(missing)}; weights are {', '.join(REACH)}")
    with ProcessPoolExecutor(given.processes) as pool:
        if given.match is not None:
            one = {name: round(value) for name, value in weights.items()}
            two = {name: round(value) for name, value in parse(given.match).items()}
            got = scores(pool, given, 0, given.pairs, one, two)
            mean = sum(got) / len(got)
            error = 1.96 * math.sqrt(sum((s - mean) ** 2 for s in got)) / len(got)
            print(f"score: {100 * mean:.1f} % +- {100 * error:.1f} over {2 * len(got)} games")
            return 0
        rng = Random(given.seed)
        for number in range(given.rounds):
            fade = 1 / (1 + number / 100)
            signs = {name: rng.choice((-1, 1)) for name in given.names}
            reach = {name: REACH[name] * fade**0.2 for name in given.names}
            sides = [
                {n: round(v + way * signs.get(n, 0) * reach.get(n, 0)) for n, v in weights.items()}
                for way in (1, -1)
            ]
            got = scores(pool, given, number * given.pairs, given.pairs, *sides)
            lead = 2 * sum(got) / len(got) - 1
            for name in given.names:
                weights[name] += 0.6 * fade**0.6 * lead * signs[name] * reach[name]
            print(number, ",".join(f"{n}={v:.1f}" for n, v in weights.items()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
