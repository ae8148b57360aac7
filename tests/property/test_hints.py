"""Reasons for moves, each found again by the slow reference, in any position of any variant."""

from collections.abc import Iterator
from typing import Any

import pytest
import sternhalma as sh
from hypothesis import given
from played import positions
from reference import Game, parse_variant
from reference.board import camp, name, opposite, star
from reference.moves import race_moves
from sternhalma.hints import Reason, reasons

MOST = 12  # moves of a position that are looked at


def row(order: int, letter: str, cell: str) -> int:
    """A cell's row from a seat's tip."""
    board = star(order)
    return order - board.height(letter, board.by_name[cell])


def best_gain(game: Game, letter: str) -> int:
    """The most rows that a move of a seat gains; 0 for one that is out of the game or stuck."""
    if letter in out_of_play(game):
        return 0
    board, order = game._at.board, game.rules.order
    gains = [
        row(order, letter, name(end)) - row(order, letter, name(cell))
        for cell in board
        if board[cell] == letter
        for end in race_moves(game.rules, board, letter, cell)
    ]
    return max(gains, default=0)


def out_of_play(game: Game) -> set[str]:
    return {
        letter
        for letter, place, arrived in zip(
            game.rules.seats, game._at.places, game._at.arrived, strict=True
        )
        if place is not None or arrived
    }


def expected(game: Game, move: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """What speaks for a move, by the rules' own words."""
    rules, letter = game.rules, game.turn
    assert letter is not None
    if rules.capture:
        most = max(len(other[2]) for other in game.legal_moves())  # type: ignore[misc]
        yield "takes", {"count": len(move[2]), "most": len(move[2]) == most}
        return
    losing = [other for other in game.legal_moves() if game.will_eliminate(other)]
    if move in losing:
        return
    after, order, seat = game.copy(), rules.order, sh.Seat.from_text(letter)
    after.push(move)
    target = camp(order, opposite(letter), rules.marbles)
    home = camp(order, letter, rules.marbles)
    standing = [after._at.board.get(cell) for cell in target]
    if letter in out_of_play(after) and None not in standing and letter in standing:
        yield "arrives", {"seat": seat}
    if losing:
        yield "keeps", {"count": len(losing), "of": len(game.legal_moves())}
    origin, end = (star(order).by_name[cell] for cell in move[:2])
    if rules.deadline is not None and origin in home and end not in home:
        left = sum(after._at.board.get(cell) == letter for cell in home)
        done = game._at.moves[rules.seats.index(letter)]
        facts = {"cell": move[0], "left": left, "moves_left": max(0, rules.deadline - done)}
        yield "leaves-home", facts
    jumps = {other: hops(game, other) for other in game.legal_moves()}
    if jumps[move] >= 2 and jumps[move] == max(jumps.values()):
        yield "longest-chain", {"jumps": jumps[move]}
    elif jumps[move] >= 3:
        yield "ladder", {"jumps": jumps[move]}
    gained = row(order, letter, move[1]) - row(order, letter, move[0])
    if gained > 0:
        yield "rows", {"rows": gained}
        others = [
            row(order, letter, name(cell))
            for cell, owner in game._at.board.items()
            if owner == letter and cell not in target and cell != origin
        ]
        if row(order, letter, move[0]) < min(others, default=99):
            yield "straggler", {"cell": move[0]}
    if after.over is not None or sh.Position(rules.text(), game.text()).reply_due:
        return
    if sh.Position(rules.text(), after.text()).reply_due:
        return
    opened = best_gain(after, letter) - best_gain(game, letter)
    if opened >= 2:
        yield "opens", {"rows": opened}
    other = after.turn
    if other is None or other == letter or (rules.pairs and other == opposite(letter)):
        return
    denied = best_gain(game, other) - best_gain(after, other)
    if denied >= 2:
        yield "denies", {"seat": sh.Seat.from_text(other), "rows": denied}


def hops(game: Game, move: Any) -> int:
    """The jumps of a move, 0 for a step."""
    cells = [star(game.rules.order).by_name[cell] for cell in game.path(move)]
    (ax, ay), (bx, by) = cells[:2]
    near = max(abs(ax - bx), abs(ay - by), abs(ax - bx + ay - by)) == 1
    return 0 if near else len(cells) - 1


@given(positions(running=True))
def test_every_reason_is_found_again(position: sh.Position) -> None:
    game = Game(parse_variant(position.variant.text), position.text)
    before = position.text
    moves = list(position.legal_moves)
    for move in moves[:: len(moves) // MOST + 1]:
        facts = (move.origin, move.target, *([move.captured] if position.variant.capture else []))
        found = [(reason.code, dict(reason.fields)) for reason in reasons(position, move)]
        assert found == list(expected(game, facts)), (position, move)
    assert position.text == before


def test_reasons_in_words() -> None:
    position = sh.Position("classic-2")
    found = reasons(position, "m3-k5")
    assert [reason.text for reason in found] == [
        "it leaves home from m3, 9 still there, with 30 moves left",
        "it comes 2 nearer to the target, counted in rows",
        "it opens a way: the best next move gains 2 rows more",
    ]
    assert found[1] == Reason("rows", {"rows": 2})
    assert found[1].to_data() == {"reason": "rows", "rows": 2}
    with pytest.raises(sh.IllegalMoveError):
        reasons(position, "m3-m6")
    position.resign("w")
    with pytest.raises(sh.GameOverError):
        reasons(position, "m3-k5")


def test_an_engine_gives_hints() -> None:
    engine, position = sh.Engine(), sh.Position("classic-2")
    for _ in range(12):
        found = engine.hint(position, nodes=500)
        assert found is not None
        assert found.reasons == (reasons(position, found.move) or (Reason("searched"),))
        assert found.text.startswith(f"{found.move}. ")
        assert found.text.endswith(".")
        assert found.to_data()["move"] == str(found.move)
        position.push(found.move)
    position.resign("w")
    assert engine.hint(position) is None
    with pytest.raises(TypeError):
        engine.hint(position, speed=3)
