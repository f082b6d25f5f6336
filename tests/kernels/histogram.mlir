// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1000 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --param BN=96 --param WARPS=12 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --param BINS=1 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --init=X:index --init=H:zero --init=S:zero --dim N=7 --param BINS=4 --print=H --print=S | FileCheck %s --check-prefix=VALUES
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// VALUES: %H = [1, 1, 1, 1]
// VALUES: %S = [1, 1, 1, 1]
// SHAPE: N=1000 --init=S:zero
// SHAPE: N=64 --init=S:zero
// SHAPE: N=1 --init=S:zero

// Counts of values, those out of range dropped: straight into global memory, and into shared memory first.
tile.params { BN = 256 : [1, 16, 96, 256], BINS = 4 : [1, 4], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @histogram(%X: memref<?xi32>[N], %H: memref<$BINSxi32>, %S: memref<$BINSxi32>) warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %minus = arith.constant -1 : i32
  %x = tile.load %X[%b * $BN] pad(%minus) : tensor<$BNxi32>
  %one = arith.constant dense<1> : tensor<$BNxi32>
  %0 = tile.atomic_rmw addi %one, %H[%x]
  %bins = mem.alloc : !mem.buffer<$BINSxi32, shared>
  %zero = arith.constant dense<0> : tensor<$BINSxi32>
  tile.store %zero, %bins[0]
  %1 = tile.atomic_rmw addi %one, %bins[%x] relaxed cta
  %counts = tile.load %bins[0] : tensor<$BINSxi32>
  %2 = tile.atomic_rmw addi %counts, %S[0]
}
