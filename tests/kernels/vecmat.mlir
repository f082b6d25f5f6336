// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=64 --dim K=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=29 --dim K=50 --param BN=32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=128 N=128 K=128
// SHAPE: M=37 N=29 K=50

// A product without tensor cores: rows and columns stretched to a tile of rank 3, multiplied, and summed.
tile.params { BM = 16 : [16, 32], BN = 16 : [16, 32], BK = 16 : [16, 24, 32], WARPS = 4 : [4, 8, 12] }
tile.kernel @vecmat(%A: memref<?x?xf32>[M, K], %B: memref<?x?xf32>[K, N], %C: memref<?x?xf32>[N, M])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %sum = tile.pipelined %k = 0 to ceildiv(K, $BK) iter_args(%c = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKxf32>
    %b = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNxf32>
    %bt = tile.trans %b : tensor<$BKx$BNxf32> to tensor<$BNx$BKxf32>
    %a3 = tile.expand_dims %a axis 1 : tensor<$BMx$BKxf32> to tensor<$BMx1x$BKxf32>
    %aa = tile.broadcast %a3 : tensor<$BMx1x$BKxf32> to tensor<$BMx$BNx$BKxf32>
    %bb = tile.broadcast %bt : tensor<$BNx$BKxf32> to tensor<$BMx$BNx$BKxf32>
    %p = arith.mulf %aa, %bb : tensor<$BMx$BNx$BKxf32>
    %s = tile.reduce arith.addf %p axis 2
    %d = arith.addf %c, %s : tensor<$BMx$BNxf32>
    tile.yield %d
  }
  %t = tile.trans %sum : tensor<$BMx$BNxf32> to tensor<$BNx$BMxf32>
  tile.store %t, %C[%j * $BN, %i * $BM]
}
