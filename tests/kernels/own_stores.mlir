// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=64 --dim N=256 --dim K=64 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=256 --dim K=64 --schedule=random:3 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim M=61 --dim N=100 --dim K=40 | FileCheck %s
// CHECK: verify: ok
// SHAPE: M=64 N=256 K=64
// SHAPE: M=64 N=64 K=64
// SHAPE: M=61 N=100 K=40

// A schedule of a person's own whose products are stored in the iteration behind theirs, by TMA where there is one.
tile.params { WARPS = 4 : [4, 8], STAGES = 3 : [2, 3, 4] }
tile.kernel @own_stores(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf16>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, 64)) assume(disjoint(B, C)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%i * 64, 0] : tensor<64x64xf16>
  tile.pipelined %j = 0 to ceildiv(N, 64) stages($STAGES) {
    %b = tile.load %B[0, %j * 64] {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<64x64xf16>
    %d = tile.dot %a, %b, %zero {tile.stage = 1 : i64, tile.order = 2 : i64}
    %o = tile.compute %d to f16
    tile.store %o, %C[%i * 64, %j * 64] {tile.stage = 2 : i64, tile.order = 1 : i64}
    tile.yield
  }
}
