// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 --dim P=40 --dim Q=20 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --dim P=40 --dim Q=20 --param BM=8 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64 P=64 Q=16
// SHAPE: M=37 N=61 P=37 Q=16

// Sums of rows and maxima of columns of a tile; sums of small integers are exact in every order.
tile.params { BM = 32 : [1, 8, 32, 48], BN = 64 : [4, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, bf16, f32, f64] }
tile.kernel @reduce(%A: memref<?x?x$T>[M, N], %R: memref<?x?x$T>[M, Q], %C: memref<?x?x$T>[P, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %x = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %rows = tile.reduce arith.addf %x axis 1
  %r = tile.expand_dims %rows axis 1 : tensor<$BMx$T> to tensor<$BMx1x$T>
  tile.store %r, %R[%i * $BM, %j]
  %columns = tile.reduce arith.maximumf %x axis 0
  %c = tile.expand_dims %columns axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  tile.store %c, %C[%i, %j * $BN]
}
