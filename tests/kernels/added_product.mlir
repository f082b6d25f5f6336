// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=64 --dim N=64 --dim K=192 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=128 --dim N=64 --dim K=64 --schedule=random:3 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=65 --dim N=72 --dim K=130 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim M=65 --dim N=72 --dim K=0 | FileCheck %s
// CHECK: verify: ok
// SHAPE: M=64 N=64 K=192
// SHAPE: M=65 N=72 K=64

// C = C + A * B: what products add to comes from memory.
tile.params { BM = 64 : [64, 128], WARPS = 4 : [4, 8], STAGES = 3 : 1..5 }
tile.kernel @added_product(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps($WARPS)
    grid(%i = ceildiv(M, $BM), %j = ceildiv(N, 64)) {
  %before = tile.load %C[%i * $BM, %j * 64] : tensor<$BMx64xf32>
  %r = tile.pipelined %k = 0 to ceildiv(K, 64) stages($STAGES) iter_args(%c = %before) {
    %a = tile.load %A[%i * $BM, %k * 64] : tensor<$BMx64xf16>
    %b = tile.load %B[%k * 64, %j * 64] : tensor<64x64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %r, %C[%i * $BM, %j * 64]
}
