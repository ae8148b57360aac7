"""The star as faces need it: names, places on the screen, tips, camps and distances of the cells.

A typed view of the core's geometry, one `Star` an order. Computes nothing the core knows already.
"""

from __future__ import annotations

from functools import cache
from math import hypot, sqrt

from sternhalma._core import geometry
from sternhalma.seats import Seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sternhalma.variants import Variant


_ROW_HEIGHT = sqrt(3) / 2  # rows of a triangular grid whose neighbours lie 1 apart


class Star:
    """The cells of one order. Cells are named; lists run in cell-number order, rows from the top.

    Attributes:
        order: 1 to 6.
        names: the cell names.
        rows: the same names row by row, from the top, left to right.
        screen: name -> (x, y), the centre of the board at (0, 0), y upward, neighbours 1 apart.
    """

    __slots__ = ("_xy", "names", "order", "rows", "screen")

    def __init__(self, order: int) -> None:
        facts = geometry(order)
        self.order = order
        self.names: tuple[str, ...] = facts["names"]
        self.rows = self._by_rows()
        self._xy: dict[str, tuple[int, int]] = dict(zip(self.names, facts["xy"], strict=True))
        centre_x, centre_y = facts["screen"][len(self.names) // 2]
        self.screen: dict[str, tuple[float, float]] = {
            name: (x - centre_x, (y - centre_y) * _ROW_HEIGHT)
            for name, (x, y) in zip(self.names, facts["screen"], strict=True)
        }

    def _by_rows(self) -> tuple[tuple[str, ...], ...]:
        rows: dict[str, list[str]] = {}
        for name in self.names:
            rows.setdefault(name[1:], []).append(name)
        return tuple(tuple(row) for row in rows.values())

    def camp(self, seat: Seat, marbles: int) -> frozenset[str]:
        """The cells of the camp at a seat's tip, for so many marbles: the tip, or tip and row."""
        return _camps(self.order, marbles)[seat]

    def point(self, seat: Seat) -> str:
        """The outermost cell of a seat's tip."""
        return max(
            self.camp(seat, self.order * (self.order + 1) // 2),
            key=lambda name: hypot(*self.screen[name]),
        )

    def distance(self, origin: str, target: str) -> int:
        """Steps between two cells of an empty board."""
        (ax, ay), (bx, by) = self._xy[origin], self._xy[target]
        return max(abs(ax - bx), abs(ay - by), abs(ax - bx + ay - by))


@cache
def _camps(order: int, marbles: int) -> tuple[frozenset[str], ...]:
    """The camps at the six tips, for so many marbles a seat."""
    facts = geometry(order, marbles)
    return tuple(frozenset(facts["names"][cell] for cell in camp) for camp in facts["camps"])


@cache
def star(order: int) -> Star:
    """The star of an order, made once."""
    return Star(order)


def home_camp(variant: Variant, seat: Seat) -> frozenset[str]:
    """The cells a seat starts from; empty in the capture game, where nobody has a camp."""
    return frozenset() if variant.capture else star(variant.order).camp(seat, variant.marbles)


def target_camp(variant: Variant, seat: Seat) -> frozenset[str]:
    """The cells a seat makes for; empty in the capture game."""
    return home_camp(variant, seat.opposite)
