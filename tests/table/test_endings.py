"""Arrivals, deadlines, ranking and broken-off games, each as a table tells them."""

import pytest
import sternhalma as sh
from sternhalma.deadlines import eliminating
from sternhalma.events import Arrived, Ask, Eliminated, Left, Moved, Over, Skipped, Warned
from table_texts import camp, codes, entrance, places, position, ranking, table

W, R, B, K, Y, G = sh.Seat


# Arrival.


def test_a_seat_arrives_and_the_others_play_on() -> None:
    target = camp("classic-3", "w")
    gate = target[0]  # e14
    start = position(
        "classic-3",
        {"w": [*target[1:], "e13"], "b": ["i9"], "y": ["i5"]},
        turn="w",
        moves="9,9,9",
        round=10,
    )
    t, _ = table(start)
    events = t.play(f"e13-{gate}")
    assert codes(events) == ["moved", "arrived"]
    assert events[1] == Arrived(W, 1)
    assert places(t) == {"w": 1, "b": None, "y": None}
    assert t.turn == B
    t.play("i9-i8")
    t.play("i5-i6")
    assert t.turn == B, "an arrived seat moves no more"
    assert all(t.position.at(cell) == W for cell in target), "and its marbles stay"
    assert codes(t.resign("y")) == ["left", "over"]
    assert places(t) == {"w": 1, "b": 2, "y": 3}


def test_another_s_move_completes_an_arrival_and_the_mover_comes_first() -> None:
    white, blue = camp("classic-3", "w"), camp("classic-3", "b")
    # A blue marble stands in white's way: it jumps into white's last cell.
    start = position(
        "classic-3",
        {"w": white[1:], "b": ["e12"], "y": ["e13", *blue[:1]]},
        turn="b",
        moves="9,9,9",
        round=10,
    )
    t, _ = table(start)
    with pytest.raises(sh.IllegalMoveError):
        t.play("e12-e14")  # a foreign tip for blue
    t, _ = table(
        position(
            "open-3:finish=places",
            {"w": white[1:], "b": ["e12"], "y": ["e13", *blue[:1]]},
            turn="b",
        )
    )
    events = t.play("e12-e14")
    assert events[:2] == [Moved(B, 1, ("e12", "e14")), Arrived(W, 1)]
    assert t.turn == Y


def test_the_last_one_left_gets_the_last_place() -> None:
    blue = camp("classic-3", "b")
    outside, inside = entrance("classic-3", "b")
    start = position(
        "classic-3",
        {
            "w": camp("classic-3", "w"),
            "b": [outside, *(cell for cell in blue if cell != inside)],
            "y": ["i9"],
        },
        turn="b",
        places="1,-,-",
        moves="9,9,9",
        round=10,
    )
    t, _ = table(start)
    events = t.play(f"{outside}-{inside}")
    assert events[1:] == [Arrived(B, 2), Over("arrived", {W: 1, B: 2, Y: 3})]


def reply_table(black_gap: str = "near") -> tuple[sh.Table, sh.ManualTime]:
    """White arrives with its next move; black with its next one, or not."""
    white, black = camp("classic-2", "w"), camp("classic-2", "k")
    own = {"near": [*black[:-1], "m5"], "far": [*black[:-1], "i9"]}[black_gap]
    gap = black[-1]
    assert gap == "m4"
    return table(
        position(
            "classic-2",
            {"w": [*white[1:], "e13"], "k": own},
            turn="w",
            moves="20,20",
            round=21,
        ),
        clock="5+0",
    )


def test_the_second_seat_replies_and_draws() -> None:
    t, _ = reply_table()
    assert codes(t.play("e13-e14")) == ["moved", "arrived"]
    assert t.position.reply_due
    assert t.view().reply_due
    events = t.play("m5-m4")
    assert codes(events) == ["moved", "arrived", "over"]
    assert events[1] == Arrived(K, 1)
    assert events[2] == Over("arrived", {W: 1, K: 1})


def test_a_reply_that_falls_short_loses() -> None:
    t, _ = reply_table("far")
    t.play("e13-e14")
    events = t.play("i9-i8")
    assert codes(events) == ["moved", "over"]
    assert t.outcome == sh.Outcome("arrived", (1, 2))


@pytest.mark.parametrize("limit", ["max_plies=1", "max_rounds=1"])
@pytest.mark.parametrize(("reply", "places"), [("m5-m4", (1, 1)), ("m5-l5", (1, 2))])
def test_a_limit_waits_for_the_reply(limit: str, reply: str, places: tuple[int, int]) -> None:
    white, black = camp("classic-2", "w"), camp("classic-2", "k")
    cells = {"w": [*white[1:], "e13"], "k": [*black[:-1], "m5"]}
    t, _ = table(position(f"classic-2:deadline=none,{limit}", cells, turn="w"))
    assert codes(t.play("e13-e14")) == ["moved", "arrived"]
    assert codes(t.play(reply))[-1] == "over"
    assert t.outcome == sh.Outcome("arrived", places)


@pytest.mark.parametrize("how", ["resigned", "time"])
def test_a_reply_may_be_given_up(how: str) -> None:
    t, now = reply_table("far")
    t.play("e13-e14")
    now.advance(400_000 if how == "time" else 0)
    events = t.tick() if how == "time" else t.resign("k")
    assert events[0] == Left(K, how)
    assert t.outcome == sh.Outcome(how, (1, 2))
    with pytest.raises(sh.GameOverError):
        t.resign("w")


# Leaving in time.

LATE = {"w": ["m4", "i9"], "k": ["e13"]}


def test_a_near_deadline_is_told_and_an_eliminating_move_asked_for() -> None:
    t, _ = table(position("classic-2", LATE, turn="w", moves="27,27", round=28), clock="5+3")
    assert codes(t.play("i9-i8")) == ["moved"], "black has nobody at home in the way"
    events = t.play("e13-e12")
    assert events[1] == Warned(W, "deadline", 2, ("m4",))
    t.play("i8-i9")
    events = t.play("e12-e13")
    warning = next(event for event in events if isinstance(event, Warned))
    assert (warning.reason, warning.moves_left) == ("would-eliminate", 1)
    assert warning.cells == ("m4",)
    assert 0 < len(eliminating(t.position)) < t.position.num_moves()
    before = t.to_data()
    assert t.play("i9-i8") == [Ask(W, "i9-i8", "still-home")]
    assert t.to_data() == before, "asking changes nothing"
    assert codes(t.play("i9-i8", confirm=True)) == ["moved", "eliminated", "over"]
    assert t.outcome == sh.Outcome("eliminated", (2, 1))
    assert t.position.at("i8") is None, "the marbles leave the board"


def test_a_warning_comes_back_with_the_moves_taken_back() -> None:
    t, _ = table(position("classic-2", LATE, turn="k", moves="29,28", round=30))
    warned = t.play("e13-e12")
    assert codes(warned) == ["moved", "warned"]
    t.play("m4-m5")
    assert codes(t.play("e12-e13")) == ["moved"]
    for _ in range(3):
        t.undo()
    assert t.play("e13-e12") == warned


def test_nobody_comes_home_after_the_deadline() -> None:
    t, _ = table(
        position("classic-2", {"w": ["m5"], "k": ["i9"]}, turn="w", moves="30,30", round=31)
    )
    assert t.pick("m5").ends[0].eliminates == (t.pick("m5").ends[0].cell == "m4")
    (ask,) = t.play("m5-m4")
    assert ask == Ask(W, "m5-m4", "back-home")
    assert codes(t.play("m5-m4", confirm=True)) == ["moved", "eliminated", "over"]


def test_an_eliminated_seat_gets_the_worst_free_place_and_the_others_go_on() -> None:
    t, _ = table(
        position(
            "classic-3",
            {"w": ["m4", "i9"], "b": ["i5"], "y": ["g7"]},
            turn="w",
            moves="29,29,29",
            round=30,
        )
    )
    events = t.play("i9-i8", confirm=True)
    assert codes(events) == ["moved", "eliminated"]
    assert events[1] == Eliminated(W, 3)
    assert t.position.at("m4") is None
    assert t.turn == B
    with pytest.raises(sh.IllegalMoveError, match="has place 3"):
        t.resign("w")
    t.resign("b")
    assert places(t) == {"w": 3, "b": 2, "y": 1}


def test_a_shut_in_marble_does_not_miss_the_deadline() -> None:
    # m1 is walled in by black, and white moves elsewhere.
    wall = ["l2", "m2", "k3", "m3"]
    start = position(
        "classic-2",
        {"w": ["m1", "i9"], "k": wall},
        turn="w",
        moves="29,29",
        round=30,
    )
    t, _ = table(start)
    assert codes(t.play("i9-i8")) == ["moved"]
    white = t.view("w").seats[0]
    assert (white.at_home, white.shut_in, white.moves_left) == (("m1",), ("m1",), 0)


# Skips, blocked, limit, repetition.


def test_a_seat_that_can_not_move_is_skipped() -> None:
    wall = ["l2", "m2", "k3", "l3", "m3"]
    start = position(
        "classic-3:deadline=none",
        {"w": ["i9"], "b": ["m1"], "y": [*wall, "i5"]},
        turn="w",
    )
    t, _ = table(start, clock="5+0")
    events = t.play("i9-i10")
    assert codes(events) == ["moved", "skipped"]
    assert events[1] == Skipped(B)
    assert t.turn == Y
    assert t.clock is not None
    assert t.clock.running == Y


def test_nobody_can_move() -> None:
    variant = "classic-2:arrival=own,deadline=none"
    top, bottom = camp(variant, "w"), camp(variant, "k")
    start = position(
        variant,
        {
            "w": [*(cell for cell in top if cell not in ("e17", "e14")), "e13", "m1"],
            "k": ["e17", *(cell for cell in bottom if cell != "m1")],
        },
        turn="w",
    )
    t, _ = table(start)
    assert codes(t.play("e13-e14")) == ["moved", "over"]
    assert t.outcome == sh.Outcome("blocked", (1, 1))


def test_the_limit_ranks_the_seats_in_play() -> None:
    start = position(
        "classic-3:deadline=none,max_rounds=2",
        {"w": ["e13", "i9"], "b": ["i5", "i6"], "y": ["g9", "g8"]},
        turn="w",
        round=2,
    )
    t, _ = table(start)
    t.play("i9-i10")
    t.play("i5-j5")
    events = t.play("g9-g10")
    assert codes(events) == ["moved", "over"]
    assert t.outcome is not None
    assert t.outcome.reason == "limit"
    assert places(t)["w"] == 1
    assert t.outcome.places == expected_places(t.position, ())


def test_equal_seats_share_the_better_place() -> None:
    t, _ = table(sh.Position("classic-3:max_plies=3"))
    for move in ("j4-i5", "b5-b6", "b13-c12"):
        legal = [str(m) for m in t.legal()]
        t.play(move if move in legal else legal[0])
    assert t.outcome is not None
    assert t.outcome.reason == "limit"
    assert t.outcome.places == expected_places(t.position, ())


def test_the_third_repetition_ends_the_game() -> None:
    t, _ = table(sh.Position("classic-2"))
    for _ in range(2):
        for move in ("m4-m5", "e14-e13", "m5-m4", "e13-e14"):
            assert not t.over
            events = t.play(move)
    assert codes(events) == ["moved", "over"]
    assert t.outcome == sh.Outcome("repetition", (1, 1))


def test_max_plies_ends_what_has_no_end() -> None:
    t = sh.Table("open-2", {"w": sh.Random(1), "k": sh.Random(2)}, max_plies=30)
    t.run()
    assert t.variant.text == "open-2:max_plies=30"
    assert t.outcome == sh.Outcome("limit", (1, 1))
    assert t.ply == 30


# Resignations and flag falls, at every stage.


def expected_places(position: sh.Position, out: tuple[sh.Seat, ...]) -> tuple[int, ...]:
    """The places after a break-off: those held, the ranking of the others, the quitter last."""
    before = dict(zip(position.seats, position.places, strict=True))
    merits = ranking(position)
    if position.outcome() is not None:
        history = position.copy()
        history.pop()
        before = dict(zip(history.seats, history.places, strict=True))
    pairs = position.variant.pairs
    if pairs:
        merits = {
            seat: tuple(map(sum, zip(merits[seat], merits[seat.opposite], strict=True)))
            for seat in merits
        }
        out = (*out, *(seat.opposite for seat in out))
    per_side = 2 if pairs else 1
    sides = len(before) // per_side
    held = {place for place in before.values() if place is not None}
    free = [place for place in range(1, sides + 1) if place not in held]
    result = {seat: place for seat, place in before.items() if place is not None}
    result |= dict.fromkeys(out, free[-1]) if out else {}
    rest = [seat for seat in before if seat not in result]
    for seat in rest:
        ahead = sum(merits[other] < merits[seat] for other in rest) // per_side
        result[seat] = free[ahead]
    return tuple(result[seat] for seat in before)


STAGES = ["classic-2", "classic-3", "classic-4", "classic-6", "long-6", "fifteen-2"]
STAGES += ["pairs-2x2", "pairs-3x2", "star121-5", "star181-3:seats=byw", "open-4"]


@pytest.mark.parametrize("how", ["resigned", "time"])
@pytest.mark.parametrize("variant", STAGES)
def test_leaving_at_every_stage_ends_the_game_for_all(variant: str, how: str) -> None:
    whole = sh.Table(
        f"{variant}{',' if ':' in variant else ':'}deadline=none",
        {letter: sh.Greedy(f"{letter}1") for letter in sh.Variant(variant).seats},
        max_plies=500,
        seed=1,
    )
    whole.run()
    length = whole.ply
    placed, sides = 0, len(whole.seats) // (2 if whole.variant.pairs else 1)
    for ply in sorted({0, 1, length // 4, length // 2, 3 * length // 4, length - 6, length - 1}):
        at = sh.Position(whole.variant)
        for move in whole.moves[:ply]:
            at.push(move)
        for seat in at.seats:
            t, now = table(at.copy(), clock="1+0")
            index = at.seats.index(seat)
            placed += any(at.places)
            if how == "time" and seat != t.turn:
                continue
            if at.places[index] is not None:
                with pytest.raises(sh.IllegalMoveError):
                    t.resign(seat)
                continue
            if how == "time":
                now.advance(59_999)
                assert t.tick() == []
                now.advance(1)
                events = t.tick()
            else:
                events = t.resign(seat)
            assert codes(events) == ["left", "over"]
            assert events[0] == Left(seat, how)
            assert t.outcome is not None
            assert t.outcome.reason == how
            assert t.outcome.places == expected_places(t.position, (seat,))
            assert t.position.cells().tolist() == at.cells().tolist(), "its marbles stay"
            assert t.tick() == []
            for call in (lambda t=t: t.play("i9-i8"), t.undo, t.pause, t.resume):
                with pytest.raises(sh.GameOverError):
                    call()
    assert placed or whole.variant.finish == "first" or sides == 2


def test_leaving_shares_places_among_equals() -> None:
    t, _ = table(sh.Position("classic-6"))
    t.resign("b")
    assert places(t) == {"w": 1, "r": 1, "b": 6, "k": 1, "y": 1, "g": 1}


# Pairs.


def test_partners_arrive_together() -> None:
    white, black = camp("pairs-2x2", "w"), camp("pairs-2x2", "k")
    start = position(
        "pairs-2x2",
        {"w": [*white[1:], "e13"], "k": [*black[:-1], "m5"], "r": ["i9"], "y": ["g9"]},
        turn="w",
        moves="20,20,20,20",
        round=21,
    )
    t, _ = table(start)
    events = t.play("e13-e14")
    assert events[1] == Arrived(W, None)
    assert t.view().seats[0].arrived
    t.play("i9-i8")
    events = t.play("m5-m4")
    assert codes(events) == ["moved", "arrived", "over"]
    assert events[1] == Arrived(K, 1)
    assert places(t) == {"w": 1, "r": 2, "k": 1, "y": 2}


def test_an_arrived_partner_may_resign_for_the_pair() -> None:
    white = camp("pairs-2x2", "w")
    start = position(
        "pairs-2x2",
        {"w": [*white[1:], "e13"], "k": ["m5"], "r": ["i9"], "y": ["g9"]},
        turn="w",
        moves="20,20,20,20",
        round=21,
    )
    t, _ = table(start)
    t.play("e13-e14")
    assert codes(t.resign("w")) == ["left", "over"]
    assert places(t) == {"w": 2, "r": 1, "k": 2, "y": 1}


def test_elimination_is_the_pair_s() -> None:
    start = position(
        "pairs-3x2",
        {"w": ["m4", "i9"], "r": ["f9"], "b": ["h9"], "k": ["i7"], "y": ["j9"], "g": ["k9"]},
        turn="w",
        moves=",".join(["29"] * 6),
        round=30,
    )
    t, _ = table(start)
    events = t.play("i9-i8", confirm=True)
    assert [event for event in events if isinstance(event, Eliminated)] == [
        Eliminated(W, 3),
        Eliminated(K, 3),
    ]
    assert t.turn == R


def test_pairs_are_unrated() -> None:
    with pytest.raises(sh.TableError, match="unrated"):
        sh.Table("pairs-2x2", rated=True)
    t = sh.Table("pairs-2x2")
    t.resign("w")
    assert not sh.GameResult.of(t).rated


# Other families at the same table.


def test_the_first_arrival_ends_an_open_game() -> None:
    white = camp("open-3", "w")
    t, _ = table(position("open-3", {"w": [*white[1:], "e13"], "b": ["i9"], "y": ["i5"]}, turn="w"))
    events = t.play("e13-e14")
    assert events[1:] == [Arrived(W, 1), Over("arrived", {W: 1, B: 2, Y: 2})]


@pytest.mark.parametrize("variant", ["capture-2", "capture-5"])
def test_captures_are_told_and_ranked(variant: str) -> None:
    t = sh.Table(variant, {letter: sh.Greedy(1) for letter in sh.Variant(variant).seats}, seed=3)
    events = t.run()
    moved = [event for event in events if isinstance(event, Moved)]
    assert all(event.captured for event in moved)
    assert [str(move) for move in t.moves] == [event.move for event in moved]
    assert t.outcome is not None
    assert t.outcome.reason == "exhausted"
    taken = dict.fromkeys(t.seats, 0)
    for event in moved:
        taken[event.seat] += len(event.captured)
    for standing in t.standings():
        assert standing.taken == taken[standing.seat]
        better = sum(count > standing.taken for count in taken.values())
        assert standing.place == standing.rank == better + 1
