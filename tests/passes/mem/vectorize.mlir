// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout,mem-vectorize)' | FileCheck %s

// With the facts, 16 bytes an access; without, one element.

// CHECK-LABEL: tile.kernel @aligned
// CHECK: tile.load {{.*}}width = 4
// CHECK: tile.store {{.*}}width = 4
tile.kernel @aligned(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128))
    assume(N mod 4 == 0, A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[%b * 128] : tensor<128xf32>
  tile.store %a, %B[%b * 128]
}

// The weakest fact decides: 8 bytes of alignment are two elements.

// CHECK-LABEL: tile.kernel @half_aligned
// CHECK: tile.load {{.*}}width = 2
// CHECK: tile.store {{.*}}width = 1
tile.kernel @half_aligned(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128))
    assume(N mod 4 == 0, A.address mod 8 == 0) {
  %a = tile.load %A[%b * 128] : tensor<128xf32>
  tile.store %a, %B[%b * 128]
}

// An offset that is no multiple moves one element at a time.

// CHECK-LABEL: tile.kernel @shifted
// CHECK: tile.load {{.*}}width = 1
tile.kernel @shifted(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128))
    assume(N mod 4 == 0, A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[%b * 128 + 1] : tensor<128xf32>
  tile.store %a, %B[%b * 128]
}
