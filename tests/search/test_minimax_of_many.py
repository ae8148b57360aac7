"""At full width every search equals its plain form over the slow reference, for 2 to 6 seats.

Orders 1 to 3, depths 1 to 3, positions drawn at random and then shuffled back and forth, so that
deadlines, limits and third repetitions lie within the search. Weights of 60 a step and nothing else
make every average over up to six sides whole. Owns two textbook searches without any pruning:
max^n and paranoid.
"""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
import sternhalma as sh
from reference import Game, Rules
from reference.game import Move
from reference.random_rules import random_position_text, random_rules

WIN = 1_000_000
BOUND = 999_000
WEIGHTS = {"step": 60} | dict.fromkeys(
    ("square", "in_tip", "ahead", "behind", "last", "second", "tempo"), 0
)
ALGORITHMS = ("max-n", "paranoid")
LEAVES = 1000  # of a tree at most
POSITIONS = 2  # searched to depth 3
TRIES = 200  # most positions are too wide
SHAPES = [(order, seats) for order in (1, 2, 3) for seats in (2, 3, 4, 5, 6)]


class Plain:
    """Searches without pruning, seen from the side that is to move at the root.

    `ends` counts how their leaves ended, `none` for games that go on.
    """

    def __init__(self, game: Game, ends: Counter[str]) -> None:
        self.engine = sh.Engine(full_width=True, hash_mib=1, weights=WEIGHTS)
        self.rules = game.rules
        self.ends = ends
        seats = self.rules.seats
        self.sides = sorted({min(seats.index(s) for s in self.side(letter)) for letter in seats})
        self.us = str(game.turn)
        places = [game.places[side] for side in self.sides]
        self.best = 1
        if len(self.sides) > 2:
            while self.best in places:
                self.best += 1

    def side(self, letter: str) -> str:
        across = "wrbkyg"[("wrbkyg".index(letter) + 3) % 6]
        return letter + across if self.rules.pairs else letter

    def place_value(self, game: Game, letter: str, ply: int) -> int:
        places = [game.places[side] for side in self.sides]
        own = game.places[self.rules.seats.index(letter)]
        assert own is not None
        count = len(self.sides)
        place = 2 * own + places.count(own) - 1
        if place <= 2 * self.best:
            return WIN - ply
        if place >= 2 * count:
            return ply - WIN
        if self.gone(game, letter):
            return 100 * (2 * count - place) + ply - BOUND
        value = BOUND // 2 * (count + 1 - place)
        return value // (count - 1) if value >= 0 else -(-value // (count - 1))

    def gone(self, game: Game, letter: str) -> bool:
        """Whether a side's marbles have left the board."""
        board = game.text().split()[0]
        return not self.rules.capture and not set(self.side(letter)) & set(board)

    def stand(self, game: Game, letter: str) -> int:
        """How much better a side stands than the average of the others."""
        if self.rules.capture and game.over is None:
            taken = [int(count) for count in game.text().split()[5].split(",")]
            own = taken[self.rules.seats.index(letter)]
            others = 100 * (own - sum(taken))
            return 100 * own + int(others / (len(taken) - 1))
        return self.engine.evaluate(sh.Position(self.rules.text(), game.text()), letter)

    def values(self, game: Game, ply: int) -> dict[str, int]:
        """The value of each side, by the letter of its first seat."""
        found = {}
        count = len(self.sides)
        for side in self.sides:
            letter = self.rules.seats[side]
            if game.places[side] is not None:
                found[letter] = self.place_value(game, letter, ply)
            elif self.rules.capture:
                taken = [100 * int(stones) for stones in game.text().split()[5].split(",")]
                found[letter] = taken[side] - sum(taken) // count - (sum(taken) % count > 0)
            else:
                found[letter] = self.stand(game, letter) * (count - 1) // count
        return found

    def max_n(self, game: Game, depth: int, ply: int = 0) -> dict[str, int]:
        if depth == 0 or game.over is not None:
            return self.values(self.ended(game), ply)
        mover = self.side(str(game.turn))
        own = next(self.rules.seats[s] for s in self.sides if self.rules.seats[s] in mover)
        children = [self.max_n(child, depth - 1, ply + 1) for child in after(game)]
        return max(children, key=lambda values: values[own])  # the first of equal ones

    def paranoid(self, game: Game, depth: int, ply: int = 0) -> int:
        if depth == 0 or game.over is not None:
            self.ended(game)
            over = game.over is not None
            return self.place_value(game, self.us, ply) if over else self.stand(game, self.us)
        values = [self.paranoid(child, depth - 1, ply + 1) for child in after(game)]
        return max(values) if str(game.turn) in self.side(self.us) else min(values)

    def ended(self, game: Game) -> Game:
        self.ends[game.over or "none"] += 1
        return game


def after(game: Game) -> list[Game]:
    children = []
    for move in game.legal_moves():
        child = game.copy()
        child.push(move)
        children.append(child)
    return children


def root_of(
    rng: Random, order: int, seats: int, *, shuffled: bool
) -> tuple[Rules, str, list[Move]]:
    """A position; shuffled, also some plies back and forth from it that leave the game running."""
    while True:
        rules = random_rules(rng)
        if rules.order != order or len(rules.seats) != seats or (shuffled and rules.capture):
            continue
        if shuffled:
            rules = replace(rules, repetition=3, max_rounds=None, max_plies=None)
        text = random_position_text(rng, rules)
        if set(text.split()[2]) - set("-,"):
            continue
        game = Game(rules, text)
        moves: list[Move] = []
        last: dict[str, Move] = {}
        for _ in range(4 * seats - rng.randint(1, 3) if shuffled else 0):
            legal = game.legal_moves()
            back = last.get(str(game.turn), ("", ""))[1::-1]
            move = back if back in legal else rng.choice(legal)
            child = game.copy()
            child.push(move)
            if child.over is not None or None not in child.places:
                break
            last[str(game.turn)] = move
            moves.append(move)
            game = child
        if game.over is None and all(place is None for place in game.places):
            return rules, text, moves


def replay(rules: Rules, text: str, moves: list[Move]) -> tuple[Game, sh.Position]:
    game, position = Game(rules, text), sh.Position(rules.text(), text)
    for move in moves:
        game.push(move)
        position.push("-".join(move[:2]))
    return game, position


@pytest.mark.parametrize(("order", "seats"), SHAPES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_full_width_equals_the_plain_search(
    algorithm: str, order: int, seats: int, seed: int
) -> None:
    rng = Random(f"{seed} {algorithm} {order} {seats}")
    engine = sh.Engine(full_width=True, algorithm=algorithm, hash_mib=1, weights=WEIGHTS)
    deepest, ends = 0, Counter[str]()
    for number in range(TRIES):
        rules, text, moves = root_of(rng, order, seats, shuffled=number % 2 == 0)
        game, position = replay(rules, text, moves)
        width = position.num_moves()
        if width**3 > LEAVES:
            continue
        for depth in (1, 2, 3):
            if width**depth > LEAVES:
                break
            plain = Plain(game, ends)
            if algorithm == "max-n":
                own = plain.side(plain.us)
                vector = plain.max_n(game, depth)
                expected = next(value for letter, value in vector.items() if letter in own)
            else:
                expected = plain.paranoid(game, depth)
            found = engine.search(position, depth=depth)
            assert found.score == expected, (rules.text(), text, moves, depth)
            deepest += depth == 3
        if deepest >= POSITIONS:
            break
    assert deepest >= POSITIONS
