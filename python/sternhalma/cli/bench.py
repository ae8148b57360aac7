"""`sternhalma bench`: the build checks itself, then shows how fast it plays on this machine."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

import sternhalma
from sternhalma.bench import ROWS, bench_search, cpu_name, self_check
from sternhalma.cli.common import console

if TYPE_CHECKING:
    from collections.abc import Iterator

_UNITS = {
    "count": "moves",
    "list": "moves",
    "node": "positions",
    "playout": "plies",
    "search": "moves made",
}


@click.command("bench")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 60, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each row is measured.",
)
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option(
    "--search",
    is_flag=True,
    help="Measure the search alone; with one thread its check is the search's signature.",
)
def command(as_json: bool, seconds: float, threads: int, search: bool) -> None:
    """Check this build against known counts, then measure its speed.

    Rows are units of work per second, each over a fixed set of positions whose total is checked.
    """
    counts = self_check()
    rows: list[dict[str, Any]] = []
    try:
        if search:
            rows.append(bench_search(threads))
            return
        for row in _measured(seconds, threads, quiet=as_json):
            rows.append(row)
    finally:  # after Ctrl-C as well: what was measured so far
        if as_json:
            _print_json(rows)
        else:
            _print_table(rows, counts)


def _measured(seconds: float, threads: int, *, quiet: bool) -> Iterator[dict[str, Any]]:
    """The rows as they are measured, with progress on a terminal."""
    from rich.progress import Progress

    out = console(error=True)
    with Progress(console=out, transient=True, disable=quiet or not out.is_terminal) as progress:
        task = progress.add_task("measuring", total=len(ROWS))
        for work, variant in ROWS:
            progress.update(task, description=f"{work} {variant}")
            yield sternhalma.bench(work, variant, seconds, threads)
            progress.advance(task)


def _print_json(rows: list[dict[str, Any]]) -> None:
    report = {
        "version": sternhalma.__version__,
        "kernel": sternhalma.kernel(),
        "cpu": cpu_name(),
        "rows": rows,
    }
    sys.stdout.write(json.dumps(report) + "\n")


def _print_table(rows: list[dict[str, Any]], counts: int) -> None:
    from rich.table import Table

    out = console()
    out.print(f"sternhalma {sternhalma.__version__}, {sternhalma.kernel()} kernel, {cpu_name()}")
    out.print(f"self-check: {counts} counts of known positions right")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("work")
    table.add_column("variant", no_wrap=True)
    for heading in ("per second", "seconds", "check"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row["work"],
            row["variant"],
            f"{_rate(row['per_s'])} {_UNITS[row['work']]}",
            f"{row['seconds']:.2f}",
            f"{row['check']:,}",
        )
    out.print(table)


def _rate(per_second: float) -> str:
    """A rate with three digits and a prefix: 0.531 G, 12.4 M."""
    for size, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= size / 2:
            return f"{per_second / size:.3g} {prefix}"
    return f"{per_second:.3g} "
