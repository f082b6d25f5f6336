// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-thread)' | FileCheck %s
// RUN: tile-opt %s --validate-each=seed:1 --pass-pipeline='builtin.module(tile-to-thread)' -o /dev/null

// Two elements that follow each other in memory are in registers that do, but lanes that hold copies begin at an odd place:
// they are read one by one.
#rows = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [1, 0], [2, 0], [4, 0], [0, 0]], warp = [[0, 0], [0, 0]]>
#copies = #tile.layout<register = [[0, 1], [1, 0]], lane = [[0, 4], [0, 2], [0, 0], [0, 1], [4, 0]], warp = [[0, 1], [2, 0]]>

// CHECK-LABEL: simt.kernel @copies
// CHECK: mem.store %{{.*}} : !mem.buffer<64xf32, shared>, vector<4xf32>
// CHECK: mem.load %{{.*}} : !mem.buffer<64xf32, shared>, vector<1xf32>
tile.kernel @copies(%A: memref<8x8xf32>, %B: memref<8x8xf32>) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %a = tile.load %A[%z, %z] : tensor<8x8xf32, #rows>
  %b = tile.convert_layout %a : tensor<8x8xf32, #rows> to tensor<8x8xf32, #copies>
  tile.store %b, %B[%z, %z]
}
