"""The compiled core: rules, positions, moves, perft, playouts. Import it through `sternhalma`."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, final

import numpy as np
import numpy.typing as npt

from sternhalma.hints import Hint
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

@final
class Batch:
    """Many games of one variant stepped together, in memory allocated once.

    The views are read-only arrays over that memory: they never move, keep the batch alive and
    always show how the games stand. Calls run without the GIL; a second thread in one batch gets a
    RuntimeError. Game number = row + n * resets of that row; the same (seed, game number) is the
    same game for every thread count, and the same as game `g` of `playouts` with that seed.

    Args:
        variant: a Variant or its text form.
        n: how many games.
        seed: of the moves that `sample` and `playout` draw.
        threads: how many threads share the rows.
        auto_reset: whether `step` and `playout` start the next game in a row whose game has ended.
            `ended`, `final_places` and `final_cells` then tell of the game that ended, every other
            view shows the new one.

    Raises:
        VariantError: an unknown variant. ValueError: a number out of range.
    """

    PLANES: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        variant: Variant | str,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = False,
    ) -> None: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def n(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def auto_reset(self) -> bool: ...
    @property
    def cells(self) -> npt.NDArray[np.int8]:
        """View (n, cells): -1 empty, 0 to 5 the Seat, 6 a nobody's stone."""
    @property
    def turn(self) -> npt.NDArray[np.int8]:
        """View (n,): the Seat to move, -1 over."""
    @property
    def places(self) -> npt.NDArray[np.int8]:
        """View (n, seats), in turn order: 0 none yet."""
    @property
    def plies(self) -> npt.NDArray[np.int32]:
        """View (n,): own moves of all seats together."""
    @property
    def done(self) -> npt.NDArray[np.uint8]:
        """View (n,): 1 where the game is over."""
    @property
    def ended(self) -> npt.NDArray[np.uint8]:
        """View (n,): 1 where a game ended in the last step."""
    @property
    def final_places(self) -> npt.NDArray[np.int8]:
        """View (n, seats): places of the game that ended last in the row, 0 before the first."""
    @property
    def final_cells(self) -> npt.NDArray[np.int8]:
        """View (n, cells): its board, -1 before the first."""
    def legal_counts(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """How many legal moves each game has, int32 (n,); into `out` if given."""
    def legal_mask(
        self, out: npt.NDArray[np.uint8] | None = None, packed: bool = False
    ) -> npt.NDArray[np.uint8]:
        """1 at from * cells + to of every legal move, all 0 for a finished game.

        Bytes (n, cells * cells), or packed bits (n, (cells * cells + 7) // 8), lowest bit first
        (`numpy.unpackbits(..., bitorder="little")`). TypeError in the capture family.
        """
    def legal_moves(self) -> tuple[npt.NDArray[Any], ...]:
        """All legal moves, game by game: those of game i are offsets[i] to offsets[i + 1].

        (offsets int64 (n + 1,), codes int32 (m,)); in the capture family (offsets, cells
        uint8 (m, 2), taken-cell bits uint64 (m, 2), or (m, 4) above 128 cells).
        """
    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """A random move of each game as `step` takes it, int32 (n,); -1 for a finished one."""
    def step(self, moves: npt.NDArray[np.int32]) -> None:
        """Plays a move in each game.

        Args:
            moves: int32 (n,): from * cells + to, in the capture family the index of the move in the
                game's part of `legal_moves`; -1, and only that, for a finished game.

        Raises:
            IllegalMoveError: `row`, the first row whose move is not legal; no game has changed.
            TypeError, ValueError: an array of another kind or shape.
        """
    def reset(self, mask: npt.NDArray[np.uint8] | npt.NDArray[np.bool_] | None = None) -> None:
        """Starts new games in the rows where the mask (n,) is true, everywhere without one."""
    def playout(self, max_plies: int) -> None:
        """Plays each game on at random until it is over or so many more plies are played."""
    def features(
        self,
        out: npt.NDArray[np.uint8] | npt.NDArray[np.float32] | None = None,
        dtype: npt.DTypeLike | None = None,
    ) -> npt.NDArray[Any]:
        """Planes for learners, (n, planes, rows, cols), uint8 or float32.

        Seen from the seat to move: the star is turned so that its tip is at the bottom; row 0 is
        the top row of cells, col 0 letter a. `PLANES` names the planes: marbles by colour,
        clockwise from the seat to move; stones; the star; target and home camp; and planes that
        hold one number everywhere: moves left before the deadline, rounds left, plies left, how
        often the position has stood before, whether the reply is due. uint8 counts stop at 255;
        float32 counts are fractions of their limit (repeats of three), 0 where there is none. All
        planes of a finished game are 0. Equal planes imply equal legal moves, in the turned view.
        """
    def copy(self) -> Batch:
        """The same games with the same random numbers to come."""
    def get(self, row: int) -> Position:
        """The game of a row, without its moves but with what its repetition rule needs."""
    def set(self, row: int, position: Position) -> None:
        """Puts a position of the same variant into a row.

        Raises:
            PositionError: `other-variant`. IndexError: no such row.
        """
    def __len__(self) -> int: ...
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Batch: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Line:
    """One line of a search: its moves, and what it is worth to the side that searches."""

    @property
    def move(self) -> Move | None: ...
    @property
    def score(self) -> int: ...
    @property
    def pv(self) -> list[Move]: ...

@final
class SearchResult:
    """What a search found: `move` is None in a finished game, `lines` has the best line first.

    `score` is the lead over the others' average in hundredths of a step (or stone); 1,000,000 less
    the plies to it is a win in sight, the negative a loss. `nodes` are moves made by all threads.
    """

    @property
    def move(self) -> Move | None: ...
    @property
    def score(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time_ms(self) -> float: ...
    @property
    def pv(self) -> list[Move]: ...
    @property
    def lines(self) -> list[Line]: ...

@final
class Engine:
    """An engine that plays every variant.

    Args:
        threads: how many search one position together.
        hash_mib: size of the transposition table, MiB.
        seed: mixes up moves that look equally promising; 0 keeps them in order.
        algorithm: "auto" picks by the number of sides; the others are in docs/search.md.
        **options: switches of single features, for measuring, and `weights`, a dict of those of the
            evaluation (hundredths of a step, at most 1000 either way) that differ from the usual
            ones; TypeError for an unknown name.
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mib: int = 64,
        seed: int = 0,
        algorithm: str = "auto",
        **options: bool | dict[str, int],
    ) -> None: ...
    def search(
        self,
        position: Position,
        *,
        time_ms: int | None = None,
        clock: tuple[int, int] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        multipv: int = 1,
        on_info: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """Looks for the best move of a copy of the position until the first limit is reached.

        Runs without the GIL; with no limit it takes a second. The same seed, nodes or depth and one
        thread give the same result always. After Ctrl-C `last` has the best move so far.

        `time_ms` is for this move (even 0 gives a legal one); `clock` is (ms left for the game, ms
        added a move); `depth` counts plies, `nodes` moves made in search, exactly; `multipv` lines
        are found; `on_info` gets the result after each iteration, what it raises ends all.
        """
    def hint(self, position: Position, **limits: Any) -> Hint | None:
        """A good move and why, None where the game is over; `limits` are those of `search`."""
    def stop(self) -> None:
        """Ends the search that runs, from any thread; it returns the best move so far."""
    def clear(self) -> None:
        """Forgets earlier searches."""
    def evaluate(self, position: Position, seat: Seat | int | str | None = None) -> int:
        """How a position stands for a seat's side (by default the one to move), not searched."""
    @property
    def last(self) -> SearchResult | None:
        """What the last search found, also one that was interrupted."""

@final
class Race:
    """What `solve_race` found of the race of one seat, in its own moves.

    `moves` is the least number, None where it is only known to lie between `lower` and `upper`,
    both proven; `upper` is the length of `line`, None while no line was found.
    """

    @property
    def seat(self) -> Seat: ...
    @property
    def moves(self) -> int | None: ...
    @property
    def lower(self) -> int: ...
    @property
    def upper(self) -> int | None: ...
    @property
    def line(self) -> list[Move]:
        """One line of `upper` moves on the board without the other seats; empty without one."""
    @property
    def nodes(self) -> int:
        """Moves looked at."""

def solve_race(
    position: Position, seat: Seat | int | str | None = None, *, nodes: int = 1_000_000
) -> Race:
    """The least own moves in which a seat fills its target, its marbles alone on the board.

    Once two armies have passed each other (`separated`) that is what is left of the game; before,
    it leaves out what the others block and what they can be jumped over for. Runs without the GIL,
    the same every time. `seat` is by default the one to move, `nodes` bounds the moves looked at.

    Raises:
        PositionError: the capture family (`no-race`), a seat without marbles enough to fill its
            target (`short-of-marbles`). GameOverError: a finished game and no `seat`.
    """

def separated(position: Position) -> bool:
    """Whether two armies have passed each other, so that each side has a race of its own.

    True where two opposite seats play and every row with a marble of the one is nearer to that
    one's target than every row with a marble of the other: neither can block the other or be jumped
    over by it while nobody goes back.
    """

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
def kernel() -> str:
    """Name of the instruction-set kernel in use.

    The fastest this processor has, or the one the environment variable STERNHALMA_KERNEL names
    when the package is imported: "portable" or "avx2". ImportError there for any other name.
    """

def geometry(order: int, marbles: int | None = None) -> dict[str, Any]:
    """The star of an order (1 to 6) as plain data, cells by number.

    Keys: `order`; `names`; `xy` (letter, row) as numbers; `screen` coordinates, y upward;
    `neighbours`, six a cell counter-clockwise from the right, -1 off the star; `tips` and `camps`
    (for `marbles`) by seat colour; `symmetries`, twelve images of every cell.

    Raises:
        VariantError: an order out of range.
    """
