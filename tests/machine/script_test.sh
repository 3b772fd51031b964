#!/usr/bin/env bash
# Claims about the scripts that a fresh machine meets first. Each runs with a PATH of imitated
# programs, so nothing is ever installed.
#
#   script_test.sh SOURCE_FOLDER
set -uo pipefail
scripts=$1/scripts
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
failures=0

# fake NAME 'BODY': a program of that name, first on PATH.
fake() {
  mkdir -p "$box/bin"
  printf '#!/bin/bash\n%s\n' "$2" >"$box/bin/$1"
  chmod +x "$box/bin/$1"
}

# run COMMAND...: only imitated programs are on PATH. Sets code; output is in $box/out and $box/err.
run() {
  env -u ECSBENCH_PYTHON PATH="$box/bin" "$@" >"$box/out" 2>"$box/err"
  code=$?
}

new_box() {
  rm -rf "${box:?}"/*
  for tool in bash env; do fake "$tool" "exec $(command -v "$tool") \"\$@\""; done
}

# claim 'WORDS' CONDITION...: says so when a claim does not hold.
claim() {
  local words=$1
  shift
  "$@" && return
  echo "FAILED: $words"
  echo "  code ${code-}, stdout: $(cat "$box/out"), stderr: $(cat "$box/err")"
  failures=$((failures + 1))
}

# --- install-deps.sh

all_installed='echo -n installed'
none_installed='exit 1'
logging_apt="printf '%s\n' \"\$*\" >>$box/apt.log"
logged() { grep -q -- "$1" "$box/apt.log"; }

new_box
fake dpkg-query "$all_installed"
fake apt-get "$logging_apt"
run "$scripts/install-deps.sh" --dev
claim 'with all packages there it succeeds' test "$code" -eq 0
claim 'with all packages there it never calls apt-get' test ! -e "$box/apt.log"

new_box
fake dpkg-query '[ "${*: -1}" = libfmt-dev ] && exit 1; echo -n installed'
fake apt-get "$logging_apt"
fake id 'echo 0'
run "$scripts/install-deps.sh"
claim 'one missing package is installed' test "$code" -eq 0
claim 'it says what it installs' grep -q 'Installing by apt-get: libfmt-dev$' "$box/out"
claim 'the lists are updated first' [ "$(head -n 1 "$box/apt.log")" = '-qq update' ]
claim 'only what is missing is installed' logged 'install libfmt-dev$'
claim 'a user is not asked in the middle' logged '-y '

new_box
fake dpkg-query 'echo -n config-files'
fake apt-get "$logging_apt"
fake id 'echo 0'
run "$scripts/install-deps.sh"
claim 'a package that was removed and left its settings is missing' logged ' g++ '

new_box
fake dpkg-query "$none_installed"
fake apt-get "$logging_apt; [ \"\$2\" != update ]"
fake id 'echo 0'
run "$scripts/install-deps.sh"
claim 'lists that cannot be updated do not stop it' test "$code" -eq 0
claim 'but are mentioned' grep -q 'update failed' "$box/err"

new_box
fake dpkg-query "$none_installed"
fake apt-get 'exit 100'
fake id 'echo 0'
run "$scripts/install-deps.sh"
claim 'a failed installation fails' test "$code" -eq 1
claim 'and names what is missing' grep -q 'libcli11-dev' "$box/err"

new_box
fake dpkg-query "$none_installed"
fake apt-get "$logging_apt"
fake id 'echo 1000'
fake sudo "echo sudo >>$box/sudo.log; exec \"\$@\""
run "$scripts/install-deps.sh"
claim 'one who is not root goes by sudo' test -s "$box/sudo.log" -a "$code" -eq 0

new_box
fake dpkg-query "$none_installed"
fake apt-get "$logging_apt"
fake id 'echo 1000'
run "$scripts/install-deps.sh"
claim 'without root and sudo it fails' test "$code" -eq 1
claim 'and says why' grep -q 'needs root, and there is no sudo' "$box/err"
claim 'and has called nothing' test ! -e "$box/apt.log"

new_box
run "$scripts/install-deps.sh"
claim 'without apt-get it fails' test "$code" -eq 1
claim 'and says so, with the way out' grep -q 'INSTALL=true' "$box/err"

new_box
run "$scripts/install-deps.sh" --everything
claim 'an unknown option is a mistake of usage' test "$code" -eq 2

# --- find-python.sh

# A Python that imports nothing but what is named.
python_with() { printf 'shift 2; for m in "$@"; do [[ " %s " == *" $m "* ]] || exit 1; done' "$1"; }

new_box
mkdir "$box/other"
fake good "$(python_with 'matplotlib numpy')"
mv "$box/bin/good" "$box/other/good"
fake python3 "$(python_with json)"
run env ECSBENCH_PYTHON="$box/other/good" "$scripts/find-python.sh" matplotlib numpy
claim 'the interpreter that was asked for is taken' test "$(cat "$box/out")" = "$box/other/good"
run env ECSBENCH_PYTHON="$box/nowhere" "$scripts/find-python.sh" json
claim 'one that will not do is passed over' test "$(cat "$box/out")" = "$box/bin/python3"
claim 'and mentioned' grep -q 'it cannot be run' "$box/err"
run env ECSBENCH_PYTHON="$box/other/good" "$scripts/find-python.sh" json
claim 'with what it lacks' grep -q 'it cannot import json' "$box/err"
run "$scripts/find-python.sh" matplotlib
claim 'a python3 first on PATH without the module is passed over' \
  test "$(cat "$box/out")" != "$box/bin/python3"
run "$scripts/find-python.sh" no_module_has_this_name
claim 'when none will do it fails' test "$code" -eq 1
claim 'prints no interpreter' test ! -s "$box/out"
claim 'and says what to do' grep -q 'ECSBENCH_PYTHON' "$box/err"

# A Python that has all modules, and says what else it is given.
new_box
fake python3 '[ "$1" = -c ] && exit; echo "given $*"; exit 7'
run "$scripts/find-python.sh" matplotlib -- plot.py 'a file' --quiet
claim 'what follows -- is run by the interpreter found' grep -q '^given plot.py a file --quiet$' "$box/out"
claim 'with its exit code' test "$code" -eq 7
fake python3 'exit 1'
run "$scripts/find-python.sh" no_module_has_this_name -- plot.py
claim 'when none will do, nothing is run' test "$code" -eq 125
claim 'and nothing is said' test ! -s "$box/err"

[ "$failures" -eq 0 ]
