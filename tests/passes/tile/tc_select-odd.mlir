// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select{wgmma=false})' --remarks-filter=tc-select --verify-diagnostics --split-input-file

// Extents with odd factors: which products have an instruction, and what would fit the others.

tile.kernel @chosen(%A: memref<192x96xf16>, %B: memref<96x24xf16>, %C: memref<192x24xf32>) warps(12) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<192x24xf32>
  %a = tile.load %A[0, 0] : tensor<192x96xf16>
  %b1 = tile.load %B[0, 0] : tensor<96x24xf16>
  // expected-remark@+1 {{is computed by mma.m16n8k16 [tensor-core]}}
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

tile.kernel @warps(%A: memref<16x96xf16>, %B: memref<96x96xf16>, %C: memref<16x96xf32>) warps(8) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x96xf32>
  %a = tile.load %A[0, 0] : tensor<16x96xf16>
  %b1 = tile.load %B[0, 0] : tensor<96x96xf16>
  // expected-remark@+1 {{8 warps cannot share 16x96 in whole instructions of 16x8: the powers of two in the extents, 16 and 32, are enough for 4 [missed-tensor-core]}}
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

tile.kernel @depth(%A: memref<64x24xf16>, %B: memref<24x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x24xf16>
  %b1 = tile.load %B[0, 0] : tensor<24x64xf16>
  // expected-remark@+1 {{K is 24, but mma.m16n8k16 takes multiples of 16 [missed-tensor-core]}}
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}
