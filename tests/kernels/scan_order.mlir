// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --param AXIS=0 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// Combiners that depend on the order of what they combine: affine maps one after another, the first element, the
// largest element so far and where it was (of equal ones the first), and what the element before was, with how many
// elements a part has.
tile.params { BM = 16 : [1, 16, 24, 64], BN = 32 : [1, 2, 32, 48], WARPS = 4 : [1, 4, 8, 12], AXIS = 1 : [0, 1] }
tile.kernel @scan_order(%A: memref<?x?xi32>[M, N], %B: memref<?x?xi32>[M, N], %P: memref<?x?xi32>[M, N], %Q: memref<?x?xi32>[M, N],
                        %F: memref<?x?xi32>[M, N], %V: memref<?x?xi32>[M, N], %W: memref<?x?xi64>[M, N], %I: memref<?x?xi64>[M, N],
                        %L: memref<?x?xi32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNxi32>
  %b = tile.load %B[%i * $BM, %j * $BN] : tensor<$BMx$BNxi32>
  %p, %q = tile.scan %a, %b axis $AXIS (%m, %n, %r, %s) {
    %mr = arith.muli %m, %r : i32
    %nr = arith.muli %n, %r : i32
    %t = arith.addi %nr, %s : i32
    tile.yield %mr, %t
  }
  tile.store %p, %P[%i * $BM, %j * $BN]
  tile.store %q, %Q[%i * $BM, %j * $BN]
  %f = tile.scan %b axis $AXIS reverse (%x, %y) {
    tile.yield %x
  }
  tile.store %f, %F[%i * $BM, %j * $BN]
  %at = tile.load %I[%i * $BM, %j * $BN] : tensor<$BMx$BNxi64>
  %low = arith.constant -100 : i32
  %none = arith.constant -1 : i64
  %v, %w = tile.scan %a, %at axis $AXIS exclusive(%low, %none) (%x, %u, %y, %z) {
    %more = arith.cmpi sgt, %y, %x : i32
    %largest = arith.select %more, %y, %x : i32
    %place = arith.select %more, %z, %u : i64
    tile.yield %largest, %place
  }
  tile.store %v, %V[%i * $BM, %j * $BN]
  tile.store %w, %W[%i * $BM, %j * $BN]
  %one = arith.constant dense<1> : tensor<$BMx$BNxi32>
  %zero = arith.constant dense<0> : tensor<$BMx$BNxi32>
  %count, %last, %own = tile.scan %one, %zero, %b axis $AXIS reverse (%n0, %l0, %c0, %n1, %l1, %c1) {
    %1 = arith.constant 1 : i32
    %n = arith.addi %n0, %n1 : i32
    %is_one = arith.cmpi eq, %n1, %1 : i32
    %sum = arith.addi %c0, %l1 : i32
    %before = arith.select %is_one, %sum, %l1 : i32
    tile.yield %n, %before, %c1
  }
  tile.store %last, %L[%i * $BM, %j * $BN]
}
