"""The recorded scenes of single rules, played at a table: what it says fits what happened."""

import pytest
from sternhalma.events import Arrived, Ask, Eliminated, Moved, Over, Skipped
from table_texts import codes, table
from vector_files import Item, load, position_of

SCENES = [item for item in load("scenes.jsonl") if "move" in item]

# What a table must say where places alone would not show it.
SAID = {
    "reply that arrives draws": ["moved", "arrived", "over"],
    "reply that falls short loses": ["moved", "over"],
    "second seat arrives first and wins at once": ["moved", "arrived", "over"],
    "one own marble among foreign ones is enough": ["moved", "arrived"],
    "the other side's move can complete an arrival": ["moved", "arrived", "over"],
    "first arrival ends the race": ["moved", "arrived", "over"],
    "places are played out": ["moved", "arrived"],
    "thirtieth move with a marble at home": ["moved", "eliminated", "over"],
    "thirtieth move takes the last marble out": ["moved"],
    "elimination among three": ["moved", "eliminated"],
    "elimination of a pair": ["moved", "eliminated", "eliminated", "over"],
    "round limit, full tie shares the place": ["moved", "over"],
    "blocked seat skipped: white moves again": ["moved", "skipped"],
    "a seat that cannot move is skipped among three": ["moved", "skipped"],
    "an arrival stands though its last marble is eliminated": [
        "moved",
        "arrived",
        "eliminated",
        "over",
    ],
}


@pytest.mark.parametrize("item", [pytest.param(item, id=item["name"]) for item in SCENES])
def test_a_table_tells_what_a_move_did(item: Item) -> None:
    start = position_of(item)
    t, _ = table(start)
    move = item["move"]
    if not isinstance(move, str):
        move = start.find_move(*move)
    mover, turn = start.turn, None
    assert mover is not None
    loses = start.will_eliminate(move)
    events = t.play(move)
    assert (isinstance(events[0], Ask)) == loses
    if loses:
        assert t.position.text == start.text
        events = t.play(move, confirm=True)
    events = [event for event in events if event.code != "warned"]
    assert t.position.text == item["after"]
    assert isinstance(events[0], Moved)
    assert events[0].seat == mover
    if item["name"] in SAID:
        assert codes(events) == SAID[item["name"]]
    told = {
        event.seat: event.place
        for event in events
        if isinstance(event, (Arrived, Eliminated)) and event.place is not None
    }
    places = dict(zip(t.seats, item["places"], strict=True))
    before = dict(zip(t.seats, start.places, strict=True))
    for seat, place in told.items():
        assert before[seat] is None
        assert places[seat] == place
    over = [event for event in events if isinstance(event, Over)]
    assert [event.reason for event in over] == ([item["over"]] if item["over"] else [])
    if over:
        assert over[0].places == places
    else:
        placed = {seat for seat in places if places[seat] != before[seat]}
        assert placed - set(told) <= {seat.opposite for seat in told}, "everyone placed is told"
        turn = t.turn
        assert turn is not None
    skipped = {event.seat for event in events if isinstance(event, Skipped)}
    for seat in skipped:
        assert places[seat] is None
        assert seat != turn
