// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-async-copy)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-async-copy{bytes=16})' | FileCheck %s --check-prefix=WIDE
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(mem-async-copy,mem-barriers),tile-to-thread)' | FileCheck %s --check-prefix=THREAD
// RUN: not tile-opt %s --pass-pipeline='tile.kernel(mem-async-copy{bytes=2})' 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: mem-async-copy: option bytes must be 4, 8 or 16, got 2

#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
#turned = #tile.layout<register = [[1, 0], [2, 0], [4, 0], [0, 16]], lane = [[8, 0], [16, 0], [0, 1], [0, 2], [0, 4]], warp = [[0, 8], [32, 0]]>
#narrow = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
#twice = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [0, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]]>
#copies = #tile.layout<register = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[0, 0], [0, 0]]>

// One wait for both copies, in front of the first op that touches a buffer of theirs. In threads: a
// barrier before %t is overwritten, which others may still read, then each waits for its own copies, then
// a barrier again.

// CHECK-LABEL: tile.kernel @two
// CHECK: scf.for
// CHECK-NEXT: tile.async_copy %A[%i, %k] to %s[%i, %i] tile tensor<32x64xf16, #tile.layout<{{.*}}>> width 8 :
// CHECK-NEXT: tile.async_copy %A[%k, %i] to %t[%i, %i] tile
// CHECK-NEXT: arith.addi
// CHECK-NEXT: tile.async_wait
// CHECK-NEXT: tile.load %t
// THREAD-LABEL: simt.kernel @two
// THREAD: scf.for
// THREAD-COUNT-2: mem.cp_async %A[{{.*}}] to %{{.*}}[{{.*}}] bytes 16 read
// THREAD-NEXT: simt.barrier
// THREAD: %[[READ:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// THREAD-NEXT: mem.cp_async %A[{{.*}}] to %{{.*}}[{{.*}}] bytes 16 read %[[READ]]
// THREAD: mem.cp_async
// THREAD: mem.async_commit
// THREAD-NEXT: mem.async_wait 0
// THREAD-NEXT: simt.barrier
// THREAD-NOT: simt.barrier
// THREAD: mem.load
tile.kernel @two(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[N, M]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %n = arith.constant 128 : index
  %step = arith.constant 64 : index
  %s = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  scf.for %k = %i to %n step %step {
    %x = tile.load %A[%i, %k] {width = 8 : i64} : tensor<32x64xf16, #rows>
    %y = tile.load %A[%k, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
    tile.store %x, %s[%i, %i]
    tile.store %y, %t[%i, %i]
    %l = arith.addi %k, %i : index
    %z = tile.load %t[%i, %i] : tensor<32x64xf16, #rows>
    tile.store %z, %B[%l, %i] {width = 8 : i64}
  }
}

// Accesses of 8 bytes; at the end of a block the copies are done.

// CHECK-LABEL: tile.kernel @narrow
// CHECK: tile.async_copy {{.*}} width 4
// CHECK-NEXT: tile.async_wait
// CHECK-NEXT: }
// WIDE-LABEL: tile.kernel @narrow
// WIDE: tile.load
// WIDE: tile.store
tile.kernel @narrow(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<16x32xf16, shared>
  %x = tile.load %A[%i, %i] {width = 4 : i64} : tensor<16x32xf16, #narrow>
  tile.store %x, %s[%i, %i]
}

// The copy starts with the load: what is in between, a branch too, is done meanwhile. Where the buffer is
// read until the store it has to wait.

// CHECK-LABEL: tile.kernel @early
// CHECK: mem.alloc
// CHECK-NEXT: mem.alloc
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[Z1:.*]] = arith.constant 0 : index
// CHECK-NEXT: tile.async_copy %A[%i, %i] to %s[%[[Z]], %[[Z1]]]
// CHECK: scf.if
// CHECK: tile.load %t
// CHECK: tile.async_copy %A[%i, %i] to %t
tile.kernel @early(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %c: i1) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %x = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  %y = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  %w = scf.if %c -> (tensor<32x64xf16, #rows>) {
    %u = tile.load %t[%i, %i] : tensor<32x64xf16, #rows>
    scf.yield %u : tensor<32x64xf16, #rows>
  } else {
    %v = arith.constant dense<1.0> : tensor<32x64xf16, #rows>
    scf.yield %v : tensor<32x64xf16, #rows>
  }
  %zero = arith.constant 0 : index
  tile.store %x, %s[%zero, %zero]
  tile.store %y, %t[%zero, %zero]
  %z = tile.load %s[%i, %i] : tensor<32x64xf16, #rows>
  %k = arith.addf %z, %w : tensor<32x64xf16, #rows>
  tile.store %k, %B[%i, %i] {width = 8 : i64}
}

// A transposed tile: the copy turns it.

// CHECK-LABEL: tile.kernel @turned
// CHECK: tile.async_copy %A[%i, %i] to %s[%i, %i] tile tensor<32x64xf16, #tile.layout<{{.*}}>> width 8 perm [1, 0] :
// CHECK-NOT: tile.trans
tile.kernel @turned(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x32xf16, #mem.swizzle<128, column>, shared>
  %x = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  %y = tile.trans %x : tensor<32x64xf16, #rows> to tensor<64x32xf16, #turned>
  tile.store %y, %s[%i, %i]
}

// What is outside becomes zero: other padding needs registers. So do a tile that is used otherwise, one
// of which a thread holds copies, elements of 2 bytes, and a place in the buffer that may be
// anywhere.

// CHECK-LABEL: tile.kernel @not
// CHECK-COUNT-1: tile.async_copy
// CHECK-NOT: tile.async_copy
tile.kernel @not(%A: memref<?x?xf16>[M, N], %p: f16) warps(4) grid(%b = M) {
  %i = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %minus = arith.constant -0.0 : f16
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %v = tile.load %A[%i, %i] pad(%zero) {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %v, %s[%i, %i]
  %w = tile.load %A[%i, %i] pad(%p) {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %w, %s[%i, %i]
  %m = tile.load %A[%i, %i] pad(%minus) {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %m, %s[%i, %i]
  %x = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %x, %s[%i, %i]
  tile.store %x, %A[%i, %i]
  %y = tile.load %A[%i, %i] {width = 8 : i64} : tensor<8x32xf16, #twice>
  tile.store %y, %s[%i, %i]
  %u = tile.load %A[%i, %i] {width = 1 : i64} : tensor<32x64xf16, #rows>
  tile.store %u, %s[%i, %i]
  %z = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %z, %s[%b, %i]
}

// Of the warps that hold copies the first copies, in threads behind a branch.

// CHECK-LABEL: tile.kernel @first
// CHECK: tile.async_copy {{.*}} width 8
// CHECK-NEXT: tile.async_wait
tile.kernel @first(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x32xf16, shared>
  %x = tile.load %A[%i, %i] {width = 8 : i64} : tensor<8x32xf16, #copies>
  tile.store %x, %s[%i, %i]
}

// A store to an argument's memory waits for copies, which may still read it, as does another copy to
// the same place; copies to other slots, or to other rows, do not.

// CHECK-LABEL: tile.kernel @meets
// CHECK: tile.async_copy %A
// CHECK-NEXT: tile.async_wait
// CHECK-NEXT: tile.store %{{.*}}, %A
// CHECK-NEXT: tile.async_copy %A
// CHECK-NEXT: tile.async_wait
// CHECK-NEXT: tile.async_copy %A
// CHECK-NEXT: tile.async_copy %A
// CHECK-NEXT: tile.async_copy %A
// CHECK-NEXT: tile.async_wait
tile.kernel @meets(%A: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<32x64xf16, #rows>
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 32 : index
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %p = mem.index %s[%i] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %q = mem.index %s[%one] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %x = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %x, %p[%i, %i]
  tile.store %zero, %A[%i, %i]
  %y = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %y, %p[%i, %i]
  %z = tile.load %A[%n, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %z, %p[%i, %i]
  %v = tile.load %A[%n, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %v, %q[%i, %i]
  %w = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %w, %p[%n, %i]
}

// Reductions and scans have code, but none that touches memory: copies go on meanwhile.

// CHECK-LABEL: tile.kernel @reduces
// CHECK: tile.async_copy %A
// CHECK: tile.reduce
// CHECK-NEXT: tile.scan
// CHECK-NOT: tile.async_wait
// CHECK: tile.async_copy %A
// CHECK-NEXT: tile.async_wait
// CHECK-NEXT: tile.store
tile.kernel @reduces(%A: memref<?x?xf16>[M, N], %B: memref<64xf16>) warps(4) grid(%b = 1) {
  %t = arith.constant dense<1.0> : tensor<32x64xf16, #rows>
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %s = mem.alloc : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %p = mem.index %s[%i] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %q = mem.index %s[%one] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %x = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %x, %p[%i, %i]
  %r = tile.reduce arith.addf %t axis 0
  %c = tile.scan arith.addf %t axis 0
  %y = tile.load %A[%i, %i] {width = 8 : i64} : tensor<32x64xf16, #rows>
  tile.store %y, %q[%i, %i]
  tile.store %r, %B[%i]
}
