"""Variants by name and text: the presets, switches of one's own, and what is refused."""

import copy
import pickle

import pytest
import sternhalma as sh
from reference.rules import PRESETS
from sternhalma import Variant

FIELDS = tuple(Variant("classic-2").describe())


def refused(text: str, **switches: object) -> sh.VariantError:
    with pytest.raises(sh.VariantError) as caught:
        Variant(text, **switches)  # type: ignore[arg-type]
    return caught.value


def test_every_preset_of_the_rule_book_is_there() -> None:
    assert set(sh.variants()) == set(PRESETS)
    assert sh.variants()[:4] == ("classic-2", "classic-3", "classic-4", "classic-6")


@pytest.mark.parametrize("name", sh.variants())
def test_a_preset_has_the_fields_of_an_independent_reading(name: str) -> None:
    variant = Variant(name)
    for field in FIELDS:
        assert getattr(variant, field) == getattr(PRESETS[name], field), field
    assert variant.rules.fields() == {field: getattr(variant, field) for field in FIELDS}


@pytest.mark.parametrize("name", sh.variants())
def test_a_preset_is_its_own_text(name: str) -> None:
    variant = Variant(name)
    assert variant.text == variant.name == str(variant) == name
    assert repr(variant) == f'Variant("{name}")'


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("classic-2:deadline=none", "classic-2:deadline=none"),
        ("classic-2:foreign=open,deadline=none", "classic-2:foreign=open,deadline=none"),
        ("classic-2:deadline=none,foreign=open", "classic-2:foreign=open,deadline=none"),
        (" Classic-2 : DEADLINE = None ,foreign= open\n", "classic-2:foreign=open,deadline=none"),
        ("classic-2:deadline=30", "classic-2"),
        ("star181-3:seats=byw", "star181-3:seats=byw"),
        ("star181-3:seats=WBY", "star181-3"),
        ("classic-2:order=5", "classic-2:order=5"),
        ("classic-2:order=5,marbles=15", "classic-2:order=5"),
        ("classic-2:marbles=15", "classic-2:marbles=15"),
        ("fifteen-2:order=5,marbles=15", "fifteen-2:order=5,marbles=15"),
        ("classic-2:reply=false", "classic-2:reply=false"),
    ],
)
def test_a_text_is_read_and_written_in_one_form(given: str, text: str) -> None:
    variant = Variant(given)
    assert variant.text == text
    assert Variant(text) == variant
    assert eval(repr(variant), {"Variant": Variant}) == variant


def test_marbles_follow_the_order_unless_named() -> None:
    assert Variant("classic-2", order=6).marbles == 21
    assert Variant("fifteen-2", order=5).marbles == 15 + 6
    assert Variant("fifteen-2", order=5, marbles=15).marbles == 15
    assert Variant("fifteen-2").replace(order=1).replace(order=3).marbles == 6 + 4


def test_switches_go_on_top_of_a_text_or_a_variant() -> None:
    variant = Variant("classic-2:deadline=none", foreign="open")
    assert variant == Variant("classic-2:deadline=none,foreign=open")
    assert variant.replace(deadline=30).text == "classic-2:foreign=open"
    assert Variant(variant) == variant
    assert variant.replace() == variant
    assert repr(variant) == 'Variant("classic-2", foreign="open", deadline=None)'


def test_a_variant_is_a_value() -> None:
    variant = Variant("open-3:repetition=3")
    twin = Variant("open-3", repetition=3)
    assert variant == twin
    assert hash(variant) == hash(twin)
    assert variant != Variant("open-3")
    assert variant != "open-3:repetition=3"
    for copied in (copy.copy(variant), copy.deepcopy(variant), pickle.loads(pickle.dumps(variant))):
        assert copied == variant
    with pytest.raises(AttributeError, match="replace"):
        variant.deadline = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del variant._text
    assert variant.text == "open-3:repetition=3"


def test_switches_are_described_as_they_are_spelled() -> None:
    described = Variant("classic-2:deadline=none").describe()
    assert described["deadline"] == "none"
    assert described["reply"] == "true"
    assert described["seats"] == "wk"
    text = ",".join(f"{field}={value}" for field, value in described.items())
    assert Variant(f"open-6:{text}").rules == Variant("classic-2:deadline=none").rules


def test_an_unknown_name_or_switch_names_its_neighbours() -> None:
    assert "classic-2" in refused("clasic-2").near
    assert "deadline" in refused("classic-2:dedline=3").near
    assert "did you mean" in str(refused("clasic-2"))
    assert refused("zzzzzz").near == ()
    assert refused("classic-2", dedline=3).code == "unknown-field"


@pytest.mark.parametrize("name", ["open-5", "OPEN-5", "classic-5", "open-5:tie=rank"])
def test_five_seats_are_refused_with_the_reason(name: str) -> None:
    error = refused(name)
    assert error.code == "five-seats"
    assert "opposite" in str(error)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-variant"),
        ("   ", "unknown-variant"),
        ("classic", "unknown-variant"),
        ("classic -2", "unknown-variant"),
        ("classic-2:", "malformed"),
        ("classic-2:deadline", "malformed"),
        ("classic-2:deadline=", "malformed"),
        ("classic-2:=3", "malformed"),
        ("classic-2:deadline=3,", "malformed"),
        ("classic-2:deadline=3,,tie=draw", "malformed"),
        ("classic-2:deadline=3=4", "malformed"),
        ("classic-2:deadline=\uff13", "malformed"),
        ("classic-2:seats=w\u212a", "malformed"),
        ("classic-2:deadline=3,deadline=4", "twice"),
        ("classic-2:deadline=3,deadline=3", "twice"),
        ("classic-2:colour=red", "unknown-field"),
        ("classic-2:deadline=0", "bad-value"),
        ("classic-2:deadline=-1", "bad-value"),
        ("classic-2:deadline=030", "bad-value"),
        ("classic-2:deadline=3 0", "bad-value"),
        ("classic-2:deadline=1e3", "bad-value"),
        ("classic-2:deadline=1_0", "bad-value"),
        ("classic-2:deadline=1000001", "bad-value"),
        ("classic-2:deadline=99999999999999999999999", "bad-value"),
        ("classic-2:deadline=true", "bad-value"),
        ("classic-2:order=0", "bad-value"),
        ("classic-2:order=7", "bad-value"),
        ("classic-2:order=none", "bad-value"),
        ("classic-2:marbles=none", "bad-value"),
        ("classic-2:marbles=11", "marbles"),
        ("classic-2:repetition=2", "bad-value"),
        ("classic-2:reply=yes", "bad-value"),
        ("classic-2:reply=1", "bad-value"),
        ("classic-2:tie=true", "bad-value"),
        ("classic-2:jumps=short", "bad-value"),
        ("classic-2:seats=w", "seats-number"),
        ("classic-2:seats=wx", "seats-letter"),
        ("classic-3:seats=wbw", "seats-twice"),
        ("classic-3:seats=wyb", "seats-order"),
        ("classic-3:marbles=15", "marbles-row"),
        ("fifteen-2:seats=wr", "marbles-row"),
        ("classic-2:seats=wby", "reply-seats"),
        ("classic-2:finish=first", "reply-finish"),
        ("classic-3:pairs=true", "pairs-seats"),
        ("classic-2:pairs=true", "pairs-seats"),
        ("classic-2:capture=true", "capture-conflict"),
        ("capture-2:lock=move", "capture-conflict"),
        ("capture-2:foreign=pass", "capture-conflict"),
        ("capture-2:arrival=own", "capture-conflict"),
        ("capture-2:reply=true", "capture-conflict"),
        ("capture-2:deadline=30", "capture-conflict"),
        ("capture-4:pairs=true", "capture-conflict"),
        ("capture-2:lock_in=true", "capture-conflict"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, code: str) -> None:
    error = refused(text)
    assert error.code == code
    assert not str(error).startswith(f"{code}: ")


@pytest.mark.parametrize(
    "switches",
    [
        {"deadline": 0},
        {"deadline": -1},
        {"deadline": 2**70},
        {"deadline": True},
        {"deadline": 3.0},
        {"deadline": "30"},
        {"order": None},
        {"marbles": None},
        {"reply": 1},
        {"reply": None},
        {"tie": None},
        {"tie": 3},
        {"lock": True},
        {"seats": ("w", "k")},
        {"seats": "w\u212a"},
    ],
)
def test_a_switch_of_the_wrong_type_or_size_is_refused(switches: dict[str, object]) -> None:
    assert refused("classic-2", **switches).code == "bad-value"


def test_where_a_text_breaks_is_said() -> None:
    assert refused("classic-2:deadline=3,tie").offset == len("classic-2:deadline=3,")


@pytest.mark.parametrize("value", [None, 2, b"classic-2", ["classic-2"]])
def test_only_texts_and_variants_name_a_variant(value: object) -> None:
    with pytest.raises(TypeError):
        Variant(value)  # type: ignore[arg-type]
