"""The view of the legal moves reads its position when asked, and keeps it alive."""

import gc

import sternhalma as sh
from hypothesis import given, settings
from played import positions

A_FEW = settings(max_examples=max(5, settings.default.max_examples // 5))  # collecting takes long


@given(positions(running=True))
def test_pushing_while_iterating_is_safe(position: sh.Position) -> None:
    before = list(position.legal_moves)
    seen = []
    for move in position.legal_moves:
        seen.append(move)
        position.push(move)
        list(position.legal_moves)
        position.pop()
    assert seen == before
    for move in position.legal_moves:
        position.push(move)
        break
    assert position.history[-1] == before[0]


@given(positions(running=True))
def test_iteration_goes_over_a_snapshot(position: sh.Position) -> None:
    before = [str(move) for move in position.legal_moves]
    iterator = iter(position.legal_moves)
    position.push(before_first := next(iterator))
    rest = [before_first, *iterator]
    assert [str(move) for move in rest] == before


@given(positions(running=True))
def test_a_view_is_of_now(position: sh.Position) -> None:
    view = position.legal_moves
    move = next(iter(view))
    assert move in view
    position.push(move)
    assert list(view) == list(position.legal_moves)
    assert len(view) == position.num_moves()
    assert bool(view) == (position.outcome() is None)
    position.pop()
    assert move in view


@A_FEW
@given(positions())
def test_a_view_keeps_its_position_alive(position: sh.Position) -> None:
    expected = list(position.legal_moves)
    view = position.copy().legal_moves
    gc.collect()
    assert list(view) == expected
    assert len(view) == len(expected)


@A_FEW
@given(positions(running=True))
def test_a_move_outlives_its_position(position: sh.Position) -> None:
    paths = [str(move) for move in position.legal_moves]
    twin = position.copy(history=False)
    moves = list(twin.legal_moves)
    twin.push(moves[0])
    del twin
    gc.collect()
    assert [str(move) for move in moves] == paths
