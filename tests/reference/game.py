"""A game of any variant: moves are played, then looked at in the order of RULES.md section 4.

Owns turns, rounds, places, the order of the checks and the end. What a marble may do is in `moves`,
what a check looks at in `endings`, how a position is written in `position_text`.
"""

from __future__ import annotations

from collections import Counter

from .board import Cell, name, star
from .endings import breaks_deadline, has_arrived, is_locked_in, standing
from .moves import (
    Path,
    can_capture,
    can_race,
    capture_moves,
    race_moves,
    read_capture,
    read_race,
)
from .position_text import (
    free_places,
    is_reply,
    open_sides,
    read_position,
    start_position,
    write_position,
)
from .rules import Rules

RaceMove = tuple[str, str]
CaptureMove = tuple[str, str, tuple[str, ...]]
Move = RaceMove | CaptureMove
"""Cell names: (from, to), in the capture family (from, to, captured in (letter, row) order)."""

Key = tuple[frozenset[tuple[Cell, str]], str | None, tuple[bool, ...]]


class Game:
    """A game from its start, or from a position text.

    Attributes:
        rules: the variant.
        over: why the game has ended, None while it goes on.
        eliminated_now: whether the last move eliminated its mover.
    """

    def __init__(self, rules: Rules, text: str | None = None) -> None:
        """Set up the start or a given position.

        Raises:
            ValueError: the text is no position of this variant.
        """
        rules.check()
        self.rules = rules
        self.over: str | None = None
        self.eliminated_now = False
        self._at = start_position(rules) if text is None else read_position(rules, text)
        if self._at.turn is None:
            self.over = "read"
        elif text is not None and not self._can_move(self._at.turn):
            raise ValueError(f"{self._at.turn} is to move but can't")
        self._key = self._new_key()
        self._stood: Counter[Key] = Counter([self._key])

    # What stands on the board

    @property
    def turn(self) -> str | None:
        """The letter of the seat to move, None when the game is over."""
        return self._at.turn

    @property
    def places(self) -> list[int | None]:
        """The places in turn order, None while there is none."""
        return list(self._at.places)

    def text(self) -> str:
        """Return the position text."""
        return write_position(self.rules, self._at)

    def copy(self) -> Game:
        """Return an independent copy with its history."""
        twin = object.__new__(Game)
        twin.rules = self.rules
        twin.over = self.over
        twin.eliminated_now = self.eliminated_now
        twin._at = self._at.copy()
        twin._key = self._key
        twin._stood = self._stood.copy()
        return twin

    def repetitions(self) -> int:
        """Return how often this position has stood: marbles, seat to move, seats in play."""
        return self._stood[self._key]

    # Moves

    def legal_moves(self) -> list[Move]:
        """Return all legal moves, sorted by (letter, row) of from, to and the captured cells."""
        turn, board = self._at.turn, self._at.board
        if turn is None:
            return []
        moves: list[Move] = []
        for origin in sorted(board):
            if self.rules.capture:
                keys = capture_moves(self.rules, board, origin)
                for end, taken in sorted(keys, key=lambda key: (key[0], sorted(key[1]))):
                    moves.append((name(origin), name(end), _names(taken)))
            elif board[origin] == turn:
                ends = sorted(race_moves(self.rules, board, turn, origin))
                moves += [(name(origin), name(end)) for end in ends]
        return moves

    def path(self, move: Move) -> tuple[str, ...]:
        """Return the canonical path of a legal move as cell names; ValueError when not legal."""
        return tuple(name(cell) for cell in self._path(move))

    def read(self, text: str) -> Move:
        """Read a move in any notation that RULES.md allows; ValueError says what is wrong."""
        turn = self._at.turn
        if turn is None:
            raise ValueError("the game is over")
        if self.rules.capture:
            origin, end, taken = read_capture(self.rules, self._at.board, text)
            return name(origin), name(end), _names(taken)
        origin, end = read_race(self.rules, self._at.board, turn, text)
        return name(origin), name(end)

    def _path(self, move: Move) -> Path:
        known = star(self.rules.order).by_name
        board, turn = self._at.board, self._at.turn
        if turn is None:
            raise ValueError("the game is over")
        if any(cell not in known for cell in move[:2]):
            raise ValueError(f"unknown cell in {move}")
        origin, end = known[move[0]], known[move[1]]
        path: Path | None = None
        if self.rules.capture and len(move) == 3 and origin in board:
            taken = frozenset(known.get(cell, (0, 0)) for cell in move[2])
            path = capture_moves(self.rules, board, origin).get((end, taken))
        elif not self.rules.capture and len(move) == 2 and board.get(origin) == turn:
            path = race_moves(self.rules, board, turn, origin).get(end)
        if path is None:
            raise ValueError(f"{move} is not legal")
        return path

    def will_eliminate(self, move: Move) -> bool:
        """Return whether a legal move will eliminate its mover."""
        twin = self.copy()
        twin.push(move)
        return twin.eliminated_now

    def push(self, move: Move) -> None:
        """Play a legal move; ValueError, and nothing changed, when it is not legal."""
        path = self._path(move)
        at = self._at
        mover = self.rules.seats.index(str(at.turn))
        replying = is_reply(self.rules, at)
        marble = at.board.pop(path[0])
        if len(move) == 3:
            for cell in move[2]:
                del at.board[star(self.rules.order).by_name[cell]]
            at.taken[mover] += len(move[2])
        at.board[path[-1]] = marble  # last: the end may be a cell emptied by this very chain
        at.moves[mover] += 1
        self._look(mover, path[0], path[-1], replying)

    def resign(self, letter: str) -> None:
        """Let a seat without a place resign, whoever is to move."""
        self._break_off(letter, "resigned")

    def timeout(self, letter: str) -> None:
        """Let a seat without a place run out of time, whoever is to move."""
        self._break_off(letter, "time")

    # The checks after a move

    def _look(self, mover: int, origin: Cell, end: Cell, replying: bool) -> None:
        """Make all checks after a move, in their order."""
        rules, at = self.rules, self._at
        gave = self._arrivals(mover)
        first_arrived = gave == "arrived" and rules.finish == "first"

        self.eliminated_now = self._plays(mover) and breaks_deadline(
            rules, at.board, rules.seats[mover], at.moves[mover], origin, end
        )
        if self.eliminated_now:
            self._eliminate(mover)
            gave = "eliminated"

        if replying:
            self._end_reply(gave)
        elif first_arrived:
            self._share(str(gave))
        elif rules.reply and mover == 0 and at.places == [1, None]:
            self._ask_reply()
        else:
            self._last_checks(mover, gave)

    def _arrivals(self, mover: int) -> str | None:
        """Give places to who has arrived, the mover first, then clockwise."""
        gave = None
        if self.rules.capture:
            return gave
        count = len(self.rules.seats)
        for seat in [(mover + ahead) % count for ahead in range(count)]:
            letter = self.rules.seats[seat]
            if not (self._plays(seat) and has_arrived(self.rules, self._at.board, letter)):
                continue
            self._at.arrived[seat] = True
            side = self._side(seat)
            if all(self._at.arrived[partner] for partner in side):
                self._give(side, free_places(self.rules, self._at)[0])
                gave = "arrived"
                if self.rules.finish == "first":
                    break
        return gave

    def _eliminate(self, seat: int) -> None:
        """Give a seat's side the worst free place and take its marbles off the board."""
        side = self._side(seat)
        self._give(side, free_places(self.rules, self._at)[-1])
        gone = {self.rules.seats[partner] for partner in side}
        board = self._at.board
        self._at.board = {cell: owner for cell, owner in board.items() if owner not in gone}

    def _ask_reply(self) -> None:
        """Give the turn to the second seat for its reply, or end the game where it can't move."""
        second = self.rules.seats[1]
        if self._can_move(second):
            self._set_turn(second)
        else:
            self._give((1,), 2)
            self._end("arrived")

    def _end_reply(self, gave: str | None) -> None:
        """End the game after the second seat's reply."""
        if gave == "arrived":
            self._give((1,), 1)
        elif gave is None:
            self._give((1,), 2)
        self._end(gave or "arrived")

    def _last_checks(self, mover: int, gave: str | None) -> None:
        """Check for one left, blocked, locked in, limit, repetition; pass the turn."""
        rules, at = self.rules, self._at
        playing = open_sides(rules, at)
        movable = [
            self._plays(seat) and self._can_move(letter) for seat, letter in enumerate(rules.seats)
        ]
        letters = [letter for seat, letter in enumerate(rules.seats) if self._plays(seat)]
        if len(playing) <= 1:
            self._share(str(gave))
            return
        if not any(movable):
            if rules.capture:
                self._rank("exhausted")
            else:
                self._break_tie(gave or "blocked")
            return
        if rules.lock_in and is_locked_in(rules, at.board, letters):
            self._share(gave or "locked-in")
            return

        count = len(rules.seats)
        ahead = next(step for step in range(1, count + 1) if movable[(mover + step) % count])
        number = at.round + (1 if mover + ahead >= count else 0)
        rounds_over = rules.max_rounds is not None and number > rules.max_rounds
        plies_over = rules.max_plies is not None and sum(at.moves) >= rules.max_plies
        if rounds_over or plies_over:
            self._break_tie(gave or "limit")
            return
        self._set_turn(rules.seats[(mover + ahead) % count])
        if rules.repetition is not None and self.repetitions() >= rules.repetition:
            self._break_tie(gave or "repetition")
            return
        at.round = number

    # Ends

    def _break_off(self, letter: str, reason: str) -> None:
        """End the game for a seat that resigns or runs out of time."""
        if self._at.turn is None:
            raise ValueError("the game is over")
        if letter not in self.rules.seats:
            raise ValueError(f"no seat {letter!r} in this variant")
        seat = self.rules.seats.index(letter)
        if self._at.places[seat] is not None:
            raise ValueError(f"{letter} has a place")
        self.eliminated_now = False
        self._give(self._side(seat), free_places(self.rules, self._at)[-1])
        self._rank(reason)

    def _break_tie(self, reason: str) -> None:
        """End the game as `tie` says: ranked, or all in play share the best free place."""
        if self.rules.tie == "rank":
            self._rank(reason)
        else:
            self._share(reason)

    def _share(self, reason: str) -> None:
        """End the game; all sides in play share the best free place."""
        playing = open_sides(self.rules, self._at)
        best = free_places(self.rules, self._at)[:1]
        for side in playing:
            self._give(side, best[0])
        self._end(reason)

    def _rank(self, reason: str) -> None:
        """End the game; the sides in play are ranked for the free places."""
        playing = open_sides(self.rules, self._at)
        free = free_places(self.rules, self._at)
        ranks = {side: self._standing(side) for side in playing}
        for side in playing:
            better = sum(rank < ranks[side] for rank in ranks.values())
            self._give(side, free[better])
        self._end(reason)

    def _standing(self, side: tuple[int, ...]) -> tuple[int, int]:
        """Return the rank of a side, the smaller the better."""
        if self.rules.capture:
            return (-sum(self._at.taken[seat] for seat in side), 0)
        return standing(self.rules, self._at.board, [self.rules.seats[seat] for seat in side])

    def _end(self, reason: str) -> None:
        self._at.turn = None
        self.over = reason
        if reason != "repetition":  # which has counted its position already
            self._key = self._new_key()
            self._stood[self._key] += 1

    # Small questions and changes

    def _side(self, seat: int) -> tuple[int, ...]:
        return next(side for side in self.rules.sides() if seat in side)

    def _give(self, side: tuple[int, ...], place: int) -> None:
        for seat in side:
            self._at.places[seat] = place
            self._at.arrived[seat] = False

    def _plays(self, seat: int) -> bool:
        """Return whether a seat still moves: no place, and not arrived before its partner."""
        return self._at.places[seat] is None and not self._at.arrived[seat]

    def _can_move(self, letter: str) -> bool:
        if self.rules.capture:
            return can_capture(self.rules, self._at.board)
        return can_race(self.rules, self._at.board, letter)

    def _set_turn(self, letter: str) -> None:
        """Pass the turn and count the new position."""
        self._at.turn = letter
        self._key = self._new_key()
        self._stood[self._key] += 1

    def _new_key(self) -> Key:
        playing = tuple(self._plays(seat) for seat in range(len(self.rules.seats)))
        return (frozenset(self._at.board.items()), self._at.turn, playing)


def _names(cells: frozenset[Cell]) -> tuple[str, ...]:
    """Return the names of cells in (letter, row) order."""
    return tuple(name(cell) for cell in sorted(cells))
