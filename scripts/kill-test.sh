#!/bin/sh
# Does a result survive? Kills runs of the program at random moments and reads what they leave on disk.
#
#   scripts/kill-test.sh 200                          so many kills of build/ecsbench; some five minutes
#   scripts/kill-test.sh 200 --program P --seed 7     another program; the same moments again
#
# Exit codes: 0 every file was whole; 1 not; 2 usage.
here=$(dirname "$0")
python=$("$here/find-python.sh" jsonschema) || exit 1
exec "$python" -B "$here/kill_test.py" "$@"
