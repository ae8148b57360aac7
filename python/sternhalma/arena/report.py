"""Results as lines of text and as plain data for JSON."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sternhalma.arena.elo import Estimate
    from sternhalma.arena.results import Pair, Results, Row


def lines(results: Results) -> Iterator[str]:
    """The results as text."""
    match = results.match
    yield f"{match.variant.text}, {results.games} games, {bounds(results)}"
    if results.games == 0:
        return
    yield from _table(results)
    names = [engine.name for engine in match.engines]
    for (one, other), pair in sorted(results.pairs.items()):
        yield f"{names[one]} against {names[other]}: {_pair(pair)}"
    yield f"endings: {', '.join(f'{why} {n}' for why, n in results.reasons.most_common())}"
    for forfeit in results.forfeits[:5]:
        yield f"forfeit in game {forfeit['game']}: {forfeit['why']}"
    if len(results.forfeits) > 5:
        yield f"and {len(results.forfeits) - 5} more"
    if results.sprt is not None:
        low, high = results.sprt.bounds
        yield (
            f"SPRT of {results.sprt.elo0:g} against {results.sprt.elo1:g} Elo: log ratio "
            f"{results.ratio:.2f} in [{low:.2f}, {high:.2f}], {results.verdict or 'undecided'}"
        )


def bounds(results: Results) -> str:
    """The limits and openings of a match, in words."""
    limits, plies = results.match.limits, results.match.plies
    parts = [
        f"{number} {unit}"
        for number, unit in (
            (limits.time_ms, "ms"),
            (limits.depth, "plies deep"),
            (limits.nodes, "nodes"),
        )
        if number is not None
    ]
    return f"{', '.join(parts)} a move, openings of {plies} plies"


def data(results: Results) -> dict[str, Any]:
    """The results as plain data; what is infinite is None."""
    names = [engine.name for engine in results.match.engines]
    strengths = results.strengths() if results.games else []
    return {
        "match": {**results.match.description, "fingerprint": results.match.fingerprint},
        "games": results.games,
        "engines": [
            {
                "name": name,
                "games": row.games,
                "places": {str(place): times for place, times in sorted(row.places.items())},
                "mean_place": row.mean_place,
                "ms_per_move": row.time_ms / row.moves if row.moves else None,
                "forfeits": dict(row.forfeits),
                "elo": _plain(strengths[number]) if strengths else None,
            }
            for number, (name, row) in enumerate(zip(names, results.rows, strict=True))
        ],
        "pairs": [
            {
                "engines": [names[one], names[other]],
                "games": pair.games,
                "won": pair.won,
                "drawn": pair.drawn,
                "lost": pair.lost,
                "score": pair.share,
                "elo": _plain(pair.elo),
            }
            for (one, other), pair in sorted(results.pairs.items())
        ],
        "endings": dict(results.reasons),
        "forfeits": results.forfeits,
        "sprt": None
        if results.sprt is None
        else {
            "elo0": results.sprt.elo0,
            "elo1": results.sprt.elo1,
            "ratio": results.ratio,
            "bounds": list(results.sprt.bounds),
            "verdict": results.verdict,
        },
    }


def _table(results: Results) -> Iterator[str]:
    """A line an engine: strength among all of them, places, time, forfeits."""
    sides = len(results.match.sides)
    strengths = results.strengths()
    names = [engine.name for engine in results.match.engines]
    width = max(6, *map(len, names))
    places = "".join(f"{place:>6}." for place in range(1, sides + 1))
    heads = f"{'games':>6} {'Elo':>18}{places} {'mean':>6} {'ms/move':>8} forfeits"
    yield f"{'engine':<{width}} {heads}"
    order = sorted(range(len(names)), key=lambda number: -strengths[number].elo)
    for number in order:
        yield _line(names[number], width, results.rows[number], strengths[number], sides)


def _line(name: str, width: int, row: Row, strength: Estimate, sides: int) -> str:
    error = (strength.high - strength.low) / 2
    elo = f"{strength.elo:+.0f} ± {error:.0f}"
    places = "".join(f"{row.places[place]:>7}" for place in range(1, sides + 1))
    speed = f"{row.time_ms / row.moves:.1f}" if row.moves else "-"
    forfeits = ", ".join(f"{how} {n}" for how, n in row.forfeits.items()) or "0"
    return (
        f"{name:<{width}} {row.games:>6} {elo:>18}{places} {row.mean_place:>6.2f} "
        f"{speed:>8} {forfeits}"
    )


def _pair(pair: Pair) -> str:
    elo = pair.elo
    return (
        f"won {pair.won}, drawn {pair.drawn}, lost {pair.lost}, score {pair.share:.1%}, "
        f"Elo {_number(elo.elo)} [{_number(elo.low)}, {_number(elo.high)}]"
    )


def _number(elo: float) -> str:
    return f"{elo:+.0f}" if isfinite(elo) else f"{elo:+}"


def _plain(elo: Estimate) -> dict[str, float | None]:
    return {
        name: value if isfinite(value) else None
        for name, value in (("value", elo.elo), ("low", elo.low), ("high", elo.high))
    }
