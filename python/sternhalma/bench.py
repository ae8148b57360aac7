"""How fast this machine plays, measured on work whose results are checked.

Owns what is measured: the works, the positions, the totals they must give. The core does the work
and keeps the time. Importing this module loads nothing, the package does it on import.
"""

from __future__ import annotations

from sternhalma._core import Engine, Position, bench_positions, perft
from sternhalma.errors import BenchError
from sternhalma.variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

WORKS = ("count", "list", "node", "playout")

# What the command line measures, (work, variant): the four works on the embedded midgames, then
# how other stars, seats, jumps and families compare.
ROWS = (
    ("count", "classic-2"),
    ("list", "classic-2"),
    ("node", "classic-2"),
    ("playout", "classic-2"),
    ("count", "classic-6"),
    ("count", "long-2"),
    ("count", "fifteen-2"),
    ("count", "star181-2"),
    ("count", "star253-6"),
    ("playout", "star121-6"),
    ("playout", "capture-2"),
)

# What the signature of the search is made from: variant, midgames, depth.
SEARCHED = (
    ("classic-2", 30, 7),
    ("long-2", 5, 5),
    ("star181-2", 5, 5),
    ("pairs-2x2", 5, 5),
    ("classic-3", 5, 4),
    ("classic-6", 5, 4),
    ("capture-2", 5, 3),
)

# Leaf counts of the start positions, depth 1 first; the two-seat counts of classic and open rules
# agree with two independent programs.
KNOWN_PERFT: dict[str, tuple[int, ...]] = {
    "classic-2": (14, 196, 4648, 110224),
    "classic-6": (14, 197, 2772, 39005),
    "open-2": (14, 196, 4760, 115600),
    "long-2": (14, 196, 4872, 121104),
    "rhombus-4": (14, 196, 4648, 110224),
}

# Moves of all children of all positions of `midgames`: what the check of these works must be. The
# numbers are those of the slow reference in tests/, for classic-2 of independent programs.
_TOTALS = {
    "classic-2": 2_890_670,
    "classic-6": 367_531,
    "long-2": 522_836,
    "fifteen-2": 1_075_729,
    "star181-2": 1_585_085,
    "star253-6": 1_242_376,
}

_MIDGAMES = 1000
_MADE = 200  # positions made for a variant that has no embedded ones


def bench(
    work: str, variant: str | Variant = "classic-2", seconds: float = 1.0, threads: int = 1
) -> dict[str, Any]:
    """Measures one kind of work, for about so long.

    Args:
        work: "count", the moves of every child of every position counted, each child generated on
            its own; "list", the same written out; "node", a move made with key, endings and full
            list at each child; "playout", random games from the start, without a deadline.
        variant: whose positions; classic-2 has 1000 embedded midgames, others 200 made by playing.
        seconds: how long to measure, at least one round over all positions.
        threads: how many threads share the work.

    Returns:
        A row: "variant", "work", "n" (units of work done), "seconds", "per_s", "check" (the total
        that must match, the same on every machine).

    Raises:
        BenchError: an unknown work, a number out of range, or a result that is wrong.
        VariantError: an unknown variant.
    """
    if work not in WORKS:
        raise BenchError("work", given=work, expected=", ".join(WORKS))
    if not 0 < seconds <= 3600:
        raise BenchError("bad-value", field="seconds", given=seconds, expected="0 to 3600")
    if not 1 <= threads <= 1024:
        raise BenchError("bad-value", field="threads", given=threads, expected="1 to 1024")
    rules = Variant(variant)
    if work == "playout":
        rules = rules.replace(deadline=None)
        positions = [Position(rules)]
    else:
        positions = midgames(rules)
    found = bench_positions(work, positions, seconds, threads)
    row: dict[str, Any] = {"variant": rules.text, "work": work}
    row |= {name: found[name] for name in ("n", "seconds", "per_s", "check")}
    expected = _TOTALS.get(rules.text) if work in ("count", "list", "node") else None
    if expected is not None and row["check"] != expected:
        raise BenchError(
            "check", work=work, variant=rules.text, given=row["check"], expected=expected
        )
    return row


def bench_search(threads: int = 1) -> dict[str, Any]:
    """Searches fixed positions to a fixed depth.

    Returns:
        A row as `bench` makes it; "n" and "check" are the moves made in search. With one thread
        the check is the signature of the search: it changes when the search does, and only then.

    Raises:
        BenchError: a number out of range.
    """
    from time import perf_counter

    if not 1 <= threads <= 1024:
        raise BenchError("bad-value", field="threads", given=threads, expected="1 to 1024")
    made = 0
    start = perf_counter()
    for name, count, depth in SEARCHED:
        engine = Engine(threads=threads, hash_mib=16)
        for position in midgames(Variant(name), count):
            made += engine.search(position, depth=depth).nodes
    seconds = perf_counter() - start
    row: dict[str, Any] = {"variant": SEARCHED[0][0], "work": "search", "n": made}
    return row | {"seconds": seconds, "per_s": made / seconds, "check": made}


def self_check() -> int:
    """Counts the start positions of some variants against known totals.

    Returns:
        How many counts were compared.

    Raises:
        BenchError: `check`, a count is wrong.
    """
    compared = 0
    for name, counts in KNOWN_PERFT.items():
        for depth, expected in enumerate(counts, start=1):
            given = perft(Position(name), depth)
            if given != expected:
                raise BenchError(
                    "check", work=f"perft({depth})", variant=name, given=given, expected=expected
                )
            compared += 1
    return compared


def midgames(variant: Variant, count: int | None = None) -> list[Position]:
    """The positions a variant is measured on, or the first of them: the same ones every time."""
    if variant.text == "classic-2":
        return [Position(variant, text) for text in _embedded()[:count]]
    made = _made(variant)
    return [next(made) for _ in range(count or _MADE)]


def cpu_name() -> str:
    """The processor as the system calls it, "unknown" where it does not say."""
    import platform

    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine() or "unknown"


def _embedded() -> list[str]:
    """The embedded midgames of classic-2, as position texts."""
    import os

    path = os.path.join(os.path.dirname(__file__), "data", "midgames.txt")
    with open(path, encoding="ascii") as file:
        texts = file.read().splitlines()
    if len(texts) != _MIDGAMES:
        raise BenchError("check", work="reading", variant=path, given=len(texts), expected=1000)
    return texts


def _made(variant: Variant) -> Iterator[Position]:
    """Positions of games in which every move tries to go forward, every third ply of each."""
    from sternhalma.players import Greedy, Random, Turn

    game = 0
    while True:
        game += 1
        careful, careless = Greedy(f"bench {game}"), Random(f"bench {game}")
        position = Position(variant)
        for ply in range(1, 151):
            if position.outcome() is not None:
                break
            player = careless if ply % 3 == game % 3 else careful
            position.push(player.choose(Turn(position)))
            if ply % 3 == 0 and position.outcome() is None:
                yield position.copy(history=False)
