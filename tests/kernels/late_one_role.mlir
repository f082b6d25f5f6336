// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=192 --dim S=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=64 --dim N=72 --dim K=328 --dim S=72 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=128 --dim K=264 --dim S=136 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx --remarks-filter=late-wait,early-wait,missed-specialization 2>&1 | FileCheck %s --check-prefix=LATE
// CHECK: verify: ok
// LATE: all warps have one role: the copy is not made by TMA
// LATE: leaves 2 of its 2 products in flight
// SHAPE: M=130 N=72 K=160 S=80
// SHAPE: M=64 N=72 K=256 S=64
// SHAPE: M=64 N=33 K=32 S=33

// Columns of B that begin at a multiple of four elements are copied by threads: one role. Its products stay in flight
// like those of others, from one iteration to the next.
tile.params { BM = 64 : [64, 128], BN = 64 : [32, 64], BK = 64 : [32, 64], WARPS = 4 : [4, 8], STAGES = 3 : 1..4, AT = 4 : [0, 1, 2, 4] }
tile.kernel @late(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, S], %C: memref<2x?x?xf32>[T, M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %r:2 = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero, %d = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKxf16>
    %b = tile.load %B[%k * $BK, %j * $BN + $AT] : tensor<$BKx$BNxf16>
    %e = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNxf16>
    %f = tile.dot %a, %b, %c
    %g = tile.dot %a, %e, %d
    tile.yield %f, %g
  }
  tile.store %r#0, %C[0, %i * $BM, %j * $BN]
  tile.store %r#1, %C[1, %i * $BM, %j * $BN]
}
