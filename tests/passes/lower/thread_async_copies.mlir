// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-thread)' | FileCheck %s

// A tile of fewer elements than the block has lanes: those of warp 0 copy it, all wait.
#copies = #tile.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]]>

// CHECK-LABEL: simt.kernel @first
// CHECK-DAG: %[[WARPS:.*]] = arith.constant 96 : i32
// CHECK: %[[BITS:.*]] = arith.andi %{{.*}}, %[[WARPS]] : i32
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[BITS]], %{{.*}} : i32
// CHECK-NOT: scf.if
// CHECK: mem.cp_async {{.*}} bytes 16 {{.*}} if %[[FIRST]] :
// CHECK-NOT: mem.cp_async
// CHECK: mem.async_commit
// CHECK: mem.async_wait 0
tile.kernel @first(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x32xf16, shared>
  tile.async_copy %A[%i, %i] to %s[%i, %i] tile tensor<8x32xf16, #copies> width 8 : memref<?x?xf16>, !mem.buffer<8x32xf16, shared>
  tile.async_wait
}

// Where bytes of another buffer are used again the barrier is in front of the copy.
// CHECK-LABEL: simt.kernel @again
// CHECK: mem.load {{.*}} !mem.buffer<256xf16, shared>
// CHECK: simt.barrier
// CHECK-NOT: simt.barrier
// CHECK: mem.cp_async {{.*}} if %
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

// Under a branch that only starts copies, they and their addresses need none: the copies get both conditions. Where
// it does more it stays.
// CHECK-LABEL: simt.kernel @branch
// CHECK-NOT: scf.if
// CHECK: %[[BOTH:.*]] = arith.andi %more, %{{.*}} : i1
// CHECK-NEXT: mem.cp_async {{.*}} if %[[BOTH]] :
// CHECK-NEXT: mem.async_commit
// CHECK: scf.if %more {
// CHECK: mem.cp_async
// CHECK: mem.async_wait 0
// CHECK: }
tile.kernel @branch(%A: memref<?x?xf16>[M, N], %more: i1) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<1x8x32xf16, shared>
  %t = mem.alloc : !mem.buffer<8x32xf16, shared>
  %ch = mem.channel groups : !mem.channel<1>
  scf.if %more {
    %v = mem.index %s[%i] : !mem.buffer<1x8x32xf16, shared>
    mem.channel_acquire %ch[%i] : !mem.channel<1>
    tile.async_copy %A[%i, %i] to %v[%i, %i] tile tensor<8x32xf16, #copies> width 8 into %ch[%i] : memref<?x?xf16>, !mem.buffer<8x32xf16, shared>, !mem.channel<1>
    mem.channel_commit %ch[%i] : !mem.channel<1>
  }
  scf.if %more {
    tile.async_copy %A[%i, %i] to %t[%i, %i] tile tensor<8x32xf16, #copies> width 8 : memref<?x?xf16>, !mem.buffer<8x32xf16, shared>
    tile.async_wait
  }
}
