// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout,mem-vectorize)' | FileCheck %s

// What is known to divide an offset, through the ops that make it; an access is as wide as that.

// CHECK-LABEL: tile.kernel @ops
tile.kernel @ops(%A: memref<?xf16>[N]) warps(1) grid(%b = ceildiv(N, 256)) assume(N mod 32 == 0, A.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c-8 = arith.constant -8 : index
  %n = tile.dim N
  %last = arith.subi %n, %c8 : index
  %at = arith.muli %b, %c8 : index

  // CHECK: tile.load %A[%{{.*}}] {width = 8 : i64}
  %min = arith.minsi %at, %last : index
  %0 = tile.load %A[%min] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 4 : i64}
  %max = arith.maxsi %at, %c4 : index
  %1 = tile.load %A[%max] : tensor<256xf16>
  // A quotient keeps what the divisor leaves.
  // CHECK: tile.load %A[%{{.*}}] {width = 8 : i64}
  %quarter = arith.divsi %n, %c4 : index
  %2 = tile.load %A[%quarter] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 1 : i64}
  %third = arith.divsi %n, %c3 : index
  %3 = tile.load %A[%third] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 8 : i64}
  %rest = arith.remsi %at, %n : index
  %4 = tile.load %A[%rest] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 4 : i64}
  %shifted = arith.shli %b, %c2 : index
  %5 = tile.load %A[%shifted] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 8 : i64}
  %masked = arith.andi %b, %c-8 : index
  %6 = tile.load %A[%masked] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 2 : i64}
  %first = arith.cmpi eq, %b, %c0 : index
  %chosen = arith.select %first, %at, %c6 : index
  %7 = tile.load %A[%chosen] : tensor<256xf16>
  // CHECK: tile.load %A[%{{.*}}] {width = 8 : i64}
  %short = arith.index_cast %at : index to i32
  %wide = arith.extui %short : i32 to i64
  %back = arith.index_cast %wide : i64 to index
  %8 = tile.load %A[%back] : tensor<256xf16>
}

// Counters and sums that a loop carries.

// CHECK-LABEL: tile.kernel @loops
tile.kernel @loops(%A: memref<?xf16>[N]) warps(1) grid(%b = 1) assume(N mod 8 == 0, A.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %n = tile.dim N
  // CHECK: tile.load {{.*}} {width = 4 : i64}
  // CHECK: tile.load {{.*}} {width = 8 : i64}
  // CHECK: tile.load {{.*}} {width = 1 : i64}
  %r:2 = scf.for %i = %c4 to %n step %c16 iter_args(%x = %n, %y = %n) -> (index, index) {
    %0 = tile.load %A[%i] : tensor<256xf16>
    %1 = tile.load %A[%x] : tensor<256xf16>
    %2 = tile.load %A[%y] : tensor<256xf16>
    %next = arith.addi %x, %c16 : index
    %twice = arith.muli %y, %y : index
    scf.yield %next, %twice : index, index
  }
  // CHECK: tile.load {{.*}} {width = 4 : i64}
  %s = tile.pipelined %k = 0 to 8 stages(1) iter_args(%z = %c0) {
    %0 = tile.load %A[%z] : tensor<256xf16>
    %next = arith.addi %c4, %z : index
    tile.yield %next
  }
  // The only index of a grid of one block.
  // CHECK: tile.load %A[%b] {width = 8 : i64}
  %1 = tile.load %A[%b] : tensor<256xf16>
}

// Facts of other forms.

// CHECK-LABEL: tile.kernel @facts
tile.kernel @facts(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, K]) warps(1) grid(%b = 1)
    assume(N mod 8 == 4 and A.address mod 16 == 0, K == 48, B.address mod 16 == 0) {
  // CHECK: tile.load %A{{.*}} {width = 4 : i64}
  %0 = tile.load %A[%b, 0] : tensor<4x64xf16>
  // CHECK: tile.load %B{{.*}} {width = 8 : i64}
  %1 = tile.load %B[%b, 0] : tensor<4x64xf16>
}
