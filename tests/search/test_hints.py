"""Hints: every reason is recomputed here from the position, by other means than the module's."""

from random import Random

import pytest
import sternhalma as sh
from sternhalma.hints import Reason, hint, reasons

VARIANTS = ["classic-2", "classic-3", "pairs-2x2", "star121-2", "long-2", "classic-2:deadline=6"]
WAY = {"gain", "straggler", "enters-target", "longest-chain", "denies"}


def goal_distance(cell: str, seat: sh.Seat, order: int) -> int:
    """Steps to the outermost cell of the target tip, from letters and rows alone."""
    k = order
    tips = {0: (3 * k + 1, 1), 1: (k + 1, k + 1), 2: (1, 3 * k + 1)}
    tips |= {3: (k + 1, 4 * k + 1), 4: (3 * k + 1, 3 * k + 1), 5: (4 * k + 1, k + 1)}
    x, y = ord(cell[0]) - 96, int(cell[1:])
    gx, gy = tips[(seat + 3) % 6]
    return max(abs(x - gx), abs(y - gy), abs(x + y - gx - gy))


def check(position: sh.Position, move: sh.Move, reason: Reason) -> None:
    seat, order = position.turn, position.variant.order
    assert seat is not None
    away = goal_distance(move.origin, seat, order)
    gained = away - goal_distance(move.target, seat, order)
    after = position.copy()
    after.push(move)
    if reason.code == "gain":
        assert reason.fields["steps"] == gained > 0
    elif reason.code == "straggler":
        rows = [f"{chr(96 + x)}{y}" for x in range(1, 26) for y in range(1, 26)]
        own = [c for c in rows if in_star(c, order) and position.at(c) == seat]
        assert max(goal_distance(cell, seat, order) for cell in own) == away
    elif reason.code == "longest-chain":
        assert all(len(other.path) <= len(move.path) for other in position.legal_moves)
        assert reason.fields["jumps"] == len(move.path) - 1
    elif reason.code == "leaves-home":
        assert reason.fields["left"] == position.moves_left(seat)
        assert position.way_out(move.origin) != 0
    elif reason.code == "stays":
        lost = [other for other in position.legal_moves if position.will_eliminate(other)]
        assert len(lost) == reason.fields["lost"]
        assert move not in lost
    elif reason.code == "arrives":
        index = position.seats.index(seat)
        assert after.places[index] is not None or after.arrived[index]
    elif reason.code == "denies":
        assert after.turn is not None
        assert reason.fields["opponent"] == after.turn.colour
        assert int(reason.fields["steps"]) > 0
    elif reason.code == "enters-target":
        assert gained > 0


def in_star(cell: str, order: int) -> bool:
    x, y, k = ord(cell[0]) - 96, int(cell[1:]), order
    up = x >= k + 1 and y >= k + 1 and x + y <= 5 * k + 2
    return up or (x <= 3 * k + 1 and y <= 3 * k + 1 and x + y >= 3 * k + 2)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_reason_is_true(variant: str, seed: int) -> None:
    rng = Random(f"{seed} hints {variant}")
    position = sh.Position(variant)
    seen = set()
    for _ in range(20):
        if position.outcome() is not None:
            break
        moves = list(position.legal_moves)
        for move in rng.sample(moves, min(3, len(moves))):
            for reason in reasons(position, move):
                check(position, move, reason)
                assert reason.sentence.endswith(".")
                assert "{" not in reason.sentence
                seen.add(reason.code)
        forward = [move for move in moves if {r.code for r in reasons(position, move)} & WAY]
        position.push(rng.choice(forward or moves))
    assert seen & WAY


def test_a_hint_arrives() -> None:
    text = "w/ww/www/1www/5w7/12/11/10/9/10/11/12/4k8/kk2/kkk/kk/k w -,- 25,25 26"
    found = hint(sh.Position("open-2", text), nodes=500)
    assert found.score > 999_000
    assert found.reasons[0] == Reason("arrives", {})
    assert str(found.move) == "f13-e14"


def test_a_hint_keeps_from_elimination() -> None:
    text = "1/2/3/4/4k8/12/11/10/4w4/10/11/12/13/3w/3/2/1 w -,- 29,29 30"
    found = hint(sh.Position("classic-2", text), nodes=500)
    codes = [reason.code for reason in found.reasons]
    assert codes[:2] == ["stays", "leaves-home"]


def test_captures_and_finished_games() -> None:
    position = sh.Position("capture-2")
    (reason,) = hint(position, nodes=500).reasons
    assert reason.code in ("stones", "most-stones")
    race = sh.Position("classic-2")
    race.resign("w")
    with pytest.raises(sh.GameOverError):
        hint(race)
