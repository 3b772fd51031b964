#!/usr/bin/env bash
# Prints a Python interpreter that can import the modules named: the python3 first on PATH may well
# be one that knows nothing of the system's packages.
#
#   scripts/find-python.sh matplotlib jsonschema
#
# Tried in this order: $ECSBENCH_PYTHON, python3 on PATH, /usr/bin/python3. Exit code 1, and a
# sentence, when none of them will do.
set -euo pipefail

imports_all='import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]'

can_import() {
  command -v "$1" >/dev/null && "$1" -c "$imports_all" "${@:2}" >/dev/null 2>&1
}

if [ -n "${ECSBENCH_PYTHON-}" ] && ! can_import "$ECSBENCH_PYTHON" "$@"; then
  echo "find-python.sh: ECSBENCH_PYTHON=$ECSBENCH_PYTHON cannot import $*; looking further." >&2
fi
for python in "${ECSBENCH_PYTHON-}" python3 /usr/bin/python3; do
  if [ -n "$python" ] && can_import "$python" "$@"; then
    command -v "$python"
    exit 0
  fi
done
echo "find-python.sh: no Python here can import ${*:-anything}. Run scripts/install-deps.sh, or set" \
     "ECSBENCH_PYTHON to an interpreter that can." >&2
exit 1
