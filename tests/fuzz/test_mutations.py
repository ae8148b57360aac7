"""Mutated position texts, moves and records: an error of ours or a valid value, nothing else.

    STERNHALMA_FUZZ   mutations of each kind, default 3000
    STERNHALMA_SEED   another seed draws other mutations; a failure names it and shows the input

The input being tried also lies in `last-input.txt` below pytest's temporary folder, for a crash.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sternhalma as sh
from mutations import mutated
from sternhalma.record import Record
from vector_files import load

DEFAULT_CASES = 3000


@pytest.fixture(scope="module")
def cases() -> int:
    """How many mutations of a kind."""
    return int(os.environ.get("STERNHALMA_FUZZ", DEFAULT_CASES))


@pytest.fixture
def trying(tmp_path: Path, seed: int) -> Iterator[Callable[..., Any]]:
    """Says which input a failure is about, and leaves it in a file in case of a crash."""
    print(f"seed {seed}")
    with (tmp_path / "last-input.txt").open("w", encoding="utf-8") as last:

        @contextmanager
        def trying(case: int, *given: object) -> Iterator[None]:
            told = f"seed {seed}, case {case}: {', '.join(map(ascii, given))}"
            last.seek(0)
            last.write(told)
            last.truncate()
            last.flush()
            try:
                yield
            except Exception as error:
                pytest.fail(f"{told}\n{type(error).__name__}: {error}")

        yield trying


def positions() -> list[tuple[str, str]]:
    """Variants with good texts: midgames of every family, and finished games."""
    found = [(item["variant"], item["position"]) for item in load("positions.jsonl")]
    found += [(item["variant"], item["position"]) for item in load("scenes.jsonl")]
    return found + [(item["variant"], item["end"]) for item in load("quits.jsonl")]


def test_position_texts(cases: int, seed: int, trying: Callable[..., Any]) -> None:
    rng = Random(f"{seed} positions")
    good = positions()
    texts = [text for _, text in good]
    accepted = 0
    for case in range(cases):
        variant, text = rng.choice(good)
        text = mutated(rng, text, texts)
        with trying(case, variant, text):
            try:
                position = sh.Position(variant, text)
            except sh.PositionError as error:
                assert error.code
                assert "\n" not in str(error)
                continue
            accepted += 1
            again = sh.Position(variant, position.text)
            assert again == position
            assert again.text == position.text
            assert again.hash == position.hash == position._fresh_hash
            assert bool(position.legal_moves) == (position.outcome() is None)
            if not position.variant.capture:
                assert len(list(position.legal_moves)) == position.num_moves()
    assert 0 < accepted < cases


def test_moves(cases: int, seed: int, trying: Callable[..., Any]) -> None:
    rng = Random(f"{seed} moves")
    good = [sh.Position(variant, text) for variant, text in positions()]
    good = [position for position in good if position.legal_moves]
    moves = [[str(move) for move in position.legal_moves] for position in good]
    accepted = 0
    for case in range(cases):
        number = rng.randrange(len(good))
        position = good[number]
        text = mutated(rng, rng.choice(moves[number]), moves[number])
        before = position.text
        with trying(case, position, text):
            try:
                move = position.move(text)
            except (sh.NotationError, sh.IllegalMoveError) as error:
                assert error.code
                assert "\n" not in str(error)
                assert not position.is_legal(text)
                continue
            accepted += 1
            assert move in position.legal_moves
            assert position.move(str(move)) == move
            assert position.push(text) == move
            position.pop()
            assert position.text == before
    assert 0 < accepted < cases


def test_moves_without_a_position(cases: int, seed: int, trying: Callable[..., Any]) -> None:
    rng = Random(f"{seed} values")
    paths = [path for item in load("paths.jsonl") for path in item["paths"]]
    accepted = 0
    for case in range(cases):
        path = mutated(rng, rng.choice(paths), paths)
        taken = rng.choice(paths).split("-") if rng.random() < 0.3 else []
        taken = [mutated(rng, cell, paths) if rng.random() < 0.2 else cell for cell in taken]
        order = rng.randint(1, 6)
        with trying(case, path, taken, order):
            try:
                move = sh.Move(path, taken, order)
            except sh.NotationError as error:
                assert error.code
                continue
            accepted += 1
            assert sh.Move(str(move), move.captured, order) == move
            assert eval(repr(move), {"Move": sh.Move}) == move
    assert 0 < accepted < cases


def lines() -> list[str]:
    """Records of whole and broken games, of the game's start and of a middle of every family."""
    rng = Random("records")
    found = []
    for item in load("quits.jsonl")[::2]:
        position = sh.Position(item["variant"])
        for _ in range(rng.randint(0, 12)):
            if position.legal_moves:
                position.push(rng.choice(list(position.legal_moves)))
        if position.legal_moves and rng.random() < 0.5:
            position.resign(position.turn)
        if rng.random() < 0.3:
            position = sh.Position(item["variant"], item["position"])
            position.push(next(iter(position.legal_moves)))
        found.append(Record.of(position, {"event": "fuzz", "round": 1}).to_json())
    return found


def rearranged(rng: Random, line: str) -> str:
    """The line with one of its values replaced by something else."""
    entry = json.loads(line)
    key = rng.choice(sorted(entry))
    value = entry[key]
    kind = rng.randrange(4)
    if kind == 0:
        del entry[key]
    elif kind == 1 and isinstance(value, list) and value:
        value[rng.randrange(len(value))] = rng.choice(ODD)
    elif kind == 2 and isinstance(value, list) and value:
        value.insert(rng.randrange(len(value)), value[rng.randrange(len(value))])
    else:
        entry[key] = rng.choice(ODD)
    return json.dumps(entry)


ODD = [
    None,
    True,
    0,
    -1,
    10**30,
    1.5,
    float("nan"),
    "",
    "w",
    "m1-m3",
    [],
    [[]],
    {},
    {"seat": "w", "how": "time"},
    {"seat": 1, "how": []},
    ["m1", "m3", []],
    ["i7", "i9", ["i8"]],
    ["i7", "i9", ["i8", 5]],
    "classic-2",
    "capture-2:order=1",
    "rhombus-1",
]


def test_records(cases: int, seed: int, trying: Callable[..., Any]) -> None:
    rng = Random(f"{seed} records")
    good = lines()
    read = replayed = 0
    for case in range(cases):
        line: str | bytes = rng.choice(good)
        if rng.random() < 0.5:
            line = rearranged(rng, line)
        if rng.random() < 0.7:
            line = mutated(rng, line, good)
        if rng.random() < 0.2:
            line = line.encode("utf-8", "surrogatepass")
        with trying(case, line):
            try:
                record = Record.from_json(line)
            except sh.RecordError as error:
                assert error.code
                continue
            read += 1
            assert Record.from_json(record.to_json()).to_json() == record.to_json()
            try:
                position = record.position()
            except sh.RecordError as error:
                assert error.code
                continue
            replayed += 1
            assert Record.from_json(Record.of(position).to_json()).position() == position
    assert 0 < replayed < read < cases
