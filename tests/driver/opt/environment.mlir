// Options from the environment come before those of the command line.
// RUN: env TILE_OPT_FLAGS='--print-ir-after-all --pass-pipeline="builtin.module(cse, dce)"' tile-opt %s --canonicalize -o /dev/null 2>&1 | FileCheck %s
// RUN: env TILE_OPT_FLAGS=--verify-each=0 tile-opt %s | FileCheck %s --check-prefix=NOTHING
// RUN: not env TILE_OPT_FLAGS='--cse  --print-ir-afterall' tile-opt %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: env TILE_OPT_FLAGS= tile-opt %s | FileCheck %s --check-prefix=NOTHING
// RUN: tile-opt --help | FileCheck %s --check-prefix=HELP

// CHECK: IR Dump After cse
// CHECK: IR Dump After dce
// CHECK: IR Dump After canonicalize
// NOTHING: module
// NOTHING-NEXT: func.func @f
// UNKNOWN: <TILE_OPT_FLAGS>:1:{{[0-9]+}}: error: unknown option '--print-ir-afterall'
// UNKNOWN: {{^}} --cse --print-ir-afterall
// UNKNOWN: help: did you mean '--print-ir-after-all'?
// HELP: TILE_OPT_FLAGS
func.func @f() { return }
