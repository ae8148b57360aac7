#!/usr/bin/env bash
# The long form of every randomised test: many more mutated texts, moves and records, many more
# examples of each property, a new seed each time. The environment of README's second command.
#
#   tools/fuzz.sh [mutated inputs of each kind, default 200000] [pytest arguments]
set -euo pipefail
cd "$(dirname "$0")/.."

cases=${1:-200000}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- tests/fuzz tests/property tests/differential
seed=${STERNHALMA_SEED:-$(python3 -c 'import secrets; print(secrets.randbelow(2**32))')}
echo "seed $seed (repeat with STERNHALMA_SEED=$seed)"
STERNHALMA_FUZZ=$cases STERNHALMA_SEED=$seed HYPOTHESIS_PROFILE=long \
  exec .venv/bin/pytest "$@" -m "" -o faulthandler_timeout=7200
