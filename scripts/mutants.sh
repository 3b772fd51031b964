#!/bin/sh
# Do the tests bite? Plants each fault of tests/mutants/mutants.json in a copy of its header and sees the tests notice.
#
#   scripts/mutants.sh                   all: a line each; some seven minutes on two cores
#   scripts/mutants.sh --only bitmap     those whose name holds the word
#   scripts/mutants.sh --part 2/5        the second of five shares
#   scripts/mutants.sh --list            what is planted, without running anything
#
# Exit codes: 0 all killed; 1 not; 2 usage.
here=$(dirname "$0")
python=$("$here/find-python.sh" json) || exit 1
exec "$python" -B "$here/mutants.py" "$@"
