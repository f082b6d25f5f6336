#!/bin/sh
# Runs the example plugins, built before, in a tool.  Usage: plugin_examples.sh TILE_OPT FOLDER_OF_SO
set -eu
tool=$1
plugins=$2
inputs=$(cd "$(dirname "$0")/plugins/examples" && pwd)

check() { # input plugin options expected
  "$tool" "$inputs/$1.mlir" -split-input-file --load-plugin="$plugins/$1.so" $2 2>&1 | grep -qF "$3" ||
    { echo "$1: no '$3'" >&2; "$tool" "$inputs/$1.mlir" --load-plugin="$plugins/$1.so" $2 || true; exit 1; }
}
check mul_to_shift --mul-to-shift 'arith.shli %x'
check complex --lower-cx 'arith.subf'
check complex --lower-cx "'arith.select' op is illegal for 'lower-cx'"
check loop_depth '--loop-depth --remarks-filter=loop-*' '2 loops, 2 deep; the innermost runs 32 times'
check extend --canonicalize 'arith.shrui %x'
check extend --estimate-cycles '34 cycles'
echo "all example plugins work in $tool"
