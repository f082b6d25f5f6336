// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-chunk{registers=16})' | FileCheck %s

#rows = #tile.blocked<per_thread = [1, 1], lanes = [1, 32], warps = [4, 1]>
#groups = #tile.blocked<per_thread = [1, 1], lanes = [1, 32], warps = [12, 1]>

// Copies of the linear part are taken one by one, the outermost first.
// CHECK-LABEL: tile.kernel @copies
// CHECK-DAG: %[[WHOLE:.*]] = arith.constant 96 : index
// CHECK-DAG: %[[PART:.*]] = arith.constant 32 : index
// CHECK: scf.for %[[R:.*]] = %{{.*}} to %[[WHOLE]] step %[[PART]]
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[R]]
// CHECK: tile.load %A[%[[ROW]], %{{.*}}] {{.*}} : tensor<32x32xf16, #tile.layout<{{.*}}, warp = {{\[}}[1, 0], [2, 0]]>>
// CHECK: tile.store %{{.*}}, %{{.*}}[%[[R]], %{{.*}}]
tile.kernel @copies(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = M) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<96x32xf16, shared>
  %x = tile.load %A[%b, %z] {width = 1 : i64} : tensor<96x32xf16, #rows>
  tile.store %x, %s[%z, %z]
}

// A copy is halved where it has too many registers; the other dimension's copies stay.
// CHECK-LABEL: tile.kernel @halved
// CHECK-DAG: %[[WHOLE:.*]] = arith.constant 96 : index
// CHECK-DAG: %[[PART:.*]] = arith.constant 16 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WHOLE]] step %[[PART]]
// CHECK: tensor<16x96xf16, #tile.layout<{{.*}}, repeat = [1, 3]>>
tile.kernel @halved(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = M) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<96x96xf16, shared>
  %x = tile.load %A[%b, %z] {width = 1 : i64} : tensor<96x96xf16, #rows>
  tile.store %x, %s[%z, %z]
}

// Copies that groups of warps share stay with them.
// CHECK-LABEL: tile.kernel @groups
// CHECK-DAG: %[[WHOLE:.*]] = arith.constant 96 : index
// CHECK-DAG: %[[PART:.*]] = arith.constant 32 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WHOLE]] step %[[PART]]
// CHECK: tensor<192x32xf16, #tile.layout<{{.*}}, repeat = [3, 1], groups = 3 along 0>>
tile.kernel @groups(%A: memref<?x?xf16>[M, N]) warps(12) grid(%b = M) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<192x96xf16, shared>
  %x = tile.load %A[%b, %z] {width = 1 : i64} : tensor<192x96xf16, #groups>
  tile.store %x, %s[%z, %z]
}
