// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim B=3 --dim M=40 --dim N=24 --dim K=35 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: B=3 M=40 N=24 K=35
// SHAPE: B=2 M=64 N=64 K=256

// A batch of products: tiles take the trailing dimensions, the first is an index.
tile.params { BM = 32 : [32, 64, 128], BN = 32 : [32, 48], WARPS = 2 : [2, 4, 8], STAGES = 3 : 1..5,
              SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
  where (BM <= WARPS * 16)
tile.kernel @batched(%A: memref<?x?x?xf16>[B, M, K], %X: memref<?x?x?xf16>[B, K, N], %C: memref<?x?x?xf32>[B, M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN), %b = B)
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%b, %i * $BM, %k * 32] : tensor<$BMx32xf16>
    %x = tile.load %X[%b, %k * 32, %j * $BN] : tensor<32x$BNxf16>
    %d = tile.dot %a, %x, %c
    tile.yield %d
  }
  tile.store %acc, %C[%b, %i * $BM, %j * $BN]
}
