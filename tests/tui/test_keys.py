"""What the keys choose, without a screen."""

import pytest
import sternhalma as sh
from sternhalma.cli.tui.keys import Play, Say, Selection


def looked(table: sh.Table, selection: Selection) -> sh.View:
    view = table.view(table.turn, pick=selection.picked)
    selection.look(view)
    return view


def test_the_cursor_begins_on_an_own_marble_that_can_move() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    view = looked(table, selection)
    assert selection.cursor in view.movable
    assert view.cell(selection.cursor).home


def test_a_marble_is_picked_and_played() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    view = looked(table, selection)
    selection.put("m3")
    assert selection.enter(view) is None
    assert selection.picked == "m3"
    view = looked(table, selection)
    assert selection.chosen(view) is None
    for direction in ("up-left", "up-left"):
        selection.arrow(view, direction)
    assert selection.cursor == "k5"
    assert selection.enter(view) == Play("m3-k5")
    table.play("m3-k5")
    looked(table, selection)
    assert selection.picked is None, "the marble is gone"


def test_enter_on_the_marble_itself_puts_it_down() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    selection.put("m3")
    for picked in ("m3", None):
        assert selection.enter(looked(table, selection)) is None
        assert selection.picked == picked


def test_enter_on_another_marble_picks_that_one() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    for cell in ("m3", "m4"):
        selection.put(cell)
        assert selection.enter(looked(table, selection)) is None
        assert selection.picked == cell


def test_escape_goes_back_to_the_marble() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    assert not selection.escape()
    selection.put("m3")
    selection.enter(looked(table, selection))
    selection.put("i9")
    assert selection.escape()
    assert (selection.cursor, selection.picked) == ("m3", None)


@pytest.mark.parametrize(
    ("picked", "cell", "text"),
    [
        (None, "i9", "There is no marble on i9."),
        (None, "e17", "The marble on e17 isn't white's."),
        (None, "m1", "The marble on m1 can't move."),
        ("m3", "i9", "The marble on m3 can't go to i9."),
        ("m3", "e17", "The marble on e17 isn't white's."),
    ],
)
def test_what_can_not_be_done_is_said(picked: str | None, cell: str, text: str) -> None:
    table, selection = sh.Table("classic-2"), Selection()
    selection.picked = picked
    selection.put(cell)
    assert selection.enter(looked(table, selection)) == Say(text)


def test_a_foreign_tip_is_no_end() -> None:
    # White's chain j6-j4... passes the lower left tip only where marbles stand around it.
    board = "1/2/3/4/13/12/11/10/9/10/w10/ww10/1w1w9/4/3/2/k w -,- 0,0 1"
    table, selection = sh.Table("classic-2:lock=none", start=board), Selection()
    for origin in table.view().movable:
        selection.picked = origin
        view = looked(table, selection)
        assert view.pick is not None
        for cell in view.pick.passes:
            selection.put(cell)
            assert selection.enter(view) == Say(
                f"A chain passes through {cell}, but no move may end there."
            )
            return
    pytest.fail("no chain passes a foreign tip here")


def test_the_cursor_stays_at_the_edge() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    view = looked(table, selection)
    selection.put("m1")
    for direction in ("down", "left", "right", "down-left", "down-right"):
        selection.arrow(view, direction)
        assert selection.cursor == "m1"


def test_arrows_reach_every_cell() -> None:
    view = sh.Table("star253-6").view()
    selection, seen = Selection(), {"a19"}
    waiting = ["a19"]
    while waiting:
        cell = waiting.pop()
        for direction in ("up", "down", "left", "right"):
            selection.put(cell)
            selection.arrow(view, direction)
            if selection.cursor not in seen:
                seen.add(selection.cursor)
                waiting.append(selection.cursor)
    assert seen == {cell.name for cell in view.cells}


def test_tab_goes_through_marbles_then_ends() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    view = looked(table, selection)
    seen = set()
    for _ in view.movable:
        selection.cycle(view, 1)
        seen.add(selection.cursor)
    assert seen == set(view.movable)
    selection.put("m3")
    selection.enter(view)
    view = looked(table, selection)
    assert view.pick is not None
    ends = []
    for _ in view.pick.ends:
        selection.cycle(view, 1)
        ends.append(selection.chosen(view))
    assert ends == list(view.pick.ends)
    selection.cycle(view, 1)
    assert selection.chosen(view) == view.pick.ends[0]
    selection.cycle(view, -1)
    assert selection.chosen(view) == view.pick.ends[-1]


def test_ways_that_take_other_stones_are_told_apart() -> None:
    table = sh.Table("capture-2", seed=1)
    found = None
    while found is None and not table.over:
        for cell in table.view().movable:
            ends = table.pick(cell).ends
            twice = [end for end in ends if sum(other.cell == end.cell for other in ends) > 1]
            if twice:
                found = (cell, twice[0].cell)
                break
        else:
            table.play(sh.Greedy(seed=1).choose(table.make_turn()))
    assert found is not None
    selection = Selection()
    selection.picked = found[0]
    view = looked(table, selection)
    selection.put(found[1])
    if selection.cursor == selection.picked:
        selection.switch(view)
    ends = selection.ends_here(view)
    seen = []
    for _ in ends:
        seen.append(selection.enter(view))
        selection.switch(view)
    assert seen == [Play(end.move) for end in ends]
    assert len({play.move for play in seen if isinstance(play, Play)}) == len(ends)


def test_nothing_is_played_after_the_end() -> None:
    table, selection = sh.Table("classic-2"), Selection()
    table.resign("white")
    view = table.view("white")
    selection.look(view)
    assert selection.enter(view) == Say("The game is over.")
    selection.cycle(view, 1)


def test_a_round_trip_is_never_played_by_enter_alone() -> None:
    board = (
        "1/2/3/4/3o3oo4/1o2o2oo3/7oo2/3o2ooo1/1o3oooo/7oo1/4o1ooo2/6ooo3/6ooo4/4/3/2/1 "
        "w -,- 5,5 6 9,21"
    )
    position = sh.Position("capture-2", board)
    trips = [move for move in position.legal_moves if move.origin == move.target]
    assert trips, "this position has a chain that ends where it began"
    table, selection = sh.Table("capture-2", start=board), Selection()
    selection.put(trips[0].origin)
    assert selection.enter(looked(table, selection)) is None
    view = looked(table, selection)
    assert selection.chosen(view) is None
    selection.switch(view)
    assert selection.enter(view) == Play(str(trips[0]))
    selection.put(trips[0].origin)
    assert selection.enter(view) is None
    assert selection.picked is None, "put down"
