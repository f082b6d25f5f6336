// RUN: tile-opt %s --split-input-file --tile-to-thread --verify-diagnostics

// Fragments have to be those of the instruction: anything else would multiply other elements.

tile.kernel @blocked(%A: memref<16x16xf16>, %B: memref<16x8xf16>, %C: memref<16x8xf32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %a = tile.load %A[%i, %i] : tensor<16x16xf16, #tile.blocked<per_thread = [1, 2], lanes = [8, 4], warps = [1, 1]>>
  %x = tile.load %B[%i, %i] : tensor<16x8xf16, #tile.mma<m16n8k16, b, warps = [1, 1]>>
  %c = tile.load %C[%i, %i] : tensor<16x8xf32, #tile.mma<m16n8k16, c, warps = [1, 1]>>
  // expected-error @+1 {{'tc.dot' op has a in a layout that does not repeat that of 'mma.m16n8k16'}}
  %d = tc.dot %a, %x, %c instr "mma.m16n8k16"
}

// -----

tile.kernel @warps(%A: memref<32x16xf16>, %B: memref<16x16xf16>, %C: memref<32x16xf32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %a = tile.load %A[%i, %i] : tensor<32x16xf16, #tile.mma<m16n8k16, a, warps = [2, 1]>>
  %x = tile.load %B[%i, %i] : tensor<16x16xf16, #tile.mma<m16n8k16, b, warps = [2, 1]>>
  %c = tile.load %C[%i, %i] : tensor<32x16xf32, #tile.mma<m16n8k16, c, warps = [1, 2]>>
  // expected-error @+1 {{'tc.dot' op has its rows of a or columns of b in other warps than those of c}}
  %d = tc.dot %a, %x, %c instr "mma.m16n8k16"
}
