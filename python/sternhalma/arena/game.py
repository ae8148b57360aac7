"""One game between engines, with this package as the referee: who fails forfeits that game.

An engine of its own program is started for the game and ended after it; a built-in one plays in
this process. Knows nothing of where the game is played or of the rest of the match.
"""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from sternhalma._core import Position
from sternhalma.client import Engine, Timeouts
from sternhalma.errors import EngineError, SternhalmaError
from sternhalma.protocol import Limits
from sternhalma.record import Record

if TYPE_CHECKING:
    from sternhalma._core import Move
    from sternhalma.arena.match import Competitor, Task
    from sternhalma.engines import Settings

CRASH, ILLEGAL, OVERRUN = "crash", "illegal", "overrun"
_KINDS = {"illegal": ILLEGAL, "overran": OVERRUN}  # by an error's code; the others are crashes
_UNBOUNDED_MS = 60_000  # for a move where only depth or nodes bound it


class Mover(Protocol):
    """An engine at the board.

    Attributes:
        allowed_ms: how long it may take for a move.
    """

    allowed_ms: int

    def choose(self, position: Position) -> Move | None:
        """Its move.

        Raises:
            EngineError: it fails.
        """

    def close(self) -> None:
        """Ends it."""


class BuiltIn:
    """A built-in engine in this process."""

    def __init__(self, name: str, settings: Settings, limits: Limits, seed: int) -> None:
        self._name = name
        given = {"time_ms": limits.time_ms, "depth": limits.depth, "nodes": limits.nodes}
        self._limits = settings.limits or {
            name: number for name, number in given.items() if number is not None
        }
        self.allowed_ms = self._limits.get("time_ms", _UNBOUNDED_MS)
        self._engine = settings.make(seed)

    def choose(self, position: Position) -> Move | None:
        """Its move; anything it raises is its own failure."""
        try:
            return self._engine.search(position, **self._limits).move  # type: ignore[arg-type]
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise EngineError("raised", name=self._name, why=why) from error

    def close(self) -> None:
        """Nothing to end."""


class External:
    """An engine that is a program."""

    def __init__(self, competitor: Competitor, task: Task, seed: int) -> None:
        command = competitor.command
        assert command is not None
        timeouts = Timeouts(margin=task.margin_ms / 1000, unbounded=_UNBOUNDED_MS / 1000)
        self._limits = task.limits
        self.allowed_ms = _UNBOUNDED_MS if task.limits.time_ms is None else task.limits.time_ms
        self._engine = Engine(command, name=competitor.name, timeouts=timeouts)
        try:
            self._engine.set("Seed", seed)
            self._engine.new_game(Position(task.variant).variant)
        except BaseException:
            self._engine.close()
            raise

    def choose(self, position: Position) -> Move | None:
        """Its move."""
        return self._engine.search(position, self._limits).move

    def close(self) -> None:
        """Ends its process."""
        self._engine.close()


def make_mover(task: Task, competitor: int, side: int) -> Mover:
    """An engine for a side of a game, ready to play.

    Raises:
        EngineError: it can't be started or told the rules.
    """
    one = task.engines[competitor]
    seed = (task.seed * 1_000_003 + task.number * 31 + side) % (1 << 62)
    if one.command is not None:
        return External(one, task, seed)
    return BuiltIn(one.name, one.settings, task.limits, seed)


def play_game(task: Task) -> str:
    """Plays a game and returns its record, a line of JSON without its line break."""
    position = Position(task.variant)
    for move in task.moves:
        position.push(move)
    spent: list[list[int]] = [[] for _ in task.seats]
    forfeit: dict[str, object] | None = None
    with ExitStack() as stack:
        movers: dict[tuple[int, int], Mover] = {}
        while position.turn is not None and forfeit is None:
            seat = position.seats.index(position.turn)
            try:
                _play_move(task, position, seat, movers, stack, spent[seat])
            except EngineError as error:
                kind = _KINDS.get(error.code, CRASH)
                forfeit = {
                    "seat": position.turn.letter,
                    "engine": task.engines[task.seats[seat]].name,
                    "how": kind,
                    "why": str(error),
                }
                leave = position.timeout if kind == OVERRUN else position.resign
                leave(position.turn)
    return Record.of(position, _tags(task, position, spent, forfeit)).to_json()


def _play_move(
    task: Task,
    position: Position,
    seat: int,
    movers: dict[tuple[int, int], Mover],
    stack: ExitStack,
    spent: list[int],
) -> None:
    """Asks the engine whose turn it is, and plays its move.

    Raises:
        EngineError: it failed, overran or answered illegally.
    """
    competitor = task.seats[seat]
    side = seat % (len(task.seats) // 2) if position.variant.pairs else seat
    mover = movers.get((competitor, side))
    if mover is None:
        mover = movers[competitor, side] = make_mover(task, competitor, side)
        stack.callback(mover.close)
    name = task.engines[competitor].name
    began = monotonic()
    move = mover.choose(position.copy())
    took = int((monotonic() - began) * 1000)
    allowed = mover.allowed_ms + task.margin_ms
    if took > allowed:
        raise EngineError("overran", name=name, given=took, expected=allowed)
    if move is None:
        raise EngineError("illegal", name=name, text="none", why="there are legal moves")
    try:
        position.push(move)
    except (SternhalmaError, TypeError) as error:
        raise EngineError("illegal", name=name, text=str(move), why=str(error)) from error
    spent.append(took)


def _tags(
    task: Task, position: Position, spent: list[list[int]], forfeit: dict[str, object] | None
) -> dict[str, object]:
    """What the record remembers: the players, and what the match needs to go on."""
    names = [task.engines[competitor].name for competitor in task.seats]
    tags: dict[str, object] = {
        seat.colour.capitalize(): name for seat, name in zip(position.seats, names, strict=True)
    }
    tags["Id"] = f"{task.match}-{task.number}"
    tags["Date"] = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if len(set(names)) < len(names):
        tags["Rated"] = False  # nobody is rated against itself
    tags["Arena"] = {
        "match": task.match,
        "game": task.number,
        "opening": task.opening,
        "plies": len(task.moves),
        "engines": list(task.seats),
        "moves": [len(times) for times in spent],
        "time_ms": [sum(times) for times in spent],
    }
    if forfeit is not None:
        tags["Forfeit"] = forfeit
    return tags
