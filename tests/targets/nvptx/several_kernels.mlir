// RUN: tile-compile %s --pass-pipeline= -o - | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --emit=cubin -o %t.cubin
// REQUIRES: ptxas
// Kernels are compiled one by one; their PTX is one module all the same: one header, one
// declaration of shared memory, one list of files.

// CHECK: .version
// CHECK: .extern .shared .align 1024 .b8 tegula_shared[];
// CHECK: .entry first(
// CHECK: .loc [[FILE:[0-9]+]] [[#@LINE+7]]
// CHECK-NOT: .version
// CHECK-NOT: .extern
// CHECK: .entry second(
// CHECK: .loc [[FILE]] [[#@LINE+12]]
// CHECK: .file [[FILE]] "{{.*}}several_kernels.mlir"
// CHECK-NOT: .file
simt.kernel @first(%A: memref<?xf32>[N]) threads(32) shared(128) grid(N) {
  %c0 = arith.constant 0 : index
  %i = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xf32, shared>
  %f = mem.flatten %s : !mem.buffer<32xf32, shared> to !mem.buffer<32xf32, shared>
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  mem.store %x, %f[%i] : !mem.buffer<32xf32, shared>, f32
  simt.return
}
simt.kernel @second(%A: memref<?xf32>[N]) threads(32) shared(128) grid(N) {
  %c0 = arith.constant 0 : index
  %i = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xf32, shared>
  %f = mem.flatten %s : !mem.buffer<32xf32, shared> to !mem.buffer<32xf32, shared>
  %x = mem.load %f[%i] : !mem.buffer<32xf32, shared>, f32
  mem.store %x, %A[%c0] : memref<?xf32>, f32
  simt.return
}
