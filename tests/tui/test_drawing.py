"""The star as characters, and moves hop by hop."""

import pytest
import sternhalma as sh
from sternhalma.cli.tui.drawing import LARGE, SMALL, Scale, draw, fitting
from sternhalma.cli.tui.motion import hops
from sternhalma.events import Moved


def drawn(view: sh.View, scale: Scale = SMALL, **marks: object) -> str:
    lines = draw(view, scale, **marks)  # type: ignore[arg-type]
    return "\n".join("".join(sign for sign, _ in line).rstrip() for line in lines)


def test_the_start_of_a_small_star() -> None:
    assert drawn(sh.Table("rhombus-2").view("white")) == "\n".join(
        [
            "       k",
            "      k k",
            " · · · · · · ·",
            "  · · · · · ·",
            "   · · · · ·",
            "  · · · · · ·",
            " · · · · · · ·",
            "      w w",
            "       w",
        ]
    )


@pytest.mark.parametrize("scale", [SMALL, LARGE])
@pytest.mark.parametrize("variant", ["rhombus-1", "classic-6", "capture-3", "star253-6"])
def test_every_marble_is_a_letter_in_its_place(variant: str, scale: Scale) -> None:
    view = sh.Table(variant).view()
    lines = draw(view, scale)
    for cell in view.cells:
        y, x = scale.place(cell)
        assert (lines[y][x][0] == cell.marble) == (cell.marble is not None)
    assert {len(line) for line in lines} == {scale.size(view)[0]}


def test_ends_and_foreign_tips_have_signs_of_their_own() -> None:
    board = "1/2/3/4/13/12/11/10/9/10/w10/ww10/1w1w9/4/3/2/k w -,- 0,0 1"
    table = sh.Table("classic-2:lock=none", start=board)
    origin = next(cell for cell in table.view().movable if table.pick(cell).passes)
    view = table.view("white", pick=origin)
    assert view.pick is not None
    lines = draw(view, SMALL)
    for name in view.pick.passes:
        y, x = SMALL.place(view.cell(name))
        assert lines[y][x][0] == "▒"
    for end in view.pick.ends:
        y, x = SMALL.place(view.cell(end.cell))
        assert lines[y][x][0] == {"step": "●", "jump": "○"}[end.kind]


def test_a_move_that_eliminates_is_an_exclamation_mark() -> None:
    table = sh.Table("classic-2:deadline=1")
    view = table.view("white", pick="m3")
    assert view.pick is not None
    assert all(end.eliminates for end in view.pick.ends)
    assert drawn(view).count("!") == len(view.pick.ends)


@pytest.mark.parametrize("scale", [SMALL, LARGE])
def test_the_chosen_path_is_drawn(scale: Scale) -> None:
    table = sh.Table("classic-2", seed=2)
    while True:
        turn = table.make_turn()
        longest = max(table.legal(), key=lambda move: len(move.path))
        if len(longest.path) > 3:
            break
        table.play(sh.Greedy(seed=5).choose(turn))
    view = table.view(table.turn, pick=longest.origin)
    assert view.pick is not None
    chosen = next(end for end in view.pick.ends if end.cell == longest.target)
    lines = draw(view, scale, cursor=chosen.cell, chosen=chosen)
    for number, cell in enumerate(chosen.path[1:-1], start=1):
        y, x = scale.place(view.cell(cell))
        assert lines[y][x][0] == str(number)
    y, x = scale.place(view.cell(chosen.cell))
    assert lines[y][x - 1][0] + lines[y][x + 1][0] == "[]"
    text = drawn(view, scale, chosen=chosen)
    assert "(" in text
    if scale is LARGE:
        assert any(stroke in text for stroke in "╱╲─")  # noqa: RUF001


def test_the_largest_size_that_fits() -> None:
    view = sh.Table("classic-2").view()
    assert fitting(view, 100, 50) is LARGE
    assert fitting(view, 50, 33) is SMALL
    assert fitting(view, 27, 17) is SMALL
    assert fitting(view, 26, 17) is None
    assert fitting(view, 27, 16) is None


@pytest.mark.parametrize("variant", ["classic-6", "long-2", "capture-2", "capture-long-3"])
def test_hops_lead_to_what_the_table_holds(variant: str) -> None:
    table = sh.Table(variant, seed=4)
    for _ in range(40):
        if table.turn is None:
            break
        before = table.view()
        moved = table.play(sh.Greedy(seed=9).choose(table.make_turn()), confirm=True)[0]
        assert isinstance(moved, Moved)
        frames = list(hops(before, moved))
        assert len(frames) == len(moved.path) - 1
        after = {cell.name: cell.marble for cell in table.view().cells}
        assert {cell.name: frames[-1].get(cell.name, cell.marble) for cell in before.cells} == after
