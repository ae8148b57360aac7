"""The incremental key equals the one computed from nothing, and depends on the position alone."""

import pytest
import sternhalma as sh
from hypothesis import given, settings
from hypothesis import strategies as st
from played import PICKS, beginnings, positions

A_FEW = settings(max_examples=max(3, settings.default.max_examples // 12))


def check_keys(position: sh.Position, picks: list[int]) -> None:
    """Plays and compares all kinds of keys after every move."""
    for pick in [*picks, None]:
        assert position.hash == position._fresh_hash
        assert position.hash == sh.Position(position.variant, position.text).hash
        assert 0 <= position.hash < 2**64
        if pick is None or position.outcome() is not None:
            return
        moves = list(position.legal_moves)
        position.push(moves[pick % len(moves)])


@pytest.mark.parametrize("variant", sh.variants())
@A_FEW
@given(st.data())
def test_the_key_of_a_preset(variant: str, data: st.DataObject) -> None:
    check_keys(data.draw(beginnings(variant)), data.draw(PICKS))


@given(beginnings(), PICKS)
def test_the_key_of_any_variant(position: sh.Position, picks: list[int]) -> None:
    check_keys(position, picks)


@given(positions(running=True))
def test_every_move_makes_another_key(position: sh.Position) -> None:
    keys = {}
    for move in position.legal_moves:
        position.push(move)
        keys.setdefault(position.hash, set()).add(standing(position))
        position.pop()
    assert all(len(texts) == 1 for texts in keys.values())


def standing(position: sh.Position) -> tuple[object, ...]:
    """What the key is made of: marbles, the seat to move, the seats in play."""
    board = position.text.split()[0]
    places = zip(position.places, position.arrived, strict=True)
    return board, position.turn, tuple(place is None and not waits for place, waits in places)
