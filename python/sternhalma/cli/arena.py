"""`sternhalma arena`: engines play a match, every game kept the moment it ends."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sternhalma import Variant
from sternhalma.arena import ClusterWorkers, LocalWorkers, Match, Results, Store, report, run
from sternhalma.arena.elo import Sprt
from sternhalma.arena.game import make_mover
from sternhalma.arena.match import read_competitors
from sternhalma.cli.common import DEFAULT_VARIANT, console
from sternhalma.cli.durations import milliseconds
from sternhalma.errors import ArenaError
from sternhalma.protocol import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@click.command("arena")
@click.argument("engines", metavar="ENGINE ENGINE...", nargs=-1, required=True)
@click.option("--variant", metavar="NAME", default=DEFAULT_VARIANT, show_default=True)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--time", "time_ms", callback=milliseconds, help="For a move. [default: 100ms]")
@click.option("--depth", type=click.IntRange(1), help="Plies for a move.")
@click.option("--nodes", type=click.IntRange(1), help="Positions for a move.")
@click.option(
    "--margin",
    callback=milliseconds,
    default="250ms",
    show_default=True,
    help="Beyond the time for a move before it counts as overrun.",
)
@click.option(
    "--openings",
    type=click.IntRange(0, 1000),
    default=4,
    show_default=True,
    help="Random plies that every game begins with.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--max-plies", type=click.IntRange(1), help="End games after so many plies.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes. [default: processors]")
@click.option("--scheduler", metavar="ADDRESS", help="Play on a dask.distributed cluster instead.")
@click.option(
    "--out",
    metavar="FILE",
    help="The games' record file, gone on with if there. [default: arena-….jsonl, by the match]",
)
@click.option(
    "--sprt",
    metavar="ELO0 ELO1",
    type=(float, float),
    help="Stop when it is clear whether the first engine is ELO0 or ELO1 stronger.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def command(
    engines: tuple[str, ...],
    variant: str,
    games: int,
    time_ms: int | None,
    depth: int | None,
    nodes: int | None,
    margin: int,
    openings: int,
    seed: int,
    max_plies: int | None,
    workers: int | None,
    scheduler: str | None,
    out: str | None,
    sprt: tuple[float, float] | None,
    as_json: bool,
) -> None:
    """Let engines play a match.

    An engine is random, greedy, a level (easy, medium, hard, 1 to 10), plain, engine, both with
    options as in engine:threads=2,nodes=9000, or a program: ugi:COMMAND or ccp:COMMAND.

    Every opening is played from every side. With more seats than engines the last engine fills
    them; with more engines than seats all combinations play. NAME=ENGINE names one. The same
    command goes on where it was broken off.
    """
    if time_ms is None and depth is None and nodes is None:
        time_ms = 100
    rules = Variant(variant)
    competitors, table = read_competitors(engines)
    match = Match(
        variant=rules if max_plies is None else rules.replace(max_plies=max_plies),
        engines=competitors,
        table=table,
        games=games,
        limits=Limits(time_ms=time_ms, depth=depth, nodes=nodes),
        margin_ms=margin,
        plies=openings,
        seed=seed,
    )
    test = _test(match, sprt)
    _try_out(match)
    with Store(out or f"arena-{match.fingerprint}.jsonl", match) as store:
        shown: list[Results] = []
        playing = ClusterWorkers(scheduler) if scheduler is not None else LocalWorkers(workers)
        try:
            with playing, _progress(match) as show:

                def follow(results: Results) -> None:
                    shown[:] = [results]
                    show(results)

                run(match, store, playing, sprt=test, on_game=follow)
        finally:  # after Ctrl-C as well: what was played so far
            for results in shown:
                _print(results, as_json)


def _test(match: Match, sprt: tuple[float, float] | None) -> Sprt | None:
    """The sequential test that was asked for."""
    if sprt is None:
        return None
    if sprt[0] >= sprt[1]:
        raise ArenaError("bad-value", field="--sprt", given=str(sprt), expected="ELO0 below ELO1")
    if len(match.engines) != 2 or len(match.sides) != 2:
        given = f"{len(match.engines)} engines at {len(match.sides)} sides"
        raise ArenaError("bad-value", field="--sprt", given=given, expected="2 at 2")
    return Sprt(*sprt)


def _try_out(match: Match) -> None:
    """Makes every engine once, so that one that can't play is told before anything is played."""
    task = next(match.tasks())
    for number in range(len(match.engines)):
        make_mover(task, number, 0).close()


@contextmanager
def _progress(match: Match) -> Iterator[Callable[[Results], None]]:
    """Shows how far the match is, on a terminal only."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    out = console(error=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        bar = progress.add_task("", total=match.games, rate="")

        def show(results: Results) -> None:
            if not progress.tasks[0].fields["rate"] and not progress.tasks[0].completed:
                progress.reset(bar, completed=results.games)  # games of an earlier run
            speed = progress.tasks[0].speed
            rate = f"{speed * 60:.1f} games/min" if speed else ""
            pair = results.pairs.get((0, 1))
            score = f"{pair.share:.1%}" if pair is not None and pair.games else ""
            progress.update(bar, completed=results.games, description=score, rate=rate)

        yield show


def _print(results: Results, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report.data(results)))
        return
    for line in report.lines(results):
        print(line)
