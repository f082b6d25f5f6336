// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --param N=48 --param P=24 --param WARPS=1 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=200 --param BM=192 --param N=96 --param P=80 --param WARPS=12 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=40 --param BM=32 --param T=bf16 --param WARPS=4 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=20 --param BM=16 --param WARPS=4 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --param BM=128 --param N=256 --param P=32 --param WARPS=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=30 --param BM=32 --param P=32 --param WARPS=16 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=40
// SHAPE: M=128

// Two products in a row: the first one's result is the left operand of the second, with as many rows as leave
// some to each warp, or fewer.
tile.params { BM = 64 : [16, 32, 64, 128, 192], N = 64 : [48, 64, 96, 256], P = 16 : [16, 24, 32, 80], WARPS = 4 : [1, 4, 8, 12, 16],
              T = f16 : [f16, bf16] }
tile.kernel @chained_dots(%A: memref<?x32x$T>[M, ?], %B: memref<$Nx32x$T>, %C: memref<$Nx$Px$T>, %D: memref<?x$Px$T>[M, ?],
                          %E: memref<?x$Nxf32>[M, ?]) warps($WARPS) grid(%i = ceildiv(M, $BM)) {
  %z1 = arith.constant dense<0.0> : tensor<$BMx$Nxf32>
  %z2 = arith.constant dense<0.0> : tensor<$BMx$Pxf32>
  %a = tile.load %A[%i * $BM, 0] : tensor<$BMx32x$T>
  %b = tile.load %B[0, 0] : tensor<$Nx32x$T>
  %bt = tile.trans %b : tensor<$Nx32x$T> to tensor<32x$Nx$T>
  %c = tile.load %C[0, 0] : tensor<$Nx$Px$T>
  %x = tile.dot %a, %bt, %z1
  // Small integers again, so that the sums of the second product are exact.
  %part = arith.constant dense<0.015625> : tensor<$BMx$Nxf32>
  %s = arith.mulf %x, %part : tensor<$BMx$Nxf32>
  %w = math.roundeven %s : tensor<$BMx$Nxf32>
  %y = arith.truncf %w : tensor<$BMx$Nxf32> to tensor<$BMx$Nx$T>
  %d = tile.dot %y, %c, %z2
  %h = arith.truncf %d : tensor<$BMx$Pxf32> to tensor<$BMx$Px$T>
  tile.store %h, %D[%i * $BM, 0]
  tile.store %x, %E[%i * $BM, 0]
}
