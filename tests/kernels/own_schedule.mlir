// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=192 --dim D=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=64 --dim N=328 --dim K=64 --dim D=72 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=328 --dim K=64 --dim D=64 --schedule=random:3 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim M=64 --dim N=328 --dim K=64 --dim D=64 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx --remarks-filter=*specialization 2>&1 | FileCheck %s --check-prefix=ROLES
// RUN: sed 's/$STAGES)/2)/; s/$AHEAD :/3 :/; s/$LAST :/4 :/' %s > %t.few.mlir
// RUN: not tile-compile %t.few.mlir --arch=sm_90a -o %t.none 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: sed 's/tile.order = 0 :/tile.order = 9 :/' %s > %t.wrong.mlir
// RUN: not tile-compile %t.wrong.mlir --arch=sm_90a -o %t.none 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: verify: ok
// ROLES: all warps have one role: its ops have stages, which are those of one role
// FEW: error: 'mem.channel_acquire' op acquires a slot before it is released: the channel has 2 and this schedule takes 2 more
// FEW: help: 'stages(4)' on the loop wishes for as many
// WRONG: error: 'arith.truncf' op uses what is computed behind it
// SHAPE: M=130 N=72 K=64 D=64
// SHAPE: M=64 N=256 K=32 D=33
// SHAPE: M=64 N=33 K=64 D=64

// A schedule of a person's own for a loop with products: copies run AHEAD, and the second product is that of the iteration
// before, beside the first one of the next. What passes add (copies, turns, waits, index arithmetic) finds its places.
tile.params { BM = 64 : [64, 128], BN = 64 : [32, 64], AHEAD = 2 : [1, 2], LAST = 3 : [2, 3], STAGES = 4 : [2, 3, 4], WARPS = 4 : [4, 8], SWIZZLE = 128 : [0, 128] }
  where (LAST == AHEAD + 1)
tile.kernel @own(%Q: memref<?x?xf16>[M, K], %P: memref<?x?xf16>[K, N], %V: memref<?x?xf16>[N, D], %C: memref<?x?xf32>[M, D])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(D, 64)) attributes {tile.swizzle = $SWIZZLE : i64} {
  %none = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %zero = arith.constant dense<1.0> : tensor<$BMx64xf32>
  %q = tile.load %Q[%i * $BM, 0] : tensor<$BMx64xf16>
  %r = tile.pipelined %n = 0 to ceildiv(N, $BN) stages($STAGES) iter_args(%c = %zero) {
    %p = tile.load %P[0, %n * $BN] {tile.stage = 0 : i64, tile.order = 4 : i64} : tensor<64x$BNxf16>
    %v = tile.load %V[%n * $BN, %j * 64] {tile.stage = 1 : i64, tile.order = 3 : i64} : tensor<$BNx64xf16>
    %s = tile.dot %q, %p, %none {tile.stage = $AHEAD : i64, tile.order = 0 : i64}
    %w = arith.truncf %s {tile.stage = $AHEAD : i64, tile.order = 5 : i64} : tensor<$BMx$BNxf32> to tensor<$BMx$BNxf16>
    %d = tile.dot %w, %v, %c {tile.stage = $LAST : i64, tile.order = 1 : i64}
    tile.yield %d
  }
  tile.store %r, %C[%i * $BM, %j * 64]
}
