// RUN: tile-opt %s --split-input-file | FileCheck %s
// RUN: not tile-opt %S/Inputs/second-bad.mlir --split-input-file 2>&1 | FileCheck %s --check-prefix=LINE

// CHECK: func.func @a
// CHECK: // -----
// CHECK: func.func @b
// A diagnostic has the line of the file, not of the piece.
// LINE: second-bad.mlir:5:
func.func @a() { return }
// -----
func.func @b() { return }
