"""Whatever is done to a table, in any order: one seat to move, no negative time, valid places."""

import json
from typing import Any

import sternhalma as sh
from hypothesis import given
from hypothesis import strategies as st
from sternhalma.events import Ask, ClockEvent, Event, Moved, Over, from_data
from sternhalma.seating import partner_of

VARIANTS = [
    "classic-2",
    "classic-3",
    "classic-4:deadline=4",
    "classic-6:deadline=2",
    "long-2:deadline=3",
    "pairs-2x2:deadline=3",
    "pairs-3x2",
    "open-3",
    "star121-2",
    "star181-3:seats=byw",
    "classic-6:order=1,max_rounds=20",
    "rhombus-1",
    "pairs-2x2:order=1",
    "openspiel-2:order=2,max_plies=40",
    "capture-3",
    "ccerl-2p10:order=2,max_plies=30",
]

ACTIONS = st.one_of(
    st.tuples(st.just("play"), st.integers(0, 10**6), st.booleans()),
    st.tuples(st.just("play"), st.integers(0, 10**6), st.booleans()),
    st.tuples(st.just("play"), st.integers(0, 10**6), st.booleans()),
    st.tuples(st.just("step")),
    st.tuples(st.just("advance"), st.integers(0, 20_000)),
    st.tuples(st.just("advance"), st.integers(0, 100)),
    st.tuples(st.just("tick")),
    st.tuples(st.sampled_from(["undo", "pause", "resume"])),
    st.tuples(st.just("resign"), st.integers(0, 5)),
    st.tuples(st.just("nonsense")),
)


def act(table: sh.Table, now: sh.ManualTime, action: tuple[Any, ...]) -> list[Event] | str:
    """Does one thing; the code of the error where it is refused."""
    name, *arguments = action
    try:
        match name:
            case "play":
                moves = table.legal() or (sh.Move("m1-m3"),)
                return table.play(moves[arguments[0] % len(moves)], confirm=arguments[1])
            case "advance":
                now.advance(arguments[0])
                return []
            case "resign":
                return table.resign(arguments[0])
            case "nonsense":
                return table.play("m1-m9-a1")
            case _:
                return getattr(table, name)()  # type: ignore[no-any-return]
    except sh.SternhalmaError as error:
        return error.code


def check(table: sh.Table, events: list[Event] | str, before: dict[str, Any]) -> None:
    position = table.position
    assert table.over == (table.turn is None) == (table.outcome is not None)
    if table.turn is not None:
        index = table.seats.index(table.turn)
        assert position.places[index] is None
        assert position.turn == table.turn
        assert table.legal()
    if table.clock is not None:
        assert all(left >= 0 for left in table.clock.times().values())
        assert table.clock.running == table.turn
    check_places(table)
    if isinstance(events, str) or (events and isinstance(events[0], Ask)):
        assert table.to_data() == before, "what is refused or asked changes nothing"
        return
    for event in events:
        assert from_data(json.loads(json.dumps(event.to_data()))) == event
        assert event.text
    if events and isinstance(events[0], Moved):
        assert events[0].ply == table.ply
        assert events[0].path == table.moves[-1].path
    over = [event for event in events if isinstance(event, Over)]
    assert bool(over) == (table.over and bool(events))
    clocks = [event for event in events if isinstance(event, ClockEvent)]
    assert not clocks or clocks[-1].running == table.turn


def check_places(table: sh.Table) -> None:
    """Places are a ranking: equal seats share the better one, the next is left out."""
    variant, found = table.variant, dict(zip(table.seats, table.position.places, strict=True))
    for seat, place in found.items():
        partner = partner_of(variant, seat)
        assert partner is None or found[partner] == place
    sides = [place for seat, place in found.items() if not variant.pairs or seat < 3]
    given_places = sorted(place for place in sides if place is not None)
    assert all(1 <= place <= len(sides) for place in given_places)
    if table.over:
        assert len(given_places) == len(sides)
        draws_share = [sum(other < place for other in given_places) + 1 for place in given_places]
        assert given_places == draws_share
    assert len(table.standings()) == len(found)


@given(
    st.sampled_from(VARIANTS),
    st.sets(st.integers(0, 5)),
    st.sampled_from([None, "1+0", "0:05+1", {"all": "0:00.2+0.1"}]),
    st.lists(ACTIONS, max_size=60),
    st.booleans(),
)
def test_any_sequence_of_calls_keeps_a_table_whole(
    variant: str,
    computers: set[int],
    clock: Any,
    actions: list[tuple[Any, ...]],
    rated: bool,
) -> None:
    now = sh.ManualTime()
    rules = sh.Variant(variant)
    seats = {seat: sh.Random() for seat in rules.seats if sh.Seat.from_text(seat) in computers}
    if isinstance(clock, dict):
        clock = dict.fromkeys(rules.seats, clock["all"])
    rated = rated and not rules.pairs
    table = sh.Table(rules, seats, clock=clock, seed=1, now=now, rated=rated)
    for action in actions:
        before = table.to_data()
        twin_now = sh.ManualTime(now.ms)
        twin = sh.Table.from_data(json.loads(json.dumps(before)), seats, now=twin_now)
        assert twin.to_data() == before
        events = act(table, now, action)
        assert act(twin, twin_now, action) == events, "a loaded table goes on in the same way"
        assert twin.to_data() == table.to_data()
        check(table, events, before if action[0] != "advance" else table.to_data())


@given(st.sampled_from(VARIANTS), st.lists(st.integers(0, 10**6), max_size=40), st.integers(0, 40))
def test_undo_is_the_way_back(variant: str, picks: list[int], back: int) -> None:
    now = sh.ManualTime()
    table = sh.Table(variant, clock="1+1", seed=1, now=now, id="x", date="")
    states = []
    for pick in picks:
        if table.over:
            break
        states.append(table.to_data())
        now.advance(pick % 2_000)
        moves = table.legal()
        table.play(moves[pick % len(moves)], confirm=True)
    if table.over:
        return
    for state in list(reversed(states))[:back]:
        table.undo()
        assert table.to_data() == state
