"""The twelve symmetries of the star carry moves to moves, and games to games.

Turning the board shifts the colours; mirroring it turns their order round, so that of three seats
and more another one comes next and only the moves of one position are compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import sternhalma as sh
from boards import board_text
from hypothesis import given, settings
from hypothesis import strategies as st
from played import positions

LETTERS = "wrbkyg"
FEWER = settings(max_examples=max(10, settings.default.max_examples // 2))


@dataclass(frozen=True)
class Symmetry:
    """Where each cell and each colour goes."""

    names: dict[str, str]
    colours: dict[str, str]


@cache
def symmetries(order: int) -> list[Symmetry]:
    """The twelve symmetries of a star; where a colour goes is read off its tip."""
    star = sh._core.geometry(order)
    names, tips = star["names"], star["tips"]
    found = []
    for image in star["symmetries"]:
        to = {frozenset(image[cell] for cell in tip): letter for letter, tip in told(tips)}
        colours = {to[frozenset(tip)]: letter for letter, tip in told(tips)}
        cells = {names[cell]: names[image[cell]] for cell in range(len(names))}
        found.append(Symmetry(cells, colours))
    return found


def told(tips: tuple[tuple[int, ...], ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    return zip(LETTERS, tips, strict=True)


def carried(position: sh.Position, by: Symmetry) -> sh.Position:
    """The position with every cell and colour carried along; seats go clockwise as they must."""
    seats = position.variant.seats
    places = {image: letter for letter, image in by.colours.items()}
    first = LETTERS.index(by.colours[seats[0]])
    order = [letter for letter in LETTERS[first:] + LETTERS[:first] if places[letter] in seats]
    was = [seats.index(places[letter]) for letter in order]
    fields = position.text.split()
    turn = "-" if position.turn is None else by.colours[position.turn.letter]
    texts = [board(position, by), turn]
    for field in fields[2:]:
        entries = field.split(",")
        texts.append(",".join(entries[seat] for seat in was) if len(entries) > 1 else field)
    variant = position.variant.replace(seats="".join(order))
    return sh.Position(variant, " ".join(texts))


def board(position: sh.Position, by: Symmetry) -> str:
    """The board of a position text, every marble carried along."""
    colours = [by.colours[letter] for letter in LETTERS] + ["o"]
    owners = zip(by.names.values(), position.cells().tolist(), strict=True)
    standing = {name: colours[owner] for name, owner in owners if owner >= 0}
    return board_text(position.variant.order, standing)


def moves_of(position: sh.Position, names: dict[str, str] | None = None) -> set[object]:
    """The moves as sets of cell names, carried along where names are given."""
    to = names or {name: name for name in sh._core.geometry(position.variant.order)["names"]}
    return {
        (
            to[move.origin],
            to[move.target],
            frozenset(to[cell] for cell in move.captured),
            len(move.path),
            position.will_eliminate(move),
        )
        for move in position.legal_moves
    }


@FEWER
@given(positions(running=True), st.integers(0, 11))
def test_moves_are_carried_to_moves(position: sh.Position, number: int) -> None:
    by = symmetries(position.variant.order)[number]
    image = carried(position, by)
    assert moves_of(image) == moves_of(position, by.names)
    assert image.num_moves() == position.num_moves()


@FEWER
@given(positions(running=True), st.integers(0, 11), st.integers(0, 999))
def test_what_a_move_leads_to_is_carried_along(
    position: sh.Position, number: int, pick: int
) -> None:
    by = symmetries(position.variant.order)[number]
    here = sh.Position(position.variant, position.text)
    there = carried(position, by)
    mirrored = [by.colours[letter] for letter in here.variant.seats] != list(there.variant.seats)
    if mirrored:
        return
    moves = list(here.legal_moves)
    move = moves[pick % len(moves)]
    captured = [by.names[cell] for cell in move.captured]
    there.push(there.find_move(by.names[move.origin], by.names[move.target], captured))
    here.push(move)
    assert there.text == carried(here, by).text
    assert (there.outcome() and there.outcome().reason) == (
        here.outcome() and here.outcome().reason
    )


@FEWER
@given(positions(), st.integers(0, 11))
def test_the_way_back(position: sh.Position, number: int) -> None:
    by = symmetries(position.variant.order)[number]
    back = next(
        other
        for other in symmetries(position.variant.order)
        if all(other.names[image] == name for name, image in by.names.items())
    )
    assert carried(carried(position, by), back) == sh.Position(position.variant, position.text)
