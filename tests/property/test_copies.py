"""Copies of every kind keep what they say they keep, and go their own way."""

import copy
import pickle
from collections.abc import Callable

import pytest
import sternhalma as sh
from hypothesis import given
from hypothesis import strategies as st
from played import PICKS, play, positions, snapshot

KINDS: dict[str, Callable[[sh.Position], sh.Position]] = {
    "copy method": lambda position: position.copy(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{
        f"pickle {protocol}": lambda position, protocol=protocol: pickle.loads(
            pickle.dumps(position, protocol)
        )
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
}


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_copy_keeps_all_and_can_be_taken_back(kind: str, data: st.DataObject) -> None:
    position = data.draw(positions())
    if position.outcome() is None and data.draw(st.booleans()):
        free = [seat for seat, p in zip(position.seats, position.places, strict=True) if p is None]
        position.resign(free[data.draw(st.integers(0, 5)) % len(free)])
    twin = KINDS[kind](position)
    assert type(twin) is sh.Position
    assert twin is not position
    assert twin == position
    assert snapshot(twin) == snapshot(position)
    while position.history:
        assert twin.pop() == position.pop()
        assert snapshot(twin) == snapshot(position)
    with pytest.raises(IndexError):
        twin.pop()


@given(positions(), PICKS)
def test_a_copy_goes_its_own_way(position: sh.Position, picks: list[int]) -> None:
    before = snapshot(position)
    twin = position.copy()
    while twin.history:
        twin.pop()
    play(twin, picks)
    assert snapshot(position) == before


@given(positions(), PICKS)
def test_a_copy_without_history_still_counts_repetitions(
    position: sh.Position, picks: list[int]
) -> None:
    twin = position.copy(history=False)
    assert twin == position
    assert twin.history == ()
    with pytest.raises(IndexError):
        twin.pop()
    again = pickle.loads(pickle.dumps(twin))
    for pick in picks:
        assert twin.repetitions() == position.repetitions() == again.repetitions()
        for each in (position, twin, again):
            play(each, [pick])
        assert twin.text == position.text == again.text
        assert twin.outcome() == position.outcome() == again.outcome()


def shuffle(position: sh.Position, times: int) -> None:
    """Two seats go to and fro."""
    for _ in range(times):
        for move in ("m3-m5", "e15-e13", "m5-m3", "e13-e15"):
            position.push(move)


@pytest.mark.parametrize("kind", KINDS)
def test_a_third_repetition_is_seen_through_copies(kind: str) -> None:
    position = sh.Position("classic-2")
    shuffle(position, 1)
    assert position.repetitions() == 2
    for twin in (KINDS[kind](position), KINDS[kind](position.copy(history=False))):
        assert twin.repetitions() == 2
        shuffle(twin, 1)
        assert twin.outcome() == sh.Outcome("repetition", (1, 1))
    fresh = sh.Position("classic-2", position.text)
    shuffle(fresh, 1)
    assert fresh.outcome() is None


@given(positions(), positions())
def test_equal_means_same_variant_and_text(one: sh.Position, two: sh.Position) -> None:
    assert one == one.copy(history=False)
    same = (one.variant, one.text) == (two.variant, two.text)
    assert (one == two) == same
    assert (one != two) == (not same)
    assert one != one.text
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_the_same_text_in_another_variant_is_another_position() -> None:
    one, two = sh.Position("classic-2"), sh.Position("classic-2:deadline=none")
    assert one.text == two.text
    assert one != two
    assert one == sh.Position("classic-2:deadline=30,foreign=pass")


@given(positions())
def test_values_survive_copies(position: sh.Position) -> None:
    for value in [*position.history, *position.legal_moves, position.outcome()]:
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value
            assert hash(twin) == hash(value)
            assert str(twin) == str(value)
