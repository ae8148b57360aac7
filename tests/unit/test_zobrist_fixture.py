"""Position keys that must never change: not with a machine, a compiler or a release.

Books, records of searches and other programs may hold keys. A failure here means that the keys
were changed, not that the fixture is old.
"""

import json
from pathlib import Path

import pytest
import sternhalma as sh
from splitmix import splitmix64, zobrist_key

FIXTURE = json.loads((Path(__file__).parent / "data" / "zobrist.json").read_text("utf-8"))
ORDERS = {1, 2, 3, 4, 5, 6}


def test_the_fixture_is_wide_enough() -> None:
    assert len(FIXTURE) >= 60
    variants = [sh.Variant(item["variant"]) for item in FIXTURE]
    assert {variant.order for variant in variants} == ORDERS
    assert {variant.order for variant in variants if variant.capture} >= {2, 4, 5, 6}
    assert any(variant.pairs for variant in variants)
    assert any(" - " in item["position"] for item in FIXTURE)
    assert len({item["hash"] for item in FIXTURE}) == len(FIXTURE)


@pytest.mark.parametrize("item", FIXTURE, ids=lambda item: item["hash"])
def test_a_key_is_as_ever(item: dict[str, str]) -> None:
    position = sh.Position(item["variant"], item["position"])
    assert f"{position.hash:016x}" == item["hash"]
    assert position._fresh_hash == position.hash


@pytest.mark.parametrize("item", FIXTURE, ids=lambda item: item["hash"])
def test_a_key_is_made_of_the_documented_constants(item: dict[str, str]) -> None:
    position = sh.Position(item["variant"], item["position"])
    assert zobrist_key(position) == int(item["hash"], 16)


def test_the_generator_is_splitmix64() -> None:
    # The first outputs for seed 0, as in its authors' splitmix64.c.
    outputs = [splitmix64(1), splitmix64(2), splitmix64(3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
