"""Errors: stable codes and fields, English made from them in one place."""

import copy
import pickle
import re

import pytest
import sternhalma as sh
from sternhalma import english, errors

CLASSES = {
    "notation": (sh.NotationError, ValueError),
    "illegal": (sh.IllegalMoveError, ValueError),
    "position": (sh.PositionError, ValueError),
    "variant": (sh.VariantError, ValueError),
    "record": (sh.RecordError, ValueError),
    "table": (sh.TableError, ValueError),
    "rating": (sh.RatingError, ValueError),
    "bench": (sh.BenchError, ValueError),
    "engine": (sh.EngineError, sh.SternhalmaError),
    "arena": (sh.ArenaError, ValueError),
    "over": (sh.GameOverError, RuntimeError),
}

# Every field a text may name, with a value of the type it has.
FIELDS = {
    "text": "m1-m9",
    "offset": 3,
    "cell": "m9",
    "order": 4,
    "origin": "m1",
    "target": "m3",
    "count": 2,
    "move": "m1-m9",
    "owner": "k",
    "seat": "w",
    "expected": 10,
    "given": 11,
    "place": 1,
    "row": 5,
    "char": "x",
    "letter": "r",
    "field": "moves",
    "index": 2,
    "near": ("classic-2",),
    "variant": "open-5",
    "why": "it ends early",
    "work": "count",
    "reason": "arrived",
    "how": "resigned",
    "cells": ("m1", "m2"),
    "moves_left": 1,
    "name": "an engine",
    "seconds": 2.5,
    "file": "games.jsonl",
    "line": 3,
    "game": 7,
    "times": {sh.Seat.WHITE: 1000},
    "places": {sh.Seat.WHITE: 1, sh.Seat.BLACK: 2},
    "of": 5,
    "left": 9,
    "most": True,
    "jumps": 3,
    "rows": 2,
}


@pytest.mark.parametrize("kind", CLASSES)
def test_a_kind_has_its_class(kind: str) -> None:
    cls, builtin = CLASSES[kind]
    error = errors.build(kind, "some-code", {"move": "m1-m3"})
    assert type(error) is cls
    assert isinstance(error, sh.SternhalmaError)
    assert isinstance(error, builtin)
    assert error.code == "some-code"
    assert error.fields == {"move": "m1-m3"}
    assert error.move == "m1-m3"


@pytest.mark.parametrize(("kind", "code"), english._TEXTS)
def test_every_code_has_a_text_that_fits_its_fields(kind: str, code: str) -> None:
    text = english.english(kind, code, FIELDS)
    assert not re.search(r"\{\w*\}|\n", text)
    assert not text.startswith(f"{code}: ")


def test_an_unknown_code_shows_its_fields() -> None:
    error = errors.build("illegal", "new-reason", {"move": "m1-m3", "cell": "m3"})
    assert str(error) == "new-reason: move=m1-m3, cell=m3"
    assert str(errors.build("position", "rows", {"given": 3})) == "rows: given=3"
    assert str(errors.build("nonsense", "bare", {})) == "bare"


def test_an_error_survives_pickle_and_copy() -> None:
    error = sh.IllegalMoveError("not-yours", move="e17-e16", cell="e17", owner="k", seat="w")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert (twin.code, twin.fields, str(twin)) == (error.code, error.fields, str(error))


def test_an_error_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError, match="owner"):
        _ = sh.IllegalMoveError("empty", move="m1-m3", cell="m1").owner


def test_colours_stand_in_words() -> None:
    by_letter = sh.IllegalMoveError("not-yours", move="e17-e16", cell="e17", owner="k", seat="w")
    by_seat = sh.IllegalMoveError(
        "not-yours", move="e17-e16", cell="e17", owner=sh.Seat.BLACK, seat=sh.Seat.WHITE
    )
    assert str(by_letter) == str(by_seat)
    assert "black's, white is to move" in str(by_letter)


def test_a_long_or_broken_input_stays_one_short_line() -> None:
    text = str(sh.NotationError("malformed", text="m1\n" * 10_000, offset=0))
    assert "\n" not in text
    assert len(text) < 350


def test_a_record_error_says_where_it_broke() -> None:
    error = sh.RecordError("illegal", why="no marble there", file="games.jsonl", line=3, move=12)
    assert str(error) == "games.jsonl, line 3, move 12: no marble there"


@pytest.mark.parametrize(
    "reason",
    [
        "arrived",
        "eliminated",
        "blocked",
        "locked-in",
        "limit",
        "repetition",
        "exhausted",
        "resigned",
        "time",
        "read",
    ],
)
def test_every_reason_of_an_end_has_a_text(reason: str) -> None:
    assert " " in english.reason_text(reason)
    assert str(sh.GameOverError("over", reason=reason)).endswith(english.reason_text(reason))
