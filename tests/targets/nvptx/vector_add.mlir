// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// A kernel's parameters, its launch bounds, and accesses under a predicate: no branch, the padding
// in the destination registers before the load.

// CHECK: .target sm_90a
// CHECK: .visible .entry add__v0(
// CHECK-NEXT: .param .u64 .ptr .global .align 1 add__v0_param_0,
// CHECK-NEXT: .param .u64 add__v0_param_1,
// CHECK-NEXT: .param .u64 .ptr .global .align 1 add__v0_param_2,
// CHECK-NEXT: .param .u64 add__v0_param_3
// CHECK: .reqntid 128
// CHECK-NOT: bra
// CHECK: @%p{{.*}} ld.global.nc.v4.b32 {%r{{.*}}}, [%rd{{.*}}+0];
// CHECK-NOT: bra
// CHECK: add.rn.f32
// CHECK: @%p{{.*}} st.global.v4.b32 [%rd{{.*}}+0], {%r{{.*}}};
// CHECK: ret;
simt.kernel @add__v0(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) threads(128) version("add", 0)
    grid(ceildiv(N, 512)) assume(N mod 4 == 0) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  %c128 = arith.constant 128 : i32
  %pad = arith.constant dense<0.0> : vector<4xf32>
  %t = simt.thread_id : i32
  %b = simt.block_id : i32
  %first = arith.muli %b, %c128 : i32
  %thread = arith.addi %first, %t : i32
  %element = arith.muli %thread, %c4 : i32
  %i = arith.index_cast %element : i32 to index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %p = arith.cmpi slt, %i, %n : index
  %x = mem.load %A[%i] if %p else %pad : memref<?xf32>, vector<4xf32>
  %y = arith.addf %x, %x : vector<4xf32>
  mem.store %y, %B[%i] if %p : memref<?xf32>, vector<4xf32>
  simt.return
}
