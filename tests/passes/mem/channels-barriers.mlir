// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-barriers)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-barriers)' --validate-each -o /dev/null
// Channels of groups: a barrier behind a wait, in front of the first access, and between a release and the next
// acquire; and as many groups left at a wait as have surely been started behind that of its position.

#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
!slots = !mem.buffer<4x32x64xf16, #mem.swizzle<128>, shared>
!slot = !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
!tile = tensor<32x64xf16, #rows>

// Two iterations ahead, of two channels that make one group each iteration. The barrier behind the first wait is in front
// of the branch that acquires what the iteration before released.

// CHECK-LABEL: tile.kernel @shifted
// CHECK-NOT: simt.barrier
// CHECK: tile.pipelined
// CHECK: mem.channel_wait %x[%{{.*}}] pending 1
// CHECK: simt.barrier
// CHECK: scf.if
// CHECK-NOT: simt.barrier
// CHECK: mem.channel_release %x
// CHECK: mem.channel_wait %y[%{{.*}}] pending 2
// CHECK-NEXT: mem.index
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load
// CHECK-NEXT: mem.channel_release %y
// CHECK-NOT: simt.barrier
tile.kernel @shifted(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %from: index, %to: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %s = mem.alloc : !slots
  %t = mem.alloc : !slots
  %x = mem.channel groups : !mem.channel<4>
  %y = mem.channel groups : !mem.channel<4>
  %zero = arith.constant dense<0.0> : !tile
  %trips = arith.subi %to, %from : index
  %p0 = arith.cmpi sgt, %trips, %i : index
  scf.if %p0 {
    %v = mem.index %s[%i] : !slots
    mem.channel_acquire %x[%i] : !mem.channel<4>
    tile.async_copy %A[%i, %i] to %v[%i, %i] tile !tile width 8 into %x[%i] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %x[%i] : !mem.channel<4>
    %w = mem.index %t[%i] : !slots
    mem.channel_acquire %y[%i] : !mem.channel<4>
    tile.async_copy %A[%i, %i] to %w[%i, %i] tile !tile width 8 into %y[%i] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %y[%i] : !mem.channel<4>
  }
  %p1 = arith.cmpi sgt, %trips, %c1 : index
  scf.if %p1 {
    %v = mem.index %s[%c1] : !slots
    mem.channel_acquire %x[%c1] : !mem.channel<4>
    tile.async_copy %A[%i, %c64] to %v[%i, %i] tile !tile width 8 into %x[%c1] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %x[%c1] : !mem.channel<4>
    %w = mem.index %t[%c1] : !slots
    mem.channel_acquire %y[%c1] : !mem.channel<4>
    tile.async_copy %A[%i, %c64] to %w[%i, %i] tile !tile width 8 into %y[%c1] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %y[%c1] : !mem.channel<4>
  }
  %r = tile.pipelined %k = %from to %to stages(3) iter_args(%c = %zero) {
    %n = arith.subi %k, %from : index
    %m = arith.addi %n, %c2 : index
    mem.channel_wait %x[%n] : !mem.channel<4>
    %more = arith.cmpi slt, %m, %trips : index
    scf.if %more {
      %sm = arith.remui %m, %c4 : index
      %v = mem.index %s[%sm] : !slots
      %at = arith.muli %m, %c64 : index
      mem.channel_acquire %x[%m] : !mem.channel<4>
      tile.async_copy %A[%i, %at] to %v[%i, %i] tile !tile width 8 into %x[%m] : memref<?x?xf16>, !slot, !mem.channel<4>
      mem.channel_commit %x[%m] : !mem.channel<4>
      %w = mem.index %t[%sm] : !slots
      mem.channel_acquire %y[%m] : !mem.channel<4>
      tile.async_copy %A[%i, %at] to %w[%i, %i] tile !tile width 8 into %y[%m] : memref<?x?xf16>, !slot, !mem.channel<4>
      mem.channel_commit %y[%m] : !mem.channel<4>
    }
    %now = arith.remui %n, %c4 : index
    %f = mem.index %s[%now] : !slots
    %a = tile.load %f[%i, %i] : !tile
    mem.channel_release %x[%n] : !mem.channel<4>
    %e = math.exp2 %a : !tile
    mem.channel_wait %y[%n] : !mem.channel<4>
    %g = mem.index %t[%now] : !slots
    %bb = tile.load %g[%i, %i] : !tile
    mem.channel_release %y[%n] : !mem.channel<4>
    %q = arith.addf %c, %e : !tile
    %d = arith.addf %q, %bb : !tile
    tile.yield %d
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// Nothing runs ahead: both barriers in each iteration, and nothing may go on.

// CHECK-LABEL: tile.kernel @within
// CHECK: tile.pipelined
// CHECK: simt.barrier
// CHECK-NEXT: mem.channel_acquire
// CHECK: mem.channel_wait %x[%{{.*}}] : !mem.channel<4>
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load
// CHECK-NOT: simt.barrier
tile.kernel @within(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !slots
  %x = mem.channel groups : !mem.channel<4>
  tile.pipelined %k = %i to %to {
    %slot = arith.remui %k, %c4 : index
    %v = mem.index %s[%slot] : !slots
    mem.channel_acquire %x[%k] : !mem.channel<4>
    tile.async_copy %A[%i, %k] to %v[%i, %i] tile !tile width 8 into %x[%k] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %x[%k] : !mem.channel<4>
    mem.channel_wait %x[%k] : !mem.channel<4>
    %a = tile.load %v[%i, %i] : !tile
    mem.channel_release %x[%k] : !mem.channel<4>
  }
}

// One position ahead, without a branch; another copy's group comes behind each. A loop that begins with a position that
// the loop in front of it left, carried, finds nothing in the first iteration.

// CHECK-LABEL: tile.kernel @ahead
// CHECK: tile.pipelined
// CHECK: mem.channel_wait %x[%{{.*}}] pending 3
// CHECK: mem.channel_wait %x[%{{.*}}] : !mem.channel<4>
tile.kernel @ahead(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !slots
  %q = mem.alloc : !slot
  %x = mem.channel groups : !mem.channel<4>
  %v0 = mem.index %s[%i] : !slots
  mem.channel_acquire %x[%i] : !mem.channel<4>
  tile.async_copy %A[%i, %i] to %v0[%i, %i] tile !tile width 8 into %x[%i] : memref<?x?xf16>, !slot, !mem.channel<4>
  mem.channel_commit %x[%i] : !mem.channel<4>
  tile.async_copy %A[%i, %i] to %q[%i, %i] tile !tile width 8 : memref<?x?xf16>, !slot
  tile.async_wait
  tile.pipelined %k = %i to %to {
    %n = arith.addi %k, %c1 : index
    %slot = arith.remui %n, %c4 : index
    %v = mem.index %s[%slot] : !slots
    mem.channel_acquire %x[%n] : !mem.channel<4>
    tile.async_copy %A[%i, %n] to %v[%i, %i] tile !tile width 8 into %x[%n] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %x[%n] : !mem.channel<4>
    %u = tile.load %q[%i, %i] : !tile
    tile.async_copy %A[%i, %k] to %q[%i, %i] tile !tile width 8 : memref<?x?xf16>, !slot
    tile.async_wait
    mem.channel_wait %x[%k] : !mem.channel<4>
    %now = arith.remui %k, %c4 : index
    %w = mem.index %s[%now] : !slots
    %a = tile.load %w[%i, %i] : !tile
    mem.channel_release %x[%k] : !mem.channel<4>
  }
  mem.channel_wait %x[%to] : !mem.channel<4>
  mem.channel_release %x[%to] : !mem.channel<4>
}

// A loop that takes the next position's tile along: a branch that only waits, with a result, makes no group. So the second
// copy goes on at the wait in the branch, and in each iteration the last one at the wait in the loop.

// CHECK-LABEL: tile.kernel @along
// CHECK: %first = scf.if
// CHECK-NEXT: mem.index
// CHECK-NEXT: mem.channel_wait %x[%{{.*}}] pending 1
// CHECK: tile.pipelined
// CHECK: mem.channel_wait %x[%{{.*}}] pending 1
tile.kernel @along(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = mem.alloc : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
  %x = mem.channel groups : !mem.channel<3>
  %zero = arith.constant dense<0.0> : !tile
  %v0 = mem.index %s[%i] : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
  mem.channel_acquire %x[%i] : !mem.channel<3>
  tile.async_copy %A[%i, %i] to %v0[%i, %i] tile !tile width 8 into %x[%i] : memref<?x?xf16>, !slot, !mem.channel<3>
  mem.channel_commit %x[%i] : !mem.channel<3>
  %p1 = arith.cmpi slt, %c1, %to : index
  scf.if %p1 {
    %v = mem.index %s[%c1] : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
    mem.channel_acquire %x[%c1] : !mem.channel<3>
    tile.async_copy %A[%i, %c1] to %v[%i, %i] tile !tile width 8 into %x[%c1] : memref<?x?xf16>, !slot, !mem.channel<3>
    mem.channel_commit %x[%c1] : !mem.channel<3>
  }
  %any = arith.cmpi slt, %i, %to : index
  %first = scf.if %any -> (!tile) {
    %v = mem.index %s[%i] : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
    mem.channel_wait %x[%i] : !mem.channel<3>
    %a = tile.load %v[%i, %i] : !tile
    scf.yield %a : !tile
  } else {
    scf.yield %zero : !tile
  }
  %p2 = arith.cmpi slt, %c2, %to : index
  scf.if %p2 {
    %v = mem.index %s[%c2] : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
    mem.channel_acquire %x[%c2] : !mem.channel<3>
    tile.async_copy %A[%i, %c2] to %v[%i, %i] tile !tile width 8 into %x[%c2] : memref<?x?xf16>, !slot, !mem.channel<3>
    mem.channel_commit %x[%c2] : !mem.channel<3>
  }
  %last = arith.subi %to, %c1 : index
  %r, %l = tile.pipelined %k = %i to %last iter_args(%c = %zero, %now = %first) {
    %sum = arith.addf %c, %now : !tile
    mem.channel_release %x[%k] : !mem.channel<3>
    %n = arith.addi %k, %c1 : index
    %slot = arith.remui %n, %c3 : index
    %v = mem.index %s[%slot] : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
    mem.channel_wait %x[%n] : !mem.channel<3>
    %next = tile.load %v[%i, %i] : !tile
    %m = arith.addi %k, %c3 : index
    %more = arith.cmpi slt, %m, %to : index
    scf.if %more {
      %free = arith.remui %m, %c3 : index
      %w = mem.index %s[%free] : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
      mem.channel_acquire %x[%m] : !mem.channel<3>
      tile.async_copy %A[%i, %m] to %w[%i, %i] tile !tile width 8 into %x[%m] : memref<?x?xf16>, !slot, !mem.channel<3>
      mem.channel_commit %x[%m] : !mem.channel<3>
    }
    tile.yield %sum, %next
  }
  mem.channel_release %x[%last] : !mem.channel<3>
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// A branch with a result that copies has a group on one path alone: nothing is known behind it.

// CHECK-LABEL: tile.kernel @either
// CHECK: mem.channel_wait %x[%{{.*}}] : !mem.channel<4>
tile.kernel @either(%A: memref<?x?xf16>[M, N], %more: i1) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mem.alloc : !slots
  %x = mem.channel groups : !mem.channel<4>
  %v0 = mem.index %s[%i] : !slots
  mem.channel_acquire %x[%i] : !mem.channel<4>
  tile.async_copy %A[%i, %i] to %v0[%i, %i] tile !tile width 8 into %x[%i] : memref<?x?xf16>, !slot, !mem.channel<4>
  mem.channel_commit %x[%i] : !mem.channel<4>
  %made = scf.if %more -> (index) {
    %v = mem.index %s[%c1] : !slots
    mem.channel_acquire %x[%c1] : !mem.channel<4>
    tile.async_copy %A[%i, %c1] to %v[%i, %i] tile !tile width 8 into %x[%c1] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %x[%c1] : !mem.channel<4>
    scf.yield %c1 : index
  } else {
    scf.yield %i : index
  }
  mem.channel_wait %x[%i] : !mem.channel<4>
  %a = tile.load %v0[%i, %i] : !tile
  mem.channel_release %x[%i] : !mem.channel<4>
}

// With mbarriers threads are in order without barriers.

// CHECK-LABEL: tile.kernel @mbarriers
// CHECK-NOT: simt.barrier
tile.kernel @mbarriers(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !slots
  %x = mem.channel mbarrier : !mem.channel<4>
  tile.pipelined %k = %i to %to {
    %slot = arith.remui %k, %c4 : index
    %v = mem.index %s[%slot] : !slots
    mem.channel_acquire %x[%k] : !mem.channel<4>
    tile.async_copy %A[%i, %k] to %v[%i, %i] tile !tile width 8 tma into %x[%k] : memref<?x?xf16>, !slot, !mem.channel<4>
    mem.channel_commit %x[%k] : !mem.channel<4>
    mem.channel_wait %x[%k] : !mem.channel<4>
    %a = tile.load %v[%i, %i] : !tile
    mem.channel_release %x[%k] : !mem.channel<4>
  }
}

// A product beside the block reads its buffers until it is waited for.

// CHECK-LABEL: tile.kernel @product
// CHECK: tc.dot_async
// CHECK-NEXT: tc.dot_wait
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.store
tile.kernel @product() warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %z = arith.constant dense<0.0> : tensor<64x64xf16>
  tile.store %z, %s[%i, %i]
  %d = tc.dot_async %s, %s instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared> -> !tc.inflight<tensor<64x64xf32>>
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
  tile.store %z, %s[%i, %i]
}
