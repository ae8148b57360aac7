"""Engines' processes, greeted in either dialect."""

from collections.abc import Iterator

import pytest
from talking import Raw


@pytest.fixture(scope="module")
def ugi_process() -> Iterator[Raw]:
    with Raw() as engine:
        engine.ask("ugi", word="ugiok")
        yield engine


@pytest.fixture(scope="module")
def ccp_process() -> Iterator[Raw]:
    with Raw() as engine:
        engine.ask("ccp", word="ccpok")
        yield engine


@pytest.fixture
def ugi(ugi_process: Raw) -> Raw:
    """One process for a whole module, at the start of classic-2."""
    ugi_process.send("setoption name Variant value classic-2", "uginewgame")
    assert ugi_process.settle() == []
    return ugi_process


@pytest.fixture
def ccp(ccp_process: Raw) -> Raw:
    """One process for a whole module, at the start of ccerl-2p10."""
    ccp_process.send("setoption name Variant value ccerl-2p10", "newgame")
    assert ccp_process.settle() == []
    return ccp_process


@pytest.fixture
def own_ugi() -> Iterator[Raw]:
    with Raw() as engine:
        engine.ask("ugi", word="ugiok")
        yield engine
