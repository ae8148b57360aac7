"""The recorded right answers in `tests/vectors/data`, and how their moves are read and written.

Owns the form of those files (described in the README beside them). Checks nothing.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sternhalma as sh

DATA = Path(__file__).resolve().parent / "vectors" / "data"

Item = dict[str, Any]
Entry = str | list[Any]


def load(name: str) -> list[Item]:
    """The objects of a file, one a line."""
    with (DATA / name).open(encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    if not items:
        raise ValueError(f"{name} is empty")
    return items


def midgames() -> list[str]:
    """The position texts of the benchmark set."""
    return (DATA / "midgames.txt").read_text(encoding="utf-8").splitlines()


def by_variant(name: str) -> dict[str, list[Item]]:
    """The objects of a file by their variant."""
    groups: dict[str, list[Item]] = {}
    for item in load(name):
        groups.setdefault(item["variant"], []).append(item)
    return groups


def position_of(item: Item) -> sh.Position:
    """The position of an object, or the start of its variant."""
    return sh.Position(item["variant"], item.get("position"))


def read_move(position: sh.Position, entry: Entry) -> sh.Move:
    """The move that a file names: `from-to` or `[from, to, [captured]]`."""
    if isinstance(entry, str):
        return position.move(entry)
    origin, target, captured = entry
    return position.find_move(origin, target, captured)


def written(move: sh.Move) -> Entry:
    """A move as the files write it, captured cells in (letter, row) order."""
    if not move.captured:
        return f"{move.origin}-{move.target}"
    return [move.origin, move.target, list(move.captured)]


def normalised(entries: Iterable[Entry]) -> list[Entry]:
    """Entries with captured cells in (letter, row) order; the files sort g11 before g9."""
    return [
        entry if isinstance(entry, str) else [*entry[:2], sorted(entry[2], key=letter_and_row)]
        for entry in entries
    ]


def letter_and_row(cell: str) -> tuple[str, int]:
    """What cells are sorted by."""
    return cell[0], int(cell[1:])
