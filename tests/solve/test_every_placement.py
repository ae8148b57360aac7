"""Solo races of order 3 against breadth-first search over every placement.

14 million placements are too many for the slow reference, so `breadth_first.cpp` is compiled and
numbers them all. It shares nothing with the library, and it is checked as well: in a sample, a
placement has one more than the least of those that `reference.moves` leads to.
"""

import shutil
import subprocess
from collections.abc import Iterable
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest
import sternhalma as sh
from numpy.typing import NDArray
from reference import Rules, parse_variant
from reference.board import DIRECTIONS, Cell, along, foreign_tips, star, target_camp
from reference.moves import race_moves
from reference.position_text import start_position, write_position

SOURCE = Path(__file__).with_name("breadth_first.cpp")
NEVER = 255
CHECKED = 1000  # placements whose number is held against their children's
SAMPLE = 3000  # placements solved, as many of each number as there are
NODES = 200_000

pytestmark = pytest.mark.slow


class Numbers:
    """The least number of moves from every placement on the cells where a move may end."""

    def __init__(self, rules: Rules, program: Path) -> None:
        self.rules = rules
        grid = star(rules.order)
        shut = foreign_tips(rules.order, "w") if rules.foreign != "open" else frozenset()
        passed = sorted(shut) if rules.foreign == "pass" else []
        self.cells = sorted(grid.cells - shut)
        index = {cell: number for number, cell in enumerate([*self.cells, *passed])}
        goal = target_camp(rules.order, "w", rules.marbles)
        head = (len(index), len(self.cells), rules.marbles, rules.jumps == "long")
        lines = [" ".join(str(int(entry)) for entry in (*head, rules.lock == "move"))]
        for cell in index:
            beside = [index.get(along(cell, direction), -1) for direction in DIRECTIONS]
            lines.append(" ".join(map(str, [*beside, int(cell in goal)])))
        done = subprocess.run(
            [program], input="\n".join(lines).encode(), capture_output=True, check=True
        )
        self.needed: NDArray[np.uint8] = np.frombuffer(done.stdout, np.uint8)
        assert len(self.needed) == comb(len(self.cells), rules.marbles)
        self.index = index

    def of(self, marbles: Iterable[Cell]) -> int:
        numbers = sorted(self.index[cell] for cell in marbles)
        return int(self.needed[sum(comb(cell, k) for k, cell in enumerate(numbers, 1))])

    def placement(self, rank: int) -> frozenset[Cell]:
        chosen = []
        top = len(self.cells)
        for k in range(self.rules.marbles, 0, -1):
            top = next(cell for cell in range(top - 1, -1, -1) if comb(cell, k) <= rank)
            rank -= comb(top, k)
            chosen.append(self.cells[top])
        return frozenset(chosen)

    def sample(self, rng: Random, size: int) -> list[frozenset[Cell]]:
        """Placements of all numbers alike, as far as there are enough of each."""
        numbers = [number for number in np.unique(self.needed).tolist() if number != NEVER]
        found = []
        for left, number in enumerate(sorted(numbers, key=lambda n: (self.needed == n).sum())):
            ranks = np.flatnonzero(self.needed == number)
            share = (size - len(found)) // (len(numbers) - left)
            found += rng.sample(ranks.tolist(), min(share, len(ranks)))
        return [self.placement(rank) for rank in found]


def solve(rules: Rules, marbles: frozenset[Cell]) -> sh.Race:
    position = start_position(rules)
    for cell in sorted(star(rules.order).cells - marbles):
        position.board = dict.fromkeys(marbles, "w") | {cell: "k"}
        position.turn = "w"
        try:
            at = sh.Position(rules.text(), write_position(rules, position))
        except sh.PositionError:  # white can't move
            continue
        return sh.solve_race(at, "white", nodes=NODES)
    raise AssertionError("white can't move")


@pytest.mark.parametrize("variant", ["rhombus-3", "classic-2:order=3", "long-2:order=3"])
def test_order_three(variant: str, tmp_path: Path, seed: int) -> None:
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("NOT CHECKED: no C++ compiler")
    program = tmp_path / "breadth_first"
    subprocess.run([compiler, "-O2", "-std=c++20", SOURCE, "-o", program], check=True)
    rules = parse_variant(variant)
    numbers = Numbers(rules, program)
    rng = Random(f"{seed} placements {variant}")

    for marbles in numbers.sample(rng, CHECKED):
        board = dict.fromkeys(marbles, "w")
        ends = [
            numbers.of(marbles - {cell} | {end})
            for cell in marbles
            for end in race_moves(rules, board, "w", cell)
        ]
        assert numbers.of(marbles) == (min(ends) + 1 if numbers.of(marbles) else 0), marbles

    solved = 0
    sample = [marbles for marbles in numbers.sample(rng, SAMPLE) if numbers.of(marbles)]
    for marbles in sample:
        needed, race = numbers.of(marbles), solve(rules, marbles)
        assert race.lower <= needed, marbles
        assert race.upper is None or race.upper >= needed, marbles
        assert race.moves in (None, needed), marbles
        solved += race.moves is not None
    longest = max(number for number in np.unique(numbers.needed).tolist() if number != NEVER)
    print(f"{variant}: {len(numbers.needed)} placements, at most {longest} moves;", end=" ")
    print(f"{solved} of {len(sample)} solved with {NODES} nodes each")
    assert solved > 0.25 * len(sample)
