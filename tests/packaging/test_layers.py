"""Includes and imports go one way only.

board <- game <- {solve <- search, batch} <- bindings, and in Python `_core` <- the table modules
<- {players, hints, svg} <- {cli, web, rl}, the last three on public names alone.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

# What a C++ layer may include besides itself.
BELOW = {
    "board": set(),
    "game": {"board"},
    "search": {"board", "game", "solve"},
    "batch": {"board", "game"},
    "solve": {"board", "game"},
    "bindings": {"board", "game", "search", "batch", "solve"},
}
PYTHON_HEADERS = re.compile(r"pybind11/|Python\.h|numpy/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# Ranks of Python modules; one that is not named here is a table module.
CORE, TABLE, SHOW, PACKAGE, FACE = range(5)
RANKS = {
    "_core": CORE,
    "players": SHOW,
    "bench": SHOW,
    "engines": SHOW,
    "analysis": SHOW,
    "protocol": SHOW,
    "client": SHOW,
    "arena": SHOW,
    "hints": SHOW,
    "svg": SHOW,
    "": PACKAGE,
    "cli": FACE,
    "web": FACE,
    "rl": FACE,
    "tui": FACE,
    "__main__": FACE,
}


def cpp_layer(path: Path, cpp: Path) -> str:
    """board, game, … for a file below cpp/; the empty string where the file has no layer."""
    parts = path.relative_to(cpp).parts
    name = parts[0] if parts[0] == "bindings" else parts[1] if len(parts) > 2 else ""
    return name if name in BELOW else ""


def cpp_faults(cpp: Path) -> Iterator[str]:
    for path in sorted([*cpp.rglob("*.cpp"), *cpp.rglob("*.hpp")]):
        where = path.relative_to(cpp)
        layer = cpp_layer(path, cpp)
        if not layer:
            yield f"{where}: in no layer"
            continue
        for bracket, name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            if PYTHON_HEADERS.match(name):
                if layer != "bindings":
                    yield f"{where}: includes {name}, which only bindings may"
                continue
            target = next((p for p in (cpp / name, path.parent / name) if p.is_file()), None)
            if target is None:
                if bracket == '"':
                    yield f'{where}: "{name}" is not in the tree'
                continue
            other = cpp_layer(target.resolve(), cpp.resolve())
            if other != layer and other not in BELOW[layer]:
                yield f"{where}: {layer} may not include {name}"


def imported(path: Path, package: Path) -> Iterator[tuple[str, ...]]:
    """What a module imports from its own package, as dotted parts without the package's name."""
    inside = (package.name, *path.relative_to(package).with_suffix("").parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = inside[: -node.level] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            names = [(*base, alias.name) for alias in node.names]
        else:
            continue
        for parts in names:
            if parts[0] == package.name:
                yield parts[1:]


def submodule(parts: tuple[str, ...], package: Path) -> str:
    """First component that names a module of the package; empty for the package itself."""
    first = parts[0] if parts else ""
    is_module = first == "_core" or (package / f"{first}.py").exists() or (package / first).is_dir()
    return first if first and is_module else ""


def python_faults(package: Path) -> Iterator[str]:
    for path in sorted(package.rglob("*.py")):
        where = path.relative_to(package)
        own = "" if str(where) == "__init__.py" else where.parts[0].removesuffix(".py")
        rank = RANKS.get(own, TABLE)
        for parts in imported(path, package):
            name = ".".join(parts) or package.name
            other = submodule(parts, package)
            other_rank = RANKS.get(other, TABLE)
            if other == own:
                continue
            if rank == FACE:
                if other_rank == FACE and own != "__main__":
                    yield f"{where}: one face may not import another ({name})"
                elif any(part.startswith("_") and not part.endswith("__") for part in parts):
                    yield f"{where}: a face imports public names only ({name})"
            elif other_rank > rank or (rank == SHOW and other_rank == PACKAGE):
                yield f"{where}: may not import {name}, which stands above it"


def test_cpp_includes(source_root: Path) -> None:
    assert list(cpp_faults(source_root / "cpp")) == []


def test_python_imports(source_root: Path) -> None:
    assert list(python_faults(source_root / "python" / "sternhalma")) == []


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("sternhalma/board/a.hpp", '#include "sternhalma/game/b.hpp"', "may not include"),
        ("sternhalma/solve/a.cpp", '#include "sternhalma/search/b.hpp"', "may not include"),
        ("sternhalma/game/a.cpp", "#include <pybind11/pybind11.h>", "only bindings may"),
        ("sternhalma/game/a.cpp", "# include <Python.h>", "only bindings may"),
        ("sternhalma/game/a.cpp", '#include "gone.hpp"', "not in the tree"),
        ("sternhalma/a.cpp", "", "in no layer"),
        ("sternhalma/game/a.cpp", '#include "sternhalma/board/b.hpp"\n#include <vector>', ""),
        ("sternhalma/game/a.cpp", '#include "b.hpp"', ""),
        ("bindings/a.cpp", '#include "sternhalma/solve/b.hpp"\n#include <Python.h>', ""),
    ],
)
def test_cpp_checker(tmp_path: Path, file: str, text: str, fault: str) -> None:
    for layer in ("board", "game", "search", "solve"):
        (tmp_path / "sternhalma" / layer).mkdir(parents=True)
        (tmp_path / "sternhalma" / layer / "b.hpp").touch()
    (tmp_path / "bindings").mkdir()
    (tmp_path / file).write_text(text)
    faults = list(cpp_faults(tmp_path))
    assert len(faults) == bool(fault)
    assert not fault or fault in faults[0]


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("clock.py", "from sternhalma.svg import board", "stands above"),
        ("clock.py", "from sternhalma import svg", "stands above"),
        ("clock.py", "from . import svg", "stands above"),
        ("clock.py", "import sternhalma", "stands above"),
        ("svg.py", "from sternhalma import Position", "stands above"),
        ("svg.py", "def f():\n    from .cli import main", "stands above"),
        ("__init__.py", "from sternhalma.cli import main", "stands above"),
        ("cli/show.py", "from sternhalma._core import Position", "public names only"),
        ("cli/show.py", "from ..web import app", "another"),
        ("clock.py", "from sternhalma._core import Rules\nfrom .seats import Seat", ""),
        ("svg.py", "from . import seats, _core", ""),
        ("__init__.py", "from sternhalma import svg\nfrom ._core import Position", ""),
        ("cli/show.py", "import sternhalma as sh\nfrom sternhalma import svg\nimport os", ""),
        ("__main__.py", "from sternhalma.cli import main", ""),
    ],
)
def test_python_checker(tmp_path: Path, file: str, text: str, fault: str) -> None:
    package = tmp_path / "sternhalma"
    for folder in ("cli", "web"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").touch()
    for name in ("__init__", "clock", "seats", "svg", "cli/app"):
        (package / f"{name}.py").touch()
    (package / file).write_text(text)
    faults = list(python_faults(package))
    assert len(faults) == bool(fault)
    assert not fault or fault in faults[0]
