"""`sternhalma replay`: whole games checked move by move against the rules, and looked at."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sternhalma.cli.common import STANDARD_INPUT, checked_games, console, pick_game
from sternhalma.cli.words import result_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sternhalma.cli.frames import Frames

_KEYS = {
    **dict.fromkeys(("n", " ", "\r", "\n", "\x1b[C", "\x1b[B"), "next"),
    **dict.fromkeys(("p", "\x7f", "\b", "\x1b[D", "\x1b[A"), "previous"),
    "h": "hops",
    **dict.fromkeys(("q", "\x1b", "\x04"), "quit"),
}
_MOST_KEYS = 32  # bytes read at once: any key, or a few typed ahead
_KEYS_TEXT = "Enter or n: next, p: previous, h: hop by hop, q: quit"


@click.command("replay")
@click.argument("file")
@click.option("--quiet", is_flag=True, help="Print the last line only.")
@click.option("--game", type=click.IntRange(1), help="Show this game. [default: the last]")
@click.option("--ply", type=click.IntRange(0), help="Show the board after so many plies.")
@click.option("--all", "every", is_flag=True, help="Show the board after every ply.")
@click.option("--hops", is_flag=True, help="Show each move hop by hop.")
@click.option(
    "--step",
    is_flag=True,
    help=f"Step through by keys. {_KEYS_TEXT}. Keys may be piped in, on one line or several.",
)
def command(
    file: str, quiet: bool, game: int | None, ply: int | None, every: bool, hops: bool, step: bool
) -> None:
    """Check the games of FILE against the rules, or show one of them.

    FILE holds games in the text format or JSON records, one a line; - is standard input. Stops at
    the first game that breaks the rules or ends differently from what it says, and names the file,
    the line and the move.

    --game, --ply, --all, --hops and --step show a game instead, as `show` draws it; without --ply,
    --all and --step where it stands at its end. A ply is a move, or a seat that leaves the game.
    """
    if not (game or ply is not None or every or hops or step):
        _check(file, quiet)
        return
    if step and file == STANDARD_INPUT:
        raise click.UsageError("--step reads keys from standard input; FILE can't be there as well")
    if every and (step or ply is not None):
        raise click.UsageError("--all leaves nothing to choose for --step and --ply")
    from sternhalma.cli.frames import Frames  # only here, as it draws

    number, found = pick_game(file, game)
    frames = Frames(number, found)
    if ply is not None and ply > frames.last:
        raise click.UsageError(f"game {number} has {frames.last} plies, there is no ply {ply}")
    if step:
        _step(frames, ply or 0, hops)
    elif every:
        for at in range(frames.last + 1):
            _show(frames, at, hops, more=at < frames.last)
    else:
        _show(frames, frames.last if ply is None else ply, hops)


def _check(file: str, quiet: bool) -> None:
    games = plies = 0
    for game in checked_games(file):
        record = game.record
        games += 1
        plies += len(record.moves)
        if not quiet:
            cut = ", cut off" if game.cut else ""
            result = result_line(game.position)
            print(f"line {game.line}: {record.variant}, {len(record.moves)} moves, {result}{cut}")
    noun = "game" if games == 1 else "games"
    print(f"{games} {noun}, {plies} moves, all by the rules")


def _show(frames: Frames, ply: int, hops: bool, *, more: bool = False) -> None:
    """Prints a picture, and an empty line where another follows."""
    out = console()
    for part in frames.hops(ply) if hops else frames.at(ply):
        out.print(part)
    if more:
        out.print()
    sys.stdout.flush()


def _step(frames: Frames, ply: int, hops: bool) -> None:
    """Shows the picture of a ply, and others as the keys say."""
    with _keys() as keys:
        _show(frames, ply, hops)
        for key in keys:
            if key == "quit":
                return
            ply = _after_key(frames, ply, hops, key)


def _after_key(frames: Frames, ply: int, hops: bool, key: str) -> int:
    """Shows what a key asks for, if that is anything new, and returns the ply then shown."""
    at = ply + {"next": 1, "previous": -1, "hops": 0}[key]
    if not 0 <= at <= frames.last:
        return ply
    print()
    _show(frames, at, hops or key == "hops")
    return at


@contextmanager
def _keys() -> Iterator[Iterator[str]]:
    """What the keys mean, pressed on a terminal or piped in; an empty line is Enter."""
    if not sys.stdin.isatty():
        yield _piped_keys()
        return
    try:
        import termios
        import tty
    except ImportError:  # not a POSIX system
        yield _pressed_keys(click.getchar)
        return
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSADRAIN)  # once, so that no key between two is lost
    try:
        yield _pressed_keys(lambda: os.read(terminal, _MOST_KEYS).decode(errors="replace"))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _pressed_keys(read: Callable[[], str]) -> Iterator[str]:
    """The meanings of keys that are read as they are pressed, one or a few at a time."""
    while True:
        print(f"[{_KEYS_TEXT}]", file=sys.stderr, flush=True)
        pressed = read()
        if not pressed:
            return
        for key in [pressed] if pressed in _KEYS else pressed:
            if key in _KEYS:
                yield _KEYS[key]


def _piped_keys() -> Iterator[str]:
    for line in sys.stdin:
        for key in line.strip() or "\n":
            if key not in _KEYS:
                raise click.UsageError(f"{key!r} is no key; {_KEYS_TEXT}")
            yield _KEYS[key]
