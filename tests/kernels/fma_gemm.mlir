// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=33 --dim K=20 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=33 --dim N=64 --dim K=17 --param T=f64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=33 --dim N=64 --dim K=17 --param T=i32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// A product of a type without tensor cores here: a loop of multiply-adds.
tile.params { T = f32 : [f32, f64, i32], TA = false : [false, true] }
tile.kernel @fma_gemm(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N], %C: memref<?x?x$T>[M, N])
    warps(4) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 32)) {
  %c0 = arith.constant 0 : index
  %zero = tile.load %C[1073741824, 1073741824] : tensor<32x32x$T>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 32, %k * 16] : tensor<32x16x$T>
    %b = tile.load %B[%k * 16, %bn * 32] : tensor<16x32x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * 32, %bn * 32]
}
