// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-chunk{registers=16})' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-chunk)' | FileCheck %s --check-prefix=WHOLE
// RUN: not tile-opt %s --pass-pipeline='tile.kernel(mem-chunk{registers=0})' 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: mem-chunk: option registers must be at least 1, got 0

#rows = #tile.layout<register = [[0, 32], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0]]>
#turned = #tile.layout<register = [[32, 0], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 1], [0, 2]]>
#columns = #tile.layout<register = [[32, 0], [0, 4], [0, 8], [0, 16], [0, 32]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 1], [0, 2]]>

// 32 registers a thread become two parts of 16; the load moves down to the store.

// CHECK-LABEL: tile.kernel @rows
// CHECK-NOT: tile.load
// CHECK: tile.dim N
// CHECK-NOT: tile.load
// CHECK-DAG: %[[END:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[STEP:.*]] = arith.constant 32 : index
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %[[END]] step %[[STEP]] {
// CHECK-NEXT: %[[AT:.*]] = arith.addi %{{.*}}, %[[R]] : index
// CHECK-NEXT: %[[T:.*]] = tile.load %A[%[[AT]], %{{.*}}] pad(%p) {width = 1 : i64} : tensor<32x64xf16, #tile.layout<register = {{\[}}[0, 32], [4, 0], [8, 0], [16, 0]], lane
// CHECK-NEXT: tile.store %[[T]], %s[%[[R]], %{{.*}}]
// CHECK-NEXT: }
// WHOLE-LABEL: tile.kernel @rows
// WHOLE-NOT: scf.for
tile.kernel @rows(%A: memref<?x?xf16>[M, N], %p: f16) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %t = tile.load %A[%i, %i] pad(%p) {width = 1 : i64} : tensor<64x64xf16, #rows>
  %n = tile.dim N
  tile.store %t, %s[%i, %i]
}

// The dimension that high registers run along is cut, here the columns; a slot of a buffer.

// CHECK-LABEL: tile.kernel @columns
// CHECK: scf.for %[[C:.*]] =
// CHECK: tile.load %A[%{{.*}}, %{{.*}}] {width = 1 : i64} : tensor<64x32xf16,
// CHECK-NEXT: tile.store %{{.*}}, %s[%{{.*}}, %{{.*}}, %[[C]]]
tile.kernel @columns(%A: memref<?x?xf16, strided<[1, ?]>>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<2x64x64xf16, shared>
  %t = tile.load %A[%i, %i] {width = 1 : i64} : tensor<64x64xf16, #columns>
  tile.store %t, %s[%i, %i, %i]
}

// A transposed copy: what are rows of the memref are columns of the buffer.

// CHECK-LABEL: tile.kernel @turned
// CHECK: scf.for %[[C:.*]] =
// CHECK: %[[P:.*]] = tile.load %A[%{{.*}}, %{{.*}}] {width = 1 : i64} : tensor<32x64xf16,
// CHECK-NEXT: %[[T:.*]] = tile.trans %[[P]] : tensor<32x64xf16, {{.*}} to tensor<64x32xf16,
// CHECK-NEXT: tile.store %[[T]], %s[%{{.*}}, %[[C]]]
tile.kernel @turned(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %t = tile.load %A[%i, %i] {width = 1 : i64} : tensor<64x64xf16, #rows>
  %u = tile.trans %t : tensor<64x64xf16, #rows> to tensor<64x64xf16, #turned>
  tile.store %u, %s[%i, %i]
}

// Stays: wide accesses, a tile used twice, and a store to global memory that the load may not pass.

// CHECK-LABEL: tile.kernel @stays
// CHECK-NOT: scf.for
// CHECK: }
tile.kernel @stays(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %wide = tile.load %A[%i, %i] {width = 2 : i64} : tensor<64x64xf16, #rows>
  tile.store %wide, %s[%i, %i]
  %twice = tile.load %A[%i, %i] {width = 1 : i64} : tensor<64x64xf16, #rows>
  tile.store %twice, %s[%i, %i]
  tile.store %twice, %s[%i, %i]
  %passes = tile.load %A[%i, %i] {width = 1 : i64} : tensor<64x64xf16, #rows>
  tile.store %twice, %A[%i, %i]
  tile.store %passes, %s[%i, %i]
}
