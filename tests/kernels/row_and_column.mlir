// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=33 --dim N=129 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// A row and a column spread over a tile.
tile.kernel @row_and_column(%A: memref<?x?xf32>[M, N], %row: memref<?xf32>[N], %col: memref<?xf32>[M], %B: memref<?x?xf32>[M, N])
    warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 32, %j * 64] : tensor<32x64xf32>
  %r = tile.load %row[%j * 64] : tensor<64xf32>
  %c = tile.load %col[%i * 32] : tensor<32xf32>
  %rs = tile.broadcast %r : tensor<64xf32> to tensor<32x64xf32>
  %c1 = tile.expand_dims %c axis 1 : tensor<32xf32> to tensor<32x1xf32>
  %cs = tile.broadcast %c1 : tensor<32x1xf32> to tensor<32x64xf32>
  %x = arith.mulf %a, %cs : tensor<32x64xf32>
  %y = arith.addf %x, %rs : tensor<32x64xf32>
  tile.store %y, %B[%i * 32, %j * 64]
}
