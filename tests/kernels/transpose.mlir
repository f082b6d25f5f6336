// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=45 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// A transposed copy: the tile is spread once for the load and once for the store.
tile.kernel @transpose(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[N, M]) warps(4)
    grid(%i = ceildiv(M, 32), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 32, %j * 64] : tensor<32x64xf16>
  %t = tile.trans %a : tensor<32x64xf16> to tensor<64x32xf16>
  tile.store %t, %B[%j * 64, %i * 32]
}
