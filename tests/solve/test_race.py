"""Solo races against breadth-first search over the slow reference's moves.

Orders 1 and 2: every placement of the marbles. Order 3: the placements within a few moves of the
goal, found backward from it, and longer races made of them. How many moves a placement needs comes
from `reference.moves` alone.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
import sternhalma as sh
from reference import Rules, parse_variant
from reference.board import DIRECTIONS, Cell, along, name, star, target_camp
from reference.moves import jumps, race_moves
from reference.position_text import start_position, write_position

Marbles = frozenset[Cell]

EVERY_PLACEMENT = [
    "rhombus-1",
    "classic-2:order=1",
    "classic-2:order=2",
    pytest.param("rhombus-2", marks=pytest.mark.slow),
    pytest.param("long-2:order=2", marks=pytest.mark.slow),
    pytest.param("ccerl-2p10:order=2", marks=pytest.mark.slow),
    pytest.param("star121-2:order=2,seats=by", marks=pytest.mark.slow),
]
NEAR_THE_GOAL = ["classic-2:order=3", "long-2:order=3", "openspiel-2:order=3", "rhombus-3"]
NEAR = 3


def board_of(rules: Rules, marbles: Marbles) -> dict[Cell, str]:
    return dict.fromkeys(marbles, rules.seats[0])


def children(rules: Rules, marbles: Marbles) -> Iterator[Marbles]:
    for cell in marbles:
        for end in race_moves(rules, board_of(rules, marbles), rules.seats[0], cell):
            yield marbles - {cell} | {end}


def parents(rules: Rules, marbles: Marbles) -> Iterator[Marbles]:
    """Every placement that has a move to this one: ways back, each checked forward."""
    grid = star(rules.order)
    for end in marbles:
        others = marbles - {end}
        reached = [end]
        for cell in reached:
            for _, landing in jumps(grid, others, cell, rules.jumps == "long"):
                if landing not in reached:
                    reached.append(landing)
        steps = {along(end, direction) for direction in DIRECTIONS} & grid.cells
        for cell in {*steps, *reached} - marbles:
            before = others | {cell}
            if end in race_moves(rules, board_of(rules, before), rules.seats[0], cell):
                yield before


def goal(rules: Rules) -> Marbles:
    return target_camp(rules.order, rules.seats[0], rules.marbles)


def layers(start: Marbles, before: dict[Marbles, list[Marbles]]) -> dict[Marbles, int]:
    """Breadth first from the goal: how many moves each placement needs."""
    found = {start: 0}
    queue = [start]
    for marbles in queue:
        for parent in before[marbles]:
            if parent not in found:
                found[parent] = found[marbles] + 1
                queue.append(parent)
    return found


def position_of(rules: Rules, marbles: Marbles) -> sh.Position:
    """The placement with one marble of the opponent somewhere, which is no part of the race."""
    position = start_position(rules)
    for cell in sorted(star(rules.order).cells - marbles):
        position.board = board_of(rules, marbles) | {cell: rules.seats[1]}
        for position.turn in rules.seats:
            try:
                return sh.Position(rules.text(), write_position(rules, position))
            except sh.PositionError:  # nobody can move
                continue
    raise AssertionError("nobody can move")


def check_line(rules: Rules, marbles: Marbles, race: sh.Race) -> None:
    """The line is legal, as long as it says, and fills the target."""
    assert race.upper == len(race.line)
    for move in race.line:
        cells = {name(cell): cell for cell in star(rules.order).cells}
        origin, end = cells[move.origin], cells[move.target]
        ends = race_moves(rules, board_of(rules, marbles), rules.seats[0], origin)
        assert move.path == tuple(name(cell) for cell in ends[end])
        marbles = marbles - {origin} | {end}
    assert marbles == goal(rules)


@pytest.mark.parametrize("variant", EVERY_PLACEMENT)
def test_every_placement_of_small_stars(variant: str) -> None:
    rules = parse_variant(variant)
    before = defaultdict(list)
    cells = sorted(star(rules.order).cells)
    for placement in combinations(cells, rules.marbles):
        for child in children(rules, frozenset(placement)):
            before[child].append(frozenset(placement))
    needed = layers(goal(rules), before)
    assert len(needed) > 5
    for marbles, moves in needed.items():
        race = sh.solve_race(position_of(rules, marbles), rules.seats[0], nodes=10**7)
        assert race.moves == moves, (variant, marbles)
        check_line(rules, marbles, race)


@pytest.mark.parametrize("variant", NEAR_THE_GOAL)
def test_placements_of_order_three_near_the_goal(variant: str, seed: int) -> None:
    rules = parse_variant(variant)
    rng = Random(f"{seed} race {variant}")
    layer = {goal(rules)}
    near = dict.fromkeys(layer, 0)
    for moves in range(1, NEAR + 1):
        found = {parent for marbles in layer for parent in parents(rules, marbles)}
        layer = found - near.keys()
        near |= dict.fromkeys(layer, moves)
    for marbles, moves in near.items():
        race = sh.solve_race(position_of(rules, marbles), rules.seats[0])
        assert race.moves == moves, (variant, marbles)
        check_line(rules, marbles, race)
    # One move further, and on to whatever the way back leads to: too far for the table, so never in
    # fewer moves than it rules out, nor in more than the way there took.
    marbles = rng.choice(sorted(layer, key=sorted))
    for moves in range(NEAR + 1, NEAR + 6):
        marbles = rng.choice(sorted(parents(rules, marbles), key=sorted))
        race = sh.solve_race(position_of(rules, marbles), rules.seats[0], nodes=100_000)
        assert race.lower <= moves
        assert race.moves is None or race.moves == near.get(marbles, race.moves)
        assert marbles in near or race.upper is None or race.upper > NEAR
