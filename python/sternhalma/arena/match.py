"""What a match is: the engines, how they are seated, the openings, and every game as plain data.

A game's number says everything about it: its opening, who sits where, its seed. So a run can be
broken off, spread over machines and gone on with, and stays the same match.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import combinations, count
from random import Random
from typing import TYPE_CHECKING

from sternhalma._core import Position
from sternhalma.client import Command
from sternhalma.engines import Settings, read_settings
from sternhalma.errors import ArenaError
from sternhalma.protocol import DIALECTS, Limits
from sternhalma.seating import partner_of
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NAMED = re.compile(r"([A-Za-z0-9_.+-]+)=(.+)", re.DOTALL)
_ENDLESS_PLIES = 300  # a seat, where the rules set no end against shuffling
_TRIES = 200  # openings drawn before one that ended the game, or came up before, is given up


@dataclass(frozen=True, slots=True)
class Competitor:
    """An engine of a match: its name, and what it is.

    Attributes:
        name: by which results know it.
        text: as it was given, without the name.
    """

    name: str
    text: str

    @property
    def command(self) -> Command | None:
        """The program, None for a built-in engine."""
        return Command.from_text(self.text) if self.text.partition(":")[0] in DIALECTS else None

    @property
    def settings(self) -> Settings:
        """The built-in engine."""
        return read_settings(self.text)


def read_competitors(texts: Sequence[str]) -> tuple[tuple[Competitor, ...], tuple[int, ...]]:
    """Engines by their texts: `greedy`, `engine:threads=2`, `ugi:COMMAND`; `NAME=` may stand first.

    An engine that is named twice in the same words sits at the table twice. Where no name is given
    the same engine twice is two, and they are numbered.

    Returns:
        The engines, each once, and by number who sits at the table.

    Raises:
        EngineError: a text that is no engine.
        ArenaError: `bad-value`, one name for two engines.
    """
    found: list[Competitor] = []
    table: list[int] = []
    for text in texts:
        named = _NAMED.fullmatch(text)
        name, what = (named[1], named[2]) if named else ("", text)
        one = Competitor(name, what)
        command = one.command
        if command is None:
            _ = one.settings
        taken = [other.name for other in found]
        if name and name in taken:
            table.append(taken.index(name))
            if found[table[-1]] != one:
                expected = "one engine"
                raise ArenaError("bad-value", field=f"{name}=", given=what, expected=expected)
            continue
        name = name or (os.path.basename(command.args[0]) if command else what)
        number = next(n for n in count(1) if _numbered(name, n) not in taken)
        table.append(len(found))
        found.append(Competitor(_numbered(name, number), what))
    return tuple(found), tuple(table)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}#{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One game to play, as plain data.

    Attributes:
        match: the match's fingerprint.
        number: the game's, from 0.
        variant: the rules' text.
        opening: its number, from 0.
        moves: the opening's.
        seats: the competitor of each seat in turn order, by number.
        engines: all competitors.
        limits: of every move.
        margin_ms: beyond the time for a move before it counts as overrun.
        seed: the match's.
    """

    match: str
    number: int
    variant: str
    opening: int
    moves: tuple[str, ...]
    seats: tuple[int, ...]
    engines: tuple[Competitor, ...]
    limits: Limits
    margin_ms: int
    seed: int


@dataclass(frozen=True, kw_only=True)
class Match:
    """A match.

    Attributes:
        variant: the rules. Where they set no end against shuffling, `max_plies` is set.
        engines: who plays.
        table: by number, who was named in which order, one of them perhaps twice; each once
            without.
        games: how many.
        limits: of every move.
        margin_ms: beyond the time for a move before it counts as overrun.
        plies: random plies that every game begins with.
        seed: of openings and engines.

    Raises:
        ArenaError: `bad-value`, `sides`.
    """

    variant: Variant
    engines: tuple[Competitor, ...]
    table: tuple[int, ...] = ()
    games: int = 100
    limits: Limits = field(default_factory=lambda: Limits(time_ms=100))
    margin_ms: int = 250
    plies: int = 4
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("games", "plies", "margin_ms"):
            if getattr(self, name) < (name == "games"):
                expected = "1 or more" if name == "games" else "0 or more"
                raise ArenaError(
                    "bad-value", field=name, given=getattr(self, name), expected=expected
                )
        if len(self.engines) < 2:
            expected = "two or more"
            raise ArenaError(
                "sides", given=len(self.engines), variant=self.variant.text, expected=expected
            )
        variant = self.variant
        if variant.max_plies is None and variant.max_rounds is None and not variant.capture:
            plies = _ENDLESS_PLIES * len(variant.seats)
            object.__setattr__(self, "variant", variant.replace(max_plies=plies))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that play together, by their number in turn order."""
        seats = Position(self.variant).seats
        sides: list[tuple[int, ...]] = []
        for number, seat in enumerate(seats):
            partner = partner_of(self.variant, seat)
            if partner is None:
                sides.append((number,))
            elif seats.index(partner) > number:
                sides.append((number, seats.index(partner)))
        return tuple(sides)

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who plays each side, by number: what is played from every opening.

        As many engines as sides rotate through them. Fewer are filled up with the last one. More
        play in all combinations.
        """
        sides = len(self.sides)
        table = self.table or tuple(range(len(self.engines)))
        filled = [*table, *[table[-1]] * (sides - len(table))]
        found: dict[tuple[int, ...], None] = {}
        for chosen in combinations(filled, sides):
            for turn in range(sides):
                found[chosen[-turn:] + chosen[:-turn] if turn else chosen] = None
        return tuple(found)

    @property
    def fingerprint(self) -> str:
        """What tells this match from another; the number of games is not part of it."""
        return sha256(json.dumps(self.description, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def description(self) -> dict[str, object]:
        """What makes the match, as plain data."""
        return {
            "variant": self.variant.text,
            "engines": [[engine.name, engine.text] for engine in self.engines],
            "table": list(self.table or range(len(self.engines))),
            "time_ms": self.limits.time_ms,
            "depth": self.limits.depth,
            "nodes": self.limits.nodes,
            "margin_ms": self.margin_ms,
            "plies": self.plies,
            "seed": self.seed,
        }

    def tasks(self) -> Iterator[Task]:
        """Every game in turn: each opening from every side before the next."""
        seatings, sides = self.seatings, self.sides
        openings = self._openings()
        moves: tuple[str, ...] = ()
        fingerprint = self.fingerprint
        for number in range(self.games):
            opening, seating = divmod(number, len(seatings))
            if seating == 0:
                moves = next(openings)
            by_seat = {
                seat: engine
                for side, engine in zip(sides, seatings[seating], strict=True)
                for seat in side
            }
            yield Task(
                match=fingerprint,
                number=number,
                variant=self.variant.text,
                opening=opening,
                moves=moves,
                seats=tuple(by_seat[seat] for seat in sorted(by_seat)),
                engines=self.engines,
                limits=self.limits,
                margin_ms=self.margin_ms,
                seed=self.seed,
            )

    def with_games(self, games: int) -> Match:
        """The same match with another number of games."""
        return replace(self, games=games)

    def _openings(self) -> Iterator[tuple[str, ...]]:
        """Random openings by number, none of them twice while there are others to be found."""
        seen: set[tuple[str, ...]] = set()
        for number in range(self.games):
            last: tuple[str, ...] | None = None
            for attempt in range(_TRIES if self.plies else 1):
                found = self._opening(Random(f"{self.seed} {number} {attempt}"))
                last = last if found is None else found
                if found is not None and found not in seen:
                    break
            if last is None:
                raise ArenaError("opening", expected=self.plies, variant=self.variant.text)
            seen.add(last)
            yield last

    def _opening(self, stream: Random) -> tuple[str, ...] | None:
        """The moves of a random opening, None where it ended the game."""
        position = Position(self.variant)
        for _ in range(self.plies):
            moves = [move for move in position.legal_moves if not position.will_eliminate(move)]
            if not moves:
                return None
            position.push(stream.choice(moves))
            if position.turn is None:
                return None
        return tuple(str(event) for event in position.history)
