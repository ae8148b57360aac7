"""`sternhalma perft`: the number of move sequences from a position."""

from __future__ import annotations

import click

import sternhalma
from sternhalma.cli.common import read_position, variant_option

_MAX_DEPTH = 30


@click.command("perft")
@click.argument("source", metavar="VARIANT|POSITION")
@click.argument("depth", type=click.IntRange(0, _MAX_DEPTH))
@click.option("--divide", is_flag=True, help="Show the count of each first move as well.")
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    help="Threads that share the work.",
)
@variant_option
def command(source: str, depth: int, divide: bool, threads: int, variant: str | None) -> None:
    """Count the legal move sequences of length DEPTH.

    From the start of VARIANT, or from POSITION: a position text, a file of records (the last game),
    or - for standard input.
    """
    position = read_position(source, variant)
    if not divide or depth == 0:
        print(sternhalma.perft(position, depth, threads))
        return
    total = 0
    for move, count in sternhalma.perft_divide(position, depth, threads):
        print(f"{move} {count}")
        total += count
    print(f"total {total}")
