"""Sternhalma (Chinese checkers): the whole rule book as one fast engine.

The names below are the public face; the compiled core is all that importing it loads. numpy comes
with the first array, everything else with the module that needs it (`sternhalma.record`,
`sternhalma.players`, `sternhalma.svg`, the command line in `sternhalma.cli`).
"""

# The order matters: the core looks for the errors and the seats while it initialises.
from sternhalma.errors import (
    BenchError,
    GameOverError,
    IllegalMoveError,
    NotationError,
    PositionError,
    RecordError,
    SternhalmaError,
    VariantError,
)
from sternhalma.seats import STONE, Seat, Stone

from sternhalma._core import (  # isort: skip
    Batch,
    LegalMoves,
    Move,
    Outcome,
    Playouts,
    Position,
    Quit,
    Rules,
    __version__,
    kernel,
    perft,
    perft_divide,
    playouts,
)
from sternhalma.bench import bench
from sternhalma.variants import Variant, variants

__all__ = [
    "STONE",
    "Batch",
    "BenchError",
    "GameOverError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "NotationError",
    "Outcome",
    "Playouts",
    "Position",
    "PositionError",
    "Quit",
    "RecordError",
    "Rules",
    "Seat",
    "SternhalmaError",
    "Stone",
    "Variant",
    "VariantError",
    "__version__",
    "bench",
    "kernel",
    "perft",
    "perft_divide",
    "playouts",
    "variants",
]
