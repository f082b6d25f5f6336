// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --param=BM=64 --param=T=bf16 --param=SWAP=true --param=STAGES=2 | FileCheck %s --check-prefix=GIVEN
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: not tile-opt %s --param=BM=100 2>&1 | FileCheck %s --check-prefix=DOMAIN
// RUN: not tile-opt %s --param=STAGES=7 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tile-opt %s --param=BM=256 --param=STAGES=6 2>&1 | FileCheck %s --check-prefix=CONSTRAINT
// RUN: not tile-opt %s --param=STAGE=2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tile-opt %s --param=T=3 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not tile-opt %s --param=FREE=x 2>&1 | FileCheck %s --check-prefix=FREE

// DOMAIN: params.mlir:[[# @LINE + 12]]:15: error: parameter BM = 100 is outside its domain [64, 128, 256]
// RANGE: error: parameter STAGES = 7 is outside its domain 2..6
// CONSTRAINT: params.mlir:[[# @LINE + 12]]:10: error: the parameters violate 'BM * STAGES <= 1024': BM = 256, STAGES = 6
// UNKNOWN: error: parameter STAGE is given a value and not declared
// UNKNOWN: help: did you mean STAGES?
// KIND: error: parameter T is a word, got '3'
// KIND: help: its domain is [f16, bf16]
// FREE: error: parameter FREE is an integer, got 'x'

// CHECK: module attributes {tile.params = {BM = 128 : i64, FREE = -7 : i64, STAGES = 4 : i64, SWAP = false, T = "f16"}}
// GIVEN: module attributes {tile.params = {BM = 64 : i64, FREE = -7 : i64, STAGES = 2 : i64, SWAP = true, T = "bf16"}}

tile.params { BM = 128 : [64, 128, 256], STAGES = 4 : 2..6, T = f16 : [f16, bf16],
              SWAP = false, FREE = -7 }
  where (BM * STAGES <= 1024, FREE < 0 and BM mod 64 == 0)

// CHECK: tile.kernel @k(%A: memref<?x?xf16>[M, K]) warps(1) grid(%i = ceildiv(M, 128) + -7)
// GIVEN: tile.kernel @k(%A: memref<?x?xbf16, strided<[1, ?]>>[M, K]) warps(1) grid(%i = ceildiv(M, 64) + -7)
tile.kernel @k(%A: memref<?x?x$T>[M, K] transposed($SWAP)) warps(1) grid(%i = ceildiv(M, $BM) + $FREE) {
  // CHECK: tile.pipelined {{.*}} stages(4)
  // GIVEN: tile.pipelined {{.*}} stages(2)
  tile.pipelined %k = 0 to 8 stages($STAGES) {
    // CHECK: tile.load {{.*}} : tensor<128x16xf16>
    // GIVEN: tile.load {{.*}} : tensor<64x16xbf16>
    %a = tile.load %A[%i * $BM, %k] : tensor<$BMx16x$T>
  }
}
