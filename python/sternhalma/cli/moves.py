"""`sternhalma moves`: all legal moves of a position."""

from __future__ import annotations

import click

from sternhalma.cli.common import read_position, variant_option


@click.command("moves")
@click.argument("source", metavar="POSITION")
@variant_option
def command(source: str, variant: str | None) -> None:
    """List the legal moves of POSITION.

    One a line, in notation; one that would eliminate its mover is marked with an exclamation mark.
    POSITION is a position text, a variant (its start), a file of records (the last game), or - for
    standard input.
    """
    position = read_position(source, variant)
    for move in position.legal_moves:
        print(f"{move} !" if position.will_eliminate(move) else move)
