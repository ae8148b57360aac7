"""SplitMix64 and what is made of it: Zobrist keys, and the random picks of playouts.

Written from the comments in `cpp/sternhalma/board/zobrist.hpp` and `game/random.hpp`, which
promise that these numbers never change.
"""

import sternhalma as sh

MASK = 2**64 - 1
STONE = 6


def splitmix64(index: int) -> int:
    """Output number `index` of SplitMix64 with seed 0."""
    z = index * 0x9E3779B97F4A7C15 & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class Picks:
    """The random numbers of one game of a seed."""

    def __init__(self, seed: int, game: int) -> None:
        self.index = splitmix64((splitmix64(seed + 1 & MASK) + game) & MASK)

    def below(self, n: int) -> int:
        """A number in 0..n-1."""
        output = splitmix64(self.index)
        self.index = self.index + 1 & MASK
        return (output >> 32) * n >> 32


def zobrist_key(position: sh.Position) -> int:
    """The key of a position from nothing: marbles, the seat to move, the seats in play."""
    key = 0
    for cell, colour in enumerate(position.cells().tolist()):
        if colour >= 0:
            key ^= splitmix64(1 + (position.variant.order * 8 + colour) * 256 + cell)
    if position.turn is not None:
        key ^= splitmix64(0x10000 + position.turn)
    for seat, place, waits in zip(position.seats, position.places, position.arrived, strict=True):
        if place is None and not waits:
            key ^= splitmix64(0x20000 + seat)
    return key
