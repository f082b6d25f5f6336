// What loops give before and after their iterations overlap, with none and few trips, and with copies that arrive
// as late as they may.
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline)' --validate-each=sizes:12 -o %t.mlir
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline{schedule-only},canonicalize,tile-pipeline)' --validate-each=sizes:12,seed:7 -o %t.two.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s < %t.two.mlir
// RUN: tile-run %t.mlir --kernel=@sums --device=cpu --level=tile --init=index --dim M=0 --dim N=2 --dim P=1 --print=B | FileCheck %s --check-prefix=NONE
// RUN: tile-run %t.mlir --kernel=@sums --device=cpu --level=tile --init=index --dim M=5 --dim N=2 --dim P=1 --print=B | FileCheck %s --check-prefix=FIVE
// RUN: tile-run %t.mlir --kernel=@carried --device=cpu --level=tile --init=index --dim M=2 --dim N=2 --dim P=4 --print=B | FileCheck %s --check-prefix=CARRIED
// NONE: %B = {{\[}}[0, 0]]
// FIVE: %B = {{\[}}[20, 25]]
// CARRIED: %B = {{\[}}[1, 8], [3, 3], [0, 0], [2, 2]]

// CHECK-LABEL: tile.kernel @sums(
// CHECK: scf.if
// CHECK: tile.pipelined
// CHECK: scf.if
// CHECK-NOT: tile.stage
tile.kernel @sums(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[P, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<3x128xf32, shared>
  %ch = mem.channel : !mem.channel<3>
  %three = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r = tile.pipelined %k = 0 to M stages(3) iter_args(%c = %zero) {
    %slot = arith.remui %k, %three : index
    %s = mem.index %buf[%slot] : !mem.buffer<3x128xf32, shared>
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%k, %at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %s[%c0] : tensor<128xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %y = arith.addf %c, %x : tensor<128xf32>
    tile.yield %y
  }
  tile.store %r, %B[0, %b * 128]
}

// A position that two loops carry, and another channel in the outer one.
// CHECK-LABEL: tile.kernel @nested(
// CHECK: scf.if
// CHECK: tile.pipelined
// CHECK: scf.if
// CHECK-NOT: tile.stage
tile.kernel @nested(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[P, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %other = mem.alloc : !mem.buffer<4x128xf32, shared>
  %ch = mem.channel : !mem.channel<2>
  %outer = mem.channel : !mem.channel<4>
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r, %end = tile.pipelined %i = 0 to 3 stages(4) iter_args(%c = %zero, %n = %c0) {
    %slot_i = arith.remui %i, %four : index
    %t = mem.index %other[%slot_i] : !mem.buffer<4x128xf32, shared>
    mem.channel_acquire %outer[%i] : !mem.channel<4>
    tile.async_copy %A[%i, %at] to %t[%c0] tile tensor<128xf32> width 1 into %outer[%i] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<4>
    mem.channel_commit %outer[%i] : !mem.channel<4>
    %d, %m = tile.pipelined %k = %i to M stages(2) iter_args(%e = %c, %p = %n) {
      %slot = arith.remui %p, %two : index
      %s = mem.index %buf[%slot] : !mem.buffer<2x128xf32, shared>
      mem.channel_acquire %ch[%p] : !mem.channel<2>
      tile.async_copy %A[%k, %at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%p] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<2>
      mem.channel_commit %ch[%p] : !mem.channel<2>
      mem.channel_wait %ch[%p] : !mem.channel<2>
      %x = tile.load %s[%c0] : tensor<128xf32>
      mem.channel_release %ch[%p] : !mem.channel<2>
      %y = arith.addf %e, %x : tensor<128xf32>
      %q = arith.addi %p, %c1 : index
      tile.yield %y, %q
    }
    mem.channel_wait %outer[%i] : !mem.channel<4>
    %z = tile.load %t[%c0] : tensor<128xf32>
    mem.channel_release %outer[%i] : !mem.channel<4>
    %f = arith.addf %d, %z : tensor<128xf32>
    tile.yield %f, %m
  }
  tile.store %r, %B[0, %b * 128]
  %ei = arith.index_cast %end : index to i32
  %ef = arith.sitofp %ei : i32 to f32
  %es = tile.splat %ef : f32 to tensor<128xf32>
  tile.store %es, %B[1, %b * 128]
}

// The row of a copy comes out of another copy of the same iteration.
// CHECK-LABEL: tile.kernel @indirect(
// CHECK: scf.if
// CHECK: tile.pipelined
// CHECK: scf.if
// CHECK-NOT: tile.stage
tile.kernel @indirect(%A: memref<?x?xf32>[M, N], %I: memref<?xi32>[M], %B: memref<?x?xf32>[P, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<3x128xf32, shared>
  %rows = mem.alloc : !mem.buffer<2x4xi32, shared>
  %ch = mem.channel : !mem.channel<3>
  %index = mem.channel : !mem.channel<2>
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r = tile.pipelined %k = 0 to M stages(3) iter_args(%c = %zero) {
    %slot_i = arith.remui %k, %two : index
    %u = mem.index %rows[%slot_i] : !mem.buffer<2x4xi32, shared>
    mem.channel_acquire %index[%k] : !mem.channel<2>
    tile.async_copy %I[%k] to %u[%c0] tile tensor<4xi32> width 1 into %index[%k] : memref<?xi32>, !mem.buffer<4xi32, shared>, !mem.channel<2>
    mem.channel_commit %index[%k] : !mem.channel<2>
    mem.channel_wait %index[%k] : !mem.channel<2>
    %row32 = mem.load %u[%c0] : !mem.buffer<4xi32, shared>, i32
    %row = arith.index_cast %row32 : i32 to index
    mem.channel_release %index[%k] : !mem.channel<2>
    %slot = arith.remui %k, %three : index
    %s = mem.index %buf[%slot] : !mem.buffer<3x128xf32, shared>
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%row, %at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %s[%c0] : tensor<128xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %weight = arith.sitofp %row32 : i32 to f32
    %w = tile.splat %weight : f32 to tensor<128xf32>
    %v = arith.mulf %x, %w : tensor<128xf32>
    %y = arith.addf %c, %v : tensor<128xf32>
    tile.yield %y
  }
  tile.store %r, %B[0, %b * 128]
}

// A load that waits in registers for an iteration.
// CHECK-LABEL: tile.kernel @ahead(
// CHECK: scf.if
// CHECK: tile.pipelined
// CHECK: scf.if
// CHECK-NOT: tile.stage
tile.kernel @ahead(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[P, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<128xf32, shared>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r = tile.pipelined %k = 0 to M stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%k, %b * 128] : tensor<128xf32>
    tile.store %a, %buf[%c0]
    %x = tile.load %buf[%c0] : tensor<128xf32>
    %y = arith.addf %c, %x : tensor<128xf32>
    tile.yield %y
  }
  tile.store %r, %B[0, %b * 128]
}

// Carried values that swap, that stay, and that are handed on; one of an early stage is used behind the loop.
// CHECK-LABEL: tile.kernel @carried(
// CHECK: scf.if
// CHECK: tile.pipelined
// CHECK: scf.if
// CHECK-NOT: tile.stage
tile.kernel @carried(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[P, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<4x128xf32, shared>
  %ch = mem.channel : !mem.channel<4>
  %four = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %one = arith.constant dense<1.0> : tensor<128xf32>
  %r, %n, %p, %q, %s0, %before = tile.pipelined %k = 0 to M stages(4)
      iter_args(%c = %zero, %row = %c0, %u = %zero, %v = %one, %same = %one, %last = %c7) {
    %slot = arith.remui %k, %four : index
    %s = mem.index %buf[%slot] : !mem.buffer<4x128xf32, shared>
    mem.channel_acquire %ch[%k] : !mem.channel<4>
    tile.async_copy %A[%row, %at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<4>
    mem.channel_commit %ch[%k] : !mem.channel<4>
    mem.channel_wait %ch[%k] : !mem.channel<4>
    %x = tile.load %s[%c0] : tensor<128xf32>
    mem.channel_release %ch[%k] : !mem.channel<4>
    %i = arith.index_cast %last : index to i32
    %f = arith.sitofp %i : i32 to f32
    %t = tile.splat %f : f32 to tensor<128xf32>
    %x2 = arith.mulf %x, %t : tensor<128xf32>
    %x3 = arith.addf %x2, %u : tensor<128xf32>
    %y = arith.addf %c, %x3 : tensor<128xf32>
    %next = arith.addi %row, %c1 : index
    tile.yield %y, %next, %v, %u, %same, %row
  }
  tile.store %r, %B[0, %b * 128]
  %ni = arith.addi %n, %before : index
  %ei = arith.index_cast %ni : index to i32
  %ef = arith.sitofp %ei : i32 to f32
  %es = tile.splat %ef : f32 to tensor<128xf32>
  tile.store %es, %B[1, %b * 128]
  tile.store %p, %B[2, %b * 128]
  %sq = arith.addf %q, %s0 : tensor<128xf32>
  tile.store %sq, %B[3, %b * 128]
}

// A person's schedule, of a loop in steps of 2: the load runs two iterations ahead, what is made of it one.
// CHECK-LABEL: tile.kernel @scheduled(
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NOT: tile.stage
tile.kernel @scheduled(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[P, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %m = tile.dim M
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r = scf.for %k = %c0 to %m step %c2 iter_args(%c = %zero) -> (tensor<128xf32>) {
    %i = arith.addi %k, %c1 {tile.stage = 1 : i64, tile.order = 3 : i64} : index
    %x = tile.load %A[%k, %at] {tile.stage = 0 : i64, tile.order = 7 : i64} : tensor<128xf32>
    %z = tile.load %A[%i, %at] {tile.stage = 1 : i64, tile.order = 4 : i64} : tensor<128xf32>
    %w = arith.mulf %x, %x {tile.stage = 1 : i64, tile.order = 5 : i64} : tensor<128xf32>
    %v = arith.addf %w, %z {tile.stage = 2 : i64, tile.order = 0 : i64} : tensor<128xf32>
    %y = arith.addf %c, %v {tile.stage = 2 : i64, tile.order = 1 : i64} : tensor<128xf32>
    scf.yield %y : tensor<128xf32>
  }
  tile.store %r, %B[0, %at]
}
