// RUN: not tile-compile %s --pass-pipeline= --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s
// RUN: not ls %t.ptx
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s --check-prefix=SM90
// A failure inside LLVM's code generator names the kernel it was in and leaves a reproducer; the
// kernel beside it is not blamed.

// CHECK-NOT: cannot compile kernel
// CHECK: llvm_failure.mlir:[[#@LINE+9]]:1: error: LLVM cannot compile kernel 'too_new': {{.*}}elect
// CHECK: help: reproduce it with: opt -passes='{{.*}}' {{.*}}.ll | llc -mcpu=sm_80
// CHECK-NOT: cannot compile kernel
simt.kernel @fine(%A: memref<?xf32>[N]) threads(32) grid(N) {
  simt.return
}

// sm_80 cannot convert 8-bit floats.
// SM90: cvt.rn.f16x2.e4m3x2
simt.kernel @too_new(%A: memref<?xf8E4M3FN>[N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf8E4M3FN>, f8E4M3FN
  %y = arith.extf %x : f8E4M3FN to f32
  mem.store %y, %C[%c0] : memref<?xf32>, f32
  simt.return
}
