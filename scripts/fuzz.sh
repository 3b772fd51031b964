#!/usr/bin/env bash
# Random programs of operations, grown by libFuzzer, on every storage at once: each must do what the model does.
#
#   scripts/fuzz.sh 60                      builds build-fuzz/operations_fuzz and runs it for a minute
#   scripts/fuzz.sh 3600 -- -fork=2         what stands behind -- goes to libFuzzer
#
# What it learned stays in build-fuzz/corpus and is where the next run begins, together with tests/fuzz/corpus.
# Exit codes: 0 nothing found; 1 a finding, told with the command that repeats it; 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "fuzz.sh: $1 Say for how many seconds, as in: scripts/fuzz.sh 60 [-- libFuzzer options]" >&2
  exit 2
}
stop() {
  echo "fuzz.sh: $1" >&2
  exit 1
}

seconds=${1-}
[[ "$seconds" =~ ^[1-9][0-9]*$ ]] || usage "'$seconds' is no number of seconds."
shift
[ $# -eq 0 ] || [ "$1" = -- ] || usage "'$1' is unknown."
shift $(($# > 0 ? 1 : 0))

command -v clang++ >/dev/null || stop "clang++ is not installed. Run scripts/install-deps.sh --dev."
runtime=$(clang++ -print-file-name="libclang_rt.fuzzer-$(uname -m).a")
[ -e "$runtime" ] || [ -e "$(clang++ -print-runtime-dir)/libclang_rt.fuzzer-$(uname -m).a" ] ||
  stop "clang++ has no fuzzer runtime (libclang-rt-14-dev). Run scripts/install-deps.sh --dev."

log=build-fuzz/build.log
mkdir -p build-fuzz/corpus build-fuzz/findings
{ cmake -S . -B build-fuzz -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1' -DECSBENCH_SANITIZE=address,undefined -DECSBENCH_WERROR=OFF &&
  cmake --build build-fuzz --target operations_fuzz; } >$log 2>&1 || { tail -40 $log >&2; stop "it does not build."; }

seed=$((RANDOM * 32768 + RANDOM + 1))
started=$(mktemp)
trap 'rm -f "$started"' EXIT
command=(build-fuzz/operations_fuzz -seed="$seed" -max_total_time="$seconds" -max_len=1000 -timeout=60 -rss_limit_mb=4096
         -print_final_stats=1 -artifact_prefix=build-fuzz/findings/ "$@" build-fuzz/corpus tests/fuzz/corpus)
echo "seed $seed; what it says goes to build-fuzz/last.log: ${command[*]}"
export UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=malloc_context_size=8${ASAN_OPTIONS:+:$ASAN_OPTIONS}
if "${command[@]}" >build-fuzz/last.log 2>&1; then
  grep -E '^stat::(number_of_executed_units|new_units_added)' build-fuzz/last.log || true
  echo "fuzz.sh: nothing found in $seconds s"
  exit 0
fi
found=$(find build-fuzz/findings -type f -newer "$started" ! -name 'slow-unit-*' | head -n 1)
grep -vE '^#[0-9]' build-fuzz/last.log | tail -n 60 >&2
[ -n "$found" ] || stop "it ended by itself, without a finding; build-fuzz/last.log says more."
echo "fuzz.sh: FOUND. To repeat it:  ECSBENCH_STEPS=1 build-fuzz/operations_fuzz $found" >&2
echo "         To make it smaller:  build-fuzz/operations_fuzz -minimize_crash=1 -max_total_time=60 $found" >&2
exit 1
