"""`sternhalma replay`: whole games checked move by move against the rules."""

from __future__ import annotations

import click

from sternhalma.cli.common import checked_games
from sternhalma.cli.words import result_line


@click.command("replay")
@click.argument("file")
@click.option("--quiet", is_flag=True, help="Print the last line only.")
def command(file: str, quiet: bool) -> None:
    """Check the games of FILE against the rules.

    FILE holds one JSON record a line; - is standard input. Stops at the first game that breaks the
    rules or ends differently from what it says, and names the file, the line and the move.
    """
    games = plies = 0
    for line, record, position in checked_games(file):
        games += 1
        plies += len(record.moves)
        if not quiet:
            print(
                f"line {line}: {record.variant}, {len(record.moves)} moves, {result_line(position)}"
            )
    noun = "game" if games == 1 else "games"
    print(f"{games} {noun}, {plies} moves, all by the rules")
