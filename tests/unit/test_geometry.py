"""The star of every order: counts, names, camps, tips, distances, screen places, symmetries."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
import sternhalma as sh
from sternhalma._core import geometry

ORDERS = range(1, 7)
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # counter-clockwise from east


def pairs(order: int) -> Iterator[tuple[int, int]]:
    """Neighbouring cells, each pair once."""
    for cell, around in enumerate(geometry(order)["neighbours"]):
        yield from ((cell, other) for other in around if other > cell)


def distances(order: int, start: int) -> list[int]:
    """Steps from a cell to every cell, breadth first along the neighbours."""
    around = geometry(order)["neighbours"]
    found = {start: 0}
    queue = [start]
    for cell in queue:
        for other in around[cell]:
            if other >= 0 and other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return [found[cell] for cell in range(len(around))]


def test_the_star_of_order_four() -> None:
    star = geometry(4)
    degrees = Counter(sum(other >= 0 for other in around) for around in star["neighbours"])
    lines = sum(
        around[direction] >= 0 and around[direction + 3] >= 0
        for around in star["neighbours"]
        for direction in range(3)
    )
    assert len(star["names"]) == 121
    assert len(set(pairs(4))) == 312
    assert lines == 267
    assert degrees == {2: 6, 4: 36, 5: 6, 6: 73}


def test_names_of_order_four() -> None:
    names = geometry(4)["names"]
    assert names[0] == "e17"
    assert names[60] == "i9"
    assert names[120] == "m1"
    assert {name[0] for name in names} == set("abcdefghijklmnopq")
    assert {int(name[1:]) for name in names} == set(range(1, 18))


@pytest.mark.parametrize("order", ORDERS)
def test_cells_are_those_of_the_two_triangles(order: int) -> None:
    k = order
    cells = {
        (x, y)
        for x, y in product(range(1, 4 * k + 2), repeat=2)
        if (x >= k + 1 and y >= k + 1 and x + y <= 5 * k + 2)
        or (x <= 3 * k + 1 and y <= 3 * k + 1 and x + y >= 3 * k + 2)
    }
    xy = geometry(order)["xy"]
    assert set(xy) == cells
    assert len(xy) == 6 * k * (k + 1) + 1
    assert list(xy) == sorted(xy, key=lambda cell: (-cell[1], cell[0]))


@pytest.mark.parametrize("order", ORDERS)
def test_names_are_letter_and_row(order: int) -> None:
    star = geometry(order)
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert list(star["names"]) == [f"{letters[x - 1]}{y}" for x, y in star["xy"]]


@pytest.mark.parametrize("order", ORDERS)
def test_screen_coordinates(order: int) -> None:
    star = geometry(order)
    assert list(star["screen"]) == [(x + y / 2, y) for x, y in star["xy"]]


@pytest.mark.parametrize("order", ORDERS)
def test_neighbours_lie_in_the_six_directions(order: int) -> None:
    star = geometry(order)
    number = {xy: cell for cell, xy in enumerate(star["xy"])}
    for (x, y), around in zip(star["xy"], star["neighbours"], strict=True):
        assert list(around) == [number.get((x + dx, y + dy), -1) for dx, dy in DIRECTIONS]


@pytest.mark.parametrize("order", ORDERS)
def test_every_jump_keeps_the_parity_of_both_coordinates(order: int) -> None:
    star = geometry(order)
    jumps = 0
    for (x, y), around in zip(star["xy"], star["neighbours"], strict=True):
        for direction, pivot in enumerate(around):
            landing = star["neighbours"][pivot][direction] if pivot >= 0 else -1
            if landing >= 0:
                to_x, to_y = star["xy"][landing]
                assert (to_x % 2, to_y % 2) == (x % 2, y % 2)
                jumps += 1
    assert jumps > 0


@pytest.mark.parametrize("order", ORDERS)
def test_tips_lie_clockwise_from_the_bottom(order: int) -> None:
    star = geometry(order)
    middle = star["screen"][len(star["screen"]) // 2]
    sides = []
    for tip in star["tips"]:
        assert len(tip) == order * (order + 1) // 2
        x = sum(star["screen"][cell][0] for cell in tip) / len(tip) - middle[0]
        y = sum(star["screen"][cell][1] for cell in tip) / len(tip) - middle[1]
        sides.append(((x > 0) - (x < 0), (y > 0) - (y < 0)))
    assert sides == [(0, -1), (-1, -1), (-1, 1), (0, 1), (1, 1), (1, -1)]


@pytest.mark.parametrize("order", ORDERS)
def test_tips_and_hexagon_make_the_star(order: int) -> None:
    star = geometry(order)
    in_tips = [cell for tip in star["tips"] for cell in tip]
    assert len(set(in_tips)) == len(in_tips) == 3 * order * (order + 1)
    middle = distances(order, len(star["names"]) // 2)
    assert {cell for cell, away in enumerate(middle) if away > order} == set(in_tips)
    assert sum(away <= order for away in middle) == 3 * order * (order + 1) + 1


@pytest.mark.parametrize("order", ORDERS)
def test_a_start_fills_the_tips_with_their_colours(order: int) -> None:
    start = sh.Position(f"star121-6:order={order}")
    star = geometry(order)
    for seat, tip in zip(sh.Seat, star["tips"], strict=True):
        assert {start.at(star["names"][cell]) for cell in tip} == {seat}


@pytest.mark.parametrize(
    ("order", "tip", "with_row"),
    [(1, 1, 3), (2, 3, 6), (3, 6, 10), (4, 10, 15), (5, 15, 21), (6, 21, 28)],
)
def test_camps_are_tips_or_tips_and_their_next_row(order: int, tip: int, with_row: int) -> None:
    star = geometry(order)
    assert star["camps"] == geometry(order, tip)["camps"] == star["tips"]
    large = geometry(order, with_row)["camps"]
    for small, camp in zip(star["tips"], large, strict=True):
        assert (len(small), len(camp)) == (tip, with_row)
        row = {n for cell in small for n in star["neighbours"][cell] if n >= 0} - set(small)
        assert set(camp) == set(small) | row
        assert len(row) == order + 1
    for tip_number in range(3):
        assert not set(large[tip_number]) & set(large[tip_number + 3])


def test_camps_of_fifteen_by_name() -> None:
    names = geometry(4)["names"]
    camps = [" ".join(names[cell] for cell in camp) for camp in geometry(4, 15)["camps"]]
    assert camps[0] == "i5 j5 k5 l5 m5 j4 k4 l4 m4 k3 l3 m3 l2 m2 m1"
    assert camps[3] == "e17 e16 f16 e15 f15 g15 e14 f14 g14 h14 e13 f13 g13 h13 i13"


@pytest.mark.parametrize("order", ORDERS)
def test_walking_distances_are_those_of_the_hexagonal_grid(order: int) -> None:
    xy = geometry(order)["xy"]
    for start, (x, y) in enumerate(xy):
        grid = [max(abs(x - a), abs(y - b), abs(x + y - a - b)) for a, b in xy]
        assert distances(order, start) == grid


@pytest.mark.parametrize("order", ORDERS)
def test_the_twelve_symmetries_are_a_group(order: int) -> None:
    maps = geometry(order)["symmetries"]
    cells = range(len(geometry(order)["names"]))
    assert len(set(maps)) == len(maps) == 12
    assert tuple(cells) in maps
    assert all(sorted(image) == list(cells) for image in maps)
    for one, two in product(maps, maps):
        assert tuple(one[two[cell]] for cell in cells) in maps
    for image in maps:
        assert any(all(back[image[cell]] == cell for cell in cells) for back in maps)


@pytest.mark.parametrize("order", ORDERS)
def test_symmetries_keep_neighbours(order: int) -> None:
    star = geometry(order)
    neighbours = [{other for other in around if other >= 0} for around in star["neighbours"]]
    for image in star["symmetries"]:
        for cell, around in enumerate(neighbours):
            assert {image[other] for other in around} == neighbours[image[cell]]


@pytest.mark.parametrize("order", ORDERS)
def test_six_symmetries_turn_and_six_mirror(order: int) -> None:
    star = geometry(order)
    tips = [set(tip) for tip in star["tips"]]
    for number, image in enumerate(star["symmetries"]):
        to = [tips.index({image[cell] for cell in tip}) for tip in tips]
        step = {(b - a) % 6 for a, b in zip(to, to[1:] + to[:1], strict=True)}
        assert step == ({1} if number < 6 else {5})
        if number < 6:
            assert to[0] == number  # so many sixths of a circle clockwise


@pytest.mark.parametrize("order", [-1, 0, 7])
def test_there_is_no_other_order(order: int) -> None:
    with pytest.raises(sh.VariantError) as caught:
        geometry(order)
    assert caught.value.code == "bad-value"
