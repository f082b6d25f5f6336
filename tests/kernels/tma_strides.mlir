// RUN: tile-run %s --device=cpu --verify --exact --init=int | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=mem-async-copy 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES-DAG: can be copied by TMA: 1 of !mem.tensor_map<64x32xf16, #mem.swizzle<64>>
// BOXES-DAG: can be copied by TMA: 1 of !mem.tensor_map<1x32x64xf16, #mem.swizzle<128>>
// CHECK: verify: ok
// SHAPE: M=96

// Strides that TMA takes, too: rows of A overlap (windows of a signal, 8 further each time), and the heads of B lie
// next to each other in each row, so its first dimension has the smaller stride.
tile.params { WARPS = 4 : [1, 4], T = f16 : [f16, bf16] }
tile.kernel @tma_strides(%A: memref<96x128x$T, strided<[8, 1]>>[M, ?], %B: memref<3x128x72x$T, strided<[72, 216, 1]>>, %C: memref<3x96x72xf32>)
    warps($WARPS) grid(%bm = 2, %bn = 2, %h = 3) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 4 stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 64, %k * 32] : tensor<64x32x$T>
    %b = tile.load %B[%h, %k * 32, %bn * 64] : tensor<32x64x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%h, %bm * 64, %bn * 64]
}
