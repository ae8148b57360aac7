"""Times on the command line: 100ms, 0.5s."""

from __future__ import annotations

import re

import click

_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?) *(ms|s|)")
_UNITS = {"ms": 1, "": 1, "s": 1000}
_LONGEST_MS = 10**9


def milliseconds(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> int | None:
    """Milliseconds, from a text such as 100ms or 0.5s; the callback of an option."""
    if value is None:
        return None
    found = _TIME.fullmatch(value.strip().lower())
    number = round(float(found[1]) * _UNITS[found[2]]) if found else 0
    if not 0 < number < _LONGEST_MS:
        what = f"{value!r} is no time; times look like 100ms or 0.5s"
        raise click.BadParameter(what, context, parameter)
    return number
