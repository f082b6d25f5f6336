// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=96 --dim N=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=96 --dim N=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=96 N=64
// SHAPE: M=50 N=40

// Buffers of which a second one, right behind the first, would not begin where its copies are aligned.
tile.params { WARPS = 1 : [1, 2], PAD = 8 : [8, 16] }
tile.kernel @odd_slots(%A: memref<?xf16>[M], %B: memref<?x?xi32>[M, N], %C: memref<?xf16>[N], %D: memref<?x?xi32>[M, N]) warps($WARPS) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<516xf16, shared>
  %t = mem.alloc : !mem.buffer<1x96xi32, #mem.padded<$PAD>, shared>
  %zero = arith.constant dense<0.0> : tensor<512xf16>
  %none = arith.constant dense<0> : tensor<1x96xi32>
  %sum, %most = tile.pipelined %k = 0 to 3 stages(2) iter_args(%c = %zero, %d = %none) {
    tile.copy %A[%k * 32] to %s[0] shape 512
    tile.copy %B[%k, 0] to %t[0, 0] shape 1x96
    %x = tile.load %s[0] : tensor<512xf16>
    %y = tile.load %t[0, 0] : tensor<1x96xi32>
    %e = arith.addf %c, %x : tensor<512xf16>
    %f = arith.addi %d, %y : tensor<1x96xi32>
    tile.yield %e, %f
  }
  tile.store %sum, %C[0]
  tile.store %most, %D[0, 0]
}
