// RUN: not tile-compile %s --pass-pipeline= -o - 2>&1 | FileCheck %s
// Structured control flow has to go first.

// CHECK: error: 'scf.for' op is not supported by the LLVM target: it has regions
// CHECK: help: run scf-to-cf first
simt.kernel @k(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = mem.load %A[%i] : memref<?xf32>, f32
    mem.store %x, %A[%i] : memref<?xf32>, f32
  }
  simt.return
}
