"""Positions with one right answer: what a racer must see at the end of the game."""

import pytest
import sternhalma as sh

WON = 999_900  # a win in sight is worth more
LAST_OUTSIDE = "w/ww/www/1www/5w7/12/11/10/9/10/11/12/4k8/kk2/kkk/kk/k"
APEX_OPEN = "1/ww/www/wwww/13/5w6/11/10/9/10/11/12/4k8/kk2/kkk/kk/k"
CORNERED = "1/2/3/4/4k8/12/11/10/4w4/10/11/12/13/3w/3/2/1"


def found(variant: str, text: str, depth: int = 6) -> sh.SearchResult:
    return sh.Engine(hash_mib=1).search(sh.Position(variant, text), depth=depth)


@pytest.mark.parametrize("variant", ["classic-2", "long-2", "open-2", "star121-2", "rhombus-4"])
def test_the_last_marble_arrives_at_once(variant: str) -> None:
    result = found(variant, f"{LAST_OUTSIDE} w -,- 25,25 26")
    position = sh.Position(variant, f"{LAST_OUTSIDE} w -,- 25,25 26")
    position.push(result.move)
    assert position.places[0] == 1 or position.outcome() is not None


@pytest.mark.parametrize("variant", ["open-2", "star121-2", "long-2:reply=false", "rhombus-4"])
def test_the_last_marble_comes_home_through_a_filled_tip(variant: str) -> None:
    """All but the apex is filled: marbles inside have to make room at the entrance."""
    position = sh.Position(variant, f"{APEX_OPEN} w -,- 25,25 26")
    result = sh.Engine(hash_mib=1).search(position, depth=7)
    assert result.score > WON
    assert 3 <= 1_000_000 - result.score <= 5  # two or three own moves
    for move in result.pv:
        position.push(move)
    assert position.places[0] == 1


def test_the_reply_saves_a_draw() -> None:
    text = "w/ww/www/wwww/13/12/11/10/9/10/11/12/4k8/1kkk/kkk/kk/k k 1,- 26,25 26"
    position = sh.Position("classic-2", text)
    assert position.reply_due
    result = sh.Engine(hash_mib=1).search(position, depth=3)
    assert result.score == 0
    position.push(result.move)
    assert position.places == [1, 1]


def test_a_marble_leaves_home_in_time() -> None:
    result = found("classic-2", f"{CORNERED} w -,- 29,29 30", depth=2)
    assert result.move.origin == "m4"


def test_nobody_goes_back_home_after_the_deadline() -> None:
    text = "1/2/3/4/4k8/12/11/10/9/10/11/12/4w8/4/3/2/1 w -,- 40,40 41"
    position = sh.Position("classic-2", text)
    assert any(position.will_eliminate(move) for move in position.legal_moves)
    for limits in ({"nodes": 50}, {"depth": 1}, {"time_ms": 0}):
        move = sh.Engine(hash_mib=1).search(position, **limits).move
        assert not position.will_eliminate(move)


@pytest.mark.parametrize("variant", ["classic-3", "classic-6", "pairs-2x2"])
def test_nobody_is_eliminated_who_can_avoid_it(variant: str) -> None:
    position = sh.Position(variant.partition(":")[0] + ":deadline=4")
    engine = sh.Engine(hash_mib=1)
    for _ in range(8 * len(position.seats)):
        if position.outcome() is not None:
            break
        move = engine.search(position, nodes=400).move
        if position.will_eliminate(move):
            assert all(position.will_eliminate(other) for other in position.legal_moves)
        position.push(move)


@pytest.mark.parametrize("variant", ["classic-2", "open-2", "star121-2", "long-2", "ccerl-2p10"])
def test_a_game_is_played_to_its_arrival(variant: str) -> None:
    engine = sh.Engine(hash_mib=1)
    position = sh.Position(variant)
    for _ in range(200):
        if position.outcome() is not None:
            break
        position.push(engine.search(position, nodes=1500).move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "arrived"


def test_the_most_stones_are_taken_when_they_are_the_last() -> None:
    position = sh.Position("capture-2:order=2")
    engine = sh.Engine(hash_mib=1)
    while position.outcome() is None:
        result = engine.search(position, depth=3)
        assert position.is_legal(result.move)
        position.push(result.move)
    assert sum(position.taken) > 0
