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
// REMARK: loop over tiles, the longest first, there and back [persistent]
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

// Parts of a sum begin and end with their index: they may be of one length, and keep the order that loads little.
// REMARK: loop over tiles, row by row [persistent]
tile.kernel @parts(%A: memref<?xf32>[N], %C: memref<?x?xf32>[P, N]) warps(1) grid(%i = P, %j = N) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = %i * 4 to min(ceildiv(N, 8), %i * 4 + 4) stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%k * 8] : tensor<8xf32>
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

// Each value is looked at once, however often it is used.
// REMARK: loop over tiles, the longest first, there and back [persistent]
tile.kernel @doubled(%A: memref<?xf32>[N], %C: memref<?x?xf32>[N, N]) warps(1) grid(%x0 = N, %j = N) {
  %x1 = arith.addi %x0, %x0 : index
  %x2 = arith.addi %x1, %x1 : index
  %x3 = arith.addi %x2, %x2 : index
  %x4 = arith.addi %x3, %x3 : index
  %x5 = arith.addi %x4, %x4 : index
  %x6 = arith.addi %x5, %x5 : index
  %x7 = arith.addi %x6, %x6 : index
  %x8 = arith.addi %x7, %x7 : index
  %x9 = arith.addi %x8, %x8 : index
  %x10 = arith.addi %x9, %x9 : index
  %x11 = arith.addi %x10, %x10 : index
  %x12 = arith.addi %x11, %x11 : index
  %x13 = arith.addi %x12, %x12 : index
  %x14 = arith.addi %x13, %x13 : index
  %x15 = arith.addi %x14, %x14 : index
  %x16 = arith.addi %x15, %x15 : index
  %x17 = arith.addi %x16, %x16 : index
  %x18 = arith.addi %x17, %x17 : index
  %x19 = arith.addi %x18, %x18 : index
  %x20 = arith.addi %x19, %x19 : index
  %x21 = arith.addi %x20, %x20 : index
  %x22 = arith.addi %x21, %x21 : index
  %x23 = arith.addi %x22, %x22 : index
  %x24 = arith.addi %x23, %x23 : index
  %x25 = arith.addi %x24, %x24 : index
  %x26 = arith.addi %x25, %x25 : index
  %x27 = arith.addi %x26, %x26 : index
  %x28 = arith.addi %x27, %x27 : index
  %x29 = arith.addi %x28, %x28 : index
  %x30 = arith.addi %x29, %x29 : index
  %x31 = arith.addi %x30, %x30 : index
  %x32 = arith.addi %x31, %x31 : index
  %x33 = arith.addi %x32, %x32 : index
  %x34 = arith.addi %x33, %x33 : index
  %x35 = arith.addi %x34, %x34 : index
  %x36 = arith.addi %x35, %x35 : index
  %x37 = arith.addi %x36, %x36 : index
  %x38 = arith.addi %x37, %x37 : index
  %x39 = arith.addi %x38, %x38 : index
  %x40 = arith.addi %x39, %x39 : index
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %sum = tile.pipelined %k = 0 to %x40 stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%k] : tensor<8xf32>
    %t = arith.addf %s, %a : tensor<8xf32>
    tile.yield %t
  }
  tile.store %sum, %C[%x0, %j * 8]
}
