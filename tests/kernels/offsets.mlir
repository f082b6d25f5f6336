// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=f64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=f32 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=f16 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=bf16 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=i64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=i16 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=i8 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --param T=i1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Tiles that begin in front of a matrix and end behind it, at places that no wide access fits.
tile.params { T = f32 : [f64, f32, f16, bf16, i64, i16, i8, i1] }
tile.kernel @offsets(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N]) warps(1) grid(%i = ceildiv(M, 8), %j = ceildiv(N, 16)) {
  %a = tile.load %A[%i * 8 + 3, %j * 16 - 5] : tensor<8x16x$T>
  tile.store %a, %B[%i * 8, %j * 16]
}
