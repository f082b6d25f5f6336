// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-layout))' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_80},tile.kernel(tile-layout))' --split-input-file | FileCheck %s --check-prefix=THREADS

// What TMA stores may leave in the layout in which it was computed; so of two tiles that meet, the narrow one is
// converted that was loaded, and not the accumulator.

// CHECK-LABEL: tile.kernel @residual
// CHECK: %[[D:.*]] = tc.dot
// CHECK-NOT: tile.convert_layout %[[D]]
// CHECK: %[[R:.*]] = tile.load %R
// CHECK: %[[C:.*]] = tile.convert_layout %[[R]] : tensor<128x128xf16
// CHECK: %[[S:.*]] = arith.addf %[[D]]
// CHECK: %[[T:.*]] = arith.truncf %[[S]]
// CHECK: tile.store %[[T]]
// THREADS-LABEL: tile.kernel @residual
// THREADS: %[[D:.*]] = tc.dot
// THREADS: tile.convert_layout %[[D]]
tile.kernel @residual(%C: memref<128x128xf16>, %R: memref<128x128xf16>, %s: memref<128x16xf16>, %t: memref<16x128xf16>)
    warps(4) grid(%b = 1) assume(C.address mod 16 == 0, R.address mod 16 == 0) {
  %z = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tile.load %s[0, 0] : tensor<128x16xf16>
  %y = tile.load %t[0, 0] : tensor<16x128xf16>
  %d = tc.dot %x, %y, %z instr "mma.m16n8k16"
  %r = tile.load %R[0, 0] : tensor<128x128xf16>
  %w = arith.extf %r : tensor<128x128xf16> to tensor<128x128xf32>
  %u = arith.addf %d, %w : tensor<128x128xf32>
  %h = arith.truncf %u : tensor<128x128xf32> to tensor<128x128xf16>
  tile.store %h, %C[0, 0]
}

// -----

// Where nothing speaks for another layout, threads store whole sectors themselves.

// CHECK-LABEL: tile.kernel @twice
// CHECK-NOT: tile.convert_layout
// CHECK: tile.store
tile.kernel @twice(%A: memref<128x128xf16>, %C: memref<128x128xf16>) warps(4) grid(%b = 1)
    assume(C.address mod 16 == 0, A.address mod 16 == 0) {
  %a = tile.load %A[0, 0] : tensor<128x128xf16>
  %h = arith.addf %a, %a : tensor<128x128xf16>
  tile.store %h, %C[0, 0]
}
