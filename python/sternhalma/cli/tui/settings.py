"""What is kept between games: the choices of a table, and the game that was broken off.

Both are files in one folder among the user's own; STERNHALMA_HOME names another one. None of the
choices changes a rule, and a damaged file of choices counts as none.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sternhalma.clock import as_control
from sternhalma.errors import SternhalmaError
from sternhalma.saving import read_file, write_file

if TYPE_CHECKING:
    from collections.abc import Callable

_HOME = "STERNHALMA_HOME"


@dataclass(slots=True)
class Choices:
    """How somebody likes to play.

    Attributes:
        seats: movers by colour, "human" among them.
        clock: the time control's text, None for none.
        names: players' names by colour.
        motion: whether moves are shown hop by hop.
        fixed: whether the board never turns.
    """

    seats: dict[str, str] = field(default_factory=dict)
    clock: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    motion: bool = True
    fixed: bool = False

    def keep(self) -> None:
        """Writes the choices for the next start; a folder that can't be written keeps nothing."""
        with suppress(OSError):
            write_file(_made(folder()) / "settings.json", asdict(self))

    @classmethod
    def kept(cls) -> Choices:
        """The choices of last time; the defaults for whatever can't be read."""
        try:
            data = read_file(folder() / "settings.json")
        except (OSError, SternhalmaError):
            return cls()
        choices = cls()
        if isinstance(data, dict):
            for name, check in _CHECKS.items():
                if name in data and check(data[name]):
                    setattr(choices, name, data[name])
        return choices


def folder() -> Path:
    """Where the files lie; it need not exist yet."""
    named = os.environ.get(_HOME)
    if named:
        return Path(named)
    try:
        from platformdirs import user_data_path
    except ImportError:  # only the extra `tui` brings it; the same folder without it
        if sys.platform in ("win32", "darwin"):
            return Path(click.get_app_dir("sternhalma", roaming=False))
        data = os.environ.get("XDG_DATA_HOME", "").strip()
        return Path(data or Path.home() / ".local" / "share") / "sternhalma"
    return user_data_path("sternhalma", appauthor=False)


def game_file(*, make: bool = False) -> Path:
    """The file of the game that was broken off.

    Args:
        make: whether to make its folder.

    Raises:
        OSError: the folder can't be made.
    """
    return (_made(folder()) if make else folder()) / "game.json"


def _made(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def _is_clock(value: Any) -> bool:
    try:
        return value is None or bool(as_control(value))
    except SternhalmaError:
        return False


def _is_words(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(word, str) for word in value.values())


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "seats": _is_words,
    "names": _is_words,
    "clock": _is_clock,
    "motion": lambda value: isinstance(value, bool),
    "fixed": lambda value: isinstance(value, bool),
}
