"""What the tests of records share: the recorded games of the vectors, and short ones.

Environment:
    STERNHALMA_FUZZ    mutated records, default 3000
"""

import json
import os
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.record import Record


@pytest.fixture(scope="session")
def mutations() -> int:
    """How many mutated records are read."""
    return int(os.environ.get("STERNHALMA_FUZZ", "3000"))


@pytest.fixture(scope="session")
def given_games(vectors: Path) -> list[Record]:
    """The games of games.jsonl as they stand there: moves from-to, or with what they take."""
    lines = (vectors / "data" / "games.jsonl").read_text(encoding="utf-8").splitlines()
    return [Record.from_json(line) for line in lines]


@pytest.fixture(scope="session")
def games(given_games: list[Record]) -> list[Record]:
    """The same with full paths and all that the rules say of their end."""
    return [Record.of(record.position()) for record in given_games]


@pytest.fixture(scope="session")
def quits(vectors: Path) -> list[Record]:
    """The games of quits.jsonl, in which a seat leaves at the end, with full paths."""
    records = []
    for line in (vectors / "data" / "quits.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        record = Record(
            variant=sh.Variant(item["variant"]),
            moves=tuple(
                move if isinstance(move, str) else (move[0], move[1], tuple(move[2]))
                for move in item["moves"]
            ),
            quit=sh.Quit(sh.Seat.from_text(item["seat"]), item["over"]),
            over=item["over"],
            places=tuple(item["places"]),
            end=item["end"],
        )
        records.append(Record.of(record.position()))
    return records


@pytest.fixture(scope="session")
def short_games(games: list[Record], quits: list[Record]) -> list[Record]:
    """Beginnings and ends of games of every kind, with tags, times and comments."""
    picked = []
    for number, record in enumerate((*games[::5], *quits[::9])):
        position = record.position()
        whole = record.position().history
        keep = (8, 3, 30, 0, 12)[number % 5]
        if number % 3:  # a beginning, left unfinished
            for _ in range(max(len(whole) - keep, 0)):
                position.pop()
        else:  # the last moves
            for _ in range(min(len(whole), keep)):
                position.pop()
            later = whole[len(position.history) :]
            position = sh.Position(position.variant, position.text)
            for event in later:
                if isinstance(event, sh.Quit):
                    leave = position.resign if event.how == "resigned" else position.timeout
                    leave(event.seat)
                else:
                    position.push(event)
        events = len(position.history)
        tags: dict[str, object] = {"Seed": number, "Event": f'"{number}" \\ é'}
        if events and number % 2:
            tags["clocks"] = [*(None if n % 3 else 300_000 - n for n in range(events - 1)), 250]
            tags["comments"] = {"0": "a {game}\nof é", str(events): "@ the end"}
        picked.append(Record.of(position, tags))
    return picked
