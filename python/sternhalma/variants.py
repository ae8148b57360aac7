"""Variants by name and text: every preset of the rule book and the switches of one's own.

Owns the names, the preset values and the text form. What a combination of fields means, and which
make no sense together, is the core's: `Rules` checks them.

Fields that have no meaning in a family hold what changes nothing there: in the capture family,
whose places go by stones taken, that is `foreign=open`, `lock=none`, `arrival=filled`,
`finish=places` and a tip's `marbles`.
"""

from __future__ import annotations

from functools import lru_cache

from sternhalma._core import Rules
from sternhalma.errors import VariantError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, NoReturn

    Value = str | int | bool | None

_WORDS: dict[str, tuple[str, ...]] = {
    "jumps": ("adjacent", "long"),
    "foreign": ("pass", "open", "closed"),
    "lock": ("none", "move", "landing"),
    "arrival": ("filled", "own"),
    "finish": ("places", "first"),
    "tie": ("rank", "draw"),
}
_FLAGS = ("reply", "lock_in", "pairs", "capture")
_LIMITS = ("deadline", "max_rounds", "max_plies", "repetition")  # a number, or None for without
_NUMBERS = ("order", "marbles", *_LIMITS)
_MAX_NUMBER = 1_000_000  # the core's bound for every number

# What each field takes, in the order of the text form.
EXPECTED: dict[str, str] = {
    "order": "1 to 6",
    "marbles": "the cells of a tip, or of a tip and the next row",
    "seats": "2 to 6 of the letters w r b k y g, clockwise, the first to move first",
    "jumps": "adjacent or long",
    "foreign": "pass, open or closed",
    "lock": "none, move or landing",
    "arrival": "filled or own",
    "finish": "places or first",
    "reply": "true or false",
    "deadline": "1 to 1000000, or none",
    "max_rounds": "1 to 1000000, or none",
    "max_plies": "1 to 1000000, or none",
    "repetition": "3 or none",
    "tie": "rank or draw",
    "lock_in": "true or false",
    "pairs": "true or false",
    "capture": "true or false",
}

_PRESETS: dict[str, dict[str, Any]] = {}
_STANDARD_SEATS = {2: "wk", 3: "wby", 4: "wrky", 5: "wrbky", 6: "wrbkyg"}
_NEEDS_OPPOSITES = ("classic", "open", "openspiel")  # families that would take 2 to 6 but not 5


class Variant:
    """The rules of one game: a preset's name and what is switched differently. An immutable value.

    Two variants are equal when their texts are. `str` gives the text, `repr` evaluates back.

    Args:
        text: a name, or a text form such as "classic-2:deadline=none,foreign=open"; case and
            blanks around its parts are forgiven. Another variant stands for its text.
        switches: fields by name, on top of the text. `marbles` follows `order`: when only `order`
            is switched, a camp stays a tip, or a tip and its next row.

    Raises:
        VariantError: an unknown name or switch, a value out of range, a combination that makes no
            sense.
    """

    __slots__ = ("_name", "_rules", "_text")

    _name: str
    _rules: Rules
    _text: str

    def __init__(self, text: str | Variant, **switches: Value) -> None:
        if isinstance(text, Variant):
            name, fields = text._name, text._rules.fields()
        else:
            name, named = _parse(text)
            fields = _switched(_preset(name), named)
        fields = _switched(fields, switches)
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_rules", _rules(**fields))
        parts = [f"{field}={_spell(value)}" for field, value in self._differences().items()]
        object.__setattr__(self, "_text", f"{name}:{','.join(parts)}" if parts else name)

    def _differences(self) -> dict[str, Any]:
        """The fields that differ from the preset's, its `marbles` fitted to this order."""
        base = _follow_order(_preset(self._name), self.order)
        return {
            field: value for field, value in self._rules.fields().items() if base[field] != value
        }

    @property
    def name(self) -> str:
        """The preset this variant starts from."""
        return self._name

    @property
    def text(self) -> str:
        """The text form: the name and, in the order of the rules, what differs from it."""
        return self._text

    @property
    def rules(self) -> Rules:
        """The fields as the core's value."""
        return self._rules

    @property
    def order(self) -> int:
        """Order of the star, 1 to 6: the length of a tip's edge."""
        return self._rules.order

    @property
    def marbles(self) -> int:
        """Marbles a seat starts with: the cells of a tip, or of a tip and the next row."""
        return self._rules.marbles

    @property
    def seats(self) -> str:
        """Colour letters in turn order, the first to move first."""
        return self._rules.seats

    @property
    def jumps(self) -> str:
        """Jumps: "adjacent", or "long" over a marble farther away."""
        return self._rules.jumps

    @property
    def foreign(self) -> str:
        """Tips that are neither home nor target: "pass", "open" or "closed"."""
        return self._rules.foreign

    @property
    def lock(self) -> str:
        """What holds a marble in its target camp: "none", "move" or "landing"."""
        return self._rules.lock

    @property
    def arrival(self) -> str:
        """A seat has arrived when its target is "filled", or filled with its "own" marbles."""
        return self._rules.arrival

    @property
    def finish(self) -> str:
        """The game is played out for "places", or ends with the "first" arrival."""
        return self._rules.finish

    @property
    def reply(self) -> bool:
        """Whether the second of two seats answers the first one's arrival."""
        return self._rules.reply

    @property
    def deadline(self) -> int | None:
        """Own move by which all marbles must have left the home camp."""
        return self._rules.deadline

    @property
    def max_rounds(self) -> int | None:
        """Rounds after which the game ends."""
        return self._rules.max_rounds

    @property
    def max_plies(self) -> int | None:
        """Moves of all seats together after which the game ends."""
        return self._rules.max_plies

    @property
    def repetition(self) -> int | None:
        """How often a position must stand to end the game: 3 or None."""
        return self._rules.repetition

    @property
    def tie(self) -> str:
        """What limit, repetition and blocked do: "rank" the seats, or a "draw"."""
        return self._rules.tie

    @property
    def lock_in(self) -> bool:
        """Whether a marble locked in for good in its home camp draws the game."""
        return self._rules.lock_in

    @property
    def pairs(self) -> bool:
        """Whether opposite seats are partners."""
        return self._rules.pairs

    @property
    def capture(self) -> bool:
        """Whether this is the capture game: jumps take, and stones are nobody's."""
        return self._rules.capture

    def replace(self, **switches: Value) -> Variant:
        """This variant with other switches; what is not named stays.

        Raises:
            VariantError: as when it is made.
        """
        return Variant(self, **switches)

    def describe(self) -> dict[str, str]:
        """All switches by name, spelled as in the text form and in its order."""
        return {field: _spell(value) for field, value in self._rules.fields().items()}

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        switches = "".join(
            f', {field}="{value}"' if isinstance(value, str) else f", {field}={value!r}"
            for field, value in self._differences().items()
        )
        return f'Variant("{self._name}"{switches})'

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Variant, (self._text,)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Variant can't be changed; use replace({name}=...)")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Variant can't be changed")


def variants() -> tuple[str, ...]:
    """The names of all presets, in the order of the rule book."""
    return tuple(_presets())


def _presets() -> dict[str, dict[str, Any]]:
    """All fields of all presets, worked out when first asked for."""
    global _PRESETS
    if not _PRESETS:
        made = {}
        for name, switches in _make_presets():
            marbles = _tip(switches.get("order", 4))
            made[name] = Rules(**{"marbles": marbles} | switches).fields()
        _PRESETS = made  # at once: another thread sees none of them or all
    return _PRESETS


def _make_presets() -> Iterator[tuple[str, dict[str, Any]]]:
    """The names in the order of the rule book, with what differs from `Rules()`."""
    played_out = {"deadline": 30, "max_rounds": 150, "repetition": 3, "tie": "rank"}
    race = {"finish": "first", "tie": "draw"}
    two, six = {"seats": "wk", "reply": True}, {"seats": _STANDARD_SEATS[6]}

    yield "classic-2", played_out | two
    for n in (3, 4, 6):
        yield f"classic-{n}", played_out | {"seats": _STANDARD_SEATS[n]}
    yield "long-2", played_out | two | {"jumps": "long"}
    yield "long-6", played_out | six | {"jumps": "long"}
    yield "fifteen-2", played_out | two | {"marbles": 15, "deadline": 40}
    yield "pairs-2x2", played_out | {"seats": _STANDARD_SEATS[4], "pairs": True}
    yield "pairs-3x2", played_out | six | {"pairs": True}

    for n in (2, 3, 4, 6):
        yield f"open-{n}", race | {"seats": _STANDARD_SEATS[n], "foreign": "open"}

    star = race | {"foreign": "open", "arrival": "own", "max_plies": 1500, "lock_in": True}
    for family, order in (("star121", 4), ("star181", 5), ("star253", 6)):
        for n, seats in _STANDARD_SEATS.items():
            yield f"{family}-{n}", star | {"order": order, "seats": seats}

    for family, jumps in (("capture", "adjacent"), ("capture-long", "long")):
        for n, seats in _STANDARD_SEATS.items():
            free = {"foreign": "open", "lock": "none", "capture": True}
            yield f"{family}-{n}", free | {"seats": seats, "jumps": jumps}

    openspiel = race | {"foreign": "open", "lock": "none", "arrival": "own", "max_plies": 1000}
    for n in (2, 3, 4, 6):
        yield f"openspiel-{n}", openspiel | {"seats": _STANDARD_SEATS[n]}
    yield (
        "ccerl-2p10",
        two
        | {"foreign": "open", "lock": "landing", "max_plies": 240, "repetition": 3, "tie": "draw"},
    )
    for order in range(1, 7):
        yield f"rhombus-{order}", race | {"order": order, "foreign": "closed", "lock": "none"}


def _preset(name: str) -> dict[str, Any]:
    """All fields of a preset, in the order of the text form."""
    presets = _presets()
    if name not in presets:
        family, _, count = name.rpartition("-")
        if count == "5" and family in _NEEDS_OPPOSITES:
            raise VariantError("five-seats", variant=name)
        raise VariantError("unknown-variant", text=name, near=_nearest(name, presets))
    return presets[name]


@lru_cache(maxsize=256)
def _rules(**fields: Any) -> Rules:
    """The core's value, which carries the tables of its board: made once, then shared."""
    return Rules(**fields)


def _tip(order: int) -> int:
    return order * (order + 1) // 2


def _switched(fields: dict[str, Any], switches: Mapping[str, Value]) -> dict[str, Any]:
    """The fields with the switches over them, `marbles` following `order`."""
    checked = {field: _checked(field, value) for field, value in switches.items()}
    if "order" in checked:
        fields = _follow_order(fields, checked["order"])
    return fields | checked


def _follow_order(fields: dict[str, Any], order: Any) -> dict[str, Any]:
    """The fields with `marbles` fitted to another order: a tip, or a tip and its row."""
    with_row = fields["marbles"] > _tip(fields["order"])
    return fields | {"marbles": _tip(order) + (order + 1 if with_row else 0)}


def _parse(text: str) -> tuple[str, dict[str, Value]]:
    """The name and the switches of a text form, the values as spelled."""
    if not isinstance(text, str):
        raise TypeError(f"a variant is a text or a Variant, not {type(text).__name__}")
    if not text.isascii():
        offset = next(i for i, char in enumerate(text) if not char.isascii())
        raise VariantError("malformed", text=text, offset=offset)
    name, colon, rest = text.lower().partition(":")
    switches: dict[str, Value] = {}
    offset = len(name) + 1
    for part in rest.split(",") if colon else ():
        field, equals, value = (piece.strip() for piece in part.partition("="))
        if not (field and equals and value) or "=" in value:
            raise VariantError("malformed", text=text, offset=offset)
        if field in switches:
            raise VariantError("twice", field=field)
        switches[field] = _read(field, value)
        offset += len(part) + 1
    return name.strip(), switches


def _read(field: str, value: str) -> Value:
    """The value of a field as spelled in a text form, numbers and flags turned into their types."""
    _check_field(field)
    if field in _FLAGS:
        return {"true": True, "false": False}.get(value, value)
    if field in _LIMITS and value == "none":
        return None
    if field in _NUMBERS and value.isdecimal() and len(value) < 10 and value[0] != "0":
        return int(value)
    return value


def _check_field(field: str) -> None:
    if field not in EXPECTED:
        raise VariantError("unknown-field", text=field, near=_nearest(field, EXPECTED))


def _checked(field: str, value: object) -> Value:
    """The value if its type and range fit the field; words and seats in lower case."""
    _check_field(field)
    if isinstance(value, bool):
        if field in _FLAGS:
            return value
    elif isinstance(value, str):
        word = value.strip().lower()
        if value.isascii() and (field == "seats" or word in _WORDS.get(field, ())):
            return word
    elif value is None:
        if field in _LIMITS:
            return None
    elif hasattr(value, "__index__") and field in _NUMBERS:
        number: int = value.__index__()
        if 1 <= number <= (6 if field == "order" else _MAX_NUMBER):
            return number
    given = value if isinstance(value, str) else _spell(value)
    raise VariantError("bad-value", field=field, given=given, expected=EXPECTED[field])


def _spell(value: object) -> str:
    """A value as the text form writes it."""
    return str(value).lower()


def _nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    from difflib import get_close_matches  # only where something is wrong already

    return tuple(get_close_matches(word[:40], list(known), n=2))
