// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=0 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=0 --dim N=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=64 --dim N=0 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=0
// SHAPE: M=64 N=128

// Rows without elements, read and written in accesses of several.
tile.kernel @no_columns(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = ceildiv(M, 32)) {
  %x = tile.load %A[%b * 32, 0] : tensor<32x64xf16>
  %y = arith.addf %x, %x : tensor<32x64xf16>
  tile.store %y, %B[%b * 32, 0]
}
