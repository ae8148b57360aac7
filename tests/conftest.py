"""What every test shares: versions in the header, effort settings, counts of what passed.

Helper modules lie beside this file and are imported by name (`pythonpath` in pyproject.toml).

Environment:
    HYPOTHESIS_PROFILE       quick, default or long
    STERNHALMA_FUZZ          mutated inputs of each kind, default 3000
    STERNHALMA_SEED          seed of everything random outside hypothesis, default 1
    STERNHALMA_TEST_COUNTS   file that gets the numbers of passed tests as JSON
"""

import json
import os
import signal
import sysconfig
from collections import Counter
from importlib import metadata
from pathlib import Path

import hypothesis
import pytest
from sternhalma import _core

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
SHARED_MISSING = (
    f"no rule pages at {SHARED}: the copies in tests/vectors are used, and that they are still "
    "equal to the originals is NOT checked"
)

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.register_profile("quick", deadline=None, print_blob=True, max_examples=15)
hypothesis.settings.register_profile("long", deadline=None, print_blob=True, max_examples=3000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # So it comes to a job in the background of a script, and on to the programs that tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def no_sanitizer() -> None:
    """Skips where the module is built with a sanitizer, which has memory and code of its own."""
    binary = Path(_core.__file__).read_bytes()
    if b"__asan_init" in binary or b"__tsan_init" in binary:
        pytest.skip("a sanitizer holds freed memory and has code of its own")


@pytest.fixture(scope="session")
def seed() -> int:
    """Seed of a test's own random generator."""
    return int(os.environ.get("STERNHALMA_SEED", "1"))


@pytest.fixture(scope="session")
def vectors() -> Path:
    """Folder of the recorded right answers."""
    return ROOT / "tests" / "vectors"


@pytest.fixture(scope="session")
def source_root() -> Path:
    """The checkout; skips where the tests were copied away from it to test an installed wheel."""
    if not (ROOT / "CMakeLists.txt").exists():
        pytest.skip("reads the source tree, which is not here")
    return ROOT


@pytest.fixture(scope="session")
def shared_vectors() -> Path:
    """Folder of the originals of the vectors, where the rule pages lie beside the checkout."""
    if not SHARED.is_dir():
        pytest.skip(SHARED_MISSING)
    return SHARED / "vectors"


def installed(name: str) -> str:
    try:
        return f"{name} {metadata.version(name)}"
    except metadata.PackageNotFoundError:
        return f"{name} absent"


def pytest_report_header(config: pytest.Config) -> list[str]:
    import sternhalma

    build = "free-threaded, " if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    lines = [
        f"sternhalma {sternhalma.__version__} from {Path(sternhalma.__file__).parent}",
        f"{build}{', '.join(installed(name) for name in ('numpy', 'hypothesis', 'open_spiel'))}",
        f"hypothesis profile {os.environ.get('HYPOTHESIS_PROFILE', 'default')}, "
        f"{os.environ.get('STERNHALMA_FUZZ', '3000')} mutated inputs of each kind, "
        f"seed {os.environ.get('STERNHALMA_SEED', '1')}",
    ]
    if not SHARED.is_dir():
        lines.append(f"WARNING: {SHARED_MISSING}")
    return lines


class PassedCounter:
    """Counts passed tests: under `all`, and under each marker of pyproject.toml."""

    def __init__(self, markers: list[str]) -> None:
        self.markers = markers
        self.passed = Counter({"all": 0, **dict.fromkeys(markers, 0)})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed["all"] += 1
            self.passed.update(name for name in self.markers if name in report.keywords)

    def pytest_sessionfinish(self) -> None:
        target = os.environ.get("STERNHALMA_TEST_COUNTS")
        if target:
            Path(target).write_text(json.dumps(self.passed), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    own = [line.partition(":")[0] for line in config.getini("markers")]
    names = [name for name in own if name in ("openspiel", "slow", "threads")]
    config.pluginmanager.register(PassedCounter(names), "passed-counter")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not SHARED.is_dir():
        terminalreporter.write_line(f"WARNING: {SHARED_MISSING}", yellow=True)
