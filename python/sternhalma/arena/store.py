"""The record file of a match: a game a line, written the moment it ends.

A run that is killed leaves whole lines and at most a torn one, which is taken off before anything
else is written: what was played stays, what was not is played. Only one run writes a file at a
time.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sternhalma.errors import ArenaError
from sternhalma.record import Record, numbered_records
from sternhalma.saving import lock

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from sternhalma.arena.match import Match


class Store:
    """A match's record file, open for writing. Use it in a `with`.

    Args:
        path: where it lies; made if it does not exist.
        match: whose games it holds.

    Raises:
        ArenaError: `other-match`, `not-ours`, `in-use`.
        RecordError: it holds something else.
        OSError: it can't be read or written.
    """

    def __init__(self, path: str | os.PathLike[str], match: Match) -> None:
        self.path = os.fspath(path)
        self._match = match
        self._file = open(self.path, "ab+", buffering=0)  # noqa: SIM115
        try:
            lock(self._file)
            self._drop_torn_line()
            self.games = self._read()
        except BlockingIOError as error:
            self._file.close()
            raise ArenaError("in-use", file=self.path) from error
        except BaseException:
            self._file.close()
            raise
        self.played = {_number(record) for record in self.games}

    def add(self, line: str) -> Record | None:
        """Writes a game; None where it stands there already."""
        record = Record.from_json(line)
        if _number(record) in self.played:
            return None
        self._file.write(line.encode() + b"\n")
        self.played.add(_number(record))
        return record

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _drop_torn_line(self) -> None:
        """Takes off what stands after the last line end."""
        self._file.seek(0)
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            if not data.startswith(b"{"):
                raise ArenaError("not-ours", file=self.path, line=1)
            self._file.truncate(whole)

    def _read(self) -> list[Record]:
        """The games there are, in the order they were played."""
        games: dict[int, Record] = {}
        for line, record in numbered_records(self.path):
            arena = record.tags.get("Arena")
            if not isinstance(arena, dict) or not isinstance(arena.get("game"), int):
                raise ArenaError("not-ours", file=self.path, line=line)
            self._compare("variant", record.variant.text, self._match.variant.text)
            self._compare("the match", arena.get("match"), self._match.fingerprint)
            games.setdefault(arena["game"], record)
        return list(games.values())

    def _compare(self, field: str, given: object, expected: object) -> None:
        if given != expected:
            raise ArenaError(
                "other-match", file=self.path, field=field, given=str(given), expected=expected
            )


def _number(record: Record) -> int:
    number: int = record.tags["Arena"]["game"]
    return number
