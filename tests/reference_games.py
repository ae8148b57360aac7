"""Games played side by side by the core and by the slow reference, compared at every ply.

Owns what is compared and how a difference is told. What is played is the caller's to say.
"""

from random import Random

import sternhalma as sh
from reference import Game, Rules
from reference import Move as ReferenceMove
from reference.random_rules import random_play

CLOSE_LOOKS = 0.12  # share of the plies at which every move is looked at
WIDEST = 200  # of more moves than this only some are


class Pair:
    """One game in both programs.

    Args:
        rules: the variant.
        text: a position text, None for the start.
    """

    def __init__(self, rules: Rules, text: str | None = None) -> None:
        self.game = Game(rules, text)
        self.position = sh.Position(rules.text(), text)
        self.start = self.position.text

    def told(self) -> str:
        """How to come here: variant, start and events, for a message."""
        events = [str(event) if isinstance(event, sh.Move) else repr(event) for event in self.past]
        return f"\nvariant {self.game.rules.text()}\nstart {self.start}\nplayed {' '.join(events)}"

    @property
    def past(self) -> tuple[sh.Move | sh.Quit, ...]:
        """The events played."""
        return self.position.history

    def same(self, what: str, core: object, reference: object) -> None:
        """Fails where the two programs differ."""
        assert core == reference, f"{what}: {core!r}, by the reference {reference!r}{self.told()}"

    def as_reference(self, move: sh.Move) -> ReferenceMove:
        """A move of the core as the reference has it."""
        if self.game.rules.capture:
            return (move.origin, move.target, move.captured)
        return (move.origin, move.target)

    def compare(self) -> None:
        """Compares what both programs say of the position and its moves."""
        game, position = self.game, self.position
        outcome = position.outcome()
        self.same("text", position.text, game.text())
        self.same("places", position.places, game.places)
        self.same("end", outcome and outcome.reason, game.over)
        self.same("turn", None if position.turn is None else position.turn.letter, game.turn)
        self.same("hash", position.hash, position._fresh_hash)
        if game.over is None:
            self.same("repetitions", position.repetitions(), game.repetitions())
        moves = [self.as_reference(move) for move in position.legal_moves]
        self.same("moves", moves, game.legal_moves())
        self.same("number of moves", position.num_moves(), len(moves))
        self.same("truth of the moves", bool(position.legal_moves), bool(moves))

    def look_closely(self, rng: Random) -> None:
        """Compares paths, reading and elimination for every move, or for some of very many."""
        moves = self.game.legal_moves()
        if len(moves) > WIDEST:
            moves = rng.sample(moves, WIDEST // 10)
        for move in moves:
            found = self.position.find_move(*move)
            path = self.game.path(move)
            self.same(f"path of {move}", found.path, path)
            self.same(f"notation of {move}", str(found), "-".join(path))
            will = self.position.will_eliminate(found)
            self.same(f"elimination by {move}", will, self.will_eliminate(move))
            self.read("-".join(path))
            self.read(f"{move[0]} -{move[1].upper()}")
            self.read(self.broken(rng, path))

    def will_eliminate(self, move: ReferenceMove) -> bool:
        """What the reference says; without a deadline it need not try."""
        return self.game.rules.deadline is not None and self.game.will_eliminate(move)

    def read(self, text: str) -> None:
        """Compares what both programs read; one that refuses gives None."""
        try:
            core = self.as_reference(self.position.move(text))
        except (sh.IllegalMoveError, sh.NotationError):
            core = None
        try:
            reference = self.game.read(text)
        except ValueError:
            reference = None
        self.same(f"reading {text!r}", core, reference)

    def broken(self, rng: Random, path: tuple[str, ...]) -> str:
        """A path with some of its cells left out, turned round, or taken from other moves."""
        other = self.game.path(rng.choice(self.game.legal_moves()))
        cells = rng.choice(
            [
                (*path, other[-1]),
                (*path[:-1], *other),
                path[::-1],
                (path[0], *rng.sample(path, len(path))),
                (*path, *path[-2::-1]),
                (*path[: rng.randrange(len(path))], rng.choice(other), *path[1:]),
            ]
        )
        return "-".join(cells)

    def leave(self, rng: Random) -> None:
        """Lets a seat resign or run out of time in both programs, and compares."""
        places = zip(self.game.rules.seats, self.game.places, strict=True)
        letter = rng.choice([letter for letter, place in places if place is None])
        how = rng.choice(["resign", "timeout"])
        getattr(self.game, how)(letter)
        getattr(self.position, how)(letter)
        self.compare()

    def push(self, move: ReferenceMove) -> None:
        """Plays a move in both programs, and compares."""
        self.game.push(move)
        self.position.push(self.position.find_move(*move))
        self.compare()

    def play(self, rng: Random, plies: int) -> None:
        """Plays on at random, at most some plies, and compares all the way."""
        for move in random_play(rng, self.game, plies):
            self.compare()  # the reference has made the move before this one just now
            if rng.random() < CLOSE_LOOKS:
                self.look_closely(rng)
            played = self.position.push(self.position.find_move(*move))
            self.same("move played", self.as_reference(played), move)
        self.compare()
