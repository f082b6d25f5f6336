// RUN: tile-opt %s --pass-pipeline='tile-to-thread,canonicalize,cse' | FileCheck %s

// A tile at an offset known only at run time, a multiple of its extents: the offset is computed
// once, the registers' parts are constants.

// CHECK-LABEL: simt.kernel @aligned
// CHECK: scf.for
// CHECK: arith.index_cast
// CHECK-NOT: arith.index_cast
// CHECK: mem.store %{{.*}}, %{{.*}}[%[[BASE:.*]]] :
// CHECK-NEXT: %[[MEET:.*]] = arith.xori %[[BASE]], %{{.*}} : i32
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[MEET]], %{{.*}} : i32
// CHECK-NEXT: mem.store %{{.*}}, %{{.*}}[%[[NEXT]]] :

#l = #tile.layout<register = [[4, 0], [8, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0]]>
tile.kernel @aligned(%A: memref<?xf16>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %s = mem.alloc : !mem.buffer<64x32xf16, #mem.swizzle<64>, shared>
  %z = arith.constant dense<1.0> : tensor<16x32xf16, #l>
  scf.for %i = %c0 to %c64 step %c16 {
    tile.store %z, %s[%i, %c0]
  }
}
