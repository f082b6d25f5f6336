// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=40 --dim N=100 --dim S=3 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=40 --dim N=104 --dim S=3 --param WARPS=12 --param BN=96 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=40 --dim N=101 --dim S=2 --param T=bf16 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// CHECK: verify: ok
// PTX: red.relaxed.gpu.global.add.v4.f32
// SHAPE: M=40 N=100 S=3
// SHAPE: M=33 N=64 S=2
// SHAPE: M=7 N=9 S=1

// Parts of a sum that several blocks add to one array: vectors of floats at once, at edges one by one, some of
// them masked off; and what was there, of which nobody else knows.
tile.params { T = f32 : [f16, bf16, f32, f64], BN = 64 : [32, 64, 96], WARPS = 4 : [1, 4, 12] }
tile.kernel @split_sums(%X: memref<?x?x?x$T>[S, M, N], %A: memref<?x?x$T>[M, N], %B: memref<?x?x?x$T>[S, M, N], %O: memref<?x?x?x$T>[S, M, N])
    warps($WARPS) grid(%j = ceildiv(N, $BN), %i = ceildiv(M, 16), %s = S) {
  %x = tile.load %X[%s, %i * 16, %j * $BN] : tensor<16x$BNx$T>
  %0 = tile.atomic_rmw addf %x, %A[%i * 16, %j * $BN]
  %zero = arith.constant dense<0.0> : tensor<16x$BNx$T>
  %some = arith.cmpf oge, %x, %zero : tensor<16x$BNx$T>
  %1 = tile.atomic_rmw addf %x, %A[%i * 16, %j * $BN] release gpu mask(%some)
  %old = tile.atomic_rmw addf %x, %B[%s, %i * 16, %j * $BN]
  tile.store %old, %O[%s, %i * 16, %j * $BN]
}
