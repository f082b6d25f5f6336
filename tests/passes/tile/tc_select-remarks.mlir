// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select{wgmma=false})' --remarks-filter=tc-select --verify-diagnostics --split-input-file

// Why a product is not computed by tensor cores.

tile.kernel @chosen(%A: memref<64x32xf16>, %B: memref<32x32xf16>, %C: memref<64x32xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %a = tile.load %A[0, 0] : tensor<64x32xf16>
  %b1 = tile.load %B[0, 0] : tensor<32x32xf16>
  // expected-remark@+1 {{is computed by mma.m16n8k16 [tensor-core]}}
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

tile.kernel @types(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tile.load %A[0, 0] : tensor<16x16xf32>
  %b1 = tile.load %B[0, 0] : tensor<16x16xf32>
  // expected-remark@+1 {{16x16x16 of f32 into f32 is computed without tensor cores: no instruction has these element types [missed-tensor-core]}}
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

tile.kernel @warps(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf32>) warps(16) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tile.load %A[0, 0] : tensor<16x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x16xf16>
  // expected-remark@+1 {{16 warps cannot share 16x16 in whole instructions of 16x8: the powers of two in the extents, 16 and 16, are enough for 2 [missed-tensor-core]}}
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}
