// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=65 --dim N=33 --dim K=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=64 --dim K=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=65 N=33 K=100
// SHAPE: M=64 N=64 K=128

// A product whose offsets are carried through the loop, ahead of the loads or behind them.
tile.params { STAGES = 3 : 1..5, WARPS = 4 : [1, 4], AHEAD = true : [false, true], T = f32 : [f32, f16] }
tile.kernel @carried_offsets(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 32)) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %ahead = arith.constant $AHEAD
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %cm = arith.constant -32 : index
  %start = arith.select %ahead, %cm, %c0 : index
  %acc, %ka, %kb = tile.pipelined %k = 0 to ceildiv(K, 32) stages($STAGES) iter_args(%c = %zero, %pa = %start, %pb = %c0) {
    %na = arith.addi %pa, %c32 : index
    %oa = arith.select %ahead, %na, %pa : index
    %a = tile.load %A[%bm * 32, %oa] : tensor<32x32x$T>
    %b = tile.load %B[%pb, %bn * 32] : tensor<32x32x$T>
    %nb = arith.addi %pb, %c32 : index
    %d = tile.dot %a, %b, %c
    tile.yield %d, %na, %nb
  }
  tile.store %acc, %C[%bm * 32, %bn * 32]
}
