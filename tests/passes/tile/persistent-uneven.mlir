// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --remarks-filter=persistent 2> %t.txt | FileCheck %s
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
// RUN: tile-run %s --kernel=triangle --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=1 --dim N=70 --dim B=3 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=triangle --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=4 --dim N=70 --dim B=3 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=triangle --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=7 --dim N=70 --dim B=3 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=triangle --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=5 --dim N=9 --dim B=1 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=rest --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=3 --dim N=70 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=middle --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=5 --dim M=5 --dim N=40 --dim B=3 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RIGHT: verify: ok
//
// Tiles whose loops run more often the larger a block index is: that index varies slowest, from its end on, and blocks
// take the tiles of every other round in the opposite order.

// CHECK-LABEL: tile.kernel @triangle
// CHECK: %[[ROWS:.*]] = arith.ceildivsi
// CHECK: %[[STEP:.*]] = tile.num_blocks
// CHECK: %[[BLOCKS:.*]] = arith.index_cast %[[STEP]] : index to i32
// CHECK: scf.for %tile = %block
// CHECK: arith.divui %{{.*}}, %[[BLOCKS]] : i32
// CHECK: arith.minui
// CHECK: arith.select
// CHECK: %b = arith.index_castui
// CHECK: arith.subi
// CHECK: %i = arith.index_castui
// REMARK: has a block for each multiprocessor, which loop over tiles, the longest first, there and back [persistent]
tile.kernel @triangle(%A: memref<?x?xf32>[B, N], %C: memref<?x?xf32>[B, N]) warps(1) grid(%i = ceildiv(N, 8), %b = B) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = 0 to min(%i + 1, ceildiv(N, 8)) stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%b, %k * 8] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%b, %i * 8]
}

// The larger, the shorter: in their order.
// CHECK-LABEL: tile.kernel @rest
// CHECK: scf.for
// CHECK: arith.select
// CHECK-NOT: arith.subi
// CHECK: tile.pipelined
// REMARK: loop over tiles, by length, there and back [persistent]
tile.kernel @rest(%A: memref<?xf32>[N], %C: memref<?xf32>[N]) warps(1) grid(%i = ceildiv(N, 8)) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = %i to ceildiv(N, 8) stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%k * 8] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%i * 8]
}

// Of three indices the second one.
// CHECK-LABEL: tile.kernel @middle
// REMARK: loop over tiles, the longest first, there and back [persistent]
tile.kernel @middle(%A: memref<?x?x?xf32>[B, M, N], %C: memref<?x?x?xf32>[B, M, N]) warps(1) grid(%m = M, %i = ceildiv(N, 8), %b = B) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = 0 to ceildiv(min(N, %i * 8 + 8), 8) stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%b, %m, %k * 8] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%b, %m, %i * 8]
}

// Nobody knows which of these is longest; the next two ask for another order.
// REMARK: loop over tiles, row by row [persistent]
tile.kernel @both(%A: memref<?xf32>[N], %C: memref<?x?xf32>[N, N]) warps(1) grid(%i = N, %j = N) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = 0 to min(%i, %j) stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%k] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%i, %j * 8]
}

// REMARK: loop over tiles, row by row [persistent]
tile.kernel @unwished(%A: memref<?xf32>[N], %C: memref<?x?xf32>[N, N]) warps(1) grid(%i = N, %j = N) attributes {tile.balance = false} {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = 0 to %i stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%k] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%i, %j * 8]
}

// REMARK: loop over tiles, in groups of 4 [persistent]
tile.kernel @grouped(%A: memref<?xf32>[N], %C: memref<?x?xf32>[N, N]) warps(1) grid(%i = N, %j = N) attributes {tile.raster = 4 : i64} {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = 0 to %i stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%k] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%i, %j * 8]
}
