// RUN: rm -f %t.ptx
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

// sm_80 has no clusters.
// SM90: barrier.cluster.arrive
simt.kernel @too_new(%A: memref<?xf32>[N]) threads(32) grid(N) {
  simt.cluster_arrive
  simt.cluster_wait
  simt.return
}
