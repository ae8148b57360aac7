"""What is pushed is popped: every position of a game comes back exactly."""

import pytest
import sternhalma as sh
from hypothesis import given, settings
from hypothesis import strategies as st
from played import PICKS, beginnings, play, positions, snapshot

A_FEW = settings(max_examples=max(3, settings.default.max_examples // 12))


def check_way_back(position: sh.Position, picks: list[int], leaver: int | None) -> None:
    """Plays, lets a seat leave, and takes everything back step by step."""
    past = [snapshot(position)]
    events = []
    for pick in picks:
        if position.outcome() is not None:
            break
        moves = list(position.legal_moves)
        events.append(position.push(moves[pick % len(moves)]))
        past.append(snapshot(position))
    free = [seat for seat, p in zip(position.seats, position.places, strict=True) if p is None]
    if leaver is not None and position.outcome() is None:
        leave = position.resign if leaver % 2 else position.timeout
        events.append(leave(free[leaver % len(free)]))
        past.append(snapshot(position))
    assert position.history == tuple(events)
    for event, now, before in zip(events[::-1], past[:0:-1], past[-2::-1], strict=True):
        assert snapshot(position) == now
        assert position.pop() == event
        assert snapshot(position) == before
    with pytest.raises(IndexError):
        position.pop()
    assert snapshot(position) == past[0]
    for event in events:
        if isinstance(event, sh.Move):
            position.push(event)
    if events and isinstance(events[-1], sh.Move):
        assert snapshot(position) == past[-1]


@pytest.mark.parametrize("variant", sh.variants())
@A_FEW
@given(st.data())
def test_a_preset_comes_back(variant: str, data: st.DataObject) -> None:
    position = data.draw(beginnings(variant))
    check_way_back(position, data.draw(PICKS), data.draw(st.none() | st.integers(0, 11)))


@given(beginnings(), PICKS, st.none() | st.integers(0, 11))
def test_any_variant_comes_back(position: sh.Position, picks: list[int], leaver: int) -> None:
    check_way_back(position, picks, leaver)


@given(positions(), PICKS)
def test_another_way_is_as_the_first(position: sh.Position, picks: list[int]) -> None:
    plain = sh.Position(position.variant, position.text)
    detour = sh.Position(position.variant, position.text)
    play(detour, picks)
    while detour.history:
        detour.pop()
    play(detour, picks)
    play(plain, picks)
    assert snapshot(detour) == snapshot(plain)
