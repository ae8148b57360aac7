"""Prints the requirements of pyproject.toml's extras, one a line, without the package itself.

    python tools/requirements.py lint test --without open_spiel > requirements.txt

For environments that need the tools but not another build of the package.
"""

import argparse
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements(extras: list[str], tables: dict[str, list[str]], package: str) -> Iterator[str]:
    for extra in extras:
        for line in tables[extra]:
            own = re.fullmatch(rf"{re.escape(package)}\[([^\]]+)\]", line)
            if own:
                names = [name.strip() for name in own[1].split(",")]
                yield from requirements(names, tables, package)
            else:
                yield line


def main() -> None:
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    tables = project["optional-dependencies"]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("extra", nargs="+", choices=sorted(tables))
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    arguments = parser.parse_args()
    for line in requirements(arguments.extra, tables, project["name"]):
        name = re.match(r"[A-Za-z0-9._-]+", line)
        if name and name[0] not in arguments.without:
            print(line)


if __name__ == "__main__":
    main()
