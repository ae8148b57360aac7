"""Reading moves: case and blanks, any legal path, from-to, and what several captures fit."""

from itertools import product

import pytest
import sternhalma as sh

CHAIN = "k/2/3/4/13/12/11/10/9/10/11/12/13/2w1/3/ww/w w -,- 0,0 1"
# i9 has 34 paths to 7 ends.
WEB = "1/2/3/4/13/12/11/3kk5/3kw4/2kk1k4/3k1k5/4kk6/13/4/3/2/1 w -,- 0,0 1"
STONES = "1/2/3/4/13/12/11/7o2/3ooo3/5o4/2o1oo5/12/13/4/3/2/1 w -,- 0,0 1 52,0"


@pytest.mark.parametrize(
    "text",
    [
        "m1-m3-k5",
        "M1-M3-K5",
        "m1-M3-k5",
        "  m1-m3-k5\n",
        "m1 - m3 -\tk5",
        "m 1-m3-k 5",
        "\r\nM 1\v-\fM 3-K5",
        "m1-k5",
        "M1 -k5",
    ],
)
def test_case_and_blanks_are_forgiven(text: str) -> None:
    position = sh.Position("classic-2", CHAIN)
    move = position.move(text)
    assert (move.origin, move.target, move.path) == ("m1", "k5", ("m1", "m3", "k5"))
    assert str(move) == "m1-m3-k5"
    assert text in position.legal_moves
    assert position.push(text) == move


def test_a_step_and_a_single_jump_are_their_two_cells() -> None:
    position = sh.Position("classic-2", CHAIN)
    assert position.move("l4-l5").path == ("l4", "l5")
    assert position.move("m1-m3").path == ("m1", "m3")
    assert position.move("m1-k3").path == ("m1", "k3")


def chains(position: sh.Position, origin: str) -> set[tuple[str, ...]]:
    """Every simple path of jumps of a marble, by trying all pairs of cells as legs."""
    star = sh._core.geometry(position.variant.order)
    number = {name: cell for cell, name in enumerate(star["names"])}
    full = {name for name in number if position.at(name) is not None and name != origin}

    def legs(name: str) -> list[str]:
        landings = []
        for direction, pivot in enumerate(star["neighbours"][number[name]]):
            landing = star["neighbours"][pivot][direction] if pivot >= 0 else -1
            if landing >= 0 and star["names"][pivot] in full:
                landings.append(star["names"][landing])
        return [landing for landing in landings if landing not in full]

    found: set[tuple[str, ...]] = set()
    stack = [(origin,)]
    while stack:
        path = stack.pop()
        longer = [(*path, landing) for landing in legs(path[-1]) if landing not in path]
        found.update(longer)
        stack += longer
    return found


def test_any_legal_path_is_read_as_the_move_it_makes() -> None:
    position = sh.Position("open-2", WEB)
    paths = chains(position, "i9")
    assert (len(paths), len({path[-1] for path in paths})) == (34, 7)
    for path in paths:
        move = position.move("-".join(path))
        assert (move.origin, move.target) == ("i9", path[-1])
        assert move == position.move(f"i9-{path[-1]}")
        rivals = [other for other in paths if other[-1] == path[-1]]
        assert move.path == min(rivals, key=lambda other: (len(other), in_order(other)))


def in_order(path: tuple[str, ...]) -> list[tuple[str, int]]:
    """What paths of one length are sorted by: letter and row of their cells."""
    return [(cell[0], int(cell[1:])) for cell in path]


def test_no_other_path_is_read() -> None:
    position = sh.Position("open-2", WEB)
    paths = chains(position, "i9")
    cells = sorted({cell for path in paths for cell in path})
    legal = {path for path in product(["i9"], cells, cells) if position.is_legal("-".join(path))}
    assert legal == {path for path in paths if len(path) == 3}
    assert 0 < len(legal) < len(cells) ** 2


def test_captures_by_path_or_from_to() -> None:
    position = sh.Position("capture-2")
    move = position.move("I7 - i9")
    assert (str(move), move.captured) == ("i7-i9", ("i8",))
    assert position.find_move("i7", "I9 ", ["I8"]) == move
    assert position.find_move("i7", "i9") == move
    assert position.push(move).captured == ("i8",)
    assert position.taken == [1, 0]


@pytest.mark.parametrize(
    ("text", "path", "captured"),
    [
        ("j8-h10", "j8-h10", "i9"),  # a path itself, whatever else leads there
        ("j8-j6", "j8-j6", "j7"),
        ("j8-h10-h8-j6", "j8-h10-h8-j6", "h9 i7 i9"),
        ("j8-h10-h8", "j8-h10-h8", "h9 i9"),
        ("j8-j6-h8", "j8-j6-h8", "i7 j7"),
        ("j8-j6-h8-h10", "j8-j6-h8-h10", "h9 i7 j7"),
        ("j7-f7", "j7-h7-f7", "g7 i7"),  # from-to, and only one move fits
        ("j8-j8", "j8-h10-h8-j6-j8", "h9 i7 i9 j7"),
        ("j8-j6-h8-h10-j8", "j8-h10-h8-j6-j8", "h9 i7 i9 j7"),  # the same stones, another way
        ("j8-j6-h8-h10-j8-j10", "j8-h10-h8-j6-j8-j10", "h9 i7 i9 j7 j9"),
    ],
)
def test_a_capture_is_read_as_a_path_else_as_from_to(text: str, path: str, captured: str) -> None:
    position = sh.Position("capture-2", STONES)
    move = position.move(text)
    assert str(move) == path
    assert move.captured == tuple(captured.split())
    assert position.find_move(move.origin, move.target, move.captured) == move
    assert position.move(text.upper().replace("-", " - ")) == move


@pytest.mark.parametrize(("text", "count"), [("j8-h8", 2), ("j8-l10", 2)])
def test_a_from_to_that_fits_several_captures_is_refused(text: str, count: int) -> None:
    position = sh.Position("capture-2", STONES)
    before = position.text
    for refused in (position.move, position.push, position.will_eliminate):
        with pytest.raises(sh.NotationError) as caught:
            refused(text)
        assert caught.value.code == "ambiguous"
        origin, target = text.split("-")
        fields = {"text": text, "origin": origin, "target": target, "count": count}
        assert caught.value.fields == fields
    assert not position.is_legal(text)
    assert position.text == before
    fitting = [
        move for move in position.legal_moves if [move.origin, move.target] == [origin, target]
    ]
    assert len(fitting) == count
    for move in fitting:
        assert position.find_move(origin, target, move.captured) == move


@pytest.mark.parametrize("text", ["j8-h10-j8", "j8-h8-j8", "j8-j6-l8", "j8-j6-h8-j6", "g7-i7"])
def test_a_path_that_takes_a_stone_twice_or_none_is_refused(text: str) -> None:
    with pytest.raises(sh.IllegalMoveError):
        sh.Position("capture-2", STONES).move(text)


def test_a_far_leg_is_no_adjacent_capture() -> None:
    stones = "1/2/3/4/13/12/11/10/o1o6/10/11/12/13/4/3/2/1 w -,- 0,0 1 58,0"
    assert sh.Position("capture-long-2", stones).move("e9-i9").captured == ("g9",)
    with pytest.raises(sh.PositionError):  # nothing can jump
        sh.Position("capture-2", stones)
