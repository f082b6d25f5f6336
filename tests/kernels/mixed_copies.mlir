// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --dim N=33 --dim K=200 --pitch=A=1024 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --arch=sm_80 --verify --exact --init=int --dim M=70 --dim N=33 --dim K=200 --pitch=A=1024 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=70 N=33 K=200 --pitch A=1024
// SHAPE: M=64 N=65 K=32 --pitch A=1024
// SHAPE: M=1 N=1 K=1024 --pitch A=1024

// Rows of A are copied past the registers, several iterations ahead; those of B, of odd numbers of elements, wait in
// registers for one, as does the scale that is used without shared memory.
tile.params { STAGES = 3 : 1..5, WARPS = 4 : [1, 4, 8], T = f16 : [f16, bf16], BK = 32 : [16, 32] }
tile.kernel @mixed_copies(%B: memref<?x?x$T>[K, N], %A: memref<?x?x$T, strided<[1024, 1]>>[M, K], %S: memref<?xf32>[K], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 32)) assume(A.address mod 16 == 0, K mod 8 == 0) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 64, %k * $BK] : tensor<64x$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * 32] : tensor<$BKx32x$T>
    %s = mem.load %S[%k] : memref<?xf32>, f32
    %d = tile.dot %a, %b, %zero
    %t = tile.splat %s : f32 to tensor<64x32xf32>
    %e = arith.mulf %d, %t : tensor<64x32xf32>
    %f = arith.addf %c, %e : tensor<64x32xf32>
    tile.yield %f
  }
  tile.store %acc, %C[%bm * 64, %bn * 32]
}
