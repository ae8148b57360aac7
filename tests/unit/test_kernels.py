"""Every kernel that this processor has plays and lists as the portable one does."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "cpp"

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


def run(kernel: str, program: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"STERNHALMA_KERNEL": kernel}
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


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


def test_all_kernels_agree() -> None:
    results = {}
    for name in available():
        done = run(name, PLAYED)
        assert done.returncode == 0, done.stderr
        first, second = done.stdout.splitlines()
        assert first == f"kernel {name}"
        results[name] = json.loads(second)
    for name, found in results.items():
        for one, other in zip(found, results["portable"], strict=True):
            assert one == other, f"{name} differs"


@pytest.mark.skipif(shutil.which("g++") is None or not SOURCE.exists(), reason="no g++ or sources")
def test_a_kernel_file_shares_no_symbols(tmp_path: Path) -> None:
    """A weak symbol here could become everybody's copy, compiled for this instruction set."""
    if not os.uname().machine.startswith("x86_64"):
        pytest.skip("the kernel files are for x86-64")
    out = tmp_path / "kernel.o"
    flags = ["-std=c++20", "-O0", "-mavx2", "-mbmi", "-mbmi2", "-mpopcnt", f"-I{SOURCE}"]
    source = SOURCE / "sternhalma/game/kernel_avx2.cpp"
    subprocess.run(["g++", *flags, "-c", source, "-o", out], check=True)
    symbols = subprocess.run(["nm", "-C", out], capture_output=True, text=True, check=True).stdout
    assert "kAvx2Kernel" in symbols
    assert not re.findall(r"^[0-9a-f]+ [WVuw] .*$", symbols, re.MULTILINE)
