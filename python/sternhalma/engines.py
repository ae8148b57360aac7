"""Engines that come with the package, by their text: `greedy`, `plain`, `hard`, `engine:threads=2`.

Owns how such a text is read and what it makes: something with `search` and `stop` as `sh.Engine`
has them. The simple movers of `players` are engines here as well, so that whatever drives an engine
can drive them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from sternhalma._core import Engine
from sternhalma.errors import EngineError
from sternhalma.levels import KINDS, NAMES, Level
from sternhalma.players import Greedy, Random
from sternhalma.turn import Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sternhalma._core import Move, Position

Value = int | float | bool | str

SIMPLE: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}
_LIMITS = ("time_ms", "depth", "nodes")  # options that bound every search instead of making it
_FORM = "name=value with commas between"


class Result(Protocol):
    """What a search found."""

    @property
    def move(self) -> Move | None:
        """The move chosen, None in a finished game."""

    @property
    def score(self) -> int | None:
        """The value for the seat to move, in hundredths."""

    @property
    def depth(self) -> int:
        """Plies searched."""

    @property
    def nodes(self) -> int:
        """Positions searched."""

    @property
    def time_ms(self) -> float:
        """How long it took."""

    @property
    def pv(self) -> Sequence[Move]:
        """The moves expected."""

    @property
    def lines(self) -> Sequence[Line]:
        """The best first moves, each with its score and moves expected."""


class Line(Protocol):
    """One of the best first moves."""

    @property
    def move(self) -> Move | None:
        """The first move."""

    @property
    def score(self) -> int | None:
        """The value for the seat to move, in hundredths."""

    @property
    def pv(self) -> Sequence[Move]:
        """The moves expected, the first included."""


class Searching(Protocol):
    """What plays: `sh.Engine`, or a simple mover in its place."""

    def search(
        self,
        position: Position,
        *,
        time_ms: int | None = None,
        clock: tuple[int, int] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        multipv: int = 1,
        on_info: Callable[[Result], object] | None = None,
    ) -> Result:
        """The best move found within the limits."""

    def stop(self) -> None:
        """Ends a search in another thread."""

    def clear(self) -> None:
        """Forgets what was found out in earlier searches."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a simple mover or a level answers; a mover looks at one move and expects nothing."""

    move: Move | None
    time_ms: float
    score: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[Move, ...] = ()
    lines: tuple[Line, ...] = ()


class Simple:
    """A simple mover in the place of an engine.

    Args:
        kind: `random` or `greedy`.
        seed: of its choices.
    """

    def __init__(self, kind: str, seed: int | str = 0) -> None:
        self._player = SIMPLE[kind](seed)

    def search(self, position: Position, **_: object) -> Found:
        """A move at once, whatever the limits."""
        began = perf_counter()
        if position.turn is None:
            return Found(None, 0)
        move = self._player.choose(Turn(position.copy()))
        return Found(move, int((perf_counter() - began) * 1000))

    def stop(self) -> None:
        """Nothing to end."""

    def clear(self) -> None:
        """Nothing to forget."""


class AtLevel:
    """A level in the place of an engine.

    Args:
        level: its name or number.
        seed: of its choices.
        threads: that search together.
    """

    def __init__(self, level: str | int, seed: int | str = 0, threads: int = 1) -> None:
        self._level = Level(level, seed=seed, threads=threads)

    def search(
        self,
        position: Position,
        *,
        time_ms: int | None = None,
        clock: tuple[int, int] | None = None,
        on_info: Callable[[Result], object] | None = None,
        **_: object,
    ) -> Result:
        """A move of the level; depth, nodes and lines are the level's own."""
        if position.turn is None:
            return Found(None, 0)
        move, result = self._level.search(position, time_ms=time_ms, clock=clock)
        line = next(line for line in result.lines if line.move == move)
        found = Found(
            move, result.time_ms, line.score, result.depth, result.nodes, tuple(line.pv), (line,)
        )
        if on_info is not None:
            on_info(found)
        return found

    def stop(self) -> None:
        """Ends a search in another thread."""
        self._level.stop()

    def clear(self) -> None:
        """Nothing that the next choice could depend on."""


@dataclass(frozen=True, slots=True)
class Settings:
    """A built-in engine before it is made.

    Attributes:
        kind: `random`, `greedy`, a level such as `easy` or `level-7`, or `engine`.
        options: what `sh.Engine` takes, by name.
        limits: `time_ms`, `depth` and `nodes` of its own, which replace those it is given.
    """

    kind: str
    options: dict[str, Value] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)

    def make(self, seed: int = 0, options: Mapping[str, Value] | None = None) -> Searching:
        """The engine.

        Args:
            seed: of its choices, unless the settings have their own.
            options: added to those of the settings, which win.

        Raises:
            EngineError: `options`, it does not take them.
        """
        given: dict[str, Value] = {"seed": seed, **(options or {}), **self.options}
        if self.kind in SIMPLE:
            return Simple(self.kind, str(given["seed"]))
        if self.kind in KINDS:
            threads = given.get("threads", 1)
            return _made(
                lambda: AtLevel(self.kind, str(given["seed"]), threads),  # type: ignore[arg-type]
                given,
            )
        engine: Callable[..., Searching] = Engine
        return _made(lambda: engine(**given), given)


def _made(make: Callable[[], Searching], options: dict[str, Value]) -> Searching:
    """What is made with options.

    Raises:
        EngineError: `options`, it does not take them.
    """
    try:
        return make()
    except (TypeError, ValueError, MemoryError) as error:
        given = ", ".join(f"{name}={value}" for name, value in options.items())
        why = str(error) or type(error).__name__
        raise EngineError("options", given=given, why=why) from error


def read_settings(text: str) -> Settings:
    """The built-in engine of a text: a name, and options after a colon.

    Raises:
        EngineError: `unknown-engine`, `bad-value`.
    """
    name, colon, rest = text.strip().partition(":")
    kinds: dict[str, dict[str, Value]] = {
        **{kind: {} for kind in (*SIMPLE, *KINDS)},
        "engine": {},
        "plain": {"algorithm": "plain"},
    }
    if name.isascii() and name.isdecimal():
        name = f"level-{name}"
    if name.lower() not in kinds:
        expected = ", ".join((*SIMPLE, *NAMES, "1 to 10", "plain", "engine"))
        raise EngineError("unknown-engine", text=text, expected=expected)
    options = dict(kinds[name.lower()])
    limits: dict[str, int] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key.isidentifier() and equals and value):
            raise EngineError("bad-value", field=name, given=part, expected=_FORM)
        if key in _LIMITS:
            limits[key] = _limit(key, value)
        else:
            options[key] = _value(value)
    kind = "engine" if name.lower() in ("engine", "plain") else name.lower()
    own = {"seed"} if kind in SIMPLE else {"seed", "threads"}
    if kind != "engine" and (limits or not options.keys() <= own):
        expected = " and ".join(sorted(own))
        raise EngineError("bad-value", field=name, given=rest, expected=f"{expected} alone")
    return Settings(kind, options, limits)


def _limit(key: str, text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise EngineError("bad-value", field=key, given=text, expected="a number")


def _value(text: str) -> Value:
    """The value of an option: a number or a truth where it looks like one."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
