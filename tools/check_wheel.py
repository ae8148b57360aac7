"""Checks the installed package from outside; run by the clean environment's own Python.

    python -I tools/check_wheel.py WHEEL

Prints one line of measurements; exits with 1 and the reasons where a bound is broken.
"""

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

MAX_WHEEL_BYTES = 3_000_000
MAX_IMPORT_SECONDS = 0.020  # processor time above an interpreter that imports nothing
PAIRS = 21

LOADED = """
import sys, sternhalma
print(sternhalma.__version__)
print(*sorted({"numpy", "click", "rich"} & set(sys.modules)))
"""


def children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(statement: str) -> tuple[float, float]:
    """Processor time and wall time of a fresh interpreter that runs the statement."""
    before, start = children(), time.perf_counter()
    subprocess.run([sys.executable, "-I", "-c", statement], check=True)
    wall = time.perf_counter() - start
    return children() - before, wall


def import_seconds() -> list[float]:
    """Medians of paired differences: a slow moment of the machine hits both of a pair."""
    seconds("import sternhalma")
    pairs = [(seconds("import sternhalma"), seconds("pass")) for _ in range(PAIRS)]
    return [statistics.median(with_[i] - without[i] for with_, without in pairs) for i in (0, 1)]


def main() -> int:
    wheel = Path(sys.argv[1])
    size = wheel.stat().st_size
    output = subprocess.run(
        [sys.executable, "-I", "-c", LOADED], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    version, loaded = output[0], output[1] if len(output) > 1 else ""
    took, wall = import_seconds()
    print(
        f"{wheel.name}: {size / 1e6:.2f} MB, version {version}, import over bare Python "
        f"{sys.version.split()[0]}: {took * 1e3:.1f} ms (on the clock {wall * 1e3:.1f} ms)"
    )
    faults = []
    if size >= MAX_WHEEL_BYTES:
        faults.append(f"wheel of {size} bytes, {MAX_WHEEL_BYTES} allowed")
    if took >= MAX_IMPORT_SECONDS:
        faults.append(f"import takes {took * 1e3:.1f} ms, {MAX_IMPORT_SECONDS * 1e3:.0f} allowed")
    if loaded:
        faults.append(f"importing sternhalma loads {loaded}")
    if f"-{version}-" not in wheel.name:
        faults.append(f"version {version} is not the wheel's")
    for fault in faults:
        print(f"FAILED: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
