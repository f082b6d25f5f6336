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
  %a = tile.load %A[%b * 128] {tile.layout = #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>} : tensor<128xf32>
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

// The extent has no part in the width: what it leaves of an access is moved in parts of `edge` elements.

// CHECK-LABEL: tile.kernel @odd_extent
// CHECK: tile.load {{.*}}{edge = 1 : i64, width = 8 : i64}
// CHECK: tile.store {{.*}}{edge = 1 : i64, width = 8 : i64}
tile.kernel @odd_extent(%A: memref<?xf16>[N], %B: memref<?xf16>[N]) warps(1) grid(%b = ceildiv(N, 256))
    assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[%b * 256] : tensor<256xf16>
  tile.store %a, %B[%b * 256]
}

// CHECK-LABEL: tile.kernel @even_extent
// CHECK: tile.load {{.*}}{edge = 2 : i64, width = 8 : i64}
tile.kernel @even_extent(%A: memref<?xf16>[N]) warps(1) grid(%b = ceildiv(N, 256))
    assume(N mod 6 == 0, A.address mod 16 == 0) {
  %a = tile.load %A[%b * 256] : tensor<256xf16>
}

// A row that is no multiple shifts the next one, unless the stride says otherwise.

// CHECK-LABEL: tile.kernel @packed_rows
// CHECK: tile.load {{.*}}{width = 1 : i64}
tile.kernel @packed_rows(%A: memref<?x?xf16>[M, N]) warps(1) grid(%b = M) assume(A.address mod 16 == 0) {
  %a = tile.load %A[%b * 8, 0] : tensor<8x256xf16>
}

// CHECK-LABEL: tile.kernel @aligned_rows
// CHECK: tile.load {{.*}}{edge = 1 : i64, width = 8 : i64}
tile.kernel @aligned_rows(%A: memref<?x?xf16, strided<[?, 1]>>[M, N]) warps(1) grid(%b = M)
    assume(A.address mod 16 == 0, A.stride0 mod 8 == 0) {
  %a = tile.load %A[%b * 8, 0] : tensor<8x256xf16>
}
