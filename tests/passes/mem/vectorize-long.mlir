// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout,mem-vectorize)' | FileCheck %s

// A long chain of sums of the same value with itself: given up, not gone through in 2^40 steps.

// CHECK-LABEL: tile.kernel @doubled
// CHECK: tile.load {{.*}}width = 1
tile.kernel @doubled(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128))
    assume(N mod 4 == 0, A.address mod 16 == 0, B.address mod 16 == 0) {
  %c128 = arith.constant 128 : index
  %i0 = arith.muli %b, %c128 : index
  %i1 = arith.addi %i0, %i0 : index
  %i2 = arith.addi %i1, %i1 : index
  %i3 = arith.addi %i2, %i2 : index
  %i4 = arith.addi %i3, %i3 : index
  %i5 = arith.addi %i4, %i4 : index
  %i6 = arith.addi %i5, %i5 : index
  %i7 = arith.addi %i6, %i6 : index
  %i8 = arith.addi %i7, %i7 : index
  %i9 = arith.addi %i8, %i8 : index
  %i10 = arith.addi %i9, %i9 : index
  %i11 = arith.addi %i10, %i10 : index
  %i12 = arith.addi %i11, %i11 : index
  %i13 = arith.addi %i12, %i12 : index
  %i14 = arith.addi %i13, %i13 : index
  %i15 = arith.addi %i14, %i14 : index
  %i16 = arith.addi %i15, %i15 : index
  %i17 = arith.addi %i16, %i16 : index
  %i18 = arith.addi %i17, %i17 : index
  %i19 = arith.addi %i18, %i18 : index
  %i20 = arith.addi %i19, %i19 : index
  %i21 = arith.addi %i20, %i20 : index
  %i22 = arith.addi %i21, %i21 : index
  %i23 = arith.addi %i22, %i22 : index
  %i24 = arith.addi %i23, %i23 : index
  %i25 = arith.addi %i24, %i24 : index
  %i26 = arith.addi %i25, %i25 : index
  %i27 = arith.addi %i26, %i26 : index
  %i28 = arith.addi %i27, %i27 : index
  %i29 = arith.addi %i28, %i28 : index
  %i30 = arith.addi %i29, %i29 : index
  %i31 = arith.addi %i30, %i30 : index
  %i32 = arith.addi %i31, %i31 : index
  %i33 = arith.addi %i32, %i32 : index
  %i34 = arith.addi %i33, %i33 : index
  %i35 = arith.addi %i34, %i34 : index
  %i36 = arith.addi %i35, %i35 : index
  %i37 = arith.addi %i36, %i36 : index
  %i38 = arith.addi %i37, %i37 : index
  %i39 = arith.addi %i38, %i38 : index
  %i40 = arith.addi %i39, %i39 : index
  %a = tile.load %A[%i40] : tensor<128xf32>
  tile.store %a, %B[%b * 128]
}
