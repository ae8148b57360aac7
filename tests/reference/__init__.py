"""A slow reference of Sternhalma in pure Python, straight from the rules.

It shares no code and no design with the package under test: a board is a dict from (x, y) to a
letter, and every question is asked afresh. ``python -m reference.selfcheck``, run from ``tests/``,
checks it against all vectors.
"""

from .game import Game, Move
from .perft import perft
from .rules import PRESETS, Rules, parse_variant

__all__ = ["PRESETS", "Game", "Move", "Rules", "parse_variant", "perft"]
