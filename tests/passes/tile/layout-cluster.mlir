// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90},tile.kernel(tile-layout)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90},tile.kernel(tile-layout,mem-vectorize,mem-barriers),tile-to-thread' | FileCheck %s --check-prefix=THREAD

// Rows whose starts are not aligned are read one element at a time, by lanes beside each other. Threads want eight elements
// each: they are exchanged among the lanes of each warp, which keeps its part of the row, and so does each block.
#parts = #tile.blocked<per_thread = [8], lanes = [32], warps = [8]>

// CHECK-LABEL: tile.kernel @narrow
// CHECK: tile.load
// CHECK-SAME: lane = {{\[\[}}1], [2], [4], [8], [16]], warp = {{\[\[}}256], [512], [1024]]>
// CHECK: tile.convert_layout
// CHECK-SAME: to tensor<4096xf16, #tile.layout<register = {{\[\[}}1], [2], [4], [2048]], lane = {{\[\[}}8], [16], [32], [64], [128]], warp = {{\[\[}}256], [512], [1024]]>>

// Nothing leaves a warp.
// THREAD-LABEL: simt.kernel @narrow
// THREAD-NOT: simt.cluster_arrive
// THREAD: simt.shuffle
// THREAD: simt.return
tile.kernel @narrow(%X: memref<?x?xf16>[M, N], %Y: memref<?x?xf16>[M, N]) warps(2) cluster(4) grid(%i = M) {
  %c0 = arith.constant 0 : index
  %x = tile.load %X[%i, %c0] : tensor<4096xf16>
  %y = arith.addf %x, %x {tile.layout = #parts} : tensor<4096xf16>
  tile.store %y, %Y[%i, %c0]
}
