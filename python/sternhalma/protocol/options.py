"""The options of `setoption`: their names, ranges and what they are set to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sternhalma.errors import EngineError
from sternhalma.variants import Variant

if TYPE_CHECKING:
    from sternhalma.engines import Value
    from sternhalma.protocol.dialect import Dialect


@dataclass(frozen=True, slots=True)
class Options:
    """What the client can set; None stands for what the engine does by itself.

    Attributes:
        variant: the rules.
        threads: that search one position.
        hash: MiB of the search's table.
        seed: of what is random in a search.
        multipv: how many lines are reported.
    """

    variant: Variant | None = None
    threads: int | None = None
    hash: int | None = None
    seed: int | None = None
    multipv: int = 1

    def setting(self, name: str, value: str, dialect: Dialect) -> Options:
        """The options with one of them set.

        Raises:
            EngineError: `unknown-option`, `bad-value`, `two-seats`.
            VariantError: there is no such variant.
        """
        option = next((one for one in OPTIONS if one.name.lower() == name.lower()), None)
        if option is None:
            raise EngineError("unknown-option", text=name)
        if option.name == "Variant":
            variant = Variant(value)
            dialect.check(variant)
            return replace(self, variant=variant)
        return replace(self, **{option.field: option.number(value)})  # type: ignore[arg-type]

    def for_engine(self) -> dict[str, Value]:
        """What is set, as `sh.Engine` takes it."""
        given = {"threads": self.threads, "hash_mib": self.hash, "seed": self.seed}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Option:
    """One option as it is told.

    Attributes:
        name: as clients write it.
        default: where nothing is set.
        least, most: the range of a number; both 0 for a text.
    """

    name: str
    default: int = 0
    least: int = 0
    most: int = 0

    @property
    def field(self) -> str:
        """The field of `Options`."""
        return self.name.lower()

    def number(self, text: str) -> int:
        """The number of a text, within the range.

        Raises:
            EngineError: `bad-value`.
        """
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(digits) < 20:
            value = int(text)
            if self.least <= value <= self.most:
                return value
        expected = f"{self.least} to {self.most}"
        raise EngineError("bad-value", field=self.name, given=text, expected=expected)

    def told(self, options: Options, variant: str) -> str:
        """The line that tells it."""
        if self.name == "Variant":
            return f"option name Variant type string default {variant}"
        value = getattr(options, self.field)
        default = self.default if value is None else value
        return (
            f"option name {self.name} type spin default {default} min {self.least} max {self.most}"
        )


OPTIONS = (
    Option("Variant"),
    Option("Threads", 1, 1, 1024),
    Option("Hash", 64, 1, 1 << 20),
    Option("Seed", 0, 0, (1 << 63) - 1),
    Option("MultiPV", 1, 1, 256),
)
