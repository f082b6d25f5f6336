// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select)' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select{tensor_cores=false})' --split-input-file | FileCheck %s --check-prefix=OFF

// f16 with f32 accumulation: one tc.dot per 16 of K.

// CHECK-LABEL: tile.kernel @mma
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<64x16xf16>
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<16x32xf16>
// CHECK: tc.dot {{.*}} instr "mma.m16n8k16"
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<64x16xf16>
// CHECK: tc.dot {{.*}} instr "mma.m16n8k16"
// CHECK-NOT: tc.dot
// CHECK: tile.store
// OFF-LABEL: tile.kernel @mma
// OFF-NOT: tc.dot
// OFF: math.fma
tile.kernel @mma(%A: memref<64x32xf16>, %B: memref<32x32xf16>, %C: memref<64x32xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %a = tile.load %A[0, 0] : tensor<64x32xf16>
  %b1 = tile.load %B[0, 0] : tensor<32x32xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// No instruction for f32: a loop over K of a column times a row.

// CHECK-LABEL: tile.kernel @fma
// CHECK: scf.for %[[k:.*]] = {{.*}} iter_args(%[[c:.*]] =
// CHECK: %[[a:.*]] = tile.load {{.*}} : tensor<16x1xf32>
// CHECK: %[[b:.*]] = tile.load {{.*}} : tensor<1x16xf32>
// CHECK: %[[x:.*]] = tile.broadcast %[[a]]
// CHECK: %[[y:.*]] = tile.broadcast %[[b]]
// CHECK: %[[d:.*]] = math.fma %[[x]], %[[y]], %[[c]]
// CHECK: scf.yield %[[d]]
tile.kernel @fma(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tile.load %A[0, 0] : tensor<16x16xf32>
  %b1 = tile.load %B[0, 0] : tensor<16x16xf32>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// f16 operands of an extent no instruction tiles: widened, then FMA.

// CHECK-LABEL: tile.kernel @small
// CHECK: arith.extf {{.*}} : tensor<8x1xf16> to tensor<8x1xf32>
// CHECK: math.fma
tile.kernel @small(%A: memref<8x16xf16>, %B: memref<16x8xf16>, %C: memref<8x8xf32>) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %a = tile.load %A[0, 0] : tensor<8x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x8xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}
