// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=2 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=2 --param T=bf16 --param BN=96 --param WARPS=12 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=3 --param T=f16 --param BN=2 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --param T=bf16 --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=2
// SHAPE: N=1

// Floats added at places that several blocks share, in tiles with more threads than elements: each once.
tile.params { T = f32 : [f16, bf16, f32, f64], BN = 32 : [1, 2, 4, 16, 32, 96, 128], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @atomic_add(%X: memref<?x$BNx$T>[N, ?], %A: memref<$BNx$T>, %B: memref<2x$T>, %C: memref<4x$BNx$T>) warps($WARPS) grid(%b = N) {
  %x = tile.load %X[%b, 0] : tensor<$BNx$T>
  %0 = tile.atomic_rmw addf %x, %A[0]
  %k = tile.iota axis 0 : tensor<$BNxi8>
  %one = arith.constant dense<1> : tensor<$BNxi8>
  %parity = arith.andi %k, %one : tensor<$BNxi8>
  %1 = tile.atomic_rmw addf %x, %B[%parity]
  %column = tile.expand_dims %x axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  %all = tile.broadcast %column : tensor<1x$BNx$T> to tensor<4x$BNx$T>
  %2 = tile.atomic_rmw addf %all, %C[0, 0] acq_rel gpu
}
