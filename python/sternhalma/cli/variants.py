"""`sternhalma variants`: every variant, and what the switches of one are."""

from __future__ import annotations

import click

import sternhalma
from sternhalma.variants import EXPECTED, Variant

_NEUTRAL = sternhalma.Rules().fields()
_COLUMNS = ("order", "marbles", "seats")


@click.command("variants")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List all variants, or the switches of one.

    With NAME, every switch with its value and what it takes. NAME may be a text form such as
    classic-2:deadline=none,foreign=open.
    """
    if name is None:
        _list_all()
    else:
        _describe(Variant(name))


def _list_all() -> None:
    print(f"{'variant':<15} order marbles seats   switches")
    for name in sternhalma.variants():
        variant = Variant(name)
        others = [
            f"{field}={value}"
            for field, value in variant.describe().items()
            if field not in _COLUMNS and value != _spelled(field)
        ]
        marbles = "-" if variant.capture else variant.marbles
        line = f"{name:<15} {variant.order:>5} {marbles:>7} {variant.seats:<7}"
        print(f"{line} {' '.join(others)}".rstrip())
    rest = " ".join(f"{field}={_spelled(field)}" for field in EXPECTED if field not in _COLUMNS)
    print(f"\nSwitches not listed: {rest}")
    print("Switch them as in classic-2:deadline=none,foreign=open; `variants NAME` explains one.")


def _spelled(field: str) -> str:
    return str(_NEUTRAL[field]).lower()


def _describe(variant: Variant) -> None:
    print(variant.text)
    for field, value in variant.describe().items():
        print(f"  {field:<10} {value:<8} takes {EXPECTED[field]}")
