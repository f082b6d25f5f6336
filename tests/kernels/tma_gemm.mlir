// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=72 --dim K=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --dim N=72 --dim K=40 --pitch A=48 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=mem-async-copy 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES-DAG: can be copied by TMA: 1 of !mem.tensor_map<64x32xf16, #mem.swizzle<64>>
// BOXES-DAG: can be copied by TMA: 1 of !mem.tensor_map<32x64xf16, #mem.swizzle<128>>
// RUN: tile-run %s --device=cpu --level=thread --op-counts --dim M=8 --dim N=8 --dim K=8 --pitch A=24 | FileCheck %s --check-prefix=ALIGNED
// RUN: tile-run %s --device=cpu --level=thread --op-counts --dim M=1 --dim N=8 --dim K=8 | FileCheck %s --check-prefix=ALIGNED
// RUN: tile-run %s --device=cpu --level=thread --op-counts --dim M=8 --dim N=8 --dim K=0 | FileCheck %s --check-prefix=GENERAL
// RUN: tile-run %s --device=cpu --level=thread --op-counts --dim M=8 --dim N=8 --dim K=1 | FileCheck %s --check-prefix=GENERAL
// RUN: tile-run %s --device=cpu --level=thread --op-counts --dim M=8 --dim N=8 --dim K=8 --pitch A=25 | FileCheck %s --check-prefix=GENERAL
// RUN: tile-run %s --device=cpu --level=thread --op-counts --dim M=8 --dim N=8 --dim K=8 --offset B=1 | FileCheck %s --check-prefix=GENERAL
// ALIGNED: mem.tma_load
// GENERAL-NOT: mem.{{cp_async|tma_load}}
// CHECK: verify: ok
// SHAPE: M=64 N=64 K=64
// SHAPE: M=70 N=72 K=40 --pitch A=48
// SHAPE: M=65 N=129 K=65 --pitch A=136
// SHAPE: M=64 N=64 K=64 --pitch A=67
// SHAPE: M=1 N=8 K=8
// SHAPE: M=9 N=1 K=1
// SHAPE: M=8 N=8 K=0
// SHAPE: M=0 N=16 K=16

// What TMA copies, and beside it what it cannot: rows that are no multiples of 16 bytes apart, arrays that begin
// elsewhere (matrix.py moves one), extents of 0 and 1. Rows of A may have a pitch of their own.
tile.params { BM = 64 : [32, 64], BN = 64 : [32, 64, 96], BK = 32 : [16, 32, 64], WARPS = 4 : [1, 4], STAGES = 2 : [1, 2, 3],
              T = f16 : [f16, bf16, f32], TB = false : [false, true] }
tile.kernel @tma_gemm(%A: memref<?x?x$T, strided<[?, 1]>>[M, K], %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * $BM, %bn * $BN]
}
