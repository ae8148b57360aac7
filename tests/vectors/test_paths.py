"""The canonical notation of the longest moves, written and read."""

import pytest
from vector_files import by_variant, position_of, read_move

PATHS = by_variant("paths.jsonl")


@pytest.mark.parametrize("variant", PATHS)
def test_a_move_has_its_canonical_path_and_reads_back(variant: str) -> None:
    for item in PATHS[variant]:
        position = position_of(item)
        for entry, path in zip(item["moves"], item["paths"], strict=True):
            move = read_move(position, entry)
            assert str(move) == path
            assert move.path == tuple(path.split("-"))
            assert position.move(path) == move
            assert position.move(path.upper().replace("-", " -\t")) == move


@pytest.mark.parametrize("variant", PATHS)
def test_the_list_of_moves_has_the_same_paths(variant: str) -> None:
    for item in PATHS[variant]:
        position = position_of(item)
        listed = {move: str(move) for move in position.legal_moves}
        for entry, path in zip(item["moves"], item["paths"], strict=True):
            assert listed[read_move(position, entry)] == path
