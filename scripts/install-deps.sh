#!/usr/bin/env bash
# Installs the Debian or Ubuntu packages that ecsbench needs; prints what it installs, and does
# nothing when all are there.
#
#   scripts/install-deps.sh         to build, test, run and draw
#   scripts/install-deps.sh --dev   also clang, the formatter and the linter
#
# Exit codes: 0 all there; 1 could not install; 2 usage.
set -euo pipefail

packages=(g++ cmake ninja-build ccache
          libbenchmark-dev libcli11-dev nlohmann-json3-dev libfmt-dev libtbb-dev
          libgtest-dev libgmock-dev librapidcheck-dev
          python3 python3-matplotlib python3-jsonschema)

case "${1-}" in
  "") ;;
  --dev) packages+=(clang clang-format-16 clang-tidy-14 libclang-rt-14-dev) ;;
  *) echo "install-deps.sh: '$1' is no option; allowed is --dev, or nothing." >&2; exit 2 ;;
esac

fail() {
  echo "install-deps.sh: $1" >&2
  echo "Install these, or what your system calls them: ${missing[*]}" >&2
  echo "Then run make with INSTALL=true, which skips this step." >&2
  exit 1
}

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

command -v apt-get >/dev/null || fail "there is no apt-get here to install packages with."
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "installing needs root, and there is no sudo here."
  as_root=(sudo)
fi

echo "Installing by apt-get${as_root:+ with sudo}: ${missing[*]}"
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }
# A fresh image has no package lists, and old lists name files that are gone.
apt -qq update || echo "install-deps.sh: apt-get update failed; trying with the lists there are." >&2
apt -qq -y --no-install-recommends install "${missing[@]}" || fail "apt-get could not install them."
