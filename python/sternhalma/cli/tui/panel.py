"""What stands beside the board, as styled lines: turn, seats with deadlines, clocks and places."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.text import Text

from sternhalma.cli.words import clock_text
from sternhalma.english import reason_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sternhalma.cli.tui.keys import Selection
    from sternhalma.seats import Seat
    from sternhalma.view import SeatView, View

_STRONG, _QUIET, _WARN = "bold", "#9a9a9a", "bold #ffb86c"


def panel(
    view: View,
    selection: Selection,
    kinds: Mapping[Seat, str],
    times: Mapping[Seat, int],
    log: Sequence[str],
    size: tuple[int, int],
) -> Text:
    """The whole panel.

    Args:
        view: what the board shows.
        selection: the cursor and what is chosen.
        kinds: who sits where, as words such as human and greedy.
        times: what every seat has left now, in milliseconds; empty without a clock.
        log: what has happened, the newest last; as much as fits is shown.
        size: width and height in characters.
    """
    width, height = size
    lines = [_line(view.variant, _STRONG), _turn(view)]
    for seat in view.seats:
        lines += _seat(view, seat, kinds, times)
    lines += [Text(), *(_line(text) for text in _chosen(view, selection)), Text()]
    room = height - len(lines)
    wrapped = [part for text in log for part in textwrap.wrap(text, max(width, 8)) or [""]]
    lines += [_line(part, _QUIET) for part in wrapped[-room:]] if room > 0 else []
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n", no_wrap=True).join(lines)


def _line(text: str, style: str = "") -> Text:
    return Text(text, style)


def _turn(view: View) -> Text:
    where = f"round {view.round}, move {view.ply}"
    if view.turn is None:
        return _line(f"{where}: game over, {reason_text(view.over or 'read')}", _WARN)
    if view.paused:
        return _line(f"{where}: PAUSED, p goes on", _WARN)
    reply = " (the reply)" if view.reply_due else ""
    return _line(f"{where}: {view.turn.colour} to move{reply}", _STRONG)


def _seat(
    view: View, seat: SeatView, kinds: Mapping[Seat, str], times: Mapping[Seat, int]
) -> Iterator[Text]:
    """Two lines: who and how much time; how it stands."""
    sign = "▶" if view.turn == seat.seat else " "
    name = "" if seat.name == seat.seat.colour else f" {seat.name},"
    line = Text(f"{sign} {seat.seat.letter} {seat.seat.colour}{name} ")
    line.append(kinds.get(seat.seat, ""), _QUIET)
    if seat.seat in times:
        line.append(f"  {clock_text(times[seat.seat])}", _STRONG)
    if seat.place is not None:
        line.append(f"  place {seat.place}", _WARN)
    elif seat.arrived:
        line.append("  arrived", _WARN)
    if view.turn == seat.seat:
        line.stylize(_STRONG)
    yield line
    yield _line("  " + ", ".join(_standing(view, seat)), _QUIET)


def _standing(view: View, seat: SeatView) -> Iterator[str]:
    if view.variant.startswith("capture"):
        yield f"taken {seat.taken}"
        return
    yield f"target {seat.in_target}"
    if seat.at_home and seat.place is None:
        moves = "move" if seat.moves_left == 1 else "moves"
        due = "" if seat.moves_left is None else f": {seat.moves_left} {moves} left"
        yield f"home {len(seat.at_home)}{due}"
    if seat.shut_in:
        yield f"shut in {len(seat.shut_in)}"


def _chosen(view: View, selection: Selection) -> Iterator[str]:
    """Two lines on the cursor and the marble picked up."""
    cell = view.cell(selection.cursor)
    end = selection.chosen(view)
    what = "" if cell.marble is None else f", {cell.marble}"
    if end is not None:
        several = len(selection.ends_here(view))
        more = f", {several} ways: Space" if several > 1 else ""
        loses = " ELIMINATES" if end.eliminates else ""
        yield f"cursor {cell.name}: {end.kind}{loses}{more}"
        yield end.move
        return
    where = ", target" if cell.target else ", home" if cell.home else ""
    yield f"cursor {cell.name}{what}{where}"
    if view.pick is None or view.turn is None:
        yield ""
        return
    back = ", Space: back here" if selection.ends_here(view) else ""
    steps = sum(end.kind == "step" for end in view.pick.ends)
    yield f"picked {view.pick.cell}: steps {steps}, jumps {len(view.pick.ends) - steps}{back}"
