// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-prefetch)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-prefetch,mem-barriers)' | FileCheck %s --check-prefix=BARRIER

#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>

// The copy of the next iteration starts behind the wait for this one's, into the other slot; the first one stands in
// front of the loop, and what the last one started is waited for. One barrier an iteration: what all threads copied
// is there, and none reads the other slot any more.

// CHECK-LABEL: tile.kernel @ahead
// CHECK: %[[S:.*]] = mem.alloc : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[FIRST:.*]] = mem.index %[[S]][%[[ZERO]]]
// CHECK: %[[AT:.*]] = arith.muli %from, %n : index
// CHECK: tile.async_copy %A[%i, %[[AT]]] to %[[FIRST]][%i, %i] tile tensor<32x64xf16, #tile.layout<{{.*}}>> width 8 ahead :
// CHECK: tile.pipelined %[[K:.*]] = %from to %to stages(2)
// CHECK: %[[D:.*]] = arith.subi %[[K]], %from : index
// CHECK: %[[SLOT:.*]] = arith.andi %[[D]], %{{.*}} : index
// CHECK-NEXT: tile.async_wait
// CHECK: %[[NEXT:.*]] = arith.addi %[[K]], %{{.*}} : index
// CHECK: %[[OTHER:.*]] = arith.xori %[[SLOT]], %{{.*}} : index
// CHECK: %[[FILL:.*]] = mem.index %[[S]][%[[OTHER]]]
// CHECK: %[[THERE:.*]] = arith.muli %[[NEXT]], %n : index
// CHECK: tile.async_copy %A[%i, %[[THERE]]] to %[[FILL]][%i, %i] {{.*}} ahead :
// CHECK: %[[HERE:.*]] = mem.index %[[S]][%[[SLOT]]]
// CHECK-NOT: tile.async_copy
// CHECK: tile.load %[[HERE]]
// CHECK: tile.yield
// CHECK: tile.async_wait
// CHECK: tile.store
// BARRIER-LABEL: tile.kernel @ahead
// BARRIER: tile.pipelined
// BARRIER: tile.async_wait
// BARRIER: simt.barrier
// BARRIER-NOT: simt.barrier
// BARRIER: tile.yield
tile.kernel @ahead(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %from: index, %to: index, %n: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %zero = arith.constant dense<0.0> : tensor<32x64xf16, #rows>
  %r = tile.pipelined %k = %from to %to stages(2) iter_args(%c = %zero) {
    %at = arith.muli %k, %n : index
    tile.async_copy %A[%i, %at] to %s[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%i, %i] : tensor<32x64xf16, #rows>
    %d = arith.addf %c, %x : tensor<32x64xf16, #rows>
    tile.yield %d
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// Not where the loop wishes for no stages, where the place depends on what an iteration computes, where the loop
// writes memory that a copy may read, where the buffer is used behind it, and where the slots are too large.

// CHECK-LABEL: tile.kernel @not
// CHECK-NOT: ahead
tile.kernel @not(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index, %n: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %u = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %v = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %w = mem.alloc : !mem.buffer<512x64xf16, #mem.swizzle<128>, shared>
  tile.pipelined %k = %i to %to {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
  }
  %r = tile.pipelined %k = %i to %to stages(2) iter_args(%c = %i) {
    tile.async_copy %A[%i, %c] to %s[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_copy %A[%i, %k] to %v[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_copy %A[%i, %k] to %w[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<512x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%i, %i] : tensor<32x64xf16, #rows>
    %next = arith.addi %c, %n : index
    tile.yield %next
  }
  %y = tile.load %v[%i, %i] : tensor<32x64xf16, #rows>
  tile.pipelined %k = %i to %to stages(2) {
    tile.async_copy %A[%i, %k] to %u[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %u[%i, %i] : tensor<32x64xf16, #rows>
    tile.store %x, %B[%i, %k] {width = 8 : i64}
  }
}

// Nor where the buffer is read in front of the copy: that is what the iteration before left there.

// CHECK-LABEL: tile.kernel @earlier
// CHECK-NOT: ahead
tile.kernel @earlier(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %zero = arith.constant dense<0.0> : tensor<32x64xf16, #rows>
  %r = tile.pipelined %k = %i to %to stages(2) iter_args(%c = %zero) {
    %again = arith.cmpi ne, %k, %i : index
    %before = scf.if %again -> (tensor<32x64xf16, #rows>) {
      %x = tile.load %s[%i, %i] : tensor<32x64xf16, #rows>
      scf.yield %x : tensor<32x64xf16, #rows>
    } else {
      scf.yield %zero : tensor<32x64xf16, #rows>
    }
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %y = tile.load %s[%i, %i] : tensor<32x64xf16, #rows>
    %d = arith.subf %y, %before : tensor<32x64xf16, #rows>
    %e = arith.addf %d, %c : tensor<32x64xf16, #rows>
    tile.yield %e
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// Copies that the body begins with.

// CHECK-LABEL: tile.kernel @first
// CHECK-COUNT-2: tile.async_copy {{.*}} ahead :
// CHECK: tile.pipelined
// CHECK: tile.async_wait
// CHECK-COUNT-2: tile.async_copy {{.*}} ahead :
// CHECK: %[[X:.*]] = mem.index
// CHECK: %[[Y:.*]] = mem.index
// CHECK-NOT: tile.async
// CHECK: tile.load %[[X]]
// CHECK: tile.load %[[Y]]
// CHECK: tile.yield
tile.kernel @first(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
  %zero = arith.constant dense<0.0> : tensor<32x64xf16, #rows>
  %r = tile.pipelined %k = %i to %to stages(2) iter_args(%c = %zero) {
    tile.async_copy %A[%i, %k] to %s[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_copy %B[%i, %k] to %t[%i, %i] tile tensor<32x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%i, %i] : tensor<32x64xf16, #rows>
    %y = tile.load %t[%i, %i] : tensor<32x64xf16, #rows>
    %d = arith.addf %x, %y : tensor<32x64xf16, #rows>
    %e = arith.addf %d, %c : tensor<32x64xf16, #rows>
    tile.yield %e
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}
