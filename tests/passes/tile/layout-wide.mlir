// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' | FileCheck %s
// RUN: tile-opt %s --tile-to-thread-level --verify-diagnostics -o /dev/null

// Elements wider than an access: computed within threads, but not exchanged.

// CHECK-LABEL: tile.kernel @wide
// CHECK: tile.splat {{.*}} : i256 to tensor<64x64xi256, #tile.layout<
tile.kernel @wide(%A: memref<64x64xi64>, %s: i64) warps(4) grid(%b = 1) {
  %x = arith.extsi %s : i64 to i256
  %c = tile.splat %x : i256 to tensor<64x64xi256>
  %d = arith.muli %c, %c : tensor<64x64xi256>
  %t = arith.trunci %d : tensor<64x64xi256> to tensor<64x64xi64>
  tile.store %t, %A[0, 0]
}

tile.kernel @exchange(%A: memref<64x64xi64>, %B: memref<64x64xi64>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<64x64xi64>
  %c = arith.extsi %a : tensor<64x64xi64> to tensor<64x64xi128>
  %t = tile.trans %c : tensor<64x64xi128> to tensor<64x64xi128>
  // expected-help@+2 {{threads exchange elements of 1, 2, 4 or 8 bytes: move those before they get wider}}
  // expected-error@+1 {{'tile.convert_layout' op cannot bring}}
  %d = arith.addi %c, %t : tensor<64x64xi128>
  %e = arith.trunci %d : tensor<64x64xi128> to tensor<64x64xi64>
  tile.store %e, %B[0, 0]
}
