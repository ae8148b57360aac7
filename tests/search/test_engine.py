"""The engine's manners: limits, stopping, results, and that a seed makes it the same every time."""

import threading
import time

import pytest
import sternhalma as sh

ALL = sh.variants()
HANG = 60.0  # seconds after which it counts as hanging
ALGORITHMS = ["auto", "plain", "max-n", "best-reply", "mcts"]
FEW = ["classic-2", "classic-3", "pairs-2x2", "star253-6", "capture-2", "long-2", "rhombus-2"]


@pytest.mark.parametrize("variant", ALL)
def test_every_variant_gets_a_legal_move(variant: str) -> None:
    engine = sh.Engine(hash_mib=1)
    position = sh.Position(variant)
    before = position.text
    for limits in ({"time_ms": 0}, {"nodes": 300}, {"time_ms": 5}):
        result = engine.search(position, **limits)
        assert position.is_legal(result.move)
        assert position.text == before
        assert result.pv[0] == result.move == result.lines[0].move
        assert result.score == result.lines[0].score
        assert result.nodes > 0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("variant", FEW)
def test_lines_are_playable(variant: str, algorithm: str) -> None:
    position = sh.Position(variant)
    engine = sh.Engine(hash_mib=1, algorithm=algorithm)
    result = engine.search(position, nodes=3000, multipv=4)
    assert len(result.lines) == 4
    assert len({line.move for line in result.lines}) == 4
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    for line in result.lines:
        twin = position.copy()
        for move in line.pv:
            twin.push(move)


@pytest.mark.parametrize("variant", FEW)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_limit_on_nodes_is_exact(variant: str, algorithm: str) -> None:
    for nodes in (1, 2, 77, 1000, 5000):
        engine = sh.Engine(hash_mib=1, algorithm=algorithm)
        result = engine.search(sh.Position(variant), nodes=nodes)
        assert result.nodes == nodes
        assert result.move in sh.Position(variant).legal_moves


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("variant", FEW)
def test_the_same_search_gives_the_same_result(variant: str, algorithm: str) -> None:
    position = sh.Position(variant)
    used = sh.Engine(hash_mib=1, seed=3, algorithm=algorithm)
    used.search(position, time_ms=20)
    found = []
    for engine in (used, sh.Engine(hash_mib=1, seed=3, algorithm=algorithm), used):
        result = engine.search(position, nodes=20_000, multipv=2)
        found.append((result.depth, [(line.score, line.pv) for line in result.lines]))
    assert found[0] == found[1] == found[2]


def test_depth_is_reached_and_told() -> None:
    told: list[sh.SearchResult] = []
    result = sh.Engine(hash_mib=1).search(sh.Position("classic-2"), depth=4, on_info=told.append)
    assert result.depth == 4
    assert [info.depth for info in told] == [1, 2, 3, 4]
    assert told[-1].move == result.move
    assert len(result.pv) >= 3


def test_a_callback_can_end_the_search() -> None:
    class Enough(Exception):
        pass

    def enough(info: sh.SearchResult) -> None:
        raise Enough

    engine = sh.Engine(hash_mib=1, threads=2)
    with pytest.raises(Enough):
        engine.search(sh.Position("classic-2"), time_ms=60_000, on_info=enough)
    assert engine.search(sh.Position("classic-2"), depth=2).depth == 2


@pytest.mark.threads
@pytest.mark.parametrize(
    ("algorithm", "threads"), [("auto", 3), *((name, 1) for name in ALGORITHMS)]
)
@pytest.mark.parametrize("variant", FEW)
def test_stop_from_another_thread(variant: str, algorithm: str, threads: int) -> None:
    engine = sh.Engine(hash_mib=1, threads=threads, algorithm=algorithm)
    position = sh.Position(variant)
    timer = threading.Timer(0.1, engine.stop)
    timer.start()
    start = time.monotonic()
    result = engine.search(position, nodes=2**60)
    timer.join()
    assert time.monotonic() - start < HANG
    assert position.is_legal(result.move)


@pytest.mark.threads
def test_one_search_at_a_time() -> None:
    engine = sh.Engine(hash_mib=1)
    began = threading.Event()
    position = sh.Position("classic-6")

    def search() -> None:
        engine.search(position, time_ms=60_000, on_info=lambda info: began.set())

    thread = threading.Thread(target=search)
    thread.start()
    assert began.wait(HANG)
    with pytest.raises(RuntimeError, match="another thread"):
        engine.search(position, depth=1)
    position.push(next(iter(position.legal_moves)))  # the search works on a copy
    engine.stop()
    thread.join(HANG)
    assert not thread.is_alive()


def test_a_finished_game_gives_no_move() -> None:
    position = sh.Position("classic-2")
    position.resign("w")
    result = sh.Engine(hash_mib=1).search(position, time_ms=1000)
    assert (result.move, result.score, result.nodes, result.lines) == (None, 0, 0, [])
    with pytest.raises(sh.GameOverError):
        sh.Engine(hash_mib=1).evaluate(position)
    assert sh.Engine(hash_mib=1).evaluate(position, "k") == 1_000_000


def test_one_legal_move_is_played_at_once() -> None:
    position = sh.Position("capture-2:order=2", "1/2/4o2/o2o2/5/1o4/7/1o/1 w -,- 4,4 5 4,9")
    assert position.num_moves() == 1
    result = sh.Engine(hash_mib=1).search(position, time_ms=60_000)
    assert result.move in position.legal_moves
    assert result.time_ms < 1000 * HANG / 2


def test_a_clock_is_shared_out() -> None:
    engine = sh.Engine(hash_mib=1)
    result = engine.search(sh.Position("classic-2"), clock=(2000, 0))
    assert result.time_ms < 1000
    assert engine.search(sh.Position("classic-2"), clock=(0, 0)).move is not None


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"hash_mib": 0}, ValueError),
        ({"algorithm": "guess"}, ValueError),
        ({"no_such": True}, TypeError),
    ],
)
def test_bad_options(arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        sh.Engine(**arguments)


@pytest.mark.parametrize("limit", [{"depth": 0}, {"nodes": 0}, {"time_ms": -1}, {"multipv": 0}])
def test_bad_limits(limit: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        sh.Engine(hash_mib=1).search(sh.Position("classic-2"), **limit)


@pytest.mark.parametrize(
    ("algorithm", "variant"),
    [("alpha-beta", "open-2"), ("best-reply", "open-3"), ("max-n", "open-3"), ("plain", "open-2")],
)
def test_it_does_not_go_round_in_circles(algorithm: str, variant: str) -> None:
    """Nothing in `open` ends a game whose positions come again: but for `plain`, a move palls."""
    engine = sh.Engine(hash_mib=1, algorithm=algorithm)
    position = sh.Position(variant)
    move = engine.search(position, depth=3).move
    assert move is not None
    for _ in range(10):
        forth = [move]
        position.push(move)
        while position.turn != position.seats[0]:
            forth.append(next(iter(position.legal_moves)))
            position.push(forth[-1])
        for step in forth:
            position.push(position.move(f"{step.target}-{step.origin}"))
    again = engine.search(position, depth=3).move
    assert (again == move) == (algorithm == "plain")
