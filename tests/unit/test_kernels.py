"""Every kernel that this processor has plays and lists as the portable one does."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
import sternhalma as sh
from reference.random_rules import random_position_text, random_rules
from vector_files import load, midgames

SOURCE = Path(__file__).parents[2] / "cpp"

# All but the portable one, which they are compared with.
KERNELS = ["avx512", "avx2"]

PLAYED = """
import json, hashlib
import sternhalma as sh
print("kernel", sh.kernel())
found = []
for name in sh.variants():
    for text in (name, *([name + ":foreign=pass,lock=landing"] if name.startswith("open") else [])):
        start = sh.Position(text)
        games = 3 if "capture" in name else 40
        for policy in ("uniform", "forward"):
            run = sh.playouts(start, games=games, max_plies=150, seed=5, policy=policy)
            found.append((text, policy, run.lengths.tolist(), run.places.tolist()))
        batch = sh.Batch(text, 6, seed=2)
        for plies in (1, 10, 40):
            batch.playout(plies)
            for row in range(6):
                game = batch.get(row)
                moves = game.moves_array()
                pairs = moves[0] if isinstance(moves, tuple) else moves
                digest = hashlib.sha1(pairs.tobytes()).hexdigest()
                found.append((game.text, game.num_moves(), digest))
        found.append((text, sh.perft(start, 3 if "capture" not in name else 2)))
print(json.dumps(found))
"""


# Positions on standard input, what the kernel says of each on standard output.
POSITIONS = """
import hashlib, json, sys
import sternhalma as sh
found = []
for variant, text in json.load(sys.stdin):
    position = sh.Position(variant, text)
    pairs = position.moves_array()
    run = sh.playouts(position, games=4, max_plies=12, seed=len(text))
    found.append((
        position.num_moves(), hashlib.sha1(pairs.tobytes()).hexdigest(), sh.perft(position, 2),
        run.lengths.tolist(), run.places.tolist(),
    ))
print(json.dumps(found))
"""


def run(kernel: str, program: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"STERNHALMA_KERNEL": kernel}
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


@cache
def available() -> list[str]:
    failed = run("none such", "import sternhalma")
    assert failed.returncode == 1, "an unknown kernel was taken"
    found = re.search(r"ImportError: .*there is (.*)", failed.stderr)
    assert found, failed.stderr
    return found[1].split(", ")


def test_an_unknown_kernel_is_one_clear_error() -> None:
    names = available()
    assert names[-1] == "portable"
    last = run("sse9", "import sternhalma").stderr.strip().splitlines()[-1]
    assert "STERNHALMA_KERNEL=sse9" in last and "portable" in last


def test_the_fastest_is_the_default() -> None:
    assert run("", "import sternhalma; print(sternhalma.kernel())").stdout.strip() == available()[0]


@cache
def played(kernel: str) -> list[object]:
    done = run(kernel, PLAYED)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == f"kernel {kernel}"
    found: list[object] = json.loads(second)
    return found


def require(kernel: str) -> None:
    """Skip where this processor lacks a kernel, so that the report names what was not run."""
    if kernel not in available():
        pytest.skip(f"no {kernel} on this processor")


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_that_is_not_here_is_one_clear_error(kernel: str) -> None:
    if kernel in available():
        pytest.skip(f"{kernel} runs on this processor")
    last = run(kernel, "import sternhalma").stderr.strip().splitlines()[-1]
    assert last.startswith(f"ImportError: STERNHALMA_KERNEL={kernel}: no such kernel")


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_agrees(kernel: str) -> None:
    require(kernel)
    for one, other in zip(played(kernel), played("portable"), strict=True):
        assert one == other


def random_positions(seed: int, number: int) -> list[tuple[str, str]]:
    """Positions of races under rules drawn at random, on stars of every order."""
    rng = Random(seed)
    drawn = []
    while len(drawn) < number:
        rules = random_rules(rng)
        if not rules.capture:
            drawn.append((rules.text(), random_position_text(rng, rules)))
    return drawn


SCATTERED = [
    f"{family}:order={order}{switches}"
    for order in (3, 4, 5, 6)
    for family in ("open-2", "open-6")
    for switches in ("", ",jumps=long", ",jumps=long,lock=landing", ",lock=none,foreign=closed")
]


def scattered_positions(seed: int, number: int) -> list[tuple[str, str]]:
    """Marbles strewn over all parity classes but one: there, chains go on and on."""
    rng = Random(seed)
    return [(text, scattered(text, rng)) for text in SCATTERED for _ in range(number)]


def scattered(text: str, rng: Random) -> str:
    """The start position of a variant with its marbles put elsewhere."""
    variant = sh.Variant(text)
    start = sh.Position(variant)
    cells = [(y, x) for x, y in sh._core.geometry(variant.order)["xy"]]  # by row, from the top
    odd = [cell for cell in cells if cell[0] % 2 or cell[1] % 2]
    marbles = [seat.letter for seat in start.seats for _ in range(variant.marbles)]
    placed = dict(zip(rng.sample(odd, len(marbles)), marbles, strict=True))
    rows = []
    for row in sorted({y for y, _ in cells}, reverse=True):
        line = "".join(placed.get(cell, ".") for cell in cells if cell[0] == row)
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), line))
    return "/".join(rows) + start.text[start.text.index(" ") :]


def vector_positions() -> list[tuple[str, str]]:
    """The recorded positions of races, and a part of the midgames."""
    recorded = [
        (item["variant"], item["position"])
        for item in load("positions.jsonl")
        if "position" in item and not sh.Variant(item["variant"]).capture
    ]
    return recorded + [("classic-2", text) for text in midgames()[::5]]


def positions_of(kind: str, seed: int) -> list[tuple[str, str]]:
    if kind == "random":
        return random_positions(seed, 400)
    return scattered_positions(seed, 6) if kind == "scattered" else vector_positions()


@cache
def answers(kernel: str, kind: str, seed: int) -> list[object]:
    done = run(kernel, POSITIONS, json.dumps(positions_of(kind, seed)))
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("kind", ["random", "scattered", "vectors"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_agrees_on_positions(kernel: str, kind: str, seed: int) -> None:
    require(kernel)
    portable = answers("portable", kind, seed)
    for position, one, other in zip(
        positions_of(kind, seed), answers(kernel, kind, seed), portable, strict=True
    ):
        assert one == other, position


AVX2 = ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]
AVX512 = [f"-mavx512{name}" for name in ("f", "dq", "bw", "vl", "vbmi2", "vpopcntdq")]


@pytest.mark.skipif(shutil.which("g++") is None or not SOURCE.exists(), reason="no g++ or sources")
@pytest.mark.parametrize(
    ("name", "kernel", "flags"),
    [("avx2", "kAvx2Kernel", AVX2), ("avx512", "kAvx512Kernel", AVX2 + AVX512)],
)
def test_a_kernel_file_shares_no_symbols(
    tmp_path: Path, name: str, kernel: str, flags: list[str]
) -> None:
    """A weak symbol here could become everybody's copy, compiled for this instruction set."""
    if not os.uname().machine.startswith("x86_64"):
        pytest.skip("the kernel files are for x86-64")
    out = tmp_path / "kernel.o"
    options = ["-std=c++20", "-O0", "-fno-exceptions", *flags]
    source = SOURCE / f"sternhalma/game/kernel_{name}.cpp"
    subprocess.run(["g++", *options, f"-I{SOURCE}", "-c", source, "-o", out], check=True)
    symbols = subprocess.run(["nm", "-C", out], capture_output=True, text=True, check=True).stdout
    assert kernel in symbols
    assert not re.findall(r"^[0-9a-f ]+ [WVuw] .*$", symbols, re.MULTILINE)
