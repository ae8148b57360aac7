"""Check the reference against all vectors: ``python -m reference.selfcheck [--quick]``.

Run from ``tests/``. With ``--quick`` every Nth item is taken, so that it ends in well under a
minute; the full run takes some minutes. Prints a line for each file, exit status 1 on a mistake.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .game import Game, Move
from .perft import perft
from .rules import PRESETS, parse_variant

DATA = Path(__file__).resolve().parent.parent / "vectors" / "data"
PERFT_LIMIT = 120_000
"""Start positions are counted to the depth that stays below this many sequences."""
QUICK_PERFT_LIMIT = 6_000

Item = dict[str, Any]
Check = Callable[[Item], Iterator[str]]


def load(file: str) -> list[Item]:
    """Return the objects of a vector file."""
    with (DATA / file).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_move(entry: str | list[Any]) -> Move:
    """Return a move of the vectors as the reference has it."""
    if isinstance(entry, str):
        origin, end = entry.split("-")
        return origin, end
    origin, end, captured = entry
    # The vectors hold captured cells in the order of their names, g11 before g9.
    return origin, end, tuple(sorted(captured, key=lambda cell: (cell[0], int(cell[1:]))))


def differ(what: str, found: object, expected: object) -> Iterator[str]:
    """Yield a complaint where two values differ."""
    if found != expected:
        yield f"{what}: {found!r}, expected {expected!r}"


def open_game(item: Item) -> Game:
    """Return the game of a vector's variant and position; its texts must read back alike.

    The vectors name switches in any order: `classic-3:tie=draw,max_rounds=20`.
    """
    rules = parse_variant(item["variant"])
    text = rules.text()
    if sorted(re.split("[:,]", text)) != sorted(re.split("[:,]", item["variant"])):
        raise ValueError(f"{item['variant']} is written {text}")
    if parse_variant(text) != rules:
        raise ValueError(f"{text} reads back as {parse_variant(text)}")
    game = Game(rules, item.get("position"))
    if "position" in item and game.text() != item["position"]:
        raise ValueError(f"{item['position']} is written {game.text()}")
    return game


def check_perft(item: Item, limit: int) -> Iterator[str]:
    """Check the counts from the start position, as far as they stay below a limit."""
    game = open_game(item)
    yield from differ("start", Game(game.rules).text(), item.get("position", game.text()))
    for depth, count in enumerate(item["perft"], start=1):
        if count <= limit:
            yield from differ(f"perft {depth}", perft(game, depth), count)


def check_position(item: Item) -> Iterator[str]:
    """Check the move list and perft 1 and 2 of a position."""
    game = open_game(item)
    moves = [read_move(entry) for entry in item["moves"]]
    yield from differ("moves", game.legal_moves(), moves)
    for depth, count in enumerate(item["perft"], start=1):
        yield from differ(f"perft {depth}", perft(game, depth), count)


def check_paths(item: Item) -> Iterator[str]:
    """Check the canonical notation of moves, and that it reads back."""
    game = open_game(item)
    for entry, path in zip(item["moves"], item["paths"], strict=True):
        move = read_move(entry)
        yield from differ("path", "-".join(game.path(move)), path)
        yield from differ("read", game.read(path.upper().replace("-", " - ")), move)


def check_game(item: Item) -> Iterator[str]:
    """Check a whole game: every move, every mark, the end."""
    game = Game(parse_variant(item["variant"]))
    marks = {plies: (text, count) for plies, text, count in item["marks"]}
    for ply, entry in enumerate(item["moves"]):
        if ply in marks:
            yield from differ(f"ply {ply}", (game.text(), len(game.legal_moves())), marks[ply])
        move = read_move(entry)
        yield from differ(f"over before ply {ply}", game.over, None)
        game.push(move)
    if len(item["moves"]) in marks:
        mark = (game.text(), len(game.legal_moves()))
        yield from differ("last mark", mark, marks[len(item["moves"])])
    yield from differ("end", game.text(), item["end"])
    yield from differ("over", game.over, item["over"])
    yield from differ("places", game.places, item["places"])


def check_quit(item: Item) -> Iterator[str]:
    """Check a game that was broken off."""
    game = Game(parse_variant(item["variant"]))
    for entry in item["moves"]:
        game.push(read_move(entry))
    yield from differ("position", game.text(), item["position"])
    (game.resign if item["over"] == "resigned" else game.timeout)(item["seat"])
    yield from differ("end", game.text(), item["end"])
    yield from differ("over", game.over, item["over"])
    yield from differ("places", game.places, item["places"])


def check_scene(item: Item) -> Iterator[str]:
    """Check a single rule."""
    game = open_game(item)
    if "to" in item:
        ends = [move[1] for move in game.legal_moves() if move[0] == item["from"]]
        yield from differ("to", ends, item["to"])
    if "captures" in item:
        moves = [move for move in game.legal_moves() if move[0] == item["from"]]
        yield from differ("captures", moves, [read_move(entry) for entry in item["captures"]])
    if "move" in item:
        game.push(read_move(item["move"]))
        yield from differ("after", game.text(), item["after"])
        yield from differ("over", game.over, item["over"])
        yield from differ("places", game.places, item["places"])
        again = Game(game.rules, item["after"])
        yield from differ("read again", again.text(), item["after"])
        yield from differ("over again", again.over, item["over"] and "read")


def check_midgames(item: Item) -> Iterator[str]:
    """Check that a benchmark position is read and written alike and has not ended."""
    game = open_game(item)
    yield from differ("text", game.text(), item["position"])
    yield from differ("over", game.over, None)


def run(label: str, items: list[Item], check: Check, every: int) -> tuple[int, int]:
    """Check every Nth item of a list; print and return how many were taken and how many failed."""
    began = time.perf_counter()
    failed = 0
    taken = items[::every]
    for number, item in enumerate(taken):
        try:
            complaints = list(check(item))
        except ValueError as error:
            complaints = [f"{type(error).__name__}: {error}"]
        if complaints:
            failed += 1
            where = f"{label} {number * every} {item['variant']} {item.get('name', '')}"
            print(f"{where}: {complaints[0]} (and {len(complaints) - 1} more)")
    seconds = time.perf_counter() - began
    print(f"{label}: {len(taken)} of {len(items)} checked, {failed} failed, {seconds:.1f} s")
    return len(taken), failed


def main(arguments: list[str] | None = None) -> int:
    """Run the checks; return the exit status."""
    parser = argparse.ArgumentParser(prog="reference.selfcheck", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="take every Nth item only")
    quick = parser.parse_args(arguments).quick
    counting = partial(check_perft, limit=QUICK_PERFT_LIMIT if quick else PERFT_LIMIT)
    texts = (DATA / "midgames.txt").read_text(encoding="utf-8").splitlines()
    midgames: list[Item] = [{"variant": "classic-2", "position": text} for text in texts]
    presets: list[Item] = [{"variant": text} for text in PRESETS]
    plan: list[tuple[str, list[Item], Check, int]] = [
        ("presets", presets, lambda item: differ("over", open_game(item).over, None), 1),
        ("scenes", load("scenes.jsonl"), check_scene, 1),
        ("perft", load("perft.jsonl"), counting, 5),
        ("deep-perft", load("deep-perft.jsonl"), counting, 3),
        ("positions", load("positions.jsonl"), check_position, 11),
        ("paths", load("paths.jsonl"), check_paths, 3),
        ("games", load("games.jsonl"), check_game, 11),
        ("quits", load("quits.jsonl"), check_quit, 5),
        ("midgames", midgames, check_midgames, 7),
    ]
    failures = sum(
        run(label, items, check, every if quick else 1)[1] for label, items, check, every in plan
    )
    total = sum(len(Game(parse_variant("classic-2"), text).legal_moves()) for text in texts)
    if total != 53_414:
        failures += 1
        print(f"midgames: {total} moves, 53414 expected")
    print("all as the vectors say" if not failures else f"{failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
