"""Moves that are refused: the right error each, and the position stays as it was."""

from typing import Any

import pytest
import sternhalma as sh
from played import snapshot

CHAIN = "k/2/3/4/13/12/11/10/9/10/11/12/13/2w1/3/ww/w w -,- 0,0 1"  # m1-m3-k5 is a chain
AT_TIP = "k/2/3/4/13/3k8/2k8/10/2k6/3w6/11/12/13/4/3/2/1 w -,- 0,0 1"  # h8-f10-d12-f12 is a chain
BESIDE_TIP = "k/2/3/4/13/3w8/11/10/9/10/11/12/13/4/3/2/1 w -,- 0,0 1"
IN_TARGET = "1/2/3/w3/13/12/11/10/9/10/11/12/13/4/3/2/k w -,- 0,0 1"
STONES = "1/2/3/4/13/12/11/10/4oo3/10/11/12/13/4/3/2/1 w -,- 0,0 1 29,29"


def refuse(position: sh.Position, move: Any, error: type[Exception]) -> Any:
    """The error with which a move is refused; nothing changes."""
    before = snapshot(position)
    with pytest.raises(error) as caught:
        position.push(move)
    assert snapshot(position) == before
    with pytest.raises(IndexError):
        position.pop()
    assert move not in position.legal_moves
    return caught.value


@pytest.mark.parametrize(
    ("text", "move", "code", "fields"),
    [
        (None, "i9-i10", "empty", {"cell": "i9"}),
        (None, "e15-e13", "not-yours", {"cell": "e15", "owner": "k", "seat": "w"}),
        (None, "m1-m2", "occupied", {"cell": "m2"}),
        (None, "m1-m3", "occupied", {"cell": "m3"}),
        (None, "m1-m5", "no-jump", {"origin": "m1", "cell": "m5"}),
        (None, "m1-e17", "occupied", {"cell": "e17"}),
        (None, "m1-m1", "origin", {"cell": "m1"}),
        (None, "m4-m6", "no-jump", {"origin": "m4", "cell": "m6"}),
        (CHAIN, "m1-m3-m4", "mixed", {}),
        (CHAIN, "m1-m3-k5-k6", "mixed", {}),
        (CHAIN, "m2-m3-k5", "mixed", {}),
        (CHAIN, "m1-m3-m5", "no-jump", {"origin": "m3", "cell": "m5"}),
        (CHAIN, "m1-m3-k5-k7", "no-jump", {"origin": "k5", "cell": "k7"}),
        (CHAIN, "m1-m3-l2", "occupied", {"cell": "l2"}),
        (CHAIN, "m1-m3-k5-m3", "repeated", {"cell": "m3"}),
        (CHAIN, "m1-m3-m1", "origin", {"cell": "m1"}),
        (CHAIN, "m1-k3-m1-m3", "origin", {"cell": "m1"}),
        (CHAIN, "m1-m3-k5-e17", "occupied", {"cell": "e17"}),
        (AT_TIP, "h8-d12", "foreign-tip", {"cell": "d12"}),
        (AT_TIP, "h8-f10-d12", "foreign-tip", {"cell": "d12"}),
        (AT_TIP, "h8-f10-d12-f12-d12", "repeated", {"cell": "d12"}),
        (BESIDE_TIP, "e12-d12", "foreign-tip", {"cell": "d12"}),
        (IN_TARGET, "e14-e13", "leaves-target", {"cell": "e13"}),
        (IN_TARGET, "e14-f13", "leaves-target", {"cell": "f13"}),
    ],
)
def test_a_race_move_is_refused(
    text: str | None, move: str, code: str, fields: dict[str, object]
) -> None:
    position = sh.Position("classic-2", text)
    error = refuse(position, move, sh.IllegalMoveError)
    assert (error.code, error.fields) == (code, {"move": move, **fields})
    assert move in str(error)
    with pytest.raises(sh.IllegalMoveError) as caught:
        position.move(move)
    assert (caught.value.code, caught.value.fields) == (error.code, error.fields)
    assert not position.is_legal(move)


@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        (AT_TIP, "h8-f10-d12-f12", "closed"),
        (AT_TIP, "h8-f10-d12", "closed"),
        (AT_TIP, "h8-f12", "no-jump"),
        (AT_TIP, "h8-d12", "no-jump"),
        (BESIDE_TIP, "e12-d12", "closed"),
    ],
)
def test_a_closed_tip_is_never_entered(text: str, move: str, code: str) -> None:
    position = sh.Position("classic-2:foreign=closed", text)
    assert refuse(position, move, sh.IllegalMoveError).code == code


@pytest.mark.parametrize(
    ("text", "move", "code", "fields"),
    [
        (None, "i9-i7", "empty", {"cell": "i9"}),
        (None, "m1-m3", "empty", {"cell": "m1"}),
        (None, "i7-i8", "no-step", {}),
        (None, "i8-i9", "no-step", {}),
        (None, "i5-i7", "occupied", {"cell": "i7"}),
        (STONES, "i9-g9", "no-jump", {"origin": "i9", "cell": "g9"}),
        (STONES, "i9-i9", "no-jump", {"origin": "i9", "cell": "i9"}),
        (STONES, "i9-k9-i9", "no-jump", {"origin": "k9", "cell": "i9"}),
        (STONES, "j9-h9-f9", "no-jump", {"origin": "h9", "cell": "f9"}),
    ],
)
def test_a_capture_is_refused(
    text: str | None, move: str, code: str, fields: dict[str, object]
) -> None:
    position = sh.Position("capture-2", text)
    error = refuse(position, move, sh.IllegalMoveError)
    assert (error.code, error.fields) == (code, {"move": move, **fields})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "blank"),
        (" \t\n", "blank"),
        ("m1", "one-cell"),
        (" M1 ", "one-cell"),
        ("-", "malformed"),
        ("m1-", "malformed"),
        ("-m1", "malformed"),
        ("m1--m3", "malformed"),
        ("m1 m3", "unknown-cell"),
        ("m1-m0", "unknown-cell"),
        ("m1-m14", "unknown-cell"),
        ("a1-a2", "unknown-cell"),
        ("m1-r9", "unknown-cell"),
        ("m1-m01", "unknown-cell"),
        ("m1-3m", "unknown-cell"),
        ("m1-m3\0", "unknown-cell"),
        ("m1–m3", "unknown-cell"),  # noqa: RUF001 (a dash that is no hyphen)
        ("m1-m\N{SUPERSCRIPT THREE}", "unknown-cell"),
        ("m1-m3-m5-z", "unknown-cell"),
        ("nonsense", "unknown-cell"),
        ("m1-m" + "3" * 10_000, "unknown-cell"),
    ],
)
def test_a_text_that_is_no_move_is_refused(text: str, code: str) -> None:
    position = sh.Position("classic-2")
    error = refuse(position, text, sh.NotationError)
    assert error.code == code
    assert error.text == text
    assert "\n" not in str(error)
    assert not position.is_legal(text)


def test_where_an_unknown_cell_stands_is_said() -> None:
    error = refuse(sh.Position("classic-2"), "m1 - Z99", sh.NotationError)
    assert error.fields == {"text": "m1 - Z99", "cell": "z99", "offset": 5, "order": 4}
    error = refuse(sh.Position("classic-2"), "m1-m3-", sh.NotationError)
    assert error.fields == {"text": "m1-m3-", "offset": 6}


@pytest.mark.parametrize(
    "thing",
    [None, 5, 0, -1, 3.5, True, b"m1-m3", ["m1", "m3"], ("m1", "m3"), sh.Seat.WHITE, object()],
    ids=repr,
)
def test_what_is_neither_move_nor_text_is_refused(thing: object) -> None:
    position = sh.Position("classic-2")
    refuse(position, thing, TypeError)
    with pytest.raises(TypeError):
        position.is_legal(thing)
    with pytest.raises(TypeError):
        position.will_eliminate(thing)


def test_a_text_with_half_a_character_is_refused() -> None:
    refuse(sh.Position("classic-2"), "m1-m\ud800", sh.NotationError)


def test_the_same_move_twice_is_refused() -> None:
    position = sh.Position("classic-2")
    move = position.push("m3-m5")
    for again in (move, "m3-m5", str(move)):
        before = snapshot(position)
        with pytest.raises(sh.IllegalMoveError) as caught:
            position.push(again)
        assert caught.value.code == "empty"
        assert snapshot(position) == before
    position.push("e15-e13")
    with pytest.raises(sh.IllegalMoveError) as caught:
        position.push(move)
    assert caught.value.code == "empty"


def test_a_move_of_another_position_is_refused_with_its_reason() -> None:
    position = sh.Position("classic-2")
    theirs = sh.Position("classic-2", position.text.replace(" w ", " k ")).move("e15-e13")
    error = refuse(position, theirs, sh.IllegalMoveError)
    assert (error.code, error.owner, error.seat) == ("not-yours", "k", "w")
    chain = sh.Position("classic-2", CHAIN).move("m1-k5")
    error = refuse(position, chain, sh.IllegalMoveError)
    assert error.code in ("occupied", "no-jump")
    assert error.move == "m1-m3-k5"


def test_a_move_of_another_star_is_refused() -> None:
    position = sh.Position("classic-2")
    for order in (1, 2, 3, 5, 6):
        other = sh.Position(f"star121-2:order={order}")
        move = next(iter(other.legal_moves))
        error = refuse(position, move, sh.IllegalMoveError)
        assert error.fields == {"move": str(move), "order": order, "expected": 4}
        assert error.code == "wrong-board"
        assert not position.is_legal(move)


def test_a_move_that_takes_is_no_race_move() -> None:
    position = sh.Position("classic-2")
    error = refuse(position, sh.Move("m3-m5", ["m4"]), sh.IllegalMoveError)
    assert error.code == "not-legal"


@pytest.mark.parametrize("captured", [[], ["i7"], ["i8", "i10"], ["h8"]])
def test_a_capture_that_takes_other_stones_is_refused(captured: list[str]) -> None:
    position = sh.Position("capture-2")
    assert position.is_legal(sh.Move("i7-i9", ["i8"]))
    move = sh.Move("i7-i9", captured)
    before = snapshot(position)
    if captured:
        assert refuse(position, move, sh.IllegalMoveError).code == "not-legal"
        with pytest.raises(sh.IllegalMoveError):
            position.find_move("i7", "i9", captured)
    else:
        with pytest.raises(sh.IllegalMoveError):
            position.push(move)
    assert snapshot(position) == before


@pytest.mark.parametrize("how", ["deadline", "resigned", "read"])
def test_nothing_is_played_after_the_end(how: str) -> None:
    position = sh.Position("classic-2:deadline=1")
    move = position.move("m3-m5")
    if how == "deadline":
        position.push(move)
    else:
        position.resign("k")
    if how == "read":
        position = sh.Position(position.variant, position.text)
    reason = {"deadline": "eliminated", "resigned": "resigned", "read": "read"}[how]
    before = snapshot(position)
    assert position.outcome().reason == reason
    for refused in (move, "m3-m5", "e15-e13", "i9-i10"):
        with pytest.raises(sh.GameOverError) as caught:
            position.push(refused)
        assert (caught.value.code, caught.value.fields) == ("over", {"reason": reason})
        assert isinstance(caught.value, RuntimeError)
        assert refused not in position.legal_moves
        assert not position.is_legal(refused)
    for leave in (position.resign, position.timeout):
        with pytest.raises(sh.GameOverError):
            leave("w")
    with pytest.raises(TypeError):
        position.push(None)
    assert snapshot(position) == before


@pytest.mark.parametrize("how", ["resign", "timeout"])
@pytest.mark.parametrize(
    ("seat", "error", "code"),
    [
        ("w", sh.IllegalMoveError, "has-place"),
        (sh.Seat.WHITE, sh.IllegalMoveError, "has-place"),
        ("r", sh.IllegalMoveError, "no-seat"),
        (sh.Seat.GREEN, sh.IllegalMoveError, "no-seat"),
        ("", sh.NotationError, "unknown-seat"),
        ("x", sh.NotationError, "unknown-seat"),
        ("wb", sh.NotationError, "unknown-seat"),
        (6, sh.NotationError, "unknown-seat"),
        (-1, sh.NotationError, "unknown-seat"),
        (10**30, sh.NotationError, "unknown-seat"),
        (None, TypeError, None),
        (1.0, TypeError, None),
        (True, TypeError, None),
        (b"w", TypeError, None),
    ],
)
def test_a_seat_that_can_not_leave_is_refused(
    how: str, seat: object, error: type[Exception], code: str | None
) -> None:
    start = sh.Position("classic-3").text
    position = sh.Position("classic-3", start.replace("w -,-,-", "b 1,-,-"))
    before = snapshot(position)
    with pytest.raises(error) as caught:
        getattr(position, how)(seat)
    assert getattr(caught.value, "code", None) == code
    assert snapshot(position) == before


def test_a_partner_that_has_arrived_may_still_leave() -> None:
    start = sh.Position("pairs-2x2").text
    position = sh.Position("pairs-2x2", start.replace("w -,-,-,-", "r a,-,-,-"))
    position.resign("w")
    assert position.outcome() == sh.Outcome("resigned", (2, 1, 2, 1))
