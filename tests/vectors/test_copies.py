"""The vectors here are the originals beside the checkout, where those are to be had."""

from pathlib import Path

import pytest

FILES = [
    "README.md",
    "deep-perft.jsonl",
    "games.jsonl",
    "midgames.txt",
    "paths.jsonl",
    "perft.jsonl",
    "positions.jsonl",
    "quits.jsonl",
    "scenes.jsonl",
]


def test_no_file_is_missing(vectors: Path) -> None:
    assert sorted(path.name for path in (vectors / "data").iterdir()) == FILES


def test_the_originals_are_these_files(shared_vectors: Path) -> None:
    assert sorted(path.name for path in shared_vectors.iterdir()) == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_copy_is_its_original_byte_for_byte(
    vectors: Path, shared_vectors: Path, name: str
) -> None:
    assert (vectors / "data" / name).read_bytes() == (shared_vectors / name).read_bytes()
