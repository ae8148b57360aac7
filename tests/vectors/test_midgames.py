"""The benchmark set: 1000 midgames of classic-2 and their sums."""

import sternhalma as sh
from vector_files import midgames

MOVES = 53_414
SEQUENCES_OF_TWO = 2_890_670


def test_texts_read_back() -> None:
    texts = midgames()
    assert len(texts) == 1000
    assert [sh.Position("classic-2", text).text for text in texts] == texts


def test_the_sum_of_moves() -> None:
    positions = [sh.Position("classic-2", text) for text in midgames()]
    assert sum(position.num_moves() for position in positions) == MOVES
    assert sum(len(position.legal_moves) for position in positions) == MOVES
    assert sum(len(position.moves_array()) for position in positions) == MOVES
    assert sum(sh.perft(position, 1) for position in positions) == MOVES


def test_the_sum_of_sequences_of_two_moves() -> None:
    positions = [sh.Position("classic-2", text) for text in midgames()]
    assert sum(sh.perft(position, 2) for position in positions) == SEQUENCES_OF_TWO
