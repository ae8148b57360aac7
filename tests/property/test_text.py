"""Texts and reprs of positions and moves read back."""

import sternhalma as sh
from hypothesis import given
from hypothesis import strategies as st
from played import positions

NAMES = {name: getattr(sh, name) for name in ("Position", "Move", "Quit", "Outcome", "Seat")}


@given(positions())
def test_a_position_text_reads_back(position: sh.Position) -> None:
    again = sh.Position(position.variant, position.text)
    assert again.text == str(again) == position.text
    assert again == position
    assert again.history == ()
    assert list(again.legal_moves) == list(position.legal_moves)
    assert (again.outcome() is None) == (position.outcome() is None)


@given(positions(), st.sampled_from(["  ", "\t", "\n", " \r\n "]))
def test_case_and_blanks_are_forgiven(position: sh.Position, blank: str) -> None:
    text = blank + position.text.upper().replace(" ", blank) + blank
    text = text.replace("/", f"{blank}/").replace(",", f",{blank}")
    assert sh.Position(position.variant, text).text == position.text


@given(positions())
def test_reprs_evaluate_back(position: sh.Position) -> None:
    assert eval(repr(position), NAMES) == position
    for value in [*position.history, *position.legal_moves, position.outcome()]:
        assert eval(repr(value), NAMES) == value


@given(positions(running=True), st.booleans(), st.integers(0, 5))
def test_the_repr_of_a_seat_that_left(position: sh.Position, late: bool, number: int) -> None:
    free = [seat for seat, p in zip(position.seats, position.places, strict=True) if p is None]
    seat = free[number % len(free)]
    event = position.timeout(seat) if late else position.resign(seat)
    assert eval(repr(event), NAMES) == event
    assert event.seat is seat
    assert event.how == ("time" if late else "resigned")
    assert eval(repr(position.outcome()), NAMES) == position.outcome()


@given(positions(running=True))
def test_notation_reads_back(position: sh.Position) -> None:
    for move in position.legal_moves:
        text = str(move)
        assert position.move(text) == move
        assert position.move(text.upper().replace("-", " - ")) == move
        assert str(sh.Move(text, move.captured, position.variant.order)) == text
