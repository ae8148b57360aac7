#!/usr/bin/env bash
# clang-tidy over the C++ sources, in an environment of its own. Further arguments go to clang-tidy.
#
#   tools/tidy.sh [--fix]
set -euo pipefail
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
venv=.venv-tidy
python3 -m venv "$venv"
"$venv/bin/python" tools/requirements.py dev --without open_spiel > "$venv/requirements.txt"
"$venv/bin/pip" install --quiet --requirement "$venv/requirements.txt" cmake ninja
PATH="$PWD/$venv/bin:$PATH" cmake --preset dev -DPython_EXECUTABLE="$PWD/$venv/bin/python" > /dev/null
git ls-files -z --cached --others --exclude-standard -- 'cpp/*.cpp' |
  xargs -0 -n 1 -P "$(nproc)" "$venv/bin/clang-tidy" -p build/dev --quiet "$@"
