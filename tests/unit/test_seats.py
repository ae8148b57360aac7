"""Seats by letter and word, and the one nobody's stone."""

import copy
import pickle

import pytest
import sternhalma as sh


def test_letters_run_clockwise_from_the_bottom() -> None:
    assert "".join(seat.letter for seat in sh.Seat) == "wrbkyg"
    assert [int(seat) for seat in sh.Seat] == [0, 1, 2, 3, 4, 5]


def test_opposite_seats_face_each_other() -> None:
    assert sh.Seat.WHITE.opposite is sh.Seat.BLACK
    assert all(seat.opposite.opposite is seat for seat in sh.Seat)


@pytest.mark.parametrize("seat", sh.Seat)
def test_a_seat_reads_back_from_its_letter_and_its_word(seat: sh.Seat) -> None:
    assert sh.Seat.from_text(seat.letter) is seat
    assert sh.Seat.from_text(f" {seat.colour.upper()}\n") is seat
    assert pickle.loads(pickle.dumps(seat)) is seat


@pytest.mark.parametrize("text", ["", " ", "x", "whit", "ww", "0", "schwarz", "\u212a"])
def test_anything_else_is_no_seat(text: str) -> None:
    with pytest.raises(sh.NotationError) as caught:
        sh.Seat.from_text(text)
    assert caught.value.code == "unknown-seat"
    assert caught.value.text == text


def test_there_is_one_stone() -> None:
    assert repr(sh.STONE) == "STONE"
    assert sh.STONE.letter == "o"
    assert sh.Stone() is sh.STONE
    assert copy.copy(sh.STONE) is sh.STONE
    assert copy.deepcopy(sh.STONE) is sh.STONE
    assert pickle.loads(pickle.dumps(sh.STONE)) is sh.STONE
