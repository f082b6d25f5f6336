// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' --remarks-filter=layout-conversion --verify-diagnostics

// A transposition whose two sides are both read along memory: one of them has to move.

tile.kernel @transpose(%A: memref<32x64xf16>, %B: memref<64x32xf16>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<32x64xf16>
  %t = tile.trans %a : tensor<32x64xf16> to tensor<64x32xf16>
  // expected-remark@+1 {{converts %t from tensor<64x32xf16, #tile.layout<}}
  tile.store %t, %B[0, 0]
}
