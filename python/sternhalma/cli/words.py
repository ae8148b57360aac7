"""Positions and results as English sentences, for people and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sternhalma.english import how_text, reason_text
from sternhalma.seats import STONE, Seat
from sternhalma.star import home_camp, star, target_camp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sternhalma import Position


_SECONDS_SHOWN_FINELY = 20_000  # below this, tenths of a second


def clock_text(ms: int) -> str:
    """A time as people read it: 4:59, 1:02:03, 0:09.4."""
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    if ms < _SECONDS_SHOWN_FINELY:
        return f"0:{rest // 1000:02}.{rest % 1000 // 100}"
    tail = f"{minutes:02}" if hours else f"{minutes}"
    return f"{f'{hours}:' if hours else ''}{tail}:{rest // 1000:02}"


def result_line(position: Position) -> str:
    """How a game ended, or that it goes on, as the end of a sentence."""
    outcome = position.outcome()
    if outcome is None:
        return "unfinished"
    return f"{outcome.reason}: {_places(position)}"


def status_lines(position: Position) -> Iterator[str]:
    """What the picture does not say: variant, whose turn, counters, the end."""
    yield f"{position.variant}, round {position.round}"
    outcome = position.outcome()
    if outcome is not None:
        yield f"game over, {reason_text(outcome.reason)}: {_places(position)}"
    elif position.turn is not None:
        yield f"{position.turn.colour} ({position.turn.letter}) to move, {_moves(position)}"
    if position.history:
        yield f"last: {_last(position)}"
    yield from _notices(position)
    yield position.text


def in_words(position: Position) -> Iterator[str]:
    """The whole position in sentences: seat to move, marbles by cell, last move, what is next."""
    yield f"{position.variant.text[0].upper()}{position.variant.text[1:]}, round {position.round}."
    outcome = position.outcome()
    if outcome is not None:
        yield f"The game is over: {reason_text(outcome.reason)}. {_capital(_places(position))}."
    elif position.turn is not None:
        yield f"{_capital(position.turn.colour)} to move, {_moves(position)}."
    if position.variant.capture:
        yield from _stones(position)
    else:
        for index, seat in enumerate(position.seats):
            yield _marbles(position, index, seat)
    yield f"Last move: {_last(position)}." if position.history else "No move played yet."
    for notice in _notices(position):
        yield f"{_capital(notice)}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _moves(position: Position) -> str:
    return _count(position.num_moves(), "legal move")


def _last(position: Position) -> str:
    """The last event with whose it was."""
    event = position.history[-1]
    before = position.copy()
    before.pop()
    how = getattr(event, "how", None)
    if how is not None:
        return f"{event.seat.colour} {how_text(how)}"  # type: ignore[union-attr]
    mover = before.turn.colour if before.turn is not None else "somebody"
    return f"{mover} {event}"


def _places(position: Position) -> str:
    """Each seat's place, in turn order."""
    return ", ".join(
        f"{seat.colour} place {place}" if place else f"{seat.colour} in play"
        for seat, place in zip(position.seats, position.places, strict=True)
    )


def _cells(position: Position, what: object) -> list[str]:
    """The cells on which a seat's marbles or the stones stand, in (letter, row) order."""
    names = [name for name in star(position.variant.order).names if position.at(name) == what]
    return sorted(names, key=lambda name: (name[0], int(name[1:])))


def _marbles(position: Position, index: int, seat: Seat) -> str:
    """One seat's sentence: where its marbles are, and how it stands."""
    variant = position.variant
    cells = _cells(position, seat)
    goals, home = target_camp(variant, seat), home_camp(variant, seat)
    where = f"at {', '.join(cells)}" if cells else "on the board"
    sentence = f"{_capital(seat.colour)}: {_count(len(cells), 'marble')} {where}"
    sentence += f"; {len(goals.intersection(cells))} in the target camp"
    sentence += f", {len(home.intersection(cells))} at home"
    place = position.places[index]
    if place is not None:
        sentence += f"; has place {place}"
    elif position.arrived[index]:
        sentence += "; has arrived, the partner has not"
    return f"{sentence}."


def _stones(position: Position) -> Iterator[str]:
    cells = _cells(position, STONE)
    yield f"{_count(len(cells), 'stone')} on the board at {', '.join(cells) or 'no cell'}."
    taken = zip(position.seats, position.taken, strict=True)
    yield f"Taken: {', '.join(f'{seat.colour} {number}' for seat, number in taken)}."


def _notices(position: Position) -> Iterator[str]:
    """What is about to happen: deadlines, the reply, limits, repetition."""
    seat = position.turn
    if seat is None:
        return
    variant = position.variant
    if position.reply_due:
        yield f"this is {seat.colour}'s reply: only an arrival now still draws"
    at_home = len(home_camp(variant, seat).intersection(_cells(position, seat)))
    left = position.moves_left(seat)
    if left is not None and at_home:
        due = (
            f"all must be out within {_count(left, 'move')}"
            if left
            else "what has a way out must leave now"
        )
        yield f"{seat.colour} has {_count(at_home, 'marble')} at home, {due}"
    losing = sum(position.will_eliminate(move) for move in position.legal_moves) if at_home else 0
    if losing:
        yield f"{losing} of the legal moves would eliminate {seat.colour}"
    if position.repetitions() > 1:
        yield f"this position stands for time number {position.repetitions()}"
    if variant.max_rounds is not None:
        yield f"the game ends after round {variant.max_rounds} at the latest"
    if variant.max_plies is not None:
        yield f"the game ends after {variant.max_plies} moves at the latest, {position.plies} made"
