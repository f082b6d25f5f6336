// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-thread)' | FileCheck %s

// A tile of fewer elements than the block has lanes: those of warp 0 copy it, all wait.
#copies = #tile.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]]>

// CHECK-LABEL: simt.kernel @first
// CHECK-DAG: %[[WARPS:.*]] = arith.constant 96 : i32
// CHECK: %[[BITS:.*]] = arith.andi %{{.*}}, %[[WARPS]] : i32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[BITS]], %{{.*}} : i32
// CHECK: scf.if %[[FIRST]] {
// CHECK: mem.cp_async {{.*}} bytes 16
// CHECK-NOT: mem.cp_async
// CHECK: }
// CHECK: mem.async_commit
// CHECK: mem.async_wait 0
tile.kernel @first(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x32xf16, shared>
  tile.async_copy %A[%i, %i] to %s[%i, %i] tile tensor<8x32xf16, #copies> width 8 : memref<?x?xf16>, !mem.buffer<8x32xf16, shared>
  tile.async_wait
}

// Where bytes of another buffer are used again the barrier is in front of the branch, for all threads.
// CHECK-LABEL: simt.kernel @again
// CHECK: mem.load {{.*}} !mem.buffer<256xf16, shared>
// CHECK: simt.barrier
// CHECK: scf.if
// CHECK-NOT: simt.barrier
// CHECK: mem.cp_async
// CHECK: }
tile.kernel @again(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x32xf16, shared>
  tile.async_copy %A[%i, %i] to %s[%i, %i] tile tensor<8x32xf16, #copies> width 8 : memref<?x?xf16>, !mem.buffer<8x32xf16, shared>
  tile.async_wait
  simt.barrier
  %x = tile.load %s[%i, %i] : tensor<8x32xf16, #copies>
  tile.store %x, %A[%i, %i]
  %t = mem.alloc : !mem.buffer<8x32xf16, shared>
  tile.async_copy %A[%i, %i] to %t[%i, %i] tile tensor<8x32xf16, #copies> width 8 : memref<?x?xf16>, !mem.buffer<8x32xf16, shared>
  tile.async_wait
}
