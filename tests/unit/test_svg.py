"""The board as SVG: well formed, the same each time, colour never the only sign."""

from xml.etree import ElementTree

import pytest
import sternhalma as sh
from sternhalma.svg import board_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{NAMESPACE}svg"
    return root


def with_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def letters(root: ElementTree.Element) -> str:
    return "".join(sorted(element.text or "" for element in root.iter(f"{NAMESPACE}text")))


@pytest.mark.parametrize("variant", ["classic-2", "classic-6", "star253-5", "rhombus-1"])
def test_every_marble_bears_its_letter(variant: str) -> None:
    position = sh.Position(variant)
    root = parsed(board_svg(position))
    expected = "".join(sorted(s.letter * position.variant.marbles for s in position.seats))
    assert letters(root) == "".join(sorted(expected))
    assert len(with_class(root, "marble")) == len(expected)


def test_stones_bear_no_letter() -> None:
    root = parsed(board_svg(sh.Position("capture-2")))
    assert len(with_class(root, "marble")) == 60
    assert letters(root) == ""
    assert with_class(root, "target") == []


def test_the_target_camp_of_the_seat_to_move_is_marked() -> None:
    assert len(with_class(parsed(board_svg(sh.Position("classic-2"))), "target")) == 10
    assert len(with_class(parsed(board_svg(sh.Position("fifteen-2"))), "target")) == 15


def test_the_last_move_is_a_line() -> None:
    position = sh.Position("classic-2")
    assert with_class(parsed(board_svg(position)), "move") == []
    position.push("m3-m5")
    position.push("e15-g13")
    move = position.push("m1-k5")
    (line,) = with_class(parsed(board_svg(position)), "move")
    assert len((line.get("points") or "").split()) == len(move.path)
    assert with_class(parsed(board_svg(position, last_move=None)), "move") == []
    position.pop()
    (line,) = with_class(parsed(board_svg(position, last_move=move)), "move")
    assert len((line.get("points") or "").split()) == len(move.path)


def test_a_finished_game_is_drawn_without_a_target() -> None:
    position = sh.Position("classic-2")
    position.push("m3-m5")
    position.resign("w")
    root = parsed(board_svg(position))
    assert with_class(root, "target") == []
    title = root.find(f"{NAMESPACE}title")
    assert title is not None
    assert "game is over" in (title.text or "")


@pytest.mark.parametrize("seat", sh.Seat)
def test_any_seat_can_be_at_the_bottom(seat: sh.Seat) -> None:
    position = sh.Position("classic-6")
    root = parsed(board_svg(position, orientation=seat))
    lowest = max(
        (element for element in root.iter(f"{NAMESPACE}text")),
        key=lambda element: float(element.get("y") or 0),
    )
    assert lowest.text == seat.letter


def test_size_and_coordinates_are_the_callers() -> None:
    root = parsed(board_svg(sh.Position("classic-2"), size=200, coordinates=True))
    assert root.get("width") == root.get("height") == "200"
    texts = {element.text for element in root.iter(f"{NAMESPACE}text")}
    assert "i9" in texts
    assert "m1" not in texts


def test_a_notebook_shows_the_same_picture() -> None:
    position = sh.Position("open-4")
    assert position._repr_svg_() == board_svg(position)
    assert board_svg(position) == board_svg(position.copy())
