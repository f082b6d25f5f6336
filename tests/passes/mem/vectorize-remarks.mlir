// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout,mem-vectorize)' --remarks-filter=mem-vectorize --verify-diagnostics

// Why an access is no wider.

tile.kernel @proven(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128))
    assume(N mod 4 == 0, A.address mod 16 == 0) {
  // expected-remark@+1 {{moves 4 elements at a time [vectorize]}}
  %a = tile.load %A[%b * 128] {tile.layout = #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>} : tensor<128xf32>
  // expected-remark@+1 {{moves 1 of 4 elements at a time: the offset, strides and address of %B are not known to be multiples of more [missed-vectorize]}}
  tile.store %a, %B[%b * 128]
}

tile.kernel @strided(%A: memref<64x?xf32, strided<[?, ?]>>[X, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  // expected-remark@+1 {{moves 1 of 4 elements at a time: %A is not contiguous along the tile [missed-vectorize]}}
  %a = tile.load %A[0, %b * 128] : tensor<1x128xf32>
}

tile.kernel @no_room(%A: memref<128x32xf16>) warps(4) grid(%b = 1) assume(A.address mod 16 == 0) {
  // expected-remark@+1 {{moves 4 of 8 elements at a time: a thread holds no more next to each other [missed-vectorize]}}
  %a = tile.load %A[0, 0] : tensor<1x4xf16>
}

tile.kernel @cut(%A: memref<?xf16>[N]) warps(1) grid(%b = ceildiv(N, 256)) assume(A.address mod 16 == 0, N mod 2 == 0) {
  // expected-remark@+2 {{moves 8 elements at a time [vectorize]}}
  // expected-remark@+1 {{has code for an access cut by the end of %A: of its extent and the offset it is only known that 2 divides both [cut-access]}}
  %a = tile.load %A[%b * 256] : tensor<256xf16>
}
