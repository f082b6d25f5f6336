// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' --print-local-scope | FileCheck %s
// RUN: tile-opt %s --validate-each=seed:1 --pass-pipeline=tile-to-thread-level -o /dev/null

// Lanes that tell the halves apart: no join has that layout, a conversion behind it makes it.
// CHECK-LABEL: tile.kernel @hint
// CHECK: %[[J:.*]] = tile.join %a, %b : {{.*}} to tensor<32x2xf32, #tile.layout<register = {{\[}}[0, 1]{{.*}}>>
// CHECK-NEXT: %[[C:.*]] = tile.convert_layout %[[J]] {{.*}} to tensor<32x2xf32, #tile.layout<register = {{\[\[}}16, 0]], lane = {{\[\[}}0, 1], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []>>
// CHECK: arith.addf %[[C]]
tile.kernel @hint(%A: memref<?xf32>[M], %B: memref<?xf32>[M], %C: memref<?x2xf32>[M, ?]) warps(1) grid(%i = ceildiv(M, 32)) {
  %a = tile.load %A[%i * 32] : tensor<32xf32>
  %b = tile.load %B[%i * 32] : tensor<32xf32>
  %c = tile.join %a, %b {tile.layout = #tile.layout<register = [[16, 0]], lane = [[0, 1], [1, 0], [2, 0], [4, 0], [8, 0]], warp = []>} : tensor<32xf32> to tensor<32x2xf32>
  %d = arith.addf %c, %c : tensor<32x2xf32>
  tile.store %d, %C[%i * 32, 0]
}

// As an encoding, and of a tile whose memory is contiguous along the other dimension.
// CHECK-LABEL: tile.kernel @encoding
// CHECK: tile.join {{.*}} to tensor<64x2xi8, #tile.layout<register = {{\[}}[0, 1]
// CHECK: tile.convert_layout
tile.kernel @encoding(%A: memref<?xi8>[M], %C: memref<?x?xi8>[M, N] transposed(true)) warps(2) grid(%i = ceildiv(M, 64)) {
  %a = tile.load %A[%i * 64] : tensor<64xi8>
  %c = tile.join %a, %a : tensor<64xi8> to tensor<64x2xi8, #tile.layout<register = [[32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 1]]>>
  %d = arith.addi %c, %c : tensor<64x2xi8, #tile.layout<register = [[32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 1]]>>
  %e = tile.convert_layout %d : tensor<64x2xi8, #tile.layout<register = [[32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 1]]>> to tensor<64x2xi8>
  tile.store %e, %C[%i * 64, 0]
}
