// RUN: tile-compile %s --pass-pipeline= -o - | FileCheck %s
// Structured control flow becomes blocks before code is generated, whatever the pass list.

// CHECK-LABEL: .entry k
// CHECK: [[LOOP:L__BB0_[0-9]+]]:
// CHECK: ld.global
// CHECK: bra{{.*}}[[LOOP]]
simt.kernel @k(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = mem.load %A[%i] : memref<?xf32>, f32
    mem.store %x, %B[%i] : memref<?xf32>, f32
  }
  simt.return
}
