// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=33 --dim N=130 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --emit=thread | FileCheck %s --check-prefix=MOVES
// CHECK: verify: ok
// SHAPE: M=32 N=64
// SHAPE: M=33 N=130
// SHAPE: M=5 N=6

// Complex numbers whose parts alternate in memory: with vectors of whole numbers a thread has both parts, so that taking
// them apart and putting them together again names registers and moves nothing.
// MOVES: version("complex_multiply", 0)
// MOVES-NOT: simt.barrier
// MOVES-NOT: simt.shuffle
// MOVES-NOT: mem.alloc
// MOVES: simt.return
tile.params { WARPS = 4 : [1, 2, 4, 8], T = f32 : [f32, f16] }
tile.kernel @complex_multiply(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N], %C: memref<?x?x$T>[M, N]) warps($WARPS)
    grid(%i = ceildiv(M, 16), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 16, %j * 64] : tensor<16x64x$T>
  %b = tile.load %B[%i * 16, %j * 64] : tensor<16x64x$T>
  %ap = tile.reshape %a : tensor<16x64x$T> to tensor<16x32x2x$T>
  %bp = tile.reshape %b : tensor<16x64x$T> to tensor<16x32x2x$T>
  %ar, %ai = tile.split %ap : tensor<16x32x2x$T> to tensor<16x32x$T>
  %br, %bi = tile.split %bp : tensor<16x32x2x$T> to tensor<16x32x$T>
  %rr = arith.mulf %ar, %br : tensor<16x32x$T>
  %ii = arith.mulf %ai, %bi : tensor<16x32x$T>
  %ri = arith.mulf %ar, %bi : tensor<16x32x$T>
  %ir = arith.mulf %ai, %br : tensor<16x32x$T>
  %re = arith.subf %rr, %ii : tensor<16x32x$T>
  %im = arith.addf %ri, %ir : tensor<16x32x$T>
  %cp = tile.join %re, %im : tensor<16x32x$T> to tensor<16x32x2x$T>
  %c = tile.reshape %cp : tensor<16x32x2x$T> to tensor<16x64x$T>
  tile.store %c, %C[%i * 16, %j * 64]
}
