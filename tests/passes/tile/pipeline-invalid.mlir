// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline)' -verify-diagnostics -split-input-file

// Schedules that people wrote, and what is wrong with them.

tile.kernel @half(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  tile.pipelined %k = 0 to 8 stages(2) {
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<128xf32>
    // expected-error@+1 {{'arith.addf' op has no number `tile.order`, and other ops of its loop have}}
    %y = arith.addf %x, %x {tile.stage = 1 : i64} : tensor<128xf32>
  }
}

// -----

tile.kernel @range(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    // expected-error@+1 {{has `tile.stage` 64, which is not from 0 to 63}}
    %x = tile.load %A[%k] {tile.stage = 64 : i64, tile.order = 0 : i64} : tensor<128xf32>
  }
}

// -----

tile.kernel @twice(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    // expected-note@+1 {{the other op}}
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 3 : i64} : tensor<128xf32>
    // expected-error@+1 {{has the same place 3 in a step as another op}}
    %y = arith.addf %x, %x {tile.stage = 1 : i64, tile.order = 3 : i64} : tensor<128xf32>
  }
}

// -----

tile.kernel @early(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    // expected-note@+1 {{the other op}}
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 1 : i64} : tensor<128xf32>
    // expected-error@+1 {{uses what is computed behind it: it is in stage 0 at 0, and the other in stage 0 at 1}}
    %y = arith.addf %x, %x {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<128xf32>
  }
}

// -----

tile.kernel @carried(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r = tile.pipelined %k = 0 to 8 stages(2) iter_args(%c = %zero) {
    // expected-error@+1 {{uses what the iteration before computes in a later stage}}
    %y = arith.addf %c, %c {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<128xf32>
    // expected-note@+1 {{the other op}}
    %z = arith.addf %y, %y {tile.stage = 1 : i64, tile.order = 1 : i64} : tensor<128xf32>
    tile.yield %z
  }
}

// -----

// One array may be both.
tile.kernel @memory(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    // expected-error@+1 {{touches memory in front of an op that it has to follow: it is in stage 0 at 0, and the other in stage 1 at 1}}
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<128xf32>
    // expected-note@+1 {{the other op}}
    tile.store %x, %B[%k] {tile.stage = 1 : i64, tile.order = 1 : i64}
  }
}

// -----

tile.kernel @turns(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %ch = mem.channel : !mem.channel<2>
  %two = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  tile.pipelined %k = 0 to 8 stages(2) {
    %slot = arith.remui %k, %two {tile.stage = 0 : i64, tile.order = 0 : i64} : index
    %s = mem.index %buf[%slot] {tile.stage = 0 : i64, tile.order = 1 : i64} : !mem.buffer<2x128xf32, shared>
    mem.channel_acquire %ch[%k] {tile.stage = 0 : i64, tile.order = 2 : i64} : !mem.channel<2>
    tile.async_copy %A[%k] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] {tile.stage = 0 : i64, tile.order = 3 : i64} : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<2>
    // expected-note@+1 {{the other op}}
    mem.channel_commit %ch[%k] {tile.stage = 1 : i64, tile.order = 5 : i64} : !mem.channel<2>
    // expected-error@+1 {{takes its turn at a channel in front of an op that it has to follow}}
    mem.channel_wait %ch[%k] {tile.stage = 1 : i64, tile.order = 4 : i64} : !mem.channel<2>
    mem.channel_release %ch[%k] {tile.stage = 1 : i64, tile.order = 6 : i64} : !mem.channel<2>
  }
}

// -----

tile.kernel @slots(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %ch = mem.channel : !mem.channel<2>
  %two = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  tile.pipelined %k = 0 to 8 stages(2) {
    %slot = arith.remui %k, %two {tile.stage = 0 : i64, tile.order = 0 : i64} : index
    %s = mem.index %buf[%slot] {tile.stage = 0 : i64, tile.order = 1 : i64} : !mem.buffer<2x128xf32, shared>
    // expected-error@+1 {{acquires a slot before it is released: the channel has 2 and this schedule takes 2 more}}
    mem.channel_acquire %ch[%k] {tile.stage = 0 : i64, tile.order = 2 : i64} : !mem.channel<2>
    tile.async_copy %A[%k] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] {tile.stage = 0 : i64, tile.order = 3 : i64} : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<2>
    mem.channel_commit %ch[%k] {tile.stage = 0 : i64, tile.order = 4 : i64} : !mem.channel<2>
    mem.channel_wait %ch[%k] {tile.stage = 3 : i64, tile.order = 5 : i64} : !mem.channel<2>
    // expected-note@+1 {{released here}}
    mem.channel_release %ch[%k] {tile.stage = 3 : i64, tile.order = 6 : i64} : !mem.channel<2>
  }
}

// -----

// A view that depends on what is loaded cannot wait for a later stage.
tile.kernel @view(%I: memref<?xi32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %c0 = arith.constant 0 : index
  tile.pipelined %k = 0 to 8 stages(2) {
    %i = mem.load %I[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : memref<?xi32>, i32
    %j = arith.index_cast %i {tile.stage = 0 : i64, tile.order = 1 : i64} : i32 to index
    // expected-error@+1 {{gives !mem.buffer<128xf32, shared> to an op of a later stage, which only numbers and tiles can wait for}}
    %s = mem.index %buf[%j] {tile.stage = 0 : i64, tile.order = 2 : i64} : !mem.buffer<2x128xf32, shared>
    %x = tile.load %s[%c0] {tile.stage = 1 : i64, tile.order = 3 : i64} : tensor<128xf32>
  }
}

// -----

// Copies that fill one slot are in one branch, and so is what uses their view.
!T = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!T3 = !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>
tile.kernel @parts(%A: memref<?x?xf16>[M, K], %n: index) warps(4) grid(%i = 1) {
  %s = mem.alloc : !T3
  %t = mem.alloc : !T3
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  tile.pipelined %k = %c0 to %n {
    %slot = arith.remui %k, %c3 {tile.stage = 0 : i64, tile.order = 0 : i64} : index
    %v = mem.index %s[%slot] {tile.stage = 0 : i64, tile.order = 1 : i64} : !T3
    %w = mem.index %t[%slot] {tile.stage = 0 : i64, tile.order = 2 : i64} : !T3
    mem.channel_acquire %ch[%k] {tile.stage = 0 : i64, tile.order = 4 : i64} : !mem.channel<3>
    tile.async_copy %A[%k, %c0] to %v[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%k] {tile.stage = 0 : i64, tile.order = 5 : i64} : memref<?x?xf16>, !T, !mem.channel<3>
    // expected-help@+2 {{give loads that are used together, and products of their own stage, orders next to each other}}
    // expected-error@+1 {{'tile.async_copy' op is in stage 0 behind an op of stage 2, but belongs to ops of its stage in front of that}}
    tile.async_copy %A[%c0, %k] to %w[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%k] {tile.stage = 0 : i64, tile.order = 8 : i64} : memref<?x?xf16>, !T, !mem.channel<3>
    mem.channel_commit %ch[%k] {tile.stage = 0 : i64, tile.order = 9 : i64} : !mem.channel<3>
    // expected-note@+1 {{the op of stage 2}}
    mem.channel_wait %ch[%k] {tile.stage = 2 : i64, tile.order = 6 : i64} : !mem.channel<3>
    mem.channel_release %ch[%k] {tile.stage = 2 : i64, tile.order = 7 : i64} : !mem.channel<3>
  }
}

// -----

// Nor can one do so in a loop that stands in a branch as a whole, since the next iteration is waited for in it.
tile.kernel @view_of_next(%A: memref<?xf32>[N], %n: index) warps(1) grid(%b = 1) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %ch = mem.channel groups : !mem.channel<2>
  %two = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  tile.pipelined %k = 0 to %n stages(2) {
    %slot = arith.remui %k, %two {tile.stage = 0 : i64, tile.order = 0 : i64} : index
    // expected-error@+1 {{gives !mem.buffer<128xf32, shared> to an op of a later stage, which only numbers and tiles can wait for}}
    %s = mem.index %buf[%slot] {tile.stage = 0 : i64, tile.order = 1 : i64} : !mem.buffer<2x128xf32, shared>
    mem.channel_acquire %ch[%k] {tile.stage = 0 : i64, tile.order = 6 : i64} : !mem.channel<2>
    tile.async_copy %A[%k] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] {tile.stage = 0 : i64, tile.order = 7 : i64} : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<2>
    mem.channel_commit %ch[%k] {tile.stage = 0 : i64, tile.order = 8 : i64} : !mem.channel<2>
    mem.channel_wait %ch[%k] {tile.stage = 0 : i64, tile.order = 9 : i64} : !mem.channel<2>
    %x = tile.load %s[%c0] {tile.stage = 1 : i64, tile.order = 2 : i64} : tensor<128xf32>
    mem.channel_release %ch[%k] {tile.stage = 1 : i64, tile.order = 3 : i64} : !mem.channel<2>
  }
}
