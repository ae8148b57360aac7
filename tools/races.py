#!/usr/bin/env python3
"""How well the race solver does on the ends of real games, and how well the engine races.

Plays games of the engine against itself without the solver's help, takes every position after the
armies have passed each other and solves both races of it.

    tools/races.py --games 50 --nodes 20000 --solve 5000 100000 1000000

Per budget: share of races solved, nodes of those, how far the bound lies below the truth. Then what
each winner needed after the separation beyond the shortest line there is.
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from random import Random
from statistics import mean, median

import sternhalma as sh


@dataclass
class Separated:
    """A position after separation, and what came of it."""

    position: sh.Position
    first: bool  # of its game
    needed: list[int]  # own moves from here to the end of the game, by seat
    places: list[int | None]


def play(variant: str, nodes: int, seed: int) -> list[Separated]:
    """One game from four random plies on; its positions after separation."""
    rng = Random(seed)
    engine = sh.Engine(hash_mib=16, seed=seed, race=False)
    position = sh.Position(variant)
    for _ in range(4):
        position.push(rng.choice(list(position.legal_moves)))
    passed = []
    while position.outcome() is None and position.plies < 400:
        if sh.separated(position) and not position.reply_due:
            passed.append(position.copy())
        position.push(engine.search(position, nodes=nodes).move or "")
    end = position.moves_made
    return [
        Separated(
            before,
            i == 0,
            [last - made for last, made in zip(end, before.moves_made, strict=True)],
            position.places,
        )
        for i, before in enumerate(passed)
    ]


def report(found: list[Separated], nodes: int) -> None:
    """Solves all races with so many nodes and prints what came of it."""
    solved = []
    gaps: Counter[int] = Counter()
    wasted: Counter[int] = Counter()
    races = open_firsts = 0
    for separated in found:
        for i, seat in enumerate(separated.position.seats):
            race = sh.solve_race(separated.position, seat, nodes=nodes)
            races += 1
            if race.moves is not None:
                solved.append(race.nodes)
                gaps[race.moves - sh.solve_race(separated.position, seat, nodes=1).lower] += 1
            if separated.first and separated.places[i] == 1:
                if race.moves is None:
                    open_firsts += 1
                else:
                    wasted[separated.needed[i] - race.moves] += 1
    print(f"{nodes} nodes: {len(solved)} of {races} races solved ({len(solved) / races:.1%})")
    print(f"  nodes of those: median {median(solved):.0f}, mean {mean(solved):.0f}")
    print(f"  truth less bound: mean {mean_of(gaps):.2f}, {dict(sorted(gaps.items()))}")
    print("  winners' moves beyond the shortest, from the first separated position:")
    print(
        f"    mean {mean_of(wasted):.2f}, {dict(sorted(wasted.items()))}, {open_firsts} not known"
    )


def mean_of(counts: Counter[int]) -> float:
    """The mean of counted numbers."""
    return sum(number * times for number, times in counts.items()) / max(1, counts.total())


def main() -> None:
    """Reads the command line, plays, reports."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", default="classic-2")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=20_000, help="a move of the games")
    parser.add_argument("--solve", type=int, nargs="+", default=[5000, 100_000, 1_000_000])
    given = parser.parse_args()
    games = [play(given.variant, given.nodes, seed + 1) for seed in range(given.games)]
    found = [separated for game in games for separated in game]
    print(f"{len(games)} games, {len(found)} separated positions")
    for nodes in given.solve:
        report(found, nodes)


if __name__ == "__main__":
    main()
