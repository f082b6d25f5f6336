// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim B=3 --dim M=40 --dim N=24 --dim K=35 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// A batch of products: tiles take the trailing dimensions, the first is an index.
tile.kernel @batched(%A: memref<?x?x?xf16>[B, M, K], %X: memref<?x?x?xf16>[B, K, N], %C: memref<?x?x?xf32>[B, M, N])
    warps(2) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 32), %b = B) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) iter_args(%c = %zero) {
    %a = tile.load %A[%b, %i * 32, %k * 32] : tensor<32x32xf16>
    %x = tile.load %X[%b, %k * 32, %j * 32] : tensor<32x32xf16>
    %d = tile.dot %a, %x, %c
    tile.yield %d
  }
  tile.store %acc, %C[%b, %i * 32, %j * 32]
}
