"""A move is legal if and only if it is generated, over all pairs of cells."""

from functools import cache
from itertools import product

import sternhalma as sh
from hypothesis import given, settings
from played import positions

FEWER = settings(max_examples=max(10, settings.default.max_examples // 2))


@cache
def all_pairs(order: int) -> tuple[sh.Move, ...]:
    """Every pair of cells as a move, from a cell to itself included."""
    names = sh._core.geometry(order)["names"]
    return tuple(sh.Move(f"{a}-{b}", order=order) for a, b in product(names, names))


@FEWER
@given(positions())
def test_pairs_of_cells(position: sh.Position) -> None:
    generated = list(position.legal_moves)
    legal = [move for move in all_pairs(position.variant.order) if move in position.legal_moves]
    if position.variant.capture:
        assert legal == []  # a move that takes nothing is none
    else:
        assert set(legal) == set(generated)
        assert len(legal) == len(generated)


@FEWER
@given(positions())
def test_generated_moves_are_legal_and_distinct(position: sh.Position) -> None:
    generated = list(position.legal_moves)
    assert len(set(generated)) == len(generated) == len(position.legal_moves)
    assert bool(position.legal_moves) == bool(generated) == (position.outcome() is None)
    for move in generated:
        assert move in position.legal_moves
        assert position.is_legal(move)
        assert position.is_legal(str(move))
        assert position.find_move(move.origin, move.target, move.captured) == move
        assert position.move(str(move)) == move


@FEWER
@given(positions(running=True))
def test_short_texts(position: sh.Position) -> None:
    ends: dict[tuple[str, str], int] = {}
    paths = set()
    for move in position.legal_moves:
        ends[move.origin, move.target] = ends.get((move.origin, move.target), 0) + 1
        paths.add(move.path)
    names = sh._core.geometry(position.variant.order)["names"]
    own = {origin for origin, _ in ends} | set(names[::7])
    for origin, target in product(own, names):
        fits = ends.get((origin, target), 0)
        expected = fits == 1 or (origin, target) in paths
        assert (f"{origin}-{target}" in position.legal_moves) == expected


@FEWER
@given(positions(running=True))
def test_captures_with_one_stone_more_or_less(position: sh.Position) -> None:
    order = position.variant.order
    generated = set(position.legal_moves)
    stones = [name for name in sh._core.geometry(order)["names"] if position.at(name) is not None]
    for move in list(generated)[:40]:
        others = [{*move.captured} ^ {stone} for stone in stones[::3]]
        for captured in others:
            changed = sh.Move(f"{move.origin}-{move.target}", sorted(captured), order=order)
            assert (changed in position.legal_moves) == (changed in generated)
