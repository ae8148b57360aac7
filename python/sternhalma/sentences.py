"""A view in English sentences, for people who listen and for screens without a picture.

The words for events and errors stand in `english.py`; another language replaces both.
"""

from __future__ import annotations

from sternhalma.english import reason_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sternhalma.view import Pick, SeatView, View


def view_sentences(view: View) -> Iterator[str]:
    """What a view shows: whose turn, the last move, every seat, the marble picked up."""
    yield _turn(view)
    if view.reply_due:
        yield "This is the second seat's reply: only an arrival now still draws."
    if view.last is not None:
        yield f"Last move: {view.last.seat.colour} {'-'.join(view.last.path)}."
    stones = [cell.name for cell in view.cells if cell.marble == "o"]
    if stones:
        yield f"{_count(len(stones), 'stone')} on the board at {_listed(stones)}."
    for seat in view.seats:
        yield _seat(view, seat)
    if view.pick is not None:
        yield _pick(view.pick)


def _turn(view: View) -> str:
    if view.over is not None or view.turn is None:
        return f"The game is over: {reason_text(view.over or 'read')}."
    if view.paused:
        return "The game is paused."
    whose = "you are" if view.turn == view.seat else f"{view.turn.colour} is"
    can = f"marbles that can move stand at {_listed(view.movable)}"
    return _capital(f"{whose} to move in round {view.round}; {can}.")


def _seat(view: View, seat: SeatView) -> str:
    cells = [cell.name for cell in view.cells if cell.marble == seat.seat.letter]
    name = "" if seat.name == seat.seat.colour else f" ({seat.name})"
    parts = [f"{_capital(seat.seat.colour)}{name}: {_listed(cells) if cells else 'no marbles'}"]
    if any(cell.target for cell in view.cells):
        parts.append(f"{seat.in_target} in the target camp")
    if seat.taken:
        parts.append(f"{_count(seat.taken, 'stone')} taken")
    if seat.at_home and seat.place is None:
        due = (
            "" if seat.moves_left is None else f", {_count(seat.moves_left, 'move')} left to leave"
        )
        parts.append(f"{len(seat.at_home)} at home{due}")
    if seat.shut_in:
        parts.append(f"shut in at {_listed(seat.shut_in)}")
    if seat.place is not None:
        parts.append(f"place {seat.place}")
    elif seat.arrived:
        parts.append("arrived, the partner has not")
    if seat.remaining is not None:
        parts.append(f"{_time(seat.remaining)} on the clock")
    return "; ".join(parts) + "."


def _pick(pick: Pick) -> str:
    steps = [end.cell for end in pick.ends if end.kind == "step"]
    jumps = [end.cell for end in pick.ends if end.kind == "jump"]
    parts = []
    if steps:
        parts.append(f"steps to {_listed(steps)}")
    if jumps:
        parts.append(f"jumps to {_listed(jumps)}")
    if pick.passes:
        parts.append(f"passes through {_listed(pick.passes)} without stopping")
    losing = [end.cell for end in pick.ends if end.eliminates]
    if losing:
        parts.append(f"would be eliminated at {_listed(losing)}")
    return f"The marble on {pick.cell} {'; '.join(parts) if parts else 'can not move'}."


def _listed(cells: Iterable[str]) -> str:
    unique = dict.fromkeys(cells)
    return ", ".join(sorted(unique, key=lambda cell: (cell[0], int(cell[1:])))) or "no cell"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _time(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"
