// RUN: tile-compile %s --pass-pipeline=canonicalize --timing -o %t.ptx 2>&1 | FileCheck %s
// The split by pass and by LLVM's phases.

// CHECK: ms  text
// CHECK: ms    parse
// CHECK: ms  passes
// CHECK: ms    canonicalize
// CHECK: ms  LLVM
// CHECK: ms    emit
// CHECK: ms    codegen
// CHECK: ms  total
simt.kernel @k(%C: memref<?xi32>[N]) threads(32) grid(N) {
  simt.return
}
