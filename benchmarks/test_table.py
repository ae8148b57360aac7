"""What the table costs: complete greedy games through it, and the same games on the bare core.

The games are those of two greedy players, whose thinking is the greater part of both; the overhead
that a table adds to a move is therefore also measured with moves that are already known.

Another number of games, each played once, in one process:

    STERNHALMA_GAMES=10000 pytest benchmarks/test_table.py --benchmark-enable \
        --benchmark-min-rounds=1 --benchmark-max-time=0
"""

import os
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest
import sternhalma as sh
from sternhalma.players import Greedy, Turn

GAMES = int(os.environ.get("STERNHALMA_GAMES", "20"))
PLIES = {20: 2_036}.get(GAMES)  # of all of them together


def start(seed: int, clock: str | None = None) -> sh.Table:
    players = {"white": Greedy(f"{seed} w"), "black": Greedy(f"{seed} k")}
    return sh.Table("classic-2", players, clock=clock, seed=seed, id=str(seed), date="")


def through_the_table(games: int, clock: str | None = None) -> list[sh.Table]:
    tables = [start(seed, clock) for seed in range(games)]
    for table in tables:
        table.run()
    return tables


def on_the_core(games: int) -> list[sh.Position]:
    positions = []
    for seed in range(games):
        position = sh.Position("classic-2")
        players = {sh.Seat.WHITE: Greedy(f"{seed} w"), sh.Seat.BLACK: Greedy(f"{seed} k")}
        while position.turn is not None:
            position.push(players[position.turn].choose(Turn(position)))
        positions.append(position)
    return positions


class Script:
    """Plays moves that are known."""

    def __init__(self, moves: tuple[sh.Move, ...]) -> None:
        self.moves = iter(moves)

    def choose(self, turn: Turn) -> sh.Move:
        return next(self.moves)


def replayed(games: list[tuple[sh.Move, ...]], clock: str | None) -> int:
    """The games through the table once more, nobody thinking."""
    plies = 0
    for moves in games:
        script = Script(moves)
        table = sh.Table("classic-2", {"w": script, "k": script}, clock=clock, id="", date="")
        table.run()
        plies += table.ply
    return plies


def pushed(games: list[tuple[sh.Move, ...]]) -> int:
    """The games on the bare core once more."""
    plies = 0
    for moves in games:
        position = sh.Position("classic-2")
        for move in moves:
            position.push(move)
        plies += position.plies
    return plies


@pytest.fixture(scope="module")
def games() -> list[tuple[sh.Move, ...]]:
    return [table.moves for table in through_the_table(GAMES)]


@pytest.mark.benchmark(group="greedy games")
@pytest.mark.parametrize("clock", [None, "5+3"])
def test_table(benchmark: Callable[..., Any], clock: str | None) -> None:
    tables = benchmark(through_the_table, GAMES, clock)
    expected = on_the_core(GAMES)
    assert [table.position for table in tables] == expected
    assert [table.outcome for table in tables] == [position.outcome() for position in expected]
    plies = sum(table.ply for table in tables)
    assert plies == sum(len(position.history) for position in expected)
    assert PLIES in (plies, None)
    benchmark.extra_info.update(units=plies, unit="moves")


@pytest.mark.benchmark(group="greedy games")
def test_baseline_core(benchmark: Callable[..., Any]) -> None:
    positions = benchmark(on_the_core, GAMES)
    assert all(position.outcome() for position in positions)
    benchmark.extra_info.update(units=sum(p.plies for p in positions), unit="moves")


@pytest.mark.benchmark(group="known moves")
@pytest.mark.parametrize("clock", [None, "5+3"])
def test_known_moves_through_the_table(
    benchmark: Callable[..., Any], games: list[tuple[sh.Move, ...]], clock: str | None
) -> None:
    plies = sum(map(len, games))
    assert PLIES in (plies, None)
    assert benchmark(replayed, games, clock) == plies
    begin = perf_counter()
    pushed(games)
    middle = perf_counter()
    replayed(games, clock)
    overhead = (perf_counter() - middle - (middle - begin)) / plies * 1e6
    benchmark.extra_info.update(units=plies, unit="moves", overhead_us=round(overhead, 1))


@pytest.mark.benchmark(group="known moves")
def test_known_moves_baseline_core(
    benchmark: Callable[..., Any], games: list[tuple[sh.Move, ...]]
) -> None:
    plies = sum(map(len, games))
    assert benchmark(pushed, games) == plies
    benchmark.extra_info.update(units=plies, unit="moves")
