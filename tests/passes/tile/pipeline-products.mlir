// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline{schedule-only})' | FileCheck %s --check-prefix=SCHEDULE
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline)' --validate-each=sizes:8 | FileCheck %s

// Products of mma.sync that add to one sum: the next iteration is waited for in front of the last product, and what
// the first one takes is loaded behind that, so that the last one goes on meanwhile. The last iteration stands behind
// the loop: a branch around the wait would part the products.

#a = #tile.layout<register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>
#b = #tile.layout<register = [[1, 0], [8, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = []>
#c = #tile.layout<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>

// SCHEDULE-LABEL: tile.kernel @products
// SCHEDULE: mem.channel_acquire {{.*}} tile.stage = 0 : i64}
// SCHEDULE: mem.channel_commit {{.*}} tile.stage = 0 : i64}
// SCHEDULE: mem.channel_wait {{.*}} {tile.order = [[WAIT:[0-9]+]] : i64, tile.stage = 1 : i64}
// SCHEDULE: tile.load {{.*}} tile.stage = 1 : i64} : tensor<16x16xf16
// SCHEDULE: tile.load {{.*}} tile.stage = 1 : i64} : tensor<16x8xf16
// SCHEDULE: tile.load {{.*}} tile.stage = 2 : i64} : tensor<16x16xf16
// SCHEDULE: tc.dot {{.*}} tile.stage = 2 : i64}
// SCHEDULE: mem.channel_release {{.*}} tile.stage = 2 : i64}
// SCHEDULE: tc.dot {{.*}} tile.stage = 2 : i64}

// CHECK-LABEL: tile.kernel @products
// CHECK: %[[FIRST:.*]]:2 = scf.if
// CHECK: mem.channel_wait
// CHECK: %[[END:.*]] = arith.subi
// CHECK: tile.pipelined %k = %{{.*}} to %[[END]] iter_args(%c = %zero, %[[A:.*]] = %[[FIRST]]#0, %[[B:.*]] = %[[FIRST]]#1)
// CHECK-NOT: scf.if
// CHECK: %[[ONE:.*]] = tc.dot %[[A]], %[[B]], %c
// CHECK-NOT: scf.if
// CHECK: mem.channel_release
// CHECK-NOT: scf.if
// CHECK: mem.channel_wait
// CHECK: scf.if
// CHECK: mem.channel_commit
// CHECK: }
// CHECK-NEXT: tc.dot %{{.*}}, %{{.*}}, %[[ONE]]
// CHECK: tile.yield
// CHECK: scf.if
// CHECK-COUNT-2: tc.dot
// CHECK: } else {
// CHECK: tile.async_wait
// CHECK: tile.store
tile.kernel @products(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<2x16x32xf16, shared>
  %sb = mem.alloc : !mem.buffer<2x32x8xf16, shared>
  %ch = mem.channel groups : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %two = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : tensor<16x8xf32, #c>
  %r = tile.pipelined %k = 0 to ceildiv(K, 32) stages(2) iter_args(%c = %zero) {
    %slot = arith.remui %k, %two : index
    %a = mem.index %sa[%slot] : !mem.buffer<2x16x32xf16, shared>
    %b = mem.index %sb[%slot] : !mem.buffer<2x32x8xf16, shared>
    %at = arith.muli %k, %c32 : index
    mem.channel_acquire %ch[%k] : !mem.channel<2>
    tile.async_copy %A[%c0, %at] to %a[%c0, %c0] tile tensor<16x32xf16> width 8 into %ch[%k] : memref<?x?xf16>, !mem.buffer<16x32xf16, shared>, !mem.channel<2>
    tile.async_copy %B[%at, %c0] to %b[%c0, %c0] tile tensor<32x8xf16> width 8 into %ch[%k] : memref<?x?xf16>, !mem.buffer<32x8xf16, shared>, !mem.channel<2>
    mem.channel_commit %ch[%k] : !mem.channel<2>
    mem.channel_wait %ch[%k] : !mem.channel<2>
    %a0 = tile.load %a[%c0, %c0] : tensor<16x16xf16, #a>
    %b0 = tile.load %b[%c0, %c0] : tensor<16x8xf16, #b>
    %a1 = tile.load %a[%c0, %c16] : tensor<16x16xf16, #a>
    %b1 = tile.load %b[%c16, %c0] : tensor<16x8xf16, #b>
    %d = tc.dot %a0, %b0, %c instr "mma.m16n8k16"
    mem.channel_release %ch[%k] : !mem.channel<2>
    %e = tc.dot %a1, %b1, %d instr "mma.m16n8k16"
    tile.yield %e
  }
  tile.store %r, %C[%c0, %c0]
}
