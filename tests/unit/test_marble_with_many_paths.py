"""A marble in the middle of a lattice of blockers: few ends, and paths past counting.

Work must be bounded by the cells. A search that follows paths would not come to an end on the
larger stars; the dump and exit of faulthandler then says where it was.
"""

import faulthandler
import sys
from collections.abc import Iterator

import pytest
import sternhalma as sh
from boards import board_text

HANG = 280  # seconds after which the run is given up

# By order: ends of the marble, and blockers between the cells of its lattice.
SIZES = {2: (6, 12), 3: (6, 12), 4: (18, 42), 5: (18, 42), 6: (36, 90)}


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    faulthandler.dump_traceback_later(HANG, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()


def lattice(order: int) -> tuple[set[str], set[str]]:
    """Every second cell of the hexagon in every direction, and the cells half-way between."""
    star = sh._core.geometry(order)
    middle = 2 * order + 1
    reach = order // 2 * 2
    number = {xy: cell for cell, xy in enumerate(star["xy"])}
    landings, blockers = set(), set()
    for (x, y), cell in number.items():
        dx, dy = x - middle, y - middle
        if max(abs(dx), abs(dy), abs(dx + dy)) > reach:
            continue
        if dx % 2 == 0 and dy % 2 == 0:
            landings.add(star["names"][cell])
        else:
            blockers.add(star["names"][cell])
    return landings, blockers


def crowded(order: int, variant: str) -> tuple[sh.Position, str, set[str]]:
    """The position, the cell of white's only marble, and that marble's ends."""
    landings, blockers = lattice(order)
    names = sh._core.geometry(order)["names"]
    middle = names[len(names) // 2]
    ends = landings - {middle}
    assert (len(ends), len(blockers)) == SIZES[order]
    owners = {name: "rbkyg"[i % 5] for i, name in enumerate(sorted(blockers))} | {middle: "w"}
    text = f"{board_text(order, owners)} w -,-,-,-,-,- 0,0,0,0,0,0 1"
    return sh.Position(f"{variant}:order={order}", text), middle, ends


def simple_paths(order: int) -> int:
    """The number of chains of the marble, by following every one of them."""
    landings, _ = lattice(order)
    star = sh._core.geometry(order)
    xy = dict(zip(star["names"], star["xy"], strict=True))
    at = {xy[name]: name for name in landings}
    legs = {
        name: [
            at[x + dx, y + dy]
            for dx, dy in ((2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2), (2, -2))
            if (x + dx, y + dy) in at
        ]
        for name, (x, y) in ((name, xy[name]) for name in landings)
    }
    standing = {star["names"][len(star["names"]) // 2]}

    def onward(name: str) -> int:
        count = 0
        for landing in legs[name]:
            if landing not in standing:
                standing.add(landing)
                count += 1 + onward(landing)
                standing.remove(landing)
        return count

    return onward(next(iter(standing)))


def test_the_paths_are_many() -> None:
    assert simple_paths(2) == 66
    assert simple_paths(4) == 888_204


@pytest.mark.parametrize("variant", ["classic-6", "long-6"])
@pytest.mark.parametrize("order", SIZES)
def test_the_ends_are_found_at_once(order: int, variant: str) -> None:
    position, middle, ends = crowded(order, variant)
    assert [move.origin for move in position.legal_moves] == [middle] * len(ends)
    assert {move.target for move in position.legal_moves} == ends
    assert position.num_moves() == len(position.moves_array()) == sh.perft(position, 1)
    assert position.num_moves() == len(ends)
    assert set(position.reaches(middle)["jumps"]) == ends
    assert all(not position.will_eliminate(move) for move in position.legal_moves)


@pytest.mark.parametrize("order", SIZES)
def test_the_shortest_paths_are_found_at_once(order: int) -> None:
    position, middle, _ = crowded(order, "classic-6")
    star = sh._core.geometry(order)
    xy = dict(zip(star["names"], star["xy"], strict=True))
    x, y = xy[middle]
    for move in position.legal_moves:
        a, b = xy[move.target]
        away = max(abs(x - a), abs(y - b), abs(x + y - a - b))
        assert len(move.path) - 1 == away // 2
        assert position.move(str(move)) == move


def test_a_chain_over_the_whole_lattice_is_read_at_once() -> None:
    position, _, ends = crowded(4, "classic-6")
    spiral = (
        "i9-k9-i11-g11-g9-i7-k7-m7-m9-k11-i13-g13-e13-e11-e9-g7-i5-k5-m5"  # once round, then again
    )
    assert set(spiral.split("-")) == ends | {"i9"}
    move = position.move(spiral)
    assert (move.origin, move.target) == ("i9", "m5")
    assert len(move.path) == 3
    assert position.push(spiral) == move


def test_playouts_start_at_once() -> None:
    position, _, _ = crowded(6, "classic-6")
    assert sh.playouts(position, games=20, max_plies=1).plies == 20
