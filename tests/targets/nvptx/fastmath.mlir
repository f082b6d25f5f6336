// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// Without flags every result is rounded as IEEE says; flags buy speed where they are written.

// CHECK-LABEL: .entry ieee
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: div.rn.f32
simt.kernel @ieee(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %m = arith.mulf %x, %x : f32
  %s = arith.addf %m, %x : f32
  %d = arith.divf %s, %x : f32
  mem.store %d, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: .entry fast
// CHECK: fma.rn.f32
// CHECK: div.approx.f32
simt.kernel @fast(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %m = arith.mulf %x, %x fastmath<contract> : f32
  %s = arith.addf %m, %x fastmath<contract> : f32
  %d = arith.divf %s, %x fastmath<afn> : f32
  mem.store %d, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// Functions of f32 are made of the approximate instructions, exp with a correction of its argument.
// CHECK-LABEL: .entry functions
// CHECK: ex2.approx.f32
// CHECK: rsqrt.approx.f32
// CHECK: sqrt.rn.f32
simt.kernel @functions(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %e = math.exp %x : f32
  %r = math.rsqrt %e : f32
  %q = math.sqrt %r : f32
  mem.store %q, %A[%c0] : memref<?xf32>, f32
  simt.return
}
