"""The compiled core: rules, positions, moves, perft, playouts. Import it through `sternhalma`."""

from collections.abc import Iterator
from typing import Any, ClassVar, final

import numpy as np
import numpy.typing as npt

from sternhalma.seats import Seat, Stone
from sternhalma.variants import Variant

__version__: str

@final
class Rules:
    """The rules of one variant as a plain value: the fields of a variant, validated.

    Raises:
        VariantError: a value out of range or a combination that makes no sense.
    """

    def __init__(
        self,
        *,
        order: int = 4,
        marbles: int | None = None,
        seats: str = "wk",
        jumps: str = "adjacent",
        foreign: str = "pass",
        lock: str = "move",
        arrival: str = "filled",
        finish: str = "places",
        reply: bool = False,
        deadline: int | None = None,
        max_rounds: int | None = None,
        max_plies: int | None = None,
        repetition: int | None = None,
        tie: str = "rank",
        lock_in: bool = False,
        pairs: bool = False,
        capture: bool = False,
    ) -> None: ...
    @property
    def order(self) -> int: ...
    @property
    def marbles(self) -> int: ...
    @property
    def seats(self) -> str: ...
    @property
    def jumps(self) -> str: ...
    @property
    def foreign(self) -> str: ...
    @property
    def lock(self) -> str: ...
    @property
    def arrival(self) -> str: ...
    @property
    def finish(self) -> str: ...
    @property
    def reply(self) -> bool: ...
    @property
    def deadline(self) -> int | None: ...
    @property
    def max_rounds(self) -> int | None: ...
    @property
    def max_plies(self) -> int | None: ...
    @property
    def repetition(self) -> int | None: ...
    @property
    def tie(self) -> str: ...
    @property
    def lock_in(self) -> bool: ...
    @property
    def pairs(self) -> bool: ...
    @property
    def capture(self) -> bool: ...
    def fields(self) -> dict[str, Any]:
        """All fields by name, in the order of the text form; what `Rules(**fields)` takes."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Move:
    """A move by cell names: immutable, hashable, picklable, equal by (origin, target, captured).

    `Move("m1-m3-k5")` builds one from its path; only the cell names are checked then, the rules
    are checked by the position it is played in.

    Raises:
        NotationError: a blank text, a name that is no cell of the star.
    """

    def __init__(
        self, path: str, captured: tuple[str, ...] | list[str] = (), order: int = 4
    ) -> None: ...
    @property
    def origin(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def path(self) -> tuple[str, ...]:
        """Origin, every landing, target: the canonical shortest path."""
    @property
    def captured(self) -> tuple[str, ...]:
        """Cells of the stones taken, in (letter, row) order; empty outside the capture family."""
    @property
    def code(self) -> int:
        """Number of the move in arrays: from * cells + to.

        Raises:
            AttributeError: the move captures, so its cells do not name it.
        """
    @property
    def order(self) -> int:
        """Order of the star the move belongs to."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Quit:
    """A seat that left the game: `how` is "resigned" or "time"."""

    def __init__(self, seat: Seat | int, how: str) -> None: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def how(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome:
    """How a game ended: `reason` as in the position text's rules, `places` in turn order."""

    def __init__(self, reason: str, places: tuple[int, ...] | list[int]) -> None: ...
    @property
    def reason(self) -> str: ...
    @property
    def places(self) -> tuple[int, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class LegalMoves:
    """A view of the legal moves of a position, read when asked."""

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, move: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Move]: ...

@final
class Position:
    """A game: the board, whose turn it is, places, counters and the events that led here.

    Args:
        variant: a Variant or its text form.
        text: a position text of that variant; None is the start position.

    Raises:
        VariantError, PositionError: what is wrong, and where in the text.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, variant: Variant | str, text: str | None = None) -> None: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def text(self) -> str: ...
    @property
    def seats(self) -> list[Seat]: ...
    @property
    def places(self) -> list[int | None]: ...
    @property
    def arrived(self) -> list[bool]:
        """Seats that have arrived while their partner still plays (`a` in the text)."""
    @property
    def moves_made(self) -> list[int]: ...
    @property
    def taken(self) -> list[int]:
        """Stones taken, capture family; zeros elsewhere."""
    @property
    def round(self) -> int: ...
    @property
    def plies(self) -> int:
        """Own moves of all seats together."""
    @property
    def turn(self) -> Seat | None: ...
    @property
    def reply_due(self) -> bool:
        """True where the move due is the second seat's reply."""
    @property
    def hash(self) -> int: ...
    @property
    def legal_moves(self) -> LegalMoves: ...
    @property
    def history(self) -> tuple[Move | Quit, ...]: ...
    def at(self, cell: str) -> Seat | Stone | None: ...
    def num_moves(self) -> int: ...
    def move(self, text: str) -> Move: ...
    def find_move(
        self, origin: str, target: str, captured: tuple[str, ...] | list[str] | None = None
    ) -> Move:
        """The legal move from `origin` to `target` (taking exactly `captured`)."""
    def reaches(self, cell: str) -> dict[str, list[str]]:
        """What the marble of the seat to move on `cell` can do, for a face that shows it.

        Lists of cell names: "steps" and "jumps" (where a move may end), "passes" (landings of
        chains where no move may end). All empty for any other cell.
        """
    def is_legal(self, move: Move | str) -> bool: ...
    def push(self, move: Move | str) -> Move:
        """Plays a legal move and returns it."""
    def pop(self) -> Move | Quit: ...
    def resign(self, seat: Seat | int | str) -> Quit: ...
    def timeout(self, seat: Seat | int | str) -> Quit: ...
    def will_eliminate(self, move: Move | str) -> bool: ...
    def moves_left(self, seat: Seat | int | str) -> int | None: ...
    def way_out(self, cell: str) -> int | None:
        """Least own moves that bring the marble on `cell` out of its home camp.

        The owner's other marbles count as lifted off, everyone else stands still. None where it is
        shut in, 0 where no marble stands in its home camp there.
        """
    def repetitions(self) -> int: ...
    def outcome(self) -> Outcome | None: ...
    def copy(self, history: bool = True) -> Position: ...
    def cells(self) -> npt.NDArray[np.int8]: ...
    def moves_array(
        self,
    ) -> npt.NDArray[np.uint8] | tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint64]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...

@final
class Playouts:
    """What `playouts` found."""

    @property
    def plies(self) -> int: ...
    @property
    def lengths(self) -> npt.NDArray[np.int32]: ...
    @property
    def places(self) -> npt.NDArray[np.int8]: ...

def perft(position: Position, depth: int, threads: int = 1) -> int: ...
def perft_divide(position: Position, depth: int, threads: int = 1) -> list[tuple[Move, int]]: ...
def playouts(
    position: Position,
    games: int = 1000,
    max_plies: int = 400,
    seed: int = 1,
    threads: int = 1,
    policy: str = "uniform",
) -> Playouts: ...
def bench_positions(
    work: str, positions: list[Position], seconds: float, threads: int
) -> dict[str, Any]: ...
def kernel() -> str: ...
def geometry(order: int, marbles: int | None = None) -> dict[str, Any]:
    """The star of an order (1 to 6) as plain data, cells by number.

    Keys: `order`; `names`; `xy` (letter, row) as numbers; `screen` coordinates, y upward;
    `neighbours`, six a cell counter-clockwise from the right, -1 off the star; `tips` and `camps`
    (for `marbles`) by seat colour; `symmetries`, twelve images of every cell.

    Raises:
        VariantError: an order out of range.
    """
