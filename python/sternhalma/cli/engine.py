"""`sternhalma engine`: plays over standard input and output, in UGI or CCP."""

from __future__ import annotations

import sys

import click

from sternhalma import Variant
from sternhalma.engines import read_settings
from sternhalma.protocol.options import Options
from sternhalma.protocol.server import serve


@click.command("engine")
@click.option(
    "--player",
    metavar="ENGINE",
    default="engine",
    show_default=True,
    help="Who plays: engine, with options as in engine:threads=2, plain, a level (easy, medium, "
    "hard, 1 to 10), greedy or random.",
)
@click.option("--variant", metavar="NAME", help="The rules to begin with. [default: the dialect's]")
@click.option("--threads", type=click.IntRange(1, 1024), help="Threads that search one position.")
@click.option("--hash", "hash_mib", type=click.IntRange(1, 1 << 20), help="MiB of the table.")
@click.option("--seed", type=click.IntRange(0), help="Seed of what is random in the search.")
def command(
    player: str, variant: str | None, threads: int | None, hash_mib: int | None, seed: int | None
) -> None:
    """Speak a line protocol on standard input and output until it ends.

    The first line chooses it: ugi or ccp. See docs/protocol.md.
    """
    settings = read_settings(player)
    rules = None if variant is None else Variant(variant)
    settings.make(options={"hash_mib": 1})  # an engine that can't be made is told now, in one line
    serve(settings, Options(rules, threads, hash_mib, seed), sys.stdin.buffer, sys.stdout.buffer)
