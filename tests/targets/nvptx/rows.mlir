// RUN: tile-compile %s --pass-pipeline= --emit=llvm --debug-info=none -o - | FileCheck %s
// Addresses of several rows come from each other: row 3 is row 2 plus one stride. One multiplication
// finds the first row; what is added is the same for all of them.

// CHECK-LABEL: @rows
// CHECK: [[FIRST:%.*]] = mul nuw nsw i64
// CHECK: [[R0:%.*]] = getelementptr {{.*}}, i64 [[FIRST]]
// CHECK: [[TWO:%.*]] = shl nsw i64 [[STRIDE:%.*]], 3
// CHECK: [[R2:%.*]] = getelementptr i8, ptr addrspace(1) [[R0]], i64 [[TWO]]
// CHECK: [[ONE:%.*]] = shl nsw i64 [[STRIDE]], 2
// CHECK: [[R3:%.*]] = getelementptr i8, ptr addrspace(1) [[R2]], i64 [[ONE]]
// CHECK: asm "ld.global.nc.b32 $0, [$3+4];{{.*}}$1, [$4+4];{{.*}}$2, [$5+4];"
// CHECK-SAME: ptr addrspace(1) [[R0]], ptr addrspace(1) [[R3]], ptr addrspace(1) [[R2]])
// CHECK-NOT: mul
// CHECK: ret void
simt.kernel @rows(%A: memref<?x?xf32>[M, N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b = simt.block_id : i32
  %i = arith.index_cast %b : i32 to index
  %i2 = arith.addi %i, %c2 : index
  %i3 = arith.addi %i, %c3 : index
  %x = mem.load %A[%i, %c1] : memref<?x?xf32>, f32
  %y = mem.load %A[%i3, %c1] : memref<?x?xf32>, f32
  %z = mem.load %A[%i2, %c1] : memref<?x?xf32>, f32
  %s = arith.addf %x, %y : f32
  %t = arith.addf %s, %z : f32
  mem.store %t, %C[%c0] : memref<?xf32>, f32
  simt.return
}
