"""What holds for the files of the checkout as such: what must be there, how long, what never."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

LINES = {".hpp": 400, ".cpp": 600, ".py": 500, ".pyi": 600}

LARGEST = 2_500_000  # bytes: recorded answers; nothing that a program dropped

REQUIRED = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "pyproject.toml",
    "CMakeLists.txt",
    "CMakePresets.json",
    ".ci/run",
    "cpp/README.md",
    "python/sternhalma/py.typed",
    "python/sternhalma/_core.pyi",
]

# Put together here, so that this file does not hold what it looks for. The sources must build
# wherever they lie and whichever mirror serves the packages.
NEVER = {
    "a package registry's host": "|".join(
        re.escape(host)
        for host in (
            "pypi" + ".org",
            "python" + "hosted.org",
            "npm" + "js.org",
            "npm" + "js.com",
            "deb.debian" + ".org",
        )
    ),
    "an absolute path of one machine": rf"(?<![\w.~-])/({'|'.join(('work', 'root', 'home'))})/",
}


@pytest.fixture(scope="module")
def files(source_root: Path) -> list[Path]:
    """Files under version control, and those that would be with the next commit."""
    if not shutil.which("git") or not (source_root / ".git").exists():
        pytest.skip("not a git checkout")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=source_root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = [source_root / name for name in listing.split("\0") if name]
    return [path for path in paths if path.is_file()]


def test_required_files(source_root: Path) -> None:
    assert [name for name in REQUIRED if not (source_root / name).is_file()] == []


def test_file_lengths(files: list[Path], source_root: Path) -> None:
    long = []
    for path in files:
        limit = LINES.get(path.suffix)
        if limit is not None:
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > limit:
                long.append(f"{path.relative_to(source_root)}: {lines} lines, {limit} allowed")
    assert long == []


def test_no_hosts_and_no_absolute_paths(files: list[Path], source_root: Path) -> None:
    found = []
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for what, pattern in NEVER.items():
            for match in re.finditer(pattern, text):
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{path.relative_to(source_root)}:{line}: {what} ({match[0]})")
    assert found == []


@pytest.mark.parametrize(
    "text", ["https://py" + "pi.org/simple", "cd /wo" + "rk/x", "'/ro" + "ot/.cache'"]
)
def test_patterns_find(text: str) -> None:
    assert any(re.search(pattern, text) for pattern in NEVER.values())


@pytest.mark.parametrize("text", ["build/work/x", "framework/root/", "${HOME}/.pyenv", "~/work/"])
def test_patterns_spare(text: str) -> None:
    assert not any(re.search(pattern, text) for pattern in NEVER.values())


def test_readme_shows_the_two_commands(source_root: Path) -> None:
    text = (source_root / "README.md").read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line.startswith("python3 -m venv .venv && ")]
    assert [line.rpartition("&&")[2].strip() for line in commands] == [
        ".venv/bin/sternhalma bench",
        ".venv/bin/pytest",
    ]


def test_build_requirements_are_the_whole_story(source_root: Path) -> None:
    """No cmake or ninja by hand: the backend asks for them where they are missing."""
    table = tomllib.loads((source_root / "pyproject.toml").read_text(encoding="utf-8"))
    names = {re.split(r"[<>=~!]", line)[0] for line in table["build-system"]["requires"]}
    assert names == {"scikit-build-core", "pybind11"}
    assert table["tool"]["scikit-build"]["build-dir"] == "build/{wheel_tag}"


def test_cpp_sources_are_listed(source_root: Path) -> None:
    """No globbing, so a file left out of the list would silently not be built."""
    cpp = source_root / "cpp"
    lines = (cpp / "CMakeLists.txt").read_text(encoding="utf-8").splitlines()
    listed = set(re.findall(r"[\w/]+\.cpp", "\n".join(line.partition("#")[0] for line in lines)))
    assert listed == {path.relative_to(cpp).as_posix() for path in cpp.rglob("*.cpp")}


def test_files_are_small(files: list[Path]) -> None:
    sizes = {path.name: path.stat().st_size for path in files}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
