#!/usr/bin/env bash
# Builds the module with sanitizers into an environment of its own and runs tests in it.
#
#   tools/sanitize.sh address [pytest arguments]    AddressSanitizer and UndefinedBehaviorSanitizer
#   tools/sanitize.sh thread  [pytest arguments]    ThreadSanitizer
#
# Without arguments: the whole suite under `address`, the tests marked `threads` under `thread`.
# Linux with GCC. The first report ends the run with an error.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-}
case $kind in
  address) sanitizers=address,undefined libraries=(libasan.so libstdc++.so) ;;
  thread) sanitizers=thread libraries=(libtsan.so libstdc++.so) ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
shift
if [ $# -eq 0 ]; then
  if [ "$kind" = address ]; then set -- tests -m "not openspiel and not slow"; else set -- tests -m threads; fi
fi

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
venv=.venv-$kind
python3 -m venv "$venv"
# open_spiel stays out: it is not ours to sanitize, and it would be the slowest part.
"$venv/bin/python" tools/requirements.py test --without open_spiel > "$venv/requirements.txt"
"$venv/bin/pip" install --quiet --requirement "$venv/requirements.txt"
"$venv/bin/pip" install --quiet . \
  -C "build-dir=build/$kind-{wheel_tag}" \
  -C cmake.build-type=RelWithDebInfo \
  -C "cmake.define.STERNHALMA_SANITIZE=$sanitizers" \
  -C cmake.define.STERNHALMA_WERROR=ON \
  -C install.strip=false

# Python itself is not instrumented, so the runtimes have to be in the process before it.
# libstdc++ too: the runtime looks up __cxa_throw when it starts.
preload=
for library in "${libraries[@]}"; do
  path=$("${CXX:-g++}" -print-file-name="$library")
  preload=${preload:+$preload:}$(readlink -f "$path")
done

runner=()
if [ "$kind" = thread ]; then
  # The runtime's shadow memory does not fit every randomised address layout.
  runner=(setarch -R)
fi

# Python's own allocator would hide overruns between small objects; it never frees all it holds.
exec "${runner[@]}" env \
  LD_PRELOAD="$preload" \
  PYTHONMALLOC=malloc \
  ASAN_OPTIONS="detect_leaks=0:abort_on_error=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}" \
  UBSAN_OPTIONS="print_stacktrace=1${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}" \
  TSAN_OPTIONS="halt_on_error=1:second_deadlock_stack=1:suppressions=$PWD/tools/tsan-suppressions.txt${TSAN_OPTIONS:+:$TSAN_OPTIONS}" \
  "$venv/bin/pytest" --capture=sys "$@" # reports are written past sys.stderr
