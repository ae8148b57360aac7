"""The entry point: which commands there are, and how each kind of ending leaves the program.

Exit codes: 0 done (a reader that closed the pipe included), 1 a result came out wrong (this build
can't be trusted), 2 wrong input or a file that can't be read or written, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click

import sternhalma
from sternhalma.cli.common import os_text
from sternhalma.errors import BenchError, SternhalmaError

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMANDS = (
    "variants",
    "show",
    "moves",
    "perft",
    "play",
    "engine",
    "arena",
    "analyse",
    "replay",
    "convert",
    "ratings",
    "bench",
)


class _Commands(click.Group):
    """The commands by name, each loaded when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"sternhalma.cli.{cmd_name}").command
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(sternhalma.__version__, prog_name="sternhalma")
def cli() -> None:
    """Sternhalma (Chinese checkers): positions, moves, whole games, counts and speed.

    A position text has blanks in it: put it in quotes.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line and returns its exit code.

    Args:
        args: the words after the program's name; None for those the program was started with.
    """
    _open_closed_streams()
    try:
        code = _run(sys.argv[1:] if args is None else list(args))
        _flush()
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _fail(os_text(error))
    except KeyboardInterrupt:
        return _interrupted()
    return code


def _open_closed_streams() -> None:
    """Puts the null device where the shell has closed a standard stream."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _run(args: list[str]) -> int:
    """Runs the command, wrong input turned into one line.

    Not by click's own `main`, which speaks when it is interrupted, and at length of an error.
    """
    try:
        with cli.make_context("sternhalma", args) as context:
            cli.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        return 0
    except click.ClickException as error:
        return _fail(error.format_message())
    except BenchError as error:
        return _fail(str(error), 1 if error.code == "check" else 2)
    except SternhalmaError as error:
        return _fail(str(error))
    return 0


def _fail(text: str, code: int = 2) -> int:
    """Says what is wrong, in one line, and returns the exit code."""
    _flush()
    line = " ".join(text.split())
    print(f"sternhalma: {line}", file=sys.stderr)
    return code


def _interrupted() -> int:
    """Ends after Ctrl-C: what was written so far goes out, nothing else is said."""
    try:
        _flush()
    except OSError:
        _drop_output()
    return 130


def _flush() -> None:
    if sys.stdout is not None:  # None where the program was started without an output
        sys.stdout.flush()


def _drop_output() -> None:
    """Leaves nothing in the output's buffer that the interpreter would try to write at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
