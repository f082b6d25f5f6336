#!/bin/sh
# Installs a build into a fresh folder, moves it, and builds plugins against it from outside the tree: with CMake's
# find_package, and with one line of cc and pkg-config.  Usage: install.sh BUILD [CC]
set -eu
build=$1
cc=${2:-cc}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "install: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$work/first" > "$work/log" || { cat "$work/log"; fail "cmake --install failed"; }
mv "$work/first" "$work/tegula"
prefix=$work/tegula
PATH=$prefix/bin:$PATH

found=$(find "$prefix/include" -name '*_impl.h')
[ -z "$found" ] || fail "private headers are installed: $found"

cp "$here/plugins/Inputs/mark.c" "$work/mark.c"
cp "$here/plugins/Inputs/functions.mlir" "$work/in.mlir"
cd "$work"

# The plugin works in the installed tile-opt.
works() {
  tile-opt in.mlir --load-plugin="$1" --test-mark=times=3 | grep -q 'test.mark = 3' || fail "$1 does not work"
}

# Four lines of CMake.
mkdir outside
cat > outside/CMakeLists.txt << END
cmake_minimum_required(VERSION 3.20)
project(outside C)
find_package(Tegula REQUIRED)
tegula_add_plugin(mark ../mark.c)
END
generator=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$build/CMakeCache.txt") # which is there
cmake -G "$generator" -S outside -B outside/build -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix" > log 2>&1 &&
  cmake --build outside/build > log 2>&1 || { cat log; fail "find_package does not work"; }
works outside/build/mark.so

# One line of cc.
if command -v pkg-config > /dev/null; then
  flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tegula.pc)") pkg-config --cflags tegula)
  # shellcheck disable=SC2086 # flags are words
  "$cc" -shared -fPIC $flags mark.c -o one.so
  works ./one.so
fi

# The tools find LLVM's library where it was installed.
if [ -n "$(find "$prefix" -name libtegula_nvptx.so)" ]; then
  tile-compile "$here/../docs/examples/vector_add.mlir" -o add.ptx > log 2>&1 || { cat log; fail "tile-compile"; }
fi
