"""Seating: counts, colours, who begins, what is refused."""

import pytest
import sternhalma as sh
from sternhalma.seating import as_seat, clockwise, families, first_to_move, seated


def test_every_family_offers_its_counts() -> None:
    found = families()
    assert found["classic"] == (2, 3, 4, 6)
    assert found["long"] == (2, 6)
    assert found["pairs"] == (4, 6)
    assert found["star181"] == (2, 3, 4, 5, 6)
    assert found["capture-long"] == (2, 3, 4, 5, 6)
    assert found["rhombus-3"] == (2,)
    assert sum(map(len, found.values())) == len(sh.variants())
    for family, counts in found.items():
        for count in counts:
            assert len(seated(family, count).seats) == count


@pytest.mark.parametrize(
    ("family", "count", "seats"),
    [
        ("classic", 2, "wk"),
        ("classic", 3, "wby"),
        ("open", 4, "wrky"),
        ("star121", 5, "wrbky"),
        ("Star253 ", 6, "wrbkyg"),
        ("pairs", 4, "wrky"),
        ("fifteen", None, "wk"),
    ],
)
def test_the_standard_seats(family: str, count: int | None, seats: str) -> None:
    assert seated(family, count).seats == seats


@pytest.mark.parametrize("family", ["classic", "open", "openspiel", "pairs", "long"])
def test_five_are_refused_where_one_would_have_nobody_opposite(family: str) -> None:
    with pytest.raises(sh.VariantError, match="nobody opposite"):
        seated(family, 5)
    with pytest.raises(sh.VariantError, match="nobody opposite"):
        seated(family, colours="wrbky")


def test_colours_of_one_s_choice() -> None:
    assert seated("star121", colours=["white", "red"]).text == "star121-2:seats=wr"
    assert seated("star181", colours="yrb").seats == "rby"
    assert seated("star181", colours="yrb", first="b").text == "star181-3:seats=byr"
    assert seated("classic", colours="rkg").text == "classic-3:seats=rkg"
    assert seated("classic", colours="kw").text == "classic-2"
    with pytest.raises(sh.TableError, match="or turned"):
        seated("classic", colours="wr")
    with pytest.raises(sh.TableError, match="twice"):
        seated("star121", colours="wrw")
    with pytest.raises(sh.NotationError):
        seated("star121", colours=["pink", "w"])


@pytest.mark.parametrize(
    ("args", "options", "word"),
    [
        (("clasic", 2), {}, "classic"),
        (("classic", 7), {}, "2 or 3 or 4 or 6"),
        (("classic",), {}, "None"),
        (("long", 3), {}, "2 or 6"),
        (("star121", 2), {"colours": "wrb"}, "3"),
        (("star121", 2), {"first": "r"}, "red"),
    ],
)
def test_what_makes_no_table(args: tuple, options: dict, word: str) -> None:
    with pytest.raises(sh.TableError, match=word):
        seated(*args, **options)


def test_clockwise() -> None:
    assert [seat.letter for seat in clockwise("gwb")] == ["w", "b", "g"]
    assert [seat.letter for seat in clockwise("gwb", "b")] == ["b", "g", "w"]
    assert as_seat(3) is as_seat("k") is as_seat(" Black ") is sh.Seat.BLACK
    with pytest.raises(sh.NotationError):
        as_seat(6)
    with pytest.raises(sh.NotationError):
        as_seat(-1)


HUMAN, GREEDY = sh.Human(), sh.Greedy()


@pytest.mark.parametrize(
    ("variant", "seats", "first"),
    [
        ("star121-2", {"w": HUMAN, "k": GREEDY}, "k"),
        ("star121-2", {"w": GREEDY, "k": GREEDY}, "w"),
        ("star121-2", {"w": HUMAN, "k": HUMAN}, "w"),
        ("star181-2:seats=wr", {"w": None, "r": GREEDY}, "r"),
        ("star121-2:seats=kw", {"w": GREEDY, "k": HUMAN}, "k"),
        ("star121-3", {"w": HUMAN, "b": GREEDY}, "w"),
        ("classic-2", {"w": HUMAN, "k": GREEDY}, "w"),
    ],
)
def test_who_begins_where_nobody_chose(variant: str, seats: dict, first: str) -> None:
    t = sh.Table(variant, seats)
    assert t.turn is not None
    assert t.turn.letter == first == t.seats[0].letter
    computers = [seat for seat, player in seats.items() if player is GREEDY]
    assert first_to_move(sh.Variant(variant), computers).letter == first


@pytest.mark.parametrize("variant", ["star121-2", "classic-6", "pairs-2x2", "capture-3"])
def test_the_first_seat_can_be_chosen(variant: str) -> None:
    for letter in sh.Variant(variant).seats:
        t = sh.Table(variant, first=letter)
        assert t.turn == sh.Seat.from_text(letter) == t.seats[0]
        assert sorted(t.variant.seats) == sorted(sh.Variant(variant).seats)
        assert [s.letter for s in t.seats] == list(t.position.variant.seats)
    with pytest.raises(sh.TableError, match="does not play"):
        sh.Table("classic-2", first="g")


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({"w": GREEDY, 0: GREEDY}, "seat-twice"),
        ({"g": GREEDY}, "not-seated"),
        ({"w": object()}, "player"),
    ],
)
def test_players_that_can_not_sit_there(seats: dict, code: str) -> None:
    with pytest.raises(sh.TableError) as caught:
        sh.Table("classic-2", seats)
    assert caught.value.code == code
