"""The installed package, seen from a fresh interpreter. Its import time: tools/wheels.sh."""

import os
import struct
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import sternhalma
from sternhalma import _core


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=120,
    )


def test_import_loads_the_core_only() -> None:
    run = python("import sys, sternhalma; print(*sorted(sys.modules))")
    assert run.returncode == 0, run.stderr
    loaded = set(run.stdout.split())
    assert "sternhalma._core" in loaded
    assert loaded.isdisjoint({"numpy", "click", "rich", "hypothesis", "open_spiel"})


def test_numpy_comes_with_the_first_array() -> None:
    run = python(
        "import sys, sternhalma as sh; p = sh.Position('classic-2'); "
        "before = 'numpy' in sys.modules; p.cells(); print(before, 'numpy' in sys.modules)"
    )
    assert run.stdout.split() == ["False", "True"], run.stderr


def test_version_is_the_package_s() -> None:
    assert sternhalma.__version__ == _core.__version__ == metadata.version("sternhalma")


def test_version_is_the_source_s(source_root: Path) -> None:
    table = tomllib.loads((source_root / "pyproject.toml").read_text(encoding="utf-8"))
    assert sternhalma.__version__ == table["project"]["version"]


def test_typed() -> None:
    files = [file.name for file in metadata.files("sternhalma") or []]
    assert "py.typed" in files
    assert "_core.pyi" in files


def test_an_old_processor_gets_one_clear_error() -> None:
    run = python("import sternhalma", STERNHALMA_TEST_OLD_CPU="1")
    assert run.returncode == 1
    assert run.stdout == ""
    errors = [line for line in run.stderr.splitlines() if "Error" in line]
    assert len(errors) == 1
    assert errors[0].startswith("ImportError: sternhalma needs an x86-64-v2 processor")
    assert "SSE4.2" in errors[0]


def elf_section_size(binary: bytes, wanted: bytes) -> int:
    """Size of a section of a 64-bit little-endian ELF file (System V ABI, chapter 4)."""
    (table,) = struct.unpack_from("<Q", binary, 0x28)
    entry_size, entries, names_index = struct.unpack_from("<HHH", binary, 0x3A)
    headers = [
        struct.unpack_from("<IIQQQQ", binary, table + entry * entry_size)
        for entry in range(entries)
    ]
    names = headers[names_index][4]
    for name, _, _, _, _, size in headers:
        start = names + name
        if binary[start : binary.index(b"\0", start)] == wanted:
            return int(size)
    return 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads an ELF file")
@pytest.mark.usefixtures("no_sanitizer")
def test_nothing_runs_before_the_processor_is_checked() -> None:
    """No global has a run-time initialiser: it might use instructions that the processor lacks."""
    binary = Path(_core.__file__).read_bytes()
    assert binary[:6] == b"\x7fELF\x02\x01"
    compiler_s_own = 1  # frame_dummy, from the start-up files
    assert elf_section_size(binary, b".init_array") // 8 == compiler_s_own
