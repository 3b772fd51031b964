#!/usr/bin/env bash
# Checks or repairs the formatting of every C++ file of ours with the one formatter that decides:
# clang-format 16. Others differ in details, so it is called by its full name.
#
#   scripts/format.sh check|fix
#
# Exit codes: 0 all formatted; 1 some file is not, or no formatter; 2 usage.
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1-}" in
  check) how=(--dry-run -Werror) ;;
  fix) how=(-i) ;;
  *) echo "format.sh: say check or fix." >&2; exit 2 ;;
esac
command -v clang-format-16 >/dev/null || {
  echo "format.sh: clang-format-16 is not installed. Run scripts/install-deps.sh --dev." >&2
  exit 1
}

# Tracked files and new ones that git does not ignore, as far as they still exist.
git ls-files -z --cached --others --exclude-standard -- '*.hpp' '*.cpp' |
  while IFS= read -r -d '' file; do [ -f "$file" ] && printf '%s\0' "$file"; done |
  xargs -0 -r clang-format-16 "${how[@]}"
