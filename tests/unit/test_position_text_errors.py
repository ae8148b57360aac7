"""Position texts that are refused: what is wrong, and where in the text it stands."""

import pytest
import sternhalma as sh

START = "k/kk/kkk/kkkk/13/12/11/10/9/10/11/12/13/wwww/www/ww/w w -,- 0,0 1"
THREE = "1/2/3/4/bbbb5yyyy/bbb6yyy/bb7yy/b8y/9/10/11/12/13/wwww/www/ww/w w -,-,- 0,0,0 1"
STONES = "1/2/3/4/13/12/11/10/4oo3/10/11/12/13/4/3/2/1 w -,- 0,0 1 29,29"
STUCK = "1/2/3/1bb1/13/12/11/10/9/10/11/12/bb11/wbb1/www/ww/w w -,-,- 0,0,0 1"


def refuse(variant: str, text: str) -> sh.PositionError:
    """The error with which a text is refused."""
    with pytest.raises(sh.PositionError) as caught:
        sh.Position(variant, text)
    assert "\n" not in str(caught.value)
    return caught.value


def changed(text: str, old: str, new: str) -> str:
    """The text with one thing changed, which must be there once."""
    assert text.count(old) == 1
    return text.replace(old, new)


def test_the_texts_that_are_changed_below_are_good() -> None:
    for variant, text in (("classic-2", START), ("classic-3", THREE), ("capture-2", STONES)):
        assert sh.Position(variant, text).text == text


@pytest.mark.parametrize(
    ("old", "new", "code", "fields"),
    [
        # the board
        ("/13/wwww", "/wwww", "rows", {"given": 16, "expected": 17}),
        ("/w w", "/w/1 w", "rows", {"given": 18, "expected": 17}),
        ("k/kk/", "kk/kk/", "row-length", {"row": 1, "text": "kk", "given": 2, "expected": 1}),
        ("/kkk/", "/kk/", "row-length", {"row": 3, "text": "kk", "given": 2, "expected": 3}),
        ("/kkk/", "//", "row-length", {"row": 3, "text": "", "given": 0, "expected": 3}),
        ("/9/", "/8/", "row-length", {"row": 9, "text": "8", "given": 8, "expected": 9}),
        ("/9/", "/54k/", "row-length", {"row": 9, "text": "54k", "given": 55, "expected": 9}),
        ("/9/", "/9k/", "row-length", {"row": 9, "text": "9k", "given": 10, "expected": 9}),
        ("/kkk/", "/kxk/", "board-char", {"row": 3, "char": "x", "offset": 6}),
        ("/kkk/", "/kok/", "board-char", {"row": 3, "char": "o", "offset": 6}),
        ("/kkk/", "/k.k/", "board-char", {"row": 3, "char": ".", "offset": 6}),
        ("/kkk/", "/k-1/", "board-char", {"row": 3, "char": "-", "offset": 6}),
        ("/9/", "/09/", "board-char", {"row": 9, "char": "0", "offset": 26}),
        ("/9/", "/0/", "board-char", {"row": 9, "char": "0", "offset": 26}),
        ("/kkk/", "/krk/", "not-seated", {"row": 3, "letter": "r", "offset": 6}),
        ("/kkk/", "/KRK/", "not-seated", {"row": 3, "letter": "r", "offset": 6}),
        ("/9/", "/4k4/", "too-many", {"seat": "k", "given": 11, "expected": 10}),
        ("/9/", "/4w4/", "too-many", {"seat": "w", "given": 11, "expected": 10}),
        # the turn
        (" w ", " x ", "turn", {"text": "x"}),
        (" w ", " wk ", "turn", {"text": "wk"}),
        (" w ", " 1 ", "turn", {"text": "1"}),
        (" w ", " o ", "turn", {"text": "o"}),
        (" w ", " r ", "turn-seat", {"letter": "r"}),
        (" w ", " G ", "turn-seat", {"letter": "g"}),
        (" w -,-", " w 1,-", "turn-placed", {"letter": "w"}),
        (" w -,-", " - -,-", "unfinished", {"index": 1}),
        (" w -,-", " - 1,-", "unfinished", {"index": 2}),
        (" w -,-", " w -,1", "sides", {"given": 1}),
        (" w -,-", " k 2,-", "sides", {"given": 1}),
        # the places
        (" -,- ", " - ", "count", {"field": "places", "given": 1, "expected": 2}),
        (" -,- ", " -,-,- ", "count", {"field": "places", "given": 3, "expected": 2}),
        (" -,- ", " -, ", "fields", {"given": 4, "expected": 5}),  # a comma waits for its entry
        (" -,- ", " -,x ", "place", {"index": 2, "text": "x"}),
        (" -,- ", " a,- ", "place", {"index": 1, "text": "a"}),
        (" -,- ", " -,12 ", "place", {"index": 2, "text": "12"}),
        (" -,- ", " -,0 ", "place-range", {"index": 2, "place": 0, "expected": 2}),
        (" -,- ", " 3,- ", "place-range", {"index": 1, "place": 3, "expected": 2}),
        # the numbers
        (" 0,0 ", " 0 ", "count", {"field": "moves", "given": 1, "expected": 2}),
        (" 0,0 ", " 0,0,0 ", "count", {"field": "moves", "given": 3, "expected": 2}),
        (" 0,0 ", " 0,x ", "number", {"field": "moves", "index": 2, "text": "x"}),
        (" 0,0 ", " -1,0 ", "number", {"field": "moves", "index": 1, "text": "-1"}),
        (" 0,0 ", " 00,0 ", "number", {"field": "moves", "index": 1, "text": "00"}),
        (" 0,0 ", " +1,0 ", "number", {"field": "moves", "index": 1, "text": "+1"}),
        (" 0,0 ", " 700000001,0 ", "number", {"field": "moves", "index": 1, "text": "700000001"}),
        (" 0,0 1", " 0,0 0", "number", {"field": "round", "index": 1, "text": "0"}),
        (" 0,0 1", " 0,0 x", "number", {"field": "round", "index": 1, "text": "x"}),
        (" 0,0 1", " 0,0 1.0", "number", {"field": "round", "index": 1, "text": "1.0"}),
        (" 0,0 1", " 0,0 " + "9" * 99, "number", {"field": "round", "text": "9" * 99}),
        # the whole
        (" 1", "", "fields", {"given": 4, "expected": 5}),
        (" 1", " 1 0,0", "fields", {"given": 6, "expected": 5}),
        (" 1", " 1 1", "fields", {"given": 6, "expected": 5}),
    ],
)
def test_a_text_of_two_seats_is_refused(
    old: str, new: str, code: str, fields: dict[str, object]
) -> None:
    error = refuse("classic-2", changed(START, old, new))
    assert error.code == code
    assert {name: error.fields[name] for name in fields} == fields


@pytest.mark.parametrize("text", ["", " ", "\t\n", "nonsense", "k/kk/kkk", "w - - - - - - - -"])
def test_what_is_no_position_at_all_is_refused(text: str) -> None:
    error = refuse("classic-2", text)
    assert (error.code, error.text) == ("fields", text)
    assert error.given == len(text.split())


@pytest.mark.parametrize(
    ("places", "turn", "code"),
    [
        ("1,2,-", "y", "sides"),
        ("1,-,-", "w", "turn-placed"),
        ("-,4,-", "w", "place-range"),
        ("1,2,-", "-", "unfinished"),
        ("-,-,a", "w", "place"),
    ],
)
def test_a_text_of_three_seats_is_refused(places: str, turn: str, code: str) -> None:
    text = changed(THREE, " w -,-,- ", f" {turn} {places} ")
    assert refuse("classic-3", text).code == code


def test_a_seat_to_move_that_can_not_is_refused() -> None:
    boxed = "k/2/3/4/13/12/11/10/9/10/11/12/13/4/3/kk/w w -,- 0,0 1"
    assert sh.Position("classic-2", boxed).text == boxed  # jumps over either of them
    shut = "1/2/3/4/13/12/11/10/9/10/11/12/13/4/k1k/kk/w w -,- 0,0 1"
    error = refuse("classic-2", shut)
    assert (error.code, error.letter) == ("turn-stuck", "w")
    assert sh.Position("classic-2", shut.replace(" w ", " k ")).turn is sh.Seat.BLACK
    bare = "k/2/3/4/13/12/11/10/9/10/11/12/13/4/3/2/1 w -,- 0,0 1"
    assert refuse("classic-2", bare).code == "turn-stuck"


@pytest.mark.parametrize(
    ("places", "turn", "code", "index"),
    [
        ("a,-,a,-", "r", "arrived-pairs", 1),
        ("1,-,-,-", "r", "arrived-pairs", 1),
        ("1,2,1,1", "-", "arrived-pairs", 2),
        ("a,-,1,-", "r", "arrived-pairs", 1),
        ("a,-,-,-", "w", "turn-arrived", None),
        ("1,-,1,-", "r", "sides", None),
        ("a,-,-,-", "-", "unfinished", 1),
        ("3,-,3,-", "r", "place-range", 1),
    ],
)
def test_a_text_of_pairs_is_refused(places: str, turn: str, code: str, index: int | None) -> None:
    text = sh.Position("pairs-2x2").text
    error = refuse("pairs-2x2", changed(text, " w -,-,-,- ", f" {turn} {places} "))
    assert error.code == code
    assert error.fields.get("index") == index


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("4oo3", "4ow3", "not-seated"),
        ("4oo3", "4ok3", "not-seated"),
        ("4oo3", "4o03", "board-char"),
        ("4oo3", "4oo2", "row-length"),
        (" 29,29", "", "fields"),
        (" 29,29", " 29", "count"),
        (" 29,29", " 29,29,0", "count"),
        (" 29,29", " 60001,0", "number"),
        (" 29,29", " -1,0", "number"),
        (" 29,29", " 29,x", "number"),
        ("4oo3", "4o1o2", "turn-stuck"),
    ],
)
def test_a_text_of_the_capture_family_is_refused(old: str, new: str, code: str) -> None:
    assert refuse("capture-2", changed(STONES, old, new)).code == code


def test_a_reply_is_due_only_where_the_variant_has_one() -> None:
    text = changed(START, " w -,- 0,0 1", " k 1,- 1,0 1")
    assert sh.Position("classic-2", text).reply_due
    assert refuse("classic-2:reply=false", text).code == "sides"
    assert refuse("open-2", text).code == "sides"


def test_the_place_in_the_text_counts_blanks() -> None:
    error = refuse("classic-2", "  k/kk/k\tzk/" + START.split("/", 3)[3])
    assert error.code == "fields"  # a blank inside a row parts it
    error = refuse("classic-2", "  k / kk / kzk / " + START.split("/", 3)[3])
    assert (error.code, error.char, error.offset) == ("board-char", "z", 12)


@pytest.mark.parametrize("text", [5, b"w", ["w"], 3.5])
def test_what_is_no_text_is_refused(text: object) -> None:
    with pytest.raises(TypeError):
        sh.Position("classic-2", text)


def test_half_a_character_is_refused() -> None:
    assert refuse("classic-2", changed(START, "/9/", "/\ud8008/")).code == "board-char"
    assert refuse("classic-2", START + "\0").code in ("number", "fields")
    assert refuse("classic-2", changed(START, "/9/", "/8\N{GREEK SMALL LETTER KAPPA}/")).row == 9


def test_a_long_text_is_refused_in_a_short_line() -> None:
    assert len(str(refuse("classic-2", "k" * 1_000_000))) < 400
    assert len(str(refuse("classic-2", changed(START, "/9/", "/" + "9" * 1_000_000 + "/")))) < 400
    assert refuse("classic-2", changed(START, "/9/", "/" + "9" * 1_000_000 + "/")).row == 9
