"""A book of ratings in one SQLite file, shared by any number of programs.

A result is added in one transaction that takes the write lock before it reads, so two writers never
rate a game from the same old numbers, and a program killed in the middle leaves the book as it was.
Adding a game twice changes nothing. What a result is worth is `scoring.Elo`'s business.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sternhalma.errors import RatingError, RecordError, VariantError
from sternhalma.saving import is_text
from sternhalma.scoring import Elo
from sternhalma.seats import Seat
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from sternhalma._core import Position
    from sternhalma.record import Record
    from sternhalma.tablestate import TableState

_BUSY_S = 60.0  # how long a writer waits for another
_APPLICATION = 0x53544552  # marks the file as a book: "STER"
_VERSION = 1
_SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE players (
    name TEXT PRIMARY KEY,
    rating REAL NOT NULL,
    games INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    result TEXT NOT NULL
);
CREATE TABLE changes (
    game INTEGER NOT NULL REFERENCES games (number),
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    place INTEGER NOT NULL,
    before REAL NOT NULL,
    after REAL NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX changes_of_player ON changes (player, game);
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """What a rating needs of a finished game.

    Attributes:
        id: what names the game; the same id is the same game.
        variant: the text form.
        players: their names in turn order.
        places: their places in the same order.
        reason: why the game ended.
        date: when, as text.
        rated: whether it was played for ratings.

    Raises:
        RatingError: `bad-value`.
    """

    id: str
    variant: str
    players: tuple[str, ...]
    places: tuple[int, ...]
    reason: str = ""
    date: str = ""
    rated: bool = True

    def __post_init__(self) -> None:
        for field, kind in (("players", tuple), ("places", tuple), ("rated", bool)):
            if not isinstance(getattr(self, field), kind):
                self._refuse(field, repr(getattr(self, field)), f"a {kind.__name__}")
        if not 2 <= len(self.players) <= 6:
            self._refuse("players", len(self.players), "2 to 6 names")
        if not all(map(_is_name, self.players)):
            self._refuse("players", self.players, "names that are not blank")
        if len(self.places) != len(self.players) or not all(map(_is_place, self.places)):
            self._refuse("places", self.places, f"a place for each of {len(self.players)} players")
        if not self.id:
            self._refuse("id", self.id, "a text")
        for field in ("id", "variant", "reason", "date"):
            if not is_text(getattr(self, field)):
                self._refuse(field, getattr(self, field), "a text that can be written")
        try:
            variant = Variant(self.variant)
        except VariantError as error:
            expected = f"the text of one ({error})"
            raise RatingError(
                "bad-value", field="variant", given=self.variant, expected=expected
            ) from error
        if len(variant.seats) != len(self.players):
            self._refuse("variant", self.variant, f"one for {len(self.players)} players")
        if not variant.pairs and not _is_ranking(self.places):
            self._refuse("places", self.places, "a ranking such as 1, 1, 3")

    @property
    def counts(self) -> bool:
        """Whether it changes ratings: unrated games and pairs don't."""
        return self.rated and not Variant(self.variant).pairs

    def _refuse(self, field: str, given: object, expected: str) -> None:
        raise RatingError("bad-value", field=field, given=str(given), expected=expected)

    @classmethod
    def of(cls, table: TableState) -> GameResult:
        """The result of a table whose game is over.

        Raises:
            RatingError: `bad-value`: it is not over.
        """
        outcome = table.outcome
        if outcome is None:
            raise RatingError("bad-value", field="table", given="unfinished", expected="a result")
        return cls(
            id=table.id,
            variant=table.variant.text,
            players=tuple(table.names[seat] for seat in table.seats),
            places=outcome.places,
            reason=outcome.reason,
            date=table.date,
            rated=table.rated,
        )

    @classmethod
    def of_record(cls, record: Record, position: Position) -> GameResult | None:
        """The result of a recorded game, by the tags that `Table.record` writes.

        The names stand in `White`, `Red`, …; `Id`, `Date` and `Rated` may be missing: the id is
        then made from the game itself, and it counts.

        Args:
            record: the game.
            position: what `record.position()` gave.

        Returns:
            The result, None for a game that did not end.

        Raises:
            RecordError: `missing`, a seat's name.
            RatingError: `bad-value`.
        """
        outcome = position.outcome()
        if outcome is None:
            return None
        names = []
        for tag in (seat.colour.capitalize() for seat in position.seats):
            if tag not in record.tags:
                raise RecordError("missing", field=tag)
            names.append(record.tags[tag])
        rated = record.tags.get("Rated", True)
        if not isinstance(rated, bool):
            raise RatingError(
                "bad-value", field="Rated", given=str(rated), expected="true or false"
            )
        made = sha256(record.to_json().encode()).hexdigest()[:32]
        return cls(
            id=str(record.tags.get("Id", made)),
            variant=record.variant.text,
            players=tuple(names),
            places=outcome.places,
            reason=outcome.reason,
            date=str(record.tags.get("Date", "")),
            rated=rated,
        )


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to one player's rating."""

    player: str
    place: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the leaderboard; equal ratings share the better rank.

    `won`, `drawn` and `lost` count the pairs of seats a player was in, one a game with two seats.
    """

    rank: int
    player: str
    rating: float
    games: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One rated game of a player: its number in the book, the result, the player's rating."""

    number: int
    result: GameResult
    place: int
    before: float
    after: float


class Ratings:
    """The book. Used in one thread; open it again in another.

    Args:
        path: the file, made where there is none; ":memory:" for a book that is not kept.
        settings: K-factor, start rating and scale, kept in the book for the games to come; None
            for those it has.

    Raises:
        RatingError: `book`: the file is something else, or can't be opened.
    """

    def __init__(self, path: str | os.PathLike[str], settings: Elo | None = None) -> None:
        self.path = os.fspath(path)
        try:
            self._book = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None)
        except sqlite3.Error as error:
            raise RatingError("book", text=self.path, why=str(error)) from error
        try:
            self._open(settings)
        except sqlite3.Error as error:
            self._book.close()
            raise RatingError("book", text=self.path, why=str(error)) from error
        except BaseException:
            self._book.close()
            raise

    def _open(self, settings: Elo | None) -> None:
        _write_ahead(self._book)
        self._book.execute("PRAGMA synchronous=FULL")
        with self._transaction():
            application = self._number("PRAGMA application_id")
            if application == 0 and not self._number("SELECT count(*) FROM sqlite_master"):
                for statement in _SCHEMA.split(";\n"):
                    self._book.execute(statement)
                self._book.execute(f"PRAGMA application_id={_APPLICATION}")
                self._book.execute(f"PRAGMA user_version={_VERSION}")
                settings = settings or Elo()
            elif application != _APPLICATION:
                raise RatingError("book", text=self.path, why="it belongs to another program")
            elif self._number("PRAGMA user_version") != _VERSION:
                raise RatingError("book", text=self.path, why="its version is not known here")
            if settings is not None:
                self._write(settings)

    def _write(self, settings: Elo) -> None:
        self._book.executemany(
            "INSERT OR REPLACE INTO settings VALUES (?, ?)", asdict(settings).items()
        )

    def configure(self, settings: Elo) -> None:
        """Keeps other settings for the games to come; what has been rated stays."""
        with self._transaction():
            self._write(settings)

    @property
    def settings(self) -> Elo:
        """K-factor, start rating and scale."""
        return Elo(**dict(self._book.execute("SELECT name, value FROM settings")))

    def add(self, result: GameResult) -> tuple[Change, ...]:
        """Rates a game. Adding it again changes nothing and gives the same answer.

        Returns:
            What it changed, seat by seat; empty for a game that does not count.

        Raises:
            RatingError: `same-player`; `clash`: the id stands in the book with another result.
        """
        if not result.counts:
            return ()
        twice = [name for name in result.players if result.players.count(name) > 1]
        if twice:
            raise RatingError("same-player", text=twice[0])
        text = json.dumps(asdict(result), sort_keys=True)
        with self._transaction():
            known = self._book.execute(
                "SELECT number, result FROM games WHERE id = ?", (result.id,)
            ).fetchone()
            if known is not None:
                if known[1] != text:
                    raise RatingError("clash", text=result.id)
                return self._changes(known[0])
            number = self._book.execute(
                "INSERT INTO games (id, result) VALUES (?, ?)", (result.id, text)
            ).lastrowid
            assert number is not None
            return self._rate(number, result)

    def _rate(self, number: int, result: GameResult) -> tuple[Change, ...]:
        """Writes down what a game changes, within its transaction."""
        settings = self.settings
        known = [self.rating(name) for name in result.players]
        before = [settings.start if rating is None else rating for rating in known]
        moved = settings.changes(before, result.places)
        changes = tuple(
            Change(name, place, old, old + change)
            for name, place, old, change in zip(
                result.players, result.places, before, moved, strict=True
            )
        )
        for seat, change in enumerate(changes):
            won, drawn, lost = _score(change.place, result.places)
            self._book.execute(
                "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?)",
                (number, seat, change.player, change.place, change.before, change.after),
            )
            self._book.execute(
                "INSERT INTO players VALUES (?, ?, 1, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
                "rating = excluded.rating, games = games + 1, won = won + excluded.won, "
                "drawn = drawn + excluded.drawn, lost = lost + excluded.lost",
                (change.player, change.after, won, drawn, lost),
            )
        return changes

    def _changes(self, number: int) -> tuple[Change, ...]:
        rows = self._book.execute(
            "SELECT player, place, before, after FROM changes WHERE game = ? ORDER BY seat",
            (number,),
        )
        return tuple(Change(*row) for row in rows)

    def rating(self, player: str) -> float | None:
        """A player's rating, None for one who has not played."""
        row = self._book.execute("SELECT rating FROM players WHERE name = ?", (player,)).fetchone()
        return None if row is None else float(row[0])

    def __contains__(self, game_id: object) -> bool:
        found = self._book.execute("SELECT 1 FROM games WHERE id = ?", (game_id,)).fetchone()
        return found is not None

    def __len__(self) -> int:
        return self._number("SELECT count(*) FROM games")

    def leaderboard(self, limit: int | None = None) -> tuple[Row, ...]:
        """The players by rating, the best first; equal ones by name."""
        rows = self._book.execute(
            "SELECT rank() OVER (ORDER BY rating DESC), name, rating, games, won, drawn, lost "
            "FROM players ORDER BY rating DESC, name LIMIT ?",
            (-1 if limit is None else limit,),
        )
        return tuple(Row(*row) for row in rows)

    def history(self, player: str, limit: int | None = None) -> tuple[Entry, ...]:
        """A player's rated games, the last first.

        Raises:
            RatingError: `unknown-player`.
        """
        if self.rating(player) is None:
            from difflib import get_close_matches

            names = [row[0] for row in self._book.execute("SELECT name FROM players")]
            near = tuple(get_close_matches(player[:40], names, n=2))
            raise RatingError("unknown-player", text=player, near=near)
        rows = self._book.execute(
            "SELECT number, result, place, before, after FROM changes JOIN games ON number = game "
            "WHERE player = ? ORDER BY number DESC LIMIT ?",
            (player, -1 if limit is None else limit),
        )
        return tuple(
            Entry(number, _result(text), place, before, after)
            for number, text, place, before, after in rows
        )

    def close(self) -> None:
        """Closes the file; the book can't be used any more."""
        self._book.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Everything inside or nothing, with the write lock held from the start."""
        self._book.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._book.execute("ROLLBACK")
            raise
        self._book.execute("COMMIT")

    def _number(self, query: str) -> int:
        (number,) = self._book.execute(query).fetchone()
        return int(number)


def _write_ahead(book: sqlite3.Connection) -> None:
    """Switches to the write-ahead log, which readers don't wait for.

    The switch takes a lock that the busy timeout does not cover: another program that opens the
    book at the same moment is waited for here.
    """
    deadline = time.monotonic() + _BUSY_S
    while True:
        try:
            book.execute("PRAGMA journal_mode=WAL").fetchone()
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _is_name(value: object) -> bool:
    return is_text(value) and bool(str(value).strip())


def _is_place(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(Seat)


def _is_ranking(places: tuple[int, ...]) -> bool:
    """Whether equal ones share the better place and the next is left out, as in 1, 1, 3."""
    return all(sum(other < place for other in places) == place - 1 for place in places)


def _score(place: int, places: tuple[int, ...]) -> tuple[int, int, int]:
    """The pairs won, drawn and lost by a seat, itself left out."""
    return (
        sum(place < other for other in places),
        sum(place == other for other in places) - 1,
        sum(place > other for other in places),
    )


def _result(text: str) -> GameResult:
    facts: dict[str, Any] = json.loads(text)
    return GameResult(
        **facts | {"players": tuple(facts["players"]), "places": tuple(facts["places"])}
    )
