"""What faces get: the turned star, ends of a picked marble, neighbours, words, JSON."""

import json
from math import hypot

import pytest
import sternhalma as sh
from sternhalma.star import star, target_camp
from sternhalma.view import DIRECTIONS
from table_texts import camp, position, table

W, R, B, K, Y, G = sh.Seat


@pytest.mark.parametrize("order", [1, 4, 6])
@pytest.mark.parametrize("seat", list(sh.Seat))
def test_the_own_tip_is_at_the_bottom(order: int, seat: sh.Seat) -> None:
    variant = sh.Variant("classic-6", order=order)
    view = sh.Table(variant).view(seat)
    assert len(view.cells) == 6 * order * (order + 1) + 1
    lowest = max(view.cells, key=lambda cell: cell.row)
    assert lowest.tip == seat.letter
    assert lowest.name == star(order).point(seat)
    assert {cell.name for cell in view.cells if cell.target} == target_camp(variant, seat)
    assert all(cell.home == (cell.tip == seat.letter) for cell in view.cells)
    for cell in view.cells:
        assert cell.target == (cell.tip == seat.opposite.letter)
        assert cell.marble == cell.tip
        assert cell is view.cell(cell.name)
    # Neighbours lie a unit apart, whichever way the star is turned.
    board = star(order)
    for a in view.cells[:40]:
        for b in view.cells:
            apart = board.distance(a.name, b.name)
            if apart <= 1:
                assert hypot(a.x - b.x, a.y - b.y) == pytest.approx(apart, abs=1e-5)
    assert min(cell.column for cell in view.cells) == min(cell.row for cell in view.cells) == 0
    assert len({(cell.row, cell.column) for cell in view.cells}) == len(view.cells)
    next_tip = min((cell for cell in view.cells if cell.tip), key=lambda cell: cell.column)
    assert next_tip.tip in (sh.Seat((seat + 1) % 6).letter, sh.Seat((seat + 2) % 6).letter)


@pytest.mark.parametrize("seat", [W, R, K])
def test_neighbours_on_the_screen(seat: sh.Seat) -> None:
    view = sh.Table("classic-2").view(seat)
    back = {
        "left": "right",
        "up-left": "down-right",
        "up-right": "down-left",
        "up": "down",
    }
    steps = {"left": (-1, 0), "up-left": (-0.5, -1), "up-right": (0.5, -1)}
    for cell in view.cells:
        for way, opposite in back.items():
            other = view.neighbour(cell.name, way)
            if other is None:
                continue
            there = view.cell(other)
            if way in steps:
                assert view.neighbour(other, opposite) == cell.name
                assert there.x - cell.x == pytest.approx(steps[way][0], abs=1e-5)
            else:
                assert there.row == cell.row - 1
                if abs(there.column - cell.column) == 1 == abs(there.row - cell.row):
                    assert star(4).distance(cell.name, other) == 1
    assert view.neighbour(star(4).point(seat), "down") is None
    with pytest.raises(sh.TableError, match="up-left"):
        view.neighbour("i9", "north")
    with pytest.raises(KeyError):
        view.neighbour("z9", "up")


def test_going_up_goes_straight_and_reaches_every_row() -> None:
    view = sh.Table("classic-2").view(W)
    path = ["m1"]
    while (above := view.neighbour(path[-1], "up")) is not None:
        path.append(above)
    assert len(path) == 17
    assert path[-1] == "e17"
    assert {abs(view.cell(name).x) for name in path} <= {0.0, 0.5}
    while (below := view.neighbour(path[-1], "down")) is not None:
        path.append(below)
    assert path[-1] == "m1"


def test_arrow_keys_reach_every_cell() -> None:
    view = sh.Table("star253-6").view(G)
    seen, todo = {"i9"}, ["i9"]
    while todo:
        cell = todo.pop()
        for way in ("left", "right", "up", "down"):
            other = view.neighbour(cell, way)
            if other is not None and other not in seen:
                seen.add(other)
                todo.append(other)
    assert len(seen) == 253
    assert len(DIRECTIONS) == 8


@pytest.mark.parametrize("variant", ["classic-2", "long-6", "pairs-2x2", "star181-5", "capture-4"])
def test_ends_of_a_picked_marble(variant: str) -> None:
    t = sh.Table(variant, {letter: sh.Greedy(1) for letter in sh.Variant(variant).seats})
    for _ in range(25):
        t.step()
    p = t.position
    view = t.view(t.turn)
    legal = {(move.path, move.captured) for move in p.legal_moves}
    found = set()
    for cell in view.movable:
        pick = t.view(t.turn, pick=cell).pick
        assert pick is not None
        assert pick == t.pick(cell)
        assert pick.cell == cell
        for end in pick.ends:
            found.add((end.path, end.captured))
            move = next(
                m for m in p.legal_moves if (m.path, m.captured) == (end.path, end.captured)
            )
            assert (end.path[0], end.path[-1], end.move) == (cell, end.cell, str(move))
            far = star(p.variant.order).distance(*end.path[:2])
            assert end.kind == ("step" if far == 1 else "jump")
            assert end.eliminates == p.will_eliminate(move)
        assert not {end.cell for end in pick.ends} & set(pick.passes)
    assert found == legal
    still = next(cell.name for cell in view.cells if cell.name not in view.movable)
    assert t.pick(still).ends == ()
    with pytest.raises(sh.NotationError):
        t.view(pick="z99")


def test_foreign_tips_are_passed_and_not_ended_in() -> None:
    p = position("classic-2", {"w": ["f10"], "k": ["e11", "e17"]}, turn="w")
    t, _ = table(p)
    pick = t.pick("f10")
    assert pick.passes == ("d12",)
    assert "d12" not in {end.cell for end in pick.ends}
    assert "without stopping" in t.view(pick="f10").describe()
    assert t.pick("F10") == pick


def test_the_seats_beside_the_board() -> None:
    t = sh.Table("classic-3", clock="5+3", names={"b": "Bea"}, now=sh.ManualTime())
    t.play("m4-m5")
    view = t.view("b")
    white, blue, _ = view.seats
    assert (white.moves_left, blue.moves_left) == (29, 30)
    assert len(white.at_home) == 9
    assert "m4" not in white.at_home
    assert (blue.name, blue.remaining, blue.increment) == ("Bea", 300_000, 3_000)
    assert (white.in_target, white.moves_made, white.place, white.arrived) == (0, 1, None, False)
    assert view.last is not None
    assert (view.last.seat, view.last.path) == (W, ("m4", "m5"))
    assert (view.turn, view.ply, view.round, view.over) == (B, 1, 1, None)
    t.resign("b")
    view = t.view()
    assert (view.seat, view.over, view.last, view.turn) == (W, "resigned", None, None)
    assert {seat.seat: seat.place for seat in view.seats} == {W: 1, B: 3, Y: 2}


@pytest.mark.parametrize("variant", ["classic-2", "pairs-3x2", "star253-5", "capture-2"])
def test_a_view_is_plain_data(variant: str) -> None:
    seats = {letter: sh.Greedy(1) for letter in sh.Variant(variant).seats}
    t = sh.Table(variant, seats, clock="5+3")
    for _ in range(9):
        t.step()
    view = t.view(t.turn, pick=t.view().movable[0])
    data = json.loads(json.dumps(view.to_data()))
    assert data == view.to_data()
    assert data["turn"] == t.turn.letter  # type: ignore[union-attr]
    assert len(data["cells"]) == len(view.cells)
    assert {cell["marble"] for cell in data["cells"]} <= {*"wrbkygo", None}
    assert data["pick"]["ends"][0]["path"] == list(view.pick.ends[0].path)  # type: ignore[union-attr]
    assert not any(key.startswith("_") for key in data)
    assert view == t.view(t.turn, pick=view.movable[0]) or view.seats != t.view().seats


def test_words() -> None:
    t = sh.Table("classic-2", clock="5+3", names={"w": "Ann"}, now=sh.ManualTime())
    words = t.view("w", pick="m4").describe()
    assert words.startswith("You are to move in round 1; marbles that can move stand at j4,")
    assert "White (Ann): j4, k3" in words
    assert "10 at home, 30 moves left to leave; 5:00 on the clock." in words
    assert "The marble on m4 steps to l5, m5." in words
    assert t.view("k").describe().startswith("White is to move")
    assert "The marble on i9 can not move." in t.view(pick="i9").describe()
    t.resign("w")
    assert t.view().describe().startswith("The game is over: a seat resigned.")
    assert "60 stones on the board" in sh.Table("capture-2").view().describe()
    late = position("classic-2", {"w": ["m4", "i9"], "k": ["i5"]}, turn="w", moves="29,29")
    assert "would be eliminated at" in table(late)[0].view(pick="i9").describe()
    assert camp("classic-2", "w")
