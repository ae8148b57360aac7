"""Random variants, positions and games for differential tests.

Owns what is drawn, and how often. What it draws is always valid: variants pass `Rules.check`,
position texts are accepted by `Game`, moves are legal. Everything comes from the generator that is
passed in, so a seed names a variant, a position and a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from .board import (
    LETTERS,
    Cell,
    Star,
    distances,
    foreign_tips,
    home_camp,
    opposite,
    star,
    target_camp,
    target_distances,
    tip_size,
)
from .game import Game, Move
from .position_text import STONE, Position, start_position, write_position
from .rules import PRESETS, Rules, parse_variant

PAIR_SEATS = ("wrky", "wbkg", "rbyg", "wrbkyg")
"""The sets of seats that pairs can take."""


def random_rules(rng: Random) -> Rules:
    """Draw a variant: a preset of any family with some switches set."""
    family = rng.choice(sorted({base.rsplit("-", 1)[0].rstrip("0123456789") for base in PRESETS}))
    base = rng.choice([base for base in PRESETS if base.startswith(family)])
    rules = _random_capture(rng, base) if PRESETS[base].capture else _random_race(rng, base)
    rules.check()
    if parse_variant(rules.text()) != rules:
        raise AssertionError(f"{rules} does not read back from {rules.text()}")
    return rules


def _maybe(rng: Random, chance: float, *values: Any) -> list[Any]:
    """Return one of the values in a list, or an empty list."""
    return [rng.choice(values)] if rng.random() < chance else []


def _turned(rng: Random, chosen: str) -> str:
    """Return seats clockwise from a random first mover."""
    start = rng.randrange(6)
    return "".join(letter for letter in LETTERS[start:] + LETTERS[:start] if letter in chosen)


def _random_seats(rng: Random) -> str:
    """Draw any seats, few more often than many."""
    count = rng.choice((2, 2, 2, 3, 3, 4, 5, 6))
    return _turned(rng, "".join(rng.sample(LETTERS, count)))


def _shared_switches(rng: Random, base: Rules) -> dict[str, Any]:
    """Draw the switches that go with everything."""
    drawn = {
        "jumps": _maybe(rng, 0.3, "adjacent", "long"),
        "max_rounds": _maybe(rng, 0.3, None, 1, 2, 5, 12, 30),
        "max_plies": _maybe(rng, 0.3, None, 1, 3, 10, 40, 90),
        "repetition": _maybe(rng, 0.3, None, 3),
        "tie": _maybe(rng, 0.3, "rank", "draw"),
    }
    return {switch: value[0] for switch, value in drawn.items() if value}


def _random_capture(rng: Random, base: str) -> Rules:
    """Draw a variant of the capture family; large stars stop early, their moves are too many."""
    preset = PRESETS[base]
    switches = _shared_switches(rng, preset)
    order = rng.choice((1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6))
    if order >= 5:
        switches["max_plies"] = rng.randint(1, 5)
    if rng.random() < 0.4:
        switches["seats"] = _random_seats(rng)
    return replace(preset, order=order, marbles=tip_size(order), **switches)


def _random_race(rng: Random, base: str) -> Rules:
    """Draw a variant of the families where camps are filled."""
    preset = PRESETS[base]
    switches = _shared_switches(rng, preset)
    drawn = {
        "order": _maybe(rng, 0.7, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6),
        "foreign": _maybe(rng, 0.3, "pass", "open", "closed"),
        "lock": _maybe(rng, 0.3, "none", "move", "landing"),
        "arrival": _maybe(rng, 0.4, "filled", "own"),
        "finish": _maybe(rng, 0.3, "places", "first"),
        "reply": _maybe(rng, 0.4, True, True, False),
        "deadline": _maybe(rng, 0.5, None, 1, 2, 3, 5, 8, 12, 20),
        "lock_in": _maybe(rng, 0.3, True, False),
        "pairs": _maybe(rng, 0.2, True, False),
    }
    switches |= {switch: value[0] for switch, value in drawn.items() if value}
    rules = replace(preset, **switches)
    seats = rules.seats
    if rules.pairs:
        seats = _turned(rng, rng.choice(PAIR_SEATS))
    elif rng.random() < 0.4:
        seats = _random_seats(rng)
    facing = len(seats) == 2 and opposite(seats[0]) == seats[1]
    with_row = facing and (preset.with_row() or rng.random() < 0.2)
    marbles = tip_size(rules.order) + (rules.order + 1 if with_row else 0)
    reply = rules.reply and len(seats) == 2 and rules.finish == "places"
    return replace(rules, seats=seats, marbles=marbles, reply=reply)


def random_position_text(rng: Random, rules: Rules) -> str:
    """Draw a position of a game that goes on, sparse or dense, early or late."""
    for _ in range(60):
        position = _random_stones(rng, rules) if rules.capture else _random_marbles(rng, rules)
        text = write_position(rules, position)
        try:
            Game(rules, text)
        except ValueError:
            continue
        return text
    return write_position(rules, start_position(rules))


def _random_stones(rng: Random, rules: Rules) -> Position:
    """Draw a position of the capture family: near the start, or with few stones left."""
    position = start_position(rules)
    grid = star(rules.order)
    stones = sorted(position.board)
    if rng.random() < 0.3:
        gone = rng.sample(stones, min(len(stones) // 2, rng.randint(0, 5)))
        position.board = dict.fromkeys(sorted(set(stones) - set(gone)), STONE)
    else:
        ground = sorted(grid.cells if rng.random() < 0.5 else grid.hexagon)
        count = min(len(stones), rng.randint(2, 14))
        position.board = dict.fromkeys(rng.sample(ground, count), STONE)
    for _ in range(len(stones) - len(position.board)):
        position.taken[rng.randrange(len(rules.seats))] += 1
    _random_clock(rng, rules, position)
    position.turn = rng.choice(rules.seats)
    return position


def _random_marbles(rng: Random, rules: Rules) -> Position:
    """Draw a position of a race."""
    position = start_position(rules)
    position.board = {}
    facing = any(opposite(letter) in rules.seats for letter in rules.seats)
    if facing and rng.random() < 0.06:
        _wedge(rng, rules, position)
        _random_clock(rng, rules, position)
        return position
    replying = rules.reply and rng.random() < 0.2
    if replying:
        position.places[0] = 1
    elif rng.random() < 0.4:
        _random_places(rng, rules, position)
    sparse = rng.random() < 0.4
    stray = rng.random() < 0.1
    if not replying and rng.random() < (0.5 if rules.arrival == "own" else 0.2):
        _jam(rng, rules, position)
    for seat in rng.sample(range(len(rules.seats)), len(rules.seats)):
        _put_marbles(rng, rules, position, seat, sparse, stray)
    _random_clock(rng, rules, position)
    playing = [
        letter
        for letter, place, arrived in zip(
            rules.seats, position.places, position.arrived, strict=True
        )
        if place is None and not arrived
    ]
    position.turn = rng.choice(playing)
    return position


def _random_places(rng: Random, rules: Rules, position: Position) -> None:
    """Give places to some sides, the best to arrivals, the worst to eliminations."""
    sides = rules.sides()
    best, worst = 1, len(sides)
    for side in rng.sample(sides, rng.randint(0, len(sides) - 2)):
        if rules.finish == "places" and rng.random() < 0.5:
            place, best = best, best + 1
        elif rules.deadline is not None:
            place, worst = worst, worst - 1
        else:
            continue
        for seat in side:
            position.places[seat] = place
    for side in sides if rules.pairs else ():
        if position.places[side[0]] is None and rng.random() < 0.4:
            position.arrived[rng.choice(side)] = True


def _jam(rng: Random, rules: Rules, position: Position) -> None:
    """Shut marbles of one or two opposite seats into their home camps, behind who has got there."""
    letter = rng.choice(rules.seats)
    facing = (letter, opposite(letter))
    if not set(facing) <= set(rules.seats):
        return
    if any(position.places[rules.seats.index(seat)] is not None for seat in facing):
        return
    grid = star(rules.order)
    inside = rng.choice((1, 1, 2, 3))
    holes = rng.choice((0, 1))
    for seat, other in (facing, facing[::-1])[: rng.choice((1, 2, 2))]:
        home = home_camp(rules.order, seat, rules.marbles)
        deepest = sorted(home, key=partial(_outward, grid, seat))
        for number, cell in enumerate(deepest[: len(deepest) - holes]):
            position.board[cell] = seat if number < inside else other


def _wedge(rng: Random, rules: Rules, position: Position) -> None:
    """Fill two opposite camps with each other's marbles but for one cell; no one else is there.

    The move into the last hole makes both arrive at once, or blocks everyone, or locks in.
    """
    grid = star(rules.order)
    letter = rng.choice([seat for seat in rules.seats if opposite(seat) in rules.seats])
    inside = rng.randint(1, 2)
    for seat, other in ((letter, opposite(letter)), (opposite(letter), letter)):
        home = home_camp(rules.order, seat, rules.marbles)
        for number, cell in enumerate(sorted(home, key=partial(_outward, grid, seat))):
            position.board[cell] = seat if number < inside else other
    target = target_camp(rules.order, letter, rules.marbles)
    own = [cell for cell in target if position.board[cell] == letter]
    if own:
        ground = sorted(grid.cells - position.board.keys() - foreign_tips(rules.order, letter))
        away = distances(rules.order, [rng.choice(sorted(own))])
        hole = next(cell for cell in own if away[cell] == 0)
        del position.board[hole]
        position.board[min(ground, key=lambda cell: (away[cell], rng.random()))] = letter
    position.turn = letter


def _outward(grid: Star, letter: str, cell: Cell) -> tuple[int, Cell]:
    """Return a key that sorts the cells of a camp from its outermost corner inward."""
    return (-grid.height(letter, cell), cell)


def _put_marbles(
    rng: Random, rules: Rules, position: Position, seat: int, sparse: bool, stray: bool
) -> None:
    """Place one seat's marbles, those not placed yet: near its target, near home, or anywhere."""
    letter = rules.seats[seat]
    home = home_camp(rules.order, letter, rules.marbles)
    target = target_camp(rules.order, letter, rules.marbles)
    place = position.places[seat]
    done = position.arrived[seat] or place is not None
    if place is not None and place > len(rules.sides()) // 2 and rules.deadline is not None:
        return  # eliminated rather than arrived
    count = rules.marbles
    if sparse and not done:
        count = rng.randint(1, min(4, rules.marbles))
    standing = sum(owner == letter for owner in position.board.values())
    count = min(count, rules.marbles - standing)
    ground = star(rules.order).cells - position.board.keys()
    if rules.foreign == "closed" or (rules.foreign == "pass" and not stray):
        ground -= foreign_tips(rules.order, letter)
    goal = target if done or rng.random() < 0.45 else home
    noise = 0.0 if done else rng.choice((0.0, 1.0, 2.0, 3.0, 100.0))
    away = distances(rules.order, goal)
    keys: dict[Cell, float] = {cell: away[cell] + noise * rng.random() for cell in sorted(ground)}
    for cell in sorted(keys, key=lambda spot: (keys[spot], rng.random()))[:count]:
        position.board[cell] = letter


def _random_clock(rng: Random, rules: Rules, position: Position) -> None:
    """Draw own moves made and the round, often just before a deadline or a limit."""
    made = rng.randint(0, 6)
    if rules.deadline is not None and rng.random() < 0.7:
        made = max(0, rules.deadline + rng.randint(-2, 3))
    position.moves = [max(0, made - rng.randint(0, 1)) for _ in rules.seats]
    if rules.max_plies is not None and sum(position.moves) >= rules.max_plies:
        position.moves = [
            min(count, (rules.max_plies - 1) // len(rules.seats)) for count in position.moves
        ]
    if rules.max_plies is not None and rng.random() < 0.3:
        lacking = rules.max_plies - 1 - rng.randint(0, 3) - sum(position.moves)
        position.moves[rng.randrange(len(rules.seats))] += max(0, lacking)
    position.round = max(1, *position.moves)
    if rules.max_rounds is not None and (position.round > rules.max_rounds or rng.random() < 0.3):
        position.round = max(1, rules.max_rounds - rng.randint(0, 2))


def random_play(rng: Random, game: Game, plies: int) -> Iterator[Move]:
    """Play a game on, at random; yield each move before it is pushed.

    A game draws one manner for all its moves: anything, forward to the target camp, or to and fro
    (which leads to repetitions).

    Args:
        rng: the source of chance.
        game: is played on.
        plies: how many at most.
    """
    manner = rng.choice(("any", "any", "forward", "forward", "shuffle"))
    last: dict[str, Move] = {}
    for _ in range(plies):
        if game.turn is None:
            return
        turn = game.turn
        moves = game.legal_moves()
        move = rng.choice(moves)
        back = (last[turn][1], last[turn][0]) if turn in last else None
        if manner == "forward" and not game.rules.capture and rng.random() < 0.9:
            move = max(rng.choices(moves, k=4), key=lambda drawn: _gain(game, turn, drawn))
        elif manner == "shuffle" and back in moves and rng.random() < 0.95:
            move = back
        yield move
        last[turn] = move
        game.push(move)


def _gain(game: Game, letter: str, move: Move) -> int:
    """Return the steps by which a move comes nearer to the target camp."""
    rules = game.rules
    known = star(rules.order).by_name
    away = target_distances(rules.order, letter, rules.marbles)
    return away[known[move[0]]] - away[known[move[1]]]
