#!/usr/bin/env bash
# Runs clang-tidy 14 with the checks of .clang-tidy, all of them errors, on what is ours.
#
#   scripts/tidy.sh changed   files that differ from the main branch, headers included
#   scripts/tidy.sh all       every source that the build compiles, and the headers it includes
#
# The preset "tidy" tells how each file is compiled. Exit codes: 0 clean; 1 not; 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."

base() { git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main; }

# Sources of the program; the headers that they include are read with them. Tests have fixtures and fakes whose names
# follow GoogleTest, and are left to the compilers.
compiled_sources() {
  git ls-files -- 'harness/*.cpp' | while IFS= read -r file; do
    if grep -qF "\"file\": \"$PWD/$file\"" build-tidy/compile_commands.json; then echo "$file"; fi
  done
}

changed_files() {
  local since
  since=$(base) || { echo "tidy.sh: there is no main branch to compare with; say all." >&2; return 1; }
  { git diff --name-only --diff-filter=d "$since"; git ls-files --others --exclude-standard; } |
    sort -u >build-tidy/changed.txt
  { compiled_sources; git ls-files --cached --others --exclude-standard -- 'harness/*.hpp' 'strategies/*.hpp'; } | sort -u |
    comm -12 - build-tidy/changed.txt
}

# Silent about a clean file; else all that clang-tidy says. A header is checked by itself.
lint() {
  local said
  said=$(clang-tidy-14 -p build-tidy --quiet --extra-arg=-Wno-pragma-once-outside-header "$1" 2>&1) ||
    { printf '%s\n' "$said"; return 1; }
}
export -f lint

case "${1-}" in
  changed) list=changed_files ;;
  all) list=compiled_sources ;;
  *) echo "tidy.sh: say changed or all." >&2; exit 2 ;;
esac
command -v clang-tidy-14 >/dev/null || {
  echo "tidy.sh: clang-tidy-14 is not installed. Run scripts/install-deps.sh --dev." >&2
  exit 1
}

cmake --preset tidy >build-tidy.log 2>&1 || { cat build-tidy.log; exit 1; }
rm -f build-tidy.log
cmake --build --preset tidy --target ecsbench_revision >/dev/null  # a header that the build writes

export LC_ALL=C  # comm needs the order of sort
files=$("$list")
count=$(printf '%s' "$files" | grep -c . || true)
echo "clang-tidy on $count files"
printf '%s\n' "$files" | xargs -r -P "$(nproc)" -I '{}' bash -c 'lint "$1"' lint '{}' || exit 1
