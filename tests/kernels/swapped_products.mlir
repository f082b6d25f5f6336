// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=160 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=32 --dim K=200 --schedule=late | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX < %t.ptx
// CHECK: verify: ok
// PTX: wgmma.mma_async
// Registers change places behind the wait, in one piece of text.
// PTX: { .reg .b32 t; mov.b32 t, %r{{[0-9]+}}; mov.b32 %r{{[0-9]+}}, %r{{[0-9]+}}; mov.b32 %r{{[0-9]+}}, %r{{[0-9]+}}; mov.b32 %r{{[0-9]+}}, t; }
// SHAPE: M=130 N=72 K=160
// SHAPE: M=64 N=32 K=0
// SHAPE: M=64 N=33 K=32

// Three accumulators take turns: in each iteration two of them are added to, and all move on by one.
tile.params { BM = 64 : [64, 128], BN = 32 : [32, 64], BK = 32 : [32, 64], WARPS = 4 : [4, 8], STAGES = 3 : 1..4 }
tile.kernel @swapped(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<3x?x?xf32>[T, M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %one = arith.constant dense<1.0> : tensor<$BMx$BNxf32>
  %two = arith.constant dense<2.0> : tensor<$BMx$BNxf32>
  %u, %v, %w = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%x = %zero, %y = %one, %z = %two) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKxf16>
    %b = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNxf16>
    %d = tile.dot %a, %b, %x
    %e = tile.dot %a, %b, %y
    tile.yield %e, %z, %d
  }
  tile.store %u, %C[0, %i * $BM, %j * $BN]
  tile.store %v, %C[1, %i * $BM, %j * $BN]
  tile.store %w, %C[2, %i * $BM, %j * $BN]
}
