#!/usr/bin/env bash
# All recorded right answers, the deep counts included, and every other test marked `slow`.
# The environment of README's second command.
#
#   tools/vectors.sh [pytest arguments]
set -euo pipefail
cd "$(dirname "$0")/.."

.venv/bin/pytest tests/vectors -m "" "$@"
# Above, the fastest kernel of this processor; here the portable one.
STERNHALMA_KERNEL=portable .venv/bin/pytest tests/vectors tests/property tests/batch "$@"
.venv/bin/pytest tests --ignore=tests/vectors -m slow "$@" || { code=$?; [ $code -eq 5 ] || exit $code; }
