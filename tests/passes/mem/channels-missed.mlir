// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-channels)' --remarks-filter='*channel' 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// Copies that stay within their iterations, and as many slots as there is room for.

#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
!buffer = !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
!tile = tensor<32x64xf16, #rows>

// One stage, as a person wishes: no remark, either.
// CHECK-LABEL: tile.kernel @one_stage
// CHECK-NOT: = mem.channel
// CHECK: tile.async_wait
tile.kernel @one_stage(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  tile.pipelined %k = %i to %to stages(1) {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
  }
}

// No wish: four, as far as two blocks have room on a multiprocessor; TMA alone may take a block's all.
// CHECK-LABEL: tile.kernel @no_wish
// CHECK: mem.channel groups : !mem.channel<3>
// REMARK: has 3 slots of 32768 bytes for its copies, of 7 that shared memory has room for [channel]
tile.kernel @no_wish(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<256x64xf16, #mem.swizzle<128>, shared>
  tile.pipelined %k = %i to %to {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !mem.buffer<256x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
  }
}

// CHECK-LABEL: tile.kernel @no_wish_tma
// CHECK: mem.channel mbarrier : !mem.channel<4>
// REMARK: has 4 slots of 32768 bytes for its copies, of 7 that shared memory has room for [channel]
tile.kernel @no_wish_tma(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<256x64xf16, #mem.swizzle<128>, shared>
  tile.pipelined %k = %i to %to {
    tile.async_copy %A[%k, %i] to %s[%i, %i] tile tensor<256x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<256x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
  }
}

// CHECK-LABEL: tile.kernel @writes
// CHECK-NOT: = mem.channel
// CHECK: tile.async_wait
// REMARK: stays within its iteration: the loop writes memory that it may read (two arguments are apart with 'assume(disjoint(A, B))') [missed-channel]
tile.kernel @writes(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  tile.pipelined %k = %i to %to stages(2) {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    tile.store %x, %B[%i, %k] {width = 8 : i64}
  }
}

// What is written does not overlap what is copied, as the kernel assumes. A place that is read there is another matter,
// and so is an atomic access that orders others.
// CHECK-LABEL: tile.kernel @apart
// CHECK: mem.channel groups : !mem.channel<2>
// CHECK-NOT: = mem.channel
// CHECK: tile.async_copy {{.*}} into %ch
// CHECK: tile.async_copy
// CHECK-NOT: into
// CHECK: tile.async_wait
// REMARK: stays within its iteration: its place is not computed from
// REMARK: 'mem.atomic_rmw' writes memory that they may read, or waits for others [missed-channel]
tile.kernel @apart(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %I: memref<?xindex>[R], %to: index) warps(4) grid(%b = 1)
    assume(disjoint(B, A), disjoint(A, I)) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  tile.pipelined %k = %i to %to stages(2) {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    tile.store %x, %B[%i, %k] {width = 8 : i64}
    %at = memref.load %I[%k] : memref<?xindex>
    memref.store %k, %I[%k] : memref<?xindex>
    tile.async_copy %A[%i, %at] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %y = tile.load %t[%i, %i] : !tile
    tile.store %y, %B[%i, %k] {width = 8 : i64}
  }
}
// CHECK-LABEL: tile.kernel @ordered
// CHECK-NOT: = mem.channel
tile.kernel @ordered(%A: memref<?x?xf16>[M, N], %B: memref<?xf16>[N], %to: index) warps(4) grid(%b = 1) assume(disjoint(B, A)) {
  %i = arith.constant 0 : index
  %one = arith.constant 1.0 : f16
  %s = mem.alloc : !buffer
  tile.pipelined %k = %i to %to stages(2) {
    %old = mem.atomic_rmw addf %one, %B[%i] acq_rel gpu : memref<?xf16>, f16
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
  }
}

// The buffers: what each is used for beside its copy.
// CHECK-LABEL: tile.kernel @buffers
// CHECK-NOT: = mem.channel
// REMARK: stays within its iteration: its buffer is read in front of it: what the iteration before left there [missed-channel]
// REMARK: stays within its iteration: its buffer is not only read beside it [missed-channel]
// REMARK: stays within its iteration: its buffer is used outside of the loop, too [missed-channel]
// REMARK: stays within its iteration: nothing reads its buffer [missed-channel]
tile.kernel @buffers(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  %u = mem.alloc : !buffer
  %v = mem.alloc : !buffer
  %zero = arith.constant dense<0.0> : !tile
  tile.store %zero, %s[%i, %i]
  tile.pipelined %k = %i to %to stages(2) {
    %old = tile.load %s[%i, %i] : !tile
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_copy %A[%i, %k] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_copy %A[%i, %k] to %u[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_copy %A[%i, %k] to %v[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %t[%i, %i] : !tile
    tile.store %x, %t[%i, %i]
    %y = tile.load %u[%i, %i] : !tile
  }
  %z = tile.load %u[%i, %i] : !tile
  tile.store %z, %B[%i, %i] {width = 8 : i64}
}

// Where the copies are, and where they read. What is right for one loop does not depend on the others.
// CHECK-LABEL: tile.kernel @places
// CHECK: mem.channel groups
// CHECK-NOT: = mem.channel
// CHECK: scf.if
// CHECK: tile.async_copy
// CHECK-NOT: into
// CHECK: tile.async_wait
// CHECK: mem.channel_acquire
// CHECK: tile.async_copy {{.*}} into
// CHECK-NOT: into
// REMARK: stays within its iteration: it is in a branch or a loop of its own [missed-channel]
// REMARK: stays within its iteration: its place is not computed from the loop's counter, numbers it carries and numbers in memory alone [missed-channel]
// REMARK: stays within its iteration: its place is not computed from the loop's counter, numbers it carries and numbers in memory alone [missed-channel]
// REMARK: has 2 slots of 4096 bytes for its copies, as it wishes [channel]
tile.kernel @places(%A: memref<?x?xf16>[M, N], %to: index, %p: i1) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  %u = mem.alloc : !buffer
  %v = mem.alloc : !buffer
  tile.pipelined %k = %i to %to stages(2) iter_args(%c = %i) {
    scf.if %p {
      tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
      tile.async_wait
    }
    %x = tile.load %s[%i, %i] : !tile
    %at = scf.if %p -> (index) {
      scf.yield %to : index
    } else {
      scf.yield %k : index
    }
    tile.async_copy %A[%i, %at] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_copy %A[%i, %c] to %u[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_copy %A[%i, %k] to %v[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %y = tile.load %t[%i, %i] : !tile
    %z = tile.load %u[%i, %i] : !tile
    %w = tile.load %v[%i, %i] : !tile
    %d = arith.addi %c, %at : index
    tile.yield %d
  }
}

// In a branch nothing carries positions.
// CHECK-LABEL: tile.kernel @branch
// CHECK-NOT: = mem.channel
// REMARK: stays within its iteration: its loop is in a branch, or in a loop that does not count [missed-channel]
tile.kernel @branch(%A: memref<?x?xf16>[M, N], %to: index, %p: i1) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  scf.if %p {
    tile.pipelined %k = %i to %to stages(2) {
      tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
      tile.async_wait
      %x = tile.load %s[%i, %i] : !tile
    }
  }
}

// As many slots as the other buffers leave room for; than which iterations there are; two at least.
// CHECK-LABEL: tile.kernel @room
// CHECK: mem.channel groups : !mem.channel<4>
// CHECK: mem.channel groups : !mem.channel<3>
// CHECK-NOT: = mem.channel
// REMARK: keeps one slot for its copies: it runs at most once [missed-channel]
// REMARK: has 3 slots of 4096 bytes for its copies, not 8: more are of no use [channel]
// REMARK: has 4 slots of 4096 bytes for its copies, not 8: shared memory has no room for more [channel]
tile.kernel @room(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %large = mem.alloc : !mem.buffer<195x512xf16, shared>
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  %u = mem.alloc : !buffer
  tile.pipelined %k = %i to %to stages(8) {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
  }
  tile.pipelined %k = %i to %c3 stages(8) {
    tile.async_copy %A[%i, %k] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %t[%i, %i] : !tile
  }
  tile.pipelined %k = %i to %c1 stages(8) {
    tile.async_copy %A[%i, %k] to %u[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %u[%i, %i] : !tile
  }
}

// CHECK-LABEL: tile.kernel @no_room
// CHECK-NOT: = mem.channel
// REMARK: two of 131072 bytes each do not fit into 232448 bytes of shared memory beside 0 of other buffers and exchanges [missed-channel]
tile.kernel @no_room(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<1024x64xf16, #mem.swizzle<128>, shared>
  tile.pipelined %k = %i to %to stages(2) {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !mem.buffer<1024x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
  }
}
