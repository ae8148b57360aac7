"""Errors as stable codes with fields.

Code that must tell errors apart, or speak another language, reads `kind`, `code` and `fields`; the
texts are made of them in `english.py` and may change at any time.
"""

from __future__ import annotations

from sternhalma.english import english

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar


class SternhalmaError(Exception):
    """Anything this package refuses to do.

    Args:
        code: what is wrong, as a stable word such as `unknown-cell`.
        fields: the facts, each also an attribute of the error.
    """

    kind: ClassVar[str] = "error"
    code: str
    fields: dict[str, Any]

    def __init__(self, code: str, /, **fields: object) -> None:
        super().__init__(english(self.kind, code, fields))
        self.code = code
        self.fields = fields

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__.get("fields", {})
        if name in fields:
            return fields[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.code, self.fields)


class NotationError(SternhalmaError, ValueError):
    """A text that is no move, cell or seat."""

    kind = "notation"


class IllegalMoveError(SternhalmaError, ValueError):
    """A move, or a resignation, that the rules forbid here."""

    kind = "illegal"


class PositionError(SternhalmaError, ValueError):
    """A text that is no position of its variant."""

    kind = "position"


class VariantError(SternhalmaError, ValueError):
    """An unknown variant, or switches that make no sense together."""

    kind = "variant"


class RecordError(SternhalmaError, ValueError):
    """A game record that can't be read, or breaks the rules when it is replayed.

    Besides the fields of its code it may carry where it broke: `file`, and from 1 `line`, `column`
    and `move`. An error of another kind that lies behind it is its `__cause__`.
    """

    kind = "record"


class TableError(SternhalmaError, ValueError):
    """What a table refuses: seats, clocks, calls that come too late or at the wrong moment."""

    kind = "table"


class RatingError(SternhalmaError, ValueError):
    """A rating book that can't be read, or a result that does not belong into it."""

    kind = "rating"


class BenchError(SternhalmaError, ValueError):
    """A benchmark that does not exist, or whose result is wrong."""

    kind = "bench"


class EngineError(SternhalmaError):
    """An engine that can't be started, answers wrongly or not in time, or a line it can't read."""

    kind = "engine"


class ArenaError(SternhalmaError, ValueError):
    """A match that can't be played as asked, or whose record file holds something else."""

    kind = "arena"


class GameOverError(SternhalmaError, RuntimeError):
    """A move or resignation in a game that has ended."""

    kind = "over"


def _restore(cls: type[SternhalmaError], code: str, fields: dict[str, Any]) -> SternhalmaError:
    return cls(code, **fields)


_CLASSES: dict[str, type[SternhalmaError]] = {
    cls.kind: cls
    for cls in (
        NotationError,
        IllegalMoveError,
        PositionError,
        VariantError,
        RecordError,
        TableError,
        RatingError,
        BenchError,
        EngineError,
        ArenaError,
        GameOverError,
    )
}


def build(kind: str, code: str, fields: dict[str, Any]) -> SternhalmaError:
    """The error of a kind; what the compiled core calls before it raises.

    Args:
        kind: a class's `kind`: "notation", "illegal", "position", "variant", "record", …
        code: the stable word.
        fields: the facts.
    """
    return _CLASSES.get(kind, SternhalmaError)(code, **fields)
