"""Mid-game positions: every legal move in its order, and the counts of one and two moves."""

import pytest
import sternhalma as sh
from vector_files import by_variant, normalised, position_of, written

POSITIONS = by_variant("positions.jsonl")


@pytest.mark.parametrize("variant", POSITIONS)
def test_moves_and_counts(variant: str) -> None:
    for item in POSITIONS[variant]:
        position = position_of(item)
        assert position.text == item["position"]
        assert position.hash == position._fresh_hash
        moves = list(position.legal_moves)
        assert [written(move) for move in moves] == normalised(item["moves"])
        assert position.num_moves() == len(position.legal_moves) == len(moves)
        assert [sh.perft(position, depth) for depth in (1, 2)] == item["perft"]


@pytest.mark.parametrize("variant", POSITIONS)
def test_arrays_hold_the_same_moves(variant: str) -> None:
    for item in POSITIONS[variant]:
        position = position_of(item)
        moves = list(position.legal_moves)
        array = position.moves_array()
        if not position.variant.capture:
            cells = len(position.cells())
            codes = [int(origin) * cells + int(target) for origin, target in array]
            assert sorted(codes) == sorted(move.code for move in moves)
            continue
        names = sh._core.geometry(position.variant.order)["names"]
        found = {
            (names[origin], names[target], frozenset(taken_cells(names, taken)))
            for (origin, target), taken in zip(*array, strict=True)
        }
        expected = {(move.origin, move.target, frozenset(move.captured)) for move in moves}
        assert found == expected
        assert len(array[0]) == len(moves)


def taken_cells(names: tuple[str, ...], words: list[int]) -> list[str]:
    """The names of the cells of a row of taken-cell bits."""
    bits = sum(int(word) << (64 * i) for i, word in enumerate(words))
    return [name for cell, name in enumerate(names) if bits >> cell & 1]
