#!/usr/bin/env bash
# Builds a wheel with every Python >= 3.11 found (on PATH and under pyenv), installs each into a
# clean environment away from the sources and checks it there: size, import time, what the import
# loads, and the command line. With --test also the test suite.
#
#   tools/wheels.sh [--test]
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
with_tests=${1:-}

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

probe='import sys, sysconfig
assert sys.version_info >= (3, 11) and sys.implementation.name == "cpython"
print(sysconfig.get_config_var("SOABI"))'
declare -A pythons=()
shopt -s nullglob
for python in python3 python3.{11..20} python3.{13..20}t "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
  abi=$("$python" -c "$probe" 2> /dev/null) || continue
  [ -n "${pythons[$abi]:-}" ] || pythons[$abi]=$("$python" -c 'import sys; print(sys.executable)')
done
[ ${#pythons[@]} -gt 0 ] || { echo "no Python >= 3.11 found" >&2; exit 1; }

for abi in $(printf '%s\n' "${!pythons[@]}" | sort); do
  python=${pythons[$abi]}
  here=$work/$abi
  echo "== $abi: $python"
  "$python" -m venv "$here/build"
  "$here/build/bin/pip" wheel --quiet --no-deps --wheel-dir "$here/dist" .
  wheel=$(echo "$here"/dist/sternhalma-*.whl)

  "$python" -m venv "$here/clean"
  (
    cd "$here"
    clean/bin/pip install --quiet "$wheel"
    clean/bin/python -I "$root/tools/check_wheel.py" "$wheel"
    clean/bin/sternhalma variants > /dev/null
    clean/bin/sternhalma perft classic-2 3
    if [ "$with_tests" = --test ]; then
      clean/bin/python "$root/tools/requirements.py" test > requirements.txt
      clean/bin/pip install --quiet --requirement requirements.txt
      cd "$root"
      "$here/clean/bin/pytest" -q
    fi
  )
done
echo "wheels: ${#pythons[@]} built, installed and checked"
