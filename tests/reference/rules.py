"""The switches of RULES.md section 8, the presets of sections 4 to 8, and their text form.

Owns what a variant is, and which combinations make no sense. Knows no position and no move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from typing import Any

from .board import LETTERS, opposite, tip_size

MAX_COUNT = 65_535
"""Largest deadline, max_rounds and max_plies (RULES.md says only "out of range")."""

STANDARD_SEATS = {2: "wk", 3: "wby", 4: "wrky", 5: "wrbky", 6: "wrbkyg"}

CHOICES = {
    "jumps": ("adjacent", "long"),
    "foreign": ("pass", "open", "closed"),
    "lock": ("none", "move", "landing"),
    "arrival": ("filled", "own"),
    "finish": ("places", "first"),
    "tie": ("rank", "draw"),
}
COUNTS = ("deadline", "max_rounds", "max_plies", "repetition")
FLAGS = ("reply", "lock_in", "pairs", "capture")


@dataclass(frozen=True)
class Rules:
    """One variant: every switch of RULES.md section 8, in the order of its text form."""

    order: int = 4
    marbles: int = 10
    seats: str = "wk"
    jumps: str = "adjacent"
    foreign: str = "pass"
    lock: str = "move"
    arrival: str = "filled"
    finish: str = "places"
    reply: bool = False
    deadline: int | None = None
    max_rounds: int | None = None
    max_plies: int | None = None
    repetition: int | None = None
    tie: str = "rank"
    lock_in: bool = False
    pairs: bool = False
    capture: bool = False
    base: str = field(default="classic-2", compare=False)
    """The preset that the text form starts from; two equal variants may name different ones."""

    def text(self) -> str:
        """Return the text form: the base and the switches that differ from it."""
        base = preset(self.base)
        expected = replace(base, order=self.order, marbles=_followed_marbles(base, self.order))
        changed = []
        for switch in SWITCHES:
            value = getattr(self, switch)
            if value != getattr(base if switch == "order" else expected, switch):
                changed.append(f"{switch}={_value_text(value)}")
        return self.base + (":" + ",".join(changed) if changed else "")

    def with_row(self) -> bool:
        """Return whether a camp is tip and row rather than the tip."""
        return self.marbles != tip_size(self.order)

    def sides(self) -> list[tuple[int, ...]]:
        """Return what takes places: each seat, or each pair of seats, as indices in turn order."""
        if not self.pairs:
            return [(seat,) for seat in range(len(self.seats))]
        return [
            (seat, self.seats.index(opposite(letter)))
            for seat, letter in enumerate(self.seats)
            if seat < self.seats.index(opposite(letter))
        ]

    def check(self) -> None:
        """Raise ValueError, with the reason, where a combination makes no sense."""
        for reason in _faults(self):
            raise ValueError(f"{self.base}: {reason}")


SWITCHES = tuple(item.name for item in fields(Rules) if item.name != "base")


def _faults(rules: Rules) -> list[str]:
    """Return the reasons that a variant is refused for."""
    if not 1 <= rules.order <= 6:
        return [f"order {rules.order} is out of range (1 to 6)"]
    faults = []
    tip = tip_size(rules.order)
    if rules.marbles not in (tip, tip + rules.order + 1):
        faults.append(f"marbles {rules.marbles} is neither {tip} nor {tip + rules.order + 1}")
    faults += _seat_faults(rules.seats)
    for switch, allowed in CHOICES.items():
        if getattr(rules, switch) not in allowed:
            faults.append(f"{switch} must be one of {', '.join(allowed)}")
    for switch in COUNTS:
        count = getattr(rules, switch)
        if count is not None and not 1 <= count <= MAX_COUNT:
            faults.append(f"{switch} {count} is out of range")
    if rules.repetition not in (None, 3):
        faults.append("repetition must be 3 or none")
    return faults or _clashes(rules)


def _seat_faults(seats: str) -> list[str]:
    """Return what is wrong with a list of seats."""
    if any(letter not in LETTERS for letter in seats):
        return [f"unknown seat in {seats!r}"]
    if not 2 <= len(seats) <= 6:
        return [f"{len(seats)} seats (2 to 6)"]
    if len(set(seats)) != len(seats):
        return [f"a colour twice in {seats!r}"]
    turns = [(LETTERS.index(letter) - LETTERS.index(seats[0])) % 6 for letter in seats]
    if turns != sorted(turns):
        return [f"colours not clockwise from the first mover in {seats!r}"]
    return []


def _clashes(rules: Rules) -> list[str]:
    """Return the switches that do not go together."""
    faults = []
    if rules.reply and len(rules.seats) != 2:
        faults.append("reply needs two seats")
    if rules.reply and rules.finish == "first":
        faults.append("reply does not go with finish=first")
    opposites = all(opposite(letter) in rules.seats for letter in rules.seats)
    if rules.pairs and not (opposites and len(rules.seats) >= 4):
        faults.append("pairs need two pairs at least and every seat's opposite")
    if rules.with_row() and not (opposites and len(rules.seats) == 2):
        faults.append("tip and row need two opposite seats")
    if rules.capture:
        # What "not set" means for each of them is what the capture presets hold.
        unset = preset("capture-2")
        for switch in ("foreign", "lock", "arrival", "reply", "deadline", "pairs", "lock_in"):
            if getattr(rules, switch) != getattr(unset, switch):
                faults.append(f"capture does not go with {switch} set")
    return faults


def _presets() -> dict[str, Rules]:
    """Return all presets by name."""
    found: dict[str, Rules] = {}

    def add(base: str, rules: Rules, **switches: Any) -> None:
        found[base] = replace(rules, base=base, **switches)

    table = Rules(deadline=30, max_rounds=150, repetition=3)
    for count in (2, 3, 4, 6):
        add(f"classic-{count}", table, seats=STANDARD_SEATS[count], reply=count == 2)
    for count in (2, 6):
        add(f"long-{count}", found[f"classic-{count}"], jumps="long")
    add("fifteen-2", found["classic-2"], marbles=15, deadline=40)
    add("pairs-2x2", found["classic-4"], pairs=True)
    add("pairs-3x2", found["classic-6"], pairs=True)

    first = Rules(foreign="open", finish="first", tie="draw")
    for count in (2, 3, 4, 6):
        add(f"open-{count}", first, seats=STANDARD_SEATS[count])
    star = replace(first, arrival="own", max_plies=1500, lock_in=True)
    for order, cells in ((4, 121), (5, 181), (6, 253)):
        for count, seats in STANDARD_SEATS.items():
            base = f"star{cells}-{count}"
            add(base, star, order=order, marbles=tip_size(order), seats=seats)
    for jumps, family in (("adjacent", "capture"), ("long", "capture-long")):
        for count, seats in STANDARD_SEATS.items():
            capture = Rules(foreign="open", lock="none", capture=True)
            add(f"{family}-{count}", capture, seats=seats, jumps=jumps)
    for count in (2, 3, 4, 6):
        seats = STANDARD_SEATS[count]
        add(f"openspiel-{count}", first, seats=seats, lock="none", arrival="own", max_plies=1000)
    ccerl = Rules(foreign="open", lock="landing", reply=True, tie="draw")
    add("ccerl-2p10", ccerl, max_plies=240, repetition=3)
    for order in range(1, 7):
        rhombus = replace(first, foreign="closed", lock="none")
        add(f"rhombus-{order}", rhombus, order=order, marbles=tip_size(order))
    return found


PRESETS = _presets()


def preset(base: str) -> Rules:
    """Return a preset by name; ValueError when there is none."""
    if base not in PRESETS:
        raise ValueError(f"unknown variant {base!r}")
    return PRESETS[base]


def _followed_marbles(base: Rules, order: int) -> int:
    """Return the marbles of a base moved to another order: a tip stays a tip."""
    return tip_size(order) + (order + 1 if base.with_row() else 0)


def _value_text(value: object) -> str:
    """Return a switch's value as it is written."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_value(switch: str, text: str) -> object:
    """Return the value that is written for a switch."""
    if switch in CHOICES or switch == "seats":
        return text
    if switch in FLAGS:
        if text not in ("true", "false"):
            raise ValueError(f"{switch} must be true or false, not {text!r}")
        return text == "true"
    if text == "none" and switch in COUNTS:
        return None
    if not re.fullmatch("0|[1-9][0-9]{0,8}", text):
        raise ValueError(f"{switch} needs a number, not {text!r}")
    return int(text)


def parse_variant(text: str) -> Rules:
    """Read the text form of a variant.

    Raises:
        ValueError: an unknown preset or switch, a value that does not fit, or a combination that
            makes no sense; the text says which.
    """
    base, colon, rest = text.partition(":")
    found = preset(base)
    changes: dict[str, Any] = {}
    for item in rest.split(",") if colon else ():
        switch, _, value = item.partition("=")
        if switch not in SWITCHES:
            raise ValueError(f"{text!r}: unknown switch {switch!r}")
        if switch in changes:
            raise ValueError(f"{text!r}: {switch} is set twice")
        changes[switch] = _read_value(switch, value)
    if "order" in changes and "marbles" not in changes:
        changes["marbles"] = _followed_marbles(found, changes["order"])
    rules = replace(found, **changes)
    rules.check()
    return rules
