"""Games whose armies have passed each other: the engine solves both races and plays its line."""

import pytest
import sternhalma as sh

WON = 999_900
APEX_OPEN = "1/ww/www/wwww/13/5w6/11/10/9/10/11/12/4k8/kkk1/kkk/kk/k"
LEVEL = "1/ww/www/wwww/13/5w6/11/10/9/10/11/6k5/13/kkkk/kkk/kk/1"


def found(position: sh.Position, **options: bool) -> sh.SearchResult:
    return sh.Engine(hash_mib=1, **options).search(position, nodes=40_000)


@pytest.mark.parametrize("turn", ["w", "k"])
@pytest.mark.parametrize("board", [APEX_OPEN, LEVEL])
@pytest.mark.parametrize("variant", ["classic-2", "open-2", "star121-2", "rhombus-4", "ccerl-2p10"])
def test_the_race_is_played_out(variant: str, board: str, turn: str) -> None:
    """The line ends the game, and its score says how."""
    position = sh.Position(variant, f"{board} {turn} -,- 25,25 26")
    numbers = [sh.solve_race(position, seat).moves for seat in "wk"]
    assert None not in numbers
    result = found(position)
    mover = "wk".index(turn)
    own, other = numbers[mover], numbers[1 - mover]
    for move in result.pv:
        position.push(move)
    assert position.outcome() is not None
    plies = len(result.pv)
    if result.score > 0:
        assert result.score == 1_000_000 - plies
        assert position.places[mover] == 1
        assert position.places[1 - mover] == 2
        assert own <= other
    elif result.score == 0:
        assert position.places == [1, 1]
        assert own == other + (mover == 1)
    else:
        assert result.score == plies - 1_000_000
        assert position.places[1 - mover] == 1
        assert other < own


@pytest.mark.parametrize("variant", ["classic-2", "open-2", "star121-2"])
def test_never_worse_than_the_search(variant: str) -> None:
    """Minimax of the whole width over the last moves gives the same winner, no later."""
    position = sh.Position(variant, f"{APEX_OPEN} w -,- 25,25 26")
    solved = found(position)
    searched = sh.Engine(hash_mib=1, race=False).search(position, depth=5)
    assert solved.score >= searched.score
    assert solved.score > WON or solved.score == 0


def test_the_nodes_of_the_races_count() -> None:
    position = sh.Position("classic-2", f"{APEX_OPEN} w -,- 25,25 26")
    for nodes in (1, 2, 50, 300, 5000):
        result = sh.Engine(hash_mib=1).search(position, nodes=nodes)
        assert result.move is not None
        assert result.nodes <= nodes


def test_it_reports_once() -> None:
    position = sh.Position("classic-2", f"{APEX_OPEN} w -,- 25,25 26")
    told: list[sh.SearchResult] = []
    result = sh.Engine(hash_mib=1).search(position, time_ms=5000, on_info=told.append)
    assert [info.pv for info in told] == [result.pv]
    assert result.depth == len(result.pv)


def test_limits_of_the_game_are_kept() -> None:
    """The last round ends the game before anybody arrives: no race is won then."""
    position = sh.Position("classic-2", f"{APEX_OPEN} w -,- 149,149 149")
    assert abs(found(position).score) < 1_000_000
    for move in found(position).pv:
        position.push(move)
