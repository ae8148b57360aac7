"""Sternhalma (Chinese checkers): the whole rule book as one fast engine.

The names below are the public face; the compiled core is all that importing it loads. numpy comes
with the first array, everything else with the module that needs it (`sternhalma.record`,
`sternhalma.players`, `sternhalma.svg`, the command line in `sternhalma.cli`). The table and what
sits at it (`Table`, `Human`, `Greedy`, `Ratings` and the like) are loaded when first asked for.
"""

# The order matters: the core looks for the errors and the seats while it initialises.
from sternhalma.errors import (
    ArenaError,
    BenchError,
    EngineError,
    GameOverError,
    IllegalMoveError,
    NotationError,
    PositionError,
    RatingError,
    RecordError,
    SternhalmaError,
    TableError,
    VariantError,
)
from sternhalma.seats import STONE, Seat, Stone

from sternhalma._core import (  # isort: skip
    Batch,
    Engine,
    LegalMoves,
    Line,
    Move,
    Outcome,
    Playouts,
    Position,
    Quit,
    Race,
    Rules,
    SearchResult,
    __version__,
    kernel,
    perft,
    perft_divide,
    playouts,
    separated,
    solve_race,
)
from sternhalma.bench import bench
from sternhalma.variants import Variant, variants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sternhalma import events
    from sternhalma.clock import ManualTime, TimeControl
    from sternhalma.hints import Hint, Reason, reasons
    from sternhalma.levels import Level
    from sternhalma.players import Greedy, Human, Random, Searcher
    from sternhalma.rating import GameResult, Ratings
    from sternhalma.scoring import Elo
    from sternhalma.seating import seated
    from sternhalma.table import Table
    from sternhalma.turn import Turn
    from sternhalma.view import View

_LATER = {
    "Elo": "scoring",
    "GameResult": "rating",
    "Greedy": "players",
    "Hint": "hints",
    "Human": "players",
    "Level": "levels",
    "ManualTime": "clock",
    "Random": "players",
    "Ratings": "rating",
    "Reason": "hints",
    "Searcher": "players",
    "Table": "table",
    "TimeControl": "clock",
    "Turn": "turn",
    "View": "view",
    "events": "",
    "reasons": "hints",
    "seated": "seating",
}


def __getattr__(name: str) -> object:
    """The names of `_LATER`, loaded with the module that holds them."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = _LATER[name]
    module = import_module(f"{__name__}.{home or name}")
    found = globals()[name] = getattr(module, name) if home else module
    return found


__all__ = [
    "STONE",
    "ArenaError",
    "Batch",
    "BenchError",
    "Elo",
    "Engine",
    "EngineError",
    "GameOverError",
    "GameResult",
    "Greedy",
    "Hint",
    "Human",
    "IllegalMoveError",
    "LegalMoves",
    "Level",
    "Line",
    "ManualTime",
    "Move",
    "NotationError",
    "Outcome",
    "Playouts",
    "Position",
    "PositionError",
    "Quit",
    "Race",
    "Random",
    "RatingError",
    "Ratings",
    "Reason",
    "RecordError",
    "Rules",
    "SearchResult",
    "Searcher",
    "Seat",
    "SternhalmaError",
    "Stone",
    "Table",
    "TableError",
    "TimeControl",
    "Turn",
    "Variant",
    "VariantError",
    "View",
    "__version__",
    "bench",
    "events",
    "kernel",
    "perft",
    "perft_divide",
    "playouts",
    "reasons",
    "seated",
    "separated",
    "solve_race",
    "variants",
]
