// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=170 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --param=WARPS=12 --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=48 N=80
// SHAPE: M=70 N=170
// SHAPE: M=96 N=1

// A transposed copy in tiles of 48x80, and of extents that are odd numbers.
tile.params { H = 48 : [48, 3, 24], W = 80 : [80, 5, 96], WARPS = 4 : [1, 2, 4, 8, 12], T = f16 : [f16, f32, i8] }
tile.kernel @odd_transpose(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[N, M]) warps($WARPS)
    grid(%i = ceildiv(M, $H), %j = ceildiv(N, $W)) {
  %a = tile.load %A[%i * $H, %j * $W] : tensor<$Hx$Wx$T>
  %t = tile.trans %a : tensor<$Hx$Wx$T> to tensor<$Wx$Hx$T>
  tile.store %t, %B[%j * $W, %i * $H]
}
