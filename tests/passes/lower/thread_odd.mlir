// RUN: tile-opt %s --tile-to-thread-level=arch=sm_80 | FileCheck %s
// RUN: tile-opt %s --tile-to-thread-level=arch=sm_80 --param=BN=24 | FileCheck %s
// RUN: tile-opt %s --tile-to-thread-level=arch=sm_80 --param=WARPS=12 | FileCheck %s --check-prefixes=CHECK,GROUPS

// Operands whose extents have odd factors are read by ldmatrix, and staged in accesses of 16 bytes.
tile.params { WARPS = 4 : [4, 12], BN = 80 : [24, 80] }

// CHECK-LABEL: simt.kernel @product
// GROUPS-SAME: threads(384)
// The thread's group of four warps is where its rows begin.
// GROUPS-DAG: %[[SEVEN:.*]] = arith.constant 7 : i32
// GROUPS-DAG: %[[ROWS:.*]] = arith.constant 64 : i32
// GROUPS: %[[GROUP:.*]] = arith.shrui %{{.*}}, %[[SEVEN]] : i32
// GROUPS: arith.muli %[[GROUP]], %[[ROWS]] : i32
// CHECK-NOT: mem.load %{{.*}} : !mem.buffer
// CHECK-NOT: vector<1xf16>
// CHECK: mem.cp_async {{.*}} bytes 16
// CHECK-NOT: vector<1xf16>
// CHECK: tc.ldmatrix
// CHECK-NOT: mem.load %{{.*}} : !mem.buffer
// CHECK: tc.ldmatrix %{{.*}} trans
// CHECK-NOT: mem.load %{{.*}} : !mem.buffer
// CHECK: simt.return
tile.kernel @product(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, 192), %j = ceildiv(N, $BN)) assume(K mod 8 == 0, N mod 8 == 0) {
  %zero = arith.constant dense<0.0> : tensor<192x$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 96) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 192, %k * 96] : tensor<192x96xf16>
    %b = tile.load %B[%k * 96, %j * $BN] : tensor<96x$BNxf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * 192, %j * $BN]
}

// A tile without a factor of three is written by the first group.
// CHECK-LABEL: simt.kernel @copies
// GROUPS: %[[GROUPS:.*]] = arith.constant 384 : i32
// GROUPS: %[[BITS:.*]] = arith.andi %{{.*}}, %[[GROUPS]] : i32
// GROUPS: %[[FIRST:.*]] = arith.cmpi eq, %[[BITS]], %{{.*}} : i32
// GROUPS: arith.andi %{{.*}}, %[[FIRST]]
tile.kernel @copies(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps($WARPS) grid(%i = ceildiv(N, 1024)) {
  %a = tile.load %A[%i * 1024] : tensor<1024xf32>
  tile.store %a, %B[%i * 1024]
}
