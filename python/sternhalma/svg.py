"""A position as a picture: one SVG text, the same for the same position.

Owns how a board looks. Colour is never the only sign: every marble bears its seat's letter, and the
target camp of the seat to move has a dashed ring in each cell.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from types import EllipsisType
from typing import TYPE_CHECKING

from sternhalma._core import Move
from sternhalma.english import reason_text
from sternhalma.seats import Seat, Stone
from sternhalma.star import star, target_camp

if TYPE_CHECKING:
    from sternhalma._core import Position

# Fill and letter colours: any two fills differ in lightness as well as in hue.
_PAINT: dict[str, tuple[str, str]] = {
    "w": ("#fdfdfa", "#333333"),
    "r": ("#c0392b", "#ffffff"),
    "b": ("#2a5db0", "#ffffff"),
    "k": ("#222222", "#ffffff"),
    "y": ("#f2c230", "#333333"),
    "g": ("#3a9a5b", "#ffffff"),
    "o": ("#9a8f80", "#ffffff"),
}
_RING = {"w": "#8a8a84"}  # a white ring would not show on the board
_BOARD, _CELL, _LINE, _PATH = "#efe6d5", "#ddd0b8", "#b5a585", "#d35400"
_UNIT = 40  # user units from a cell to its neighbour


def board_svg(
    position: Position,
    *,
    orientation: Seat | None = None,
    last_move: Move | EllipsisType | None = ...,
    size: int = 480,
    coordinates: bool = False,
) -> str:
    """The board of a position as SVG.

    Args:
        position: what stands where, and who is to move: that seat's target camp is marked.
        orientation: the seat whose tip is drawn at the bottom; None for white's.
        last_move: the move drawn as a line; `...` for the last one played, None for none.
        size: width and height in pixels.
        coordinates: whether empty cells show their names.

    Returns:
        A complete `<svg>` element with a title and a description in words.
    """
    cells = star(position.variant.order)
    turned = {name: _turned(x, y, int(orientation or 0)) for name, (x, y) in cells.screen.items()}
    half = max(max(abs(x), abs(y)) for x, y in turned.values()) + 0.9 * _UNIT
    if last_move is ...:
        event = position.history[-1] if position.history else None
        last_move = event if isinstance(event, Move) else None
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
        f'viewBox="{-half:.1f} {-half:.1f} {2 * half:.1f} {2 * half:.1f}" role="img">',
        f"<title>{escape(_title(position))}</title>",
        f"<desc>{escape(position.text)}</desc>",
        f'<circle r="{half:.1f}" fill="{_BOARD}"/>',
        *_lines(turned),
        *_holes(position, turned),
        *(_path(last_move, turned) if isinstance(last_move, Move) else ()),
        *_marbles(position, turned, coordinates),
        "</svg>",
    ]
    return "\n".join(parts)


def _turned(x: float, y: float, seat: int) -> tuple[float, float]:
    """A cell's place in user units, y downward, the board turned to bring a seat's tip down."""
    angle = seat * pi / 3  # tips follow each other clockwise, the board turns back
    return (
        (x * cos(angle) - y * sin(angle)) * _UNIT,
        -(x * sin(angle) + y * cos(angle)) * _UNIT,
    )


def _title(position: Position) -> str:
    outcome = position.outcome()
    if outcome is not None:
        return f"{position.variant}: the game is over, {reason_text(outcome.reason)}"
    assert position.turn is not None
    return f"{position.variant}: {position.turn.colour} to move"


def _lines(turned: dict[str, tuple[float, float]]) -> list[str]:
    """The lines between neighbouring cells, as one path."""
    places = list(turned.values())
    reach = (1.01 * _UNIT) ** 2
    segments = [
        f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
        for i, (ax, ay) in enumerate(places)
        for bx, by in places[i + 1 :]
        if (ax - bx) ** 2 + (ay - by) ** 2 < reach
    ]
    return [f'<path d="{"".join(segments)}" stroke="{_LINE}" stroke-width="1.5" fill="none"/>']


def _holes(position: Position, turned: dict[str, tuple[float, float]]) -> list[str]:
    """The cells, those of the mover's target camp with a dashed ring."""
    turn = position.turn
    marked = frozenset() if turn is None else target_camp(position.variant, turn)
    ring = "" if turn is None else _RING.get(turn.letter, _PAINT[turn.letter][0])
    parts = []
    for name, (x, y) in turned.items():
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="{_CELL}"/>')
        if name in marked:
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="17.5" fill="none" stroke="{ring}" '
                'stroke-width="2.5" stroke-dasharray="4 3" class="target"/>'
            )
    return parts


def _path(move: Move, turned: dict[str, tuple[float, float]]) -> list[str]:
    """A move as a line from its origin, which bears a dot, to its target."""
    points = [turned[name] for name in move.path]
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    x, y = points[0]
    return [
        f'<polyline points="{joined}" fill="none" stroke="{_PATH}" stroke-width="5" '
        'stroke-linecap="round" stroke-linejoin="round" opacity="0.8" class="move"/>',
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{_PATH}"/>',
    ]


def _marbles(
    position: Position, turned: dict[str, tuple[float, float]], coordinates: bool
) -> list[str]:
    """The marbles with their letters, and the names of empty cells if wanted."""
    parts = []
    for name, (x, y) in turned.items():
        marble = position.at(name)
        if marble is None:
            if coordinates:
                parts.append(_label(x, y, name, "#6b5f48", 11))
            continue
        fill, ink = _PAINT[marble.letter]
        label = "" if isinstance(marble, Stone) else marble.letter
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="{fill}" stroke="#333333" '
            f'stroke-width="1.2" class="marble"/>'
        )
        if label:
            parts.append(_label(x, y, label, ink, 15))
    return parts


def _label(x: float, y: float, text: str, colour: str, size: int) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.34:.1f}" font-size="{size}" fill="{colour}" '
        f'font-family="sans-serif" text-anchor="middle">{text}</text>'
    )
