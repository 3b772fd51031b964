#!/usr/bin/env bash
# Prints a Python interpreter that can import the modules named: the python3 first on PATH may well
# be one that knows nothing of the system's packages.
#
#   scripts/find-python.sh matplotlib jsonschema                 prints it
#   scripts/find-python.sh matplotlib -- plot.py result.json     runs it with what follows
#
# Tried in this order: $ECSBENCH_PYTHON, of which a fault is said; python3 on PATH, /usr/bin/python3. When none of them
# will do: a sentence and exit code 1; where it was to be run, exit code 125 and no sentence.
set -euo pipefail

imports_all='import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]'

can_import() {
  command -v "$1" >/dev/null && "$1" -c "$imports_all" "${@:2}" >/dev/null 2>&1
}

modules=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  modules+=("$1")
  shift
done
runs=$# # 0: only to be printed

asked=${ECSBENCH_PYTHON-}
if [ -n "$asked" ] && ! can_import "$asked" "${modules[@]}"; then
  fault="cannot import ${modules[*]}"
  command -v "$asked" >/dev/null || fault="cannot be run"
  echo "ecsbench: ECSBENCH_PYTHON is '$asked': it $fault. Trying python3 instead." >&2
fi
for python in "$asked" python3 /usr/bin/python3; do
  if [ -n "$python" ] && can_import "$python" "${modules[@]}"; then
    [ "$runs" -gt 0 ] && exec "$python" "${@:2}"
    command -v "$python"
    exit 0
  fi
done
[ "$runs" -gt 0 ] && exit 125
echo "find-python.sh: no Python here can import ${modules[*]:-anything}. Run scripts/install-deps.sh, or set" \
     "ECSBENCH_PYTHON to an interpreter that can." >&2
exit 1
