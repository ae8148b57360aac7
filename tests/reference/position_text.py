"""The position text of RULES.md section 9: written and read.

Owns the syntax and the checks that need no moves. Whether the seat to move can move is the game's
to check. A `Position` is plain data: marbles, turn, places, moves, round, stones taken.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from .board import Cell, home_camp, star
from .rules import Rules

STONE = "o"


@dataclass
class Position:
    """Everything a position text says. Lists are in turn order."""

    board: dict[Cell, str]
    turn: str | None
    places: list[int | None]
    arrived: list[bool]
    """Seats that have arrived while their partner still plays."""
    moves: list[int]
    round: int
    taken: list[int]

    def copy(self) -> Position:
        """Return an independent copy."""
        return Position(
            dict(self.board),
            self.turn,
            list(self.places),
            list(self.arrived),
            list(self.moves),
            self.round,
            list(self.taken),
        )


def start_position(rules: Rules) -> Position:
    """Return the start of a variant."""
    count = len(rules.seats)
    board: dict[Cell, str] = {}
    if rules.capture:
        grid = star(rules.order)
        board = dict.fromkeys(grid.hexagon - {grid.centre}, STONE)
    else:
        for letter in rules.seats:
            home = home_camp(rules.order, letter, rules.marbles)
            board |= dict.fromkeys(home, letter)
    nobody: list[int | None] = [None] * count
    zeros = [0] * count
    return Position(board, rules.seats[0], nobody, [False] * count, zeros, 1, list(zeros))


def write_position(rules: Rules, position: Position) -> str:
    """Return the position text."""
    rows = []
    for row in star(rules.order).rows:
        marks = "".join(position.board.get(cell, ".") for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), marks))
    places = [
        str(place) if place is not None else "a" if arrived else "-"
        for place, arrived in zip(position.places, position.arrived, strict=True)
    ]
    parts = ["/".join(rows), position.turn or "-", ",".join(places), _numbers(position.moves)]
    parts.append(str(position.round))
    if rules.capture:
        parts.append(_numbers(position.taken))
    return " ".join(parts)


def _numbers(values: list[int]) -> str:
    return ",".join(str(value) for value in values)


def is_reply(rules: Rules, position: Position) -> bool:
    """Return whether the second seat's reply is due."""
    second = rules.seats[1]
    return rules.reply and position.places == [1, None] and position.turn == second


def open_sides(rules: Rules, position: Position) -> list[tuple[int, ...]]:
    """Return the sides that have no place yet."""
    return [side for side in rules.sides() if position.places[side[0]] is None]


def read_position(rules: Rules, text: str) -> Position:
    """Read a position text.

    Raises:
        ValueError: the text is malformed or describes no position of this variant.
    """
    parts = text.split(" ")
    wanted = 6 if rules.capture else 5
    if len(parts) != wanted:
        raise ValueError(f"{len(parts)} fields, {wanted} expected: {text!r}")
    board = _read_board(rules, parts[0])
    places, arrived = _read_places(rules, parts[2])
    moves = _read_numbers(rules, parts[3], "moves")
    number = _read_number(parts[4], "round")
    zeros = [0] * len(rules.seats)
    taken = _read_numbers(rules, parts[5], "taken") if rules.capture else zeros
    turn = None if parts[1] == "-" else parts[1]
    position = Position(board, turn, places, arrived, moves, number, taken)
    if number < 1:
        raise ValueError("round 0: rounds count from 1")
    _check_turn(rules, position)
    return position


def _read_board(rules: Rules, text: str) -> dict[Cell, str]:
    rows = star(rules.order).rows
    texts = text.split("/")
    if len(texts) != len(rows):
        raise ValueError(f"{len(texts)} rows, {len(rows)} expected: {text!r}")
    known = STONE if rules.capture else rules.seats
    board: dict[Cell, str] = {}
    for row, row_text in zip(rows, texts, strict=True):
        marks: list[str | None] = []
        for item in re.findall(r"[0-9]+|.", row_text):
            if item.isdecimal() and item.isascii():
                if item.startswith("0"):
                    raise ValueError(f"row {row[0][1]}: malformed number {item!r}")
                marks += [None] * min(int(item), 99)
            elif item in known:
                marks.append(item)
            else:
                raise ValueError(f"row {row[0][1]}: {item!r} is no marble of this variant")
        if len(marks) != len(row):
            raise ValueError(f"row {row[0][1]}: {row_text!r} is not {len(row)} cells")
        board |= {cell: mark for cell, mark in zip(row, marks, strict=True) if mark}
    for letter, count in Counter(board.values()).items():
        if letter != STONE and count > rules.marbles:
            raise ValueError(f"{count} marbles of {letter}, a camp holds {rules.marbles}")
    return board


def _read_places(rules: Rules, text: str) -> tuple[list[int | None], list[bool]]:
    texts = text.split(",")
    if len(texts) != len(rules.seats):
        raise ValueError(f"{len(texts)} places for {len(rules.seats)} seats: {text!r}")
    sides = rules.sides()
    places: list[int | None] = []
    for item in texts:
        if item not in ("-", "a") and not re.fullmatch("[1-6]", item):
            raise ValueError(f"malformed place {item!r}")
        place = int(item) if item not in ("-", "a") else None
        if place is not None and place > len(sides):
            raise ValueError(f"place {place} is out of range (1 to {len(sides)})")
        places.append(place)
    arrived = [item == "a" for item in texts]
    if any(arrived) and not rules.pairs:
        raise ValueError("'a' is for pairs only")
    for side in sides:
        if len({places[seat] for seat in side}) > 1:
            raise ValueError(f"partners with different places: {text!r}")
        if all(arrived[seat] for seat in side):
            raise ValueError(f"both partners arrived and no place: {text!r}")
    return places, arrived


def _read_number(text: str, what: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,8}", text):
        raise ValueError(f"malformed {what} {text!r}")
    return int(text)


def _read_numbers(rules: Rules, text: str, what: str) -> list[int]:
    texts = text.split(",")
    if len(texts) != len(rules.seats):
        raise ValueError(f"{len(texts)} {what} for {len(rules.seats)} seats: {text!r}")
    return [_read_number(item, what) for item in texts]


def _check_turn(rules: Rules, position: Position) -> None:
    """Refuse a turn that does not go with the places."""
    turn = position.turn
    playing = open_sides(rules, position)
    if turn is None:
        if playing:
            raise ValueError("the game is over but a place is missing")
        return
    if len(turn) != 1 or turn not in rules.seats:
        raise ValueError(f"no seat {turn!r} in this variant")
    seat = rules.seats.index(turn)
    if position.places[seat] is not None:
        raise ValueError(f"{turn} is to move but has a place")
    if position.arrived[seat]:
        raise ValueError(f"{turn} is to move but has arrived")
    if len(playing) < 2 and not is_reply(rules, position):
        raise ValueError("fewer than two sides in play")


def free_places(rules: Rules, position: Position) -> list[int]:
    """Return the places not taken, the best first; a shared place takes up the next ones too."""
    sides = rules.sides()
    taken = set()
    given = Counter(position.places[side[0]] for side in sides)
    for place, count in given.items():
        if place is not None:
            taken |= set(range(place, place + count))
    return [place for place in range(1, len(sides) + 1) if place not in taken]
