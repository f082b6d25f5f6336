// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=70 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=72 --pitch A=80 --pitch B=75 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Rows apart by a stride of their own.
tile.kernel @pitched(%A: memref<?x?xf16, strided<[?, 1]>>[M, N], %B: memref<?x?xf16, strided<[?, 1]>>[M, N]) warps(4)
    grid(%i = ceildiv(M, 16), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 16, %j * 64] : tensor<16x64xf16>
  tile.store %a, %B[%i * 16, %j * 64]
}
