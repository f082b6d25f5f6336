// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=100 --param R=48 --param C=96 --param WARPS=12 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=100 --param R=24 --param C=32 --param T=i8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=64
// SHAPE: N=100
// SHAPE: N=1

// A triangle of each block's tile, the numbers of its elements in the array, and coordinates in another order.
tile.params { R = 32 : [1, 2, 24, 32, 48], C = 64 : [1, 32, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = i32 : [i8, i16, i32, i64, index] }
tile.kernel @iota(%A: memref<?x?xf32>[N, N], %B: memref<?x?xf32>[N, N], %P: memref<?x?xi64>[N, N], %Q: memref<?x?xi32>[N, N]) warps($WARPS)
    grid(%i = ceildiv(N, $R), %j = ceildiv(N, $C)) {
  %x = tile.load %A[%i * $R, %j * $C] : tensor<$Rx$Cxf32>
  %row = tile.iota axis 0 : tensor<$Rx$Cx$T>
  %column = tile.iota axis 1 : tensor<$Rx$Cx$T>
  %below = arith.cmpi uge, %row, %column : tensor<$Rx$Cx$T>
  %zero = arith.constant dense<0.0> : tensor<$Rx$Cxf32>
  %triangle = arith.select %below, %x, %zero : tensor<$Rx$Cxi1>, tensor<$Rx$Cxf32>
  tile.store %triangle, %B[%i * $R, %j * $C]
  %r = arith.constant $R : index
  %c = arith.constant $C : index
  %n = tile.dim N
  %first = arith.muli %i, %r : index
  %left = arith.muli %j, %c : index
  %f = tile.splat %first : index to tensor<$Rx1xindex>
  %l = tile.splat %left : index to tensor<$Cxindex>
  %rows = tile.iota axis 0 : tensor<$Rx1xindex>
  %columns = tile.iota axis 0 : tensor<$Cxindex>
  %a = arith.addi %rows, %f : tensor<$Rx1xindex>
  %b = arith.addi %columns, %l : tensor<$Cxindex>
  %ns = tile.splat %n : index to tensor<$Rx1xindex>
  %start = arith.muli %a, %ns : tensor<$Rx1xindex>
  %starts = tile.broadcast %start : tensor<$Rx1xindex> to tensor<$Rx$Cxindex>
  %within = tile.broadcast %b : tensor<$Cxindex> to tensor<$Rx$Cxindex>
  %place = arith.addi %starts, %within : tensor<$Rx$Cxindex>
  %number = arith.index_cast %place : tensor<$Rx$Cxindex> to tensor<$Rx$Cxi64>
  tile.store %number, %P[%i * $R, %j * $C]
  %o = tile.iota axis 0 : tensor<$Cx$Rxi32>
  %t = tile.trans %o : tensor<$Cx$Rxi32> to tensor<$Rx$Cxi32>
  %same = arith.muli %t, %t : tensor<$Rx$Cxi32>
  tile.store %same, %Q[%i * $R, %j * $C]
}
