// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim L=2 --dim H=2 --dim M=70 --dim N=72 --dim K=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim L=1 --dim H=2 --dim M=33 --dim N=24 --dim K=40 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=mem-async-copy 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES-DAG: can be copied by TMA: 1 of !mem.tensor_map<1x1x32x64xf16, #mem.swizzle<128>>
// BOXES-DAG: can be copied by TMA: 1 of !mem.tensor_map<1x1x64x32xf16, #mem.swizzle<64>>
// CHECK: verify: ok
// SHAPE: L=2 H=2 M=32 N=64 K=32
// SHAPE: L=1 H=3 M=33 N=72 K=40
// SHAPE: L=2 H=1 M=8 N=65 K=9
// SHAPE: L=1 H=1 M=0 N=8 K=8

// Matrices in batches of batches, one of them turned on its way: the buffer has the other order.
tile.params { BN = 64 : [64, 128], BK = 32 : [16, 32, 64], WARPS = 4 : [1, 4], T = f16 : [f16, bf16, f32] }
tile.kernel @tma_turned(%A: memref<?x?x?x?x$T>[L, H, K, M], %B: memref<?x?x?x?x$T>[L, H, N, K], %C: memref<?x?x?x?xf32>[L, H, M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, $BN), %b = L * H) {
  %l = tile.compute floordiv(%b, H)
  %h = tile.compute %b - %l * H
  %zero = arith.constant dense<0.0> : tensor<64x$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages(2) iter_args(%c = %zero) {
    %ta = tile.load %A[%l, %h, %k * $BK, %bm * 64] : tensor<$BKx64x$T>
    %tb = tile.load %B[%l, %h, %bn * $BN, %k * $BK] : tensor<$BNx$BKx$T>
    %a = tile.trans %ta : tensor<$BKx64x$T> to tensor<64x$BKx$T>
    %b2 = tile.trans %tb : tensor<$BNx$BKx$T> to tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b2, %c
    tile.yield %d
  }
  tile.store %acc, %C[%l, %h, %bm * 64, %bn * $BN]
}
