// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=133 --pitch A=136 --pitch C=136 --pitch D=152 --pitch B=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=133 --pitch A=137 --pitch C=137 --pitch D=153 --pitch B=41 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=37 N=133 --pitch A=136 --pitch C=136 --pitch D=152 --pitch B=40
// SHAPE: M=32 N=64 --pitch A=64 --pitch C=64 --pitch D=80 --pitch B=32
// SHAPE: M=1 N=1 --pitch A=16 --pitch C=16 --pitch D=32 --pitch B=16
// SHAPE: M=15 N=127 --pitch A=128 --pitch C=128 --pitch D=144 --pitch B=16
// SHAPE: M=39 N=6 --pitch A=16 --pitch C=16 --pitch D=32 --pitch B=40
// SHAPE: M=37 N=133 --pitch A=137 --pitch C=137 --pitch D=153 --pitch B=41

// Memory that ends inside an access, in all ways: with padding, in columns, before the first element, in
// a tile of which several threads hold copies, and in one of lower rank.
tile.params { WARPS = 4 : [1, 4], T = f16 : [f16, f32, i8], BACK = 8 : [0, 8, 16] }
tile.kernel @cut_edges(%A: memref<?x?x$T, strided<[?, 1]>>[M, N], %B: memref<?x?x$T, strided<[1, ?]>>[M, N],
                       %C: memref<?x?x$T, strided<[?, 1]>>[M, N], %D: memref<?x?x$T, strided<[?, 1]>>[M, N], %p: $T)
    warps($WARPS) grid(%j = ceildiv(N, 32) + 1, %i = ceildiv(M, 16)) {
  %rows = tile.load %A[%i * 16, %j * 32 - $BACK] pad(%p) : tensor<16x32x$T>
  tile.store %rows, %B[%i * 16, %j * 32 - $BACK]
  %one = tile.load %A[%i, %j * 32 - $BACK] pad(%p) : tensor<32x$T>
  tile.store %one, %C[%i, %j * 32 - $BACK]
  %few = tile.load %A[%i, %j * 16] : tensor<16x$T>
  tile.store %few, %D[%i, %j * 16]
}
