// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=200 --dim N=72 --dim K=160 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=late-wait 2>&1 | FileCheck %s --check-prefix=LATE
// CHECK: verify: ok
// LATE: leaves 2 of its 2 products in flight
// SHAPE: M=192 N=225 K=96
// SHAPE: M=65 N=50 K=100

// Two products in a loop that share an operand, of integers, and what comes of both.
tile.params { BM = 64 : [64, 128], BN = 64 : [32, 64, 96], BK = 64 : [32, 64], WARPS = 4 : [4, 8], STAGES = 3 : 1..4,
              SWIZZLE = 128 : [0, 32, 64, 128], SPECIALIZE = true : [false, true] }
tile.kernel @gated(%X: memref<?x?xi8>[M, K], %U: memref<?x?xi8, strided<[1, ?]>>[K, N], %V: memref<?x?xi8, strided<[1, ?]>>[K, N], %C: memref<?x?xi32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) attributes {tile.swizzle = $SWIZZLE : i64, tile.specialize = $SPECIALIZE} {
  %zero = arith.constant dense<0> : tensor<$BMx$BNxi32>
  %one = arith.constant dense<1> : tensor<$BMx$BNxi32>
  %acc:2 = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero, %e = %one) {
    %x = tile.load %X[%i * $BM, %k * $BK] : tensor<$BMx$BKxi8>
    %u = tile.load %U[%k * $BK, %j * $BN] : tensor<$BKx$BNxi8>
    %v = tile.load %V[%k * $BK, %j * $BN] : tensor<$BKx$BNxi8>
    %d = tile.dot %x, %u, %c
    %f = tile.dot %x, %v, %e
    tile.yield %d, %f
  }
  %r = arith.muli %acc#0, %acc#1 : tensor<$BMx$BNxi32>
  tile.store %r, %C[%i * $BM, %j * $BN]
}
