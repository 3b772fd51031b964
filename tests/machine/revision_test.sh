#!/usr/bin/env bash
# Claims about cmake/revision.cmake: the header tells the commit and whether files differ from it,
# and is left alone when nothing changed.
#
#   revision_test.sh SOURCE_FOLDER CMAKE
set -uo pipefail
script=$1/cmake/revision.cmake
cmake=$2
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
failures=0

git() { command git -C "$box/repo" -c user.name=a -c user.email=a@b -c commit.gpgsign=false "$@"; }
ask() { "$cmake" -D SOURCE_DIR="$1" -D OUTPUT="$box/revision.hpp" -P "$script"; }
says() { grep -qF -- "$1" "$box/revision.hpp"; }
claim() {
  local words=$1
  shift
  "$@" && return
  echo "FAILED: $words"
  cat "$box/revision.hpp"
  failures=$((failures + 1))
}

mkdir -p "$box/repo/inner"
ask "$box/repo"
claim 'a folder outside git has a reason in place of a revision' says 'kRevision = "n/a ('

git init -q && echo one >"$box/repo/file" && git add . && git commit -qm one
ask "$box/repo"
claim 'the revision is that of HEAD' says "\"$(git rev-parse --short=12 HEAD)\""
claim 'a clean checkout is not dirty' says 'kDirty = false'

touch -d '2001-01-01' "$box/revision.hpp"
ask "$box/repo"
claim 'an unchanged header is not written again' test "$(date -r "$box/revision.hpp" +%Y)" = 2001

echo new >"$box/repo/untracked"
ask "$box/repo"
claim 'an untracked file does not make it dirty' says 'kDirty = false'

echo two >"$box/repo/file"
ask "$box/repo"
claim 'a changed file makes it dirty' says 'kDirty = true'

git commit -qam two
ask "$box/repo"
claim 'a commit shows at once' says "\"$(git rev-parse --short=12 HEAD)\""
claim 'and is clean again' says 'kDirty = false'

ask "$box/repo/inner"
claim 'a folder within another repository does not claim its revision' says 'kRevision = "n/a ('

[ "$failures" -eq 0 ]
