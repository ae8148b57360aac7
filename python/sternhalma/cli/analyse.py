"""`sternhalma analyse`: the best lines of a position, or what each move of a game was worth."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from sternhalma import Engine, Position
from sternhalma.analysis import (
    WIN,
    WIN_BOUND,
    Bounds,
    MoveAnalysis,
    analyse_moves,
    summaries,
)
from sternhalma.cli.common import (
    DEFAULT_VARIANT,
    STANDARD_INPUT,
    pick_game,
    read_position,
    variant_option,
)
from sternhalma.cli.durations import milliseconds
from sternhalma.protocol.dialect import moves_of

if TYPE_CHECKING:
    from sternhalma.record_text import Lines

_RECORDS = (".jsonl", ".json")


@click.command("analyse")
@click.argument("source", metavar="POSITION|RECORD")
@variant_option
@click.option("--game", type=click.IntRange(1), help="Which game of the records. [default: last]")
@click.option("--time", "time_ms", callback=milliseconds, help="For each position. [default: 1s]")
@click.option("--depth", type=click.IntRange(1), help="Plies for each position.")
@click.option("--nodes", type=click.IntRange(1), help="Positions searched for each position.")
@click.option("--lines", type=click.IntRange(1, 256), default=3, show_default=True)
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("--hash", "hash_mib", type=click.IntRange(1, 1 << 20), default=64, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    source: str,
    variant: str | None,
    game: int | None,
    time_ms: int | None,
    depth: int | None,
    nodes: int | None,
    lines: int,
    threads: int,
    hash_mib: int,
    as_json: bool,
) -> None:
    """Search POSITION for its best lines, or look at every move of a game in RECORD.

    POSITION is a position text or a variant, RECORD a file of records; - reads either from standard
    input. Values are for the seat to move, in steps (in the capture game, in stones); ? marks a
    mistake, ?? a blunder.
    """
    if time_ms is None and depth is None and nodes is None:
        time_ms = 1000
    bounds = Bounds(time_ms, depth, nodes)
    engine = Engine(threads=threads, hash_mib=hash_mib)
    records, text = _records(source)
    if records is None:
        if text is not None:
            position = Position(variant or DEFAULT_VARIANT, text)
        else:
            position = read_position(source, variant)
        _analyse_position(engine, position, bounds, lines, as_json)
        return
    if variant is not None:
        raise click.UsageError("records name their variant themselves; leave --variant out")
    played = pick_game(source, game, records if source == STANDARD_INPUT else None)[1]
    _analyse_game(engine, played.position, bounds, as_json)


def _records(source: str) -> tuple[Lines | None, str | None]:
    """The records of a source, or the position text that stands on standard input instead."""
    if source == STANDARD_INPUT:
        text = sys.stdin.read()
        if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            return io.StringIO(text), None
        return None, text
    if os.path.exists(source) or source.endswith(_RECORDS):
        return io.StringIO(), None
    return None, None


def _analyse_position(
    engine: Engine, position: Position, bounds: Bounds, count: int, as_json: bool
) -> None:
    found = engine.search(position, multipv=count, **bounds.given())  # type: ignore[arg-type]
    if as_json:
        report = {
            "variant": position.variant.text,
            "position": position.text,
            "turn": position.turn.letter if position.turn is not None else None,
            "depth": found.depth,
            "nodes": found.nodes,
            "time_ms": round(found.time_ms, 3),
            "lines": [
                {"score": line.score, "moves": [str(move) for move in line.pv]}
                for line in found.lines
            ],
        }
        print(json.dumps(report))
        return
    outcome = position.outcome()
    if outcome is not None or position.turn is None:
        print(f"the game is over: {outcome.reason if outcome else 'read'}")
        return
    effort = f"depth {found.depth}, {found.nodes:,} nodes, {found.time_ms / 1000:.2f} s"
    print(f"{position.turn.colour} to move, {effort}")
    for number, line in enumerate(found.lines, start=1):
        print(f"{number:>3} {_value(line.score):>8}  {' '.join(map(str, line.pv))}")


def _analyse_game(engine: Engine, position: Position, bounds: Bounds, as_json: bool) -> None:
    """Looks at every move, and tells each as soon as it is known."""
    first, moves = moves_of(position)
    seen: list[MoveAnalysis] = []
    try:
        for one in analyse_moves(engine, first, moves, bounds):
            seen.append(one)
            if not as_json:
                print(_line(one), flush=True)
    finally:  # after Ctrl-C as well: what is known so far
        if as_json:
            print(json.dumps(_game_data(position, seen)))
        else:
            for seat, summary in summaries(seen).items():
                mean = summary.loss / summary.moves / 100
                counts = " and ".join(f"{n} {mark}" for mark, n in summary.marks.items())
                print(f"{seat.colour}: {summary.moves} moves, {mean:.2f} lost a move, {counts}")


def _line(one: MoveAnalysis) -> str:
    """A move of a game in one line."""
    text = (
        f"{one.ply:>4} {one.seat.colour:<6} {f'{one.move} {one.mark}':<24} {_value(one.score):>8}"
    )
    if one.loss == 0:
        return text.rstrip()
    return f"{text}  best {one.best} {_value(one.best_score)}"


def _game_data(position: Position, seen: list[MoveAnalysis]) -> dict[str, Any]:
    return {
        "variant": position.variant.text,
        "end": position.text,
        "moves": [
            {
                "ply": one.ply,
                "seat": one.seat.letter,
                "move": str(one.move),
                "score": one.score,
                "best": str(one.best),
                "best_score": one.best_score,
                "loss": one.loss,
                "depth": one.depth,
                "mark": one.mark,
            }
            for one in seen
        ],
        "seats": {
            seat.letter: {"moves": sum_.moves, "loss": sum_.loss, "marks": sum_.marks}
            for seat, sum_ in summaries(seen).items()
        },
    }


def _value(score: int) -> str:
    """A value in steps, or in how many plies the game is won or lost."""
    if abs(score) > WIN_BOUND:
        return f"{'win' if score > 0 else 'loss'} in {WIN - abs(score)}"
    return f"{score / 100:+.2f}"
