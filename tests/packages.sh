#!/usr/bin/env bash
# Installs the Debian packages that a task needs, if any is missing.
#
#   tests/packages.sh build   what configuring and building needs
#   tests/packages.sh test    that, and what running all tests needs
#
# With nothing to install it needs no network and no rights, and takes a fraction of a second.
set -euo pipefail

build=(cmake gcc libc6-dev llvm-22-dev ninja-build)
# mlir-22-tools: our text is compared with MLIR's.  g++ and the libraries after it: LLVM linked
# statically.  binutils: looks at what a library exports.  clang and libclang-rt: the fuzzers.
# pkg-config: a plugin is built with it.
test=("${build[@]}" binutils clang-22 libclang-rt-22-dev libcmocka-dev llvm-22-tools mlir-22-tools
  pkg-config python3 g++ libxml2-dev libzstd-dev zlib1g-dev)

wanted=()
for task in "${@:-build}"; do
  case $task in
  build) wanted+=("${build[@]}") ;;
  test) wanted+=("${test[@]}") ;;
  *)
    echo "error: no such task: $task (build, test)" >&2
    exit 1
    ;;
  esac
done

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "note: not a Debian system; these packages' contents must be there: ${wanted[*]}" >&2
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "error: missing packages: ${missing[*]}" >&2
    echo "help: as root, run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
for package in "${missing[@]}"; do
  if ! apt-cache show "$package" >/dev/null 2>&1; then
    echo "error: no package $package in the configured suites" >&2
    echo "help: LLVM 22 for Debian 12 is in the suite bookworm-security: add it to /etc/apt/sources.list" >&2
    exit 1
  fi
done
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
