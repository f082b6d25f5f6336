// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' | FileCheck %s
// RUN: tile-opt %s --tile-to-thread-level -o /dev/null

// A layout that a person named wins over what accesses would like.

// CHECK-LABEL: tile.kernel @named
// CHECK: tile.load {{.*}} : tensor<64x64xf32, #tile.layout<register = {{\[}}[0, 1], [0, 32], [8, 0], [16, 0], [32, 0]], lane =
tile.kernel @named(%A: memref<64x64xf32>, %B: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] {tile.layout = #tile.blocked<per_thread = [1, 2], lanes = [8, 4], warps = [1, 4]>} : tensor<64x64xf32>
  %s = arith.addf %a, %a : tensor<64x64xf32>
  tile.store %s, %B[0, 0]
}

// One between conversions, and one that an encoding names.

// CHECK-LABEL: tile.kernel @encoded
// CHECK: %[[A:.*]] = tile.load
// CHECK: %[[C:.*]] = tile.convert_layout %[[A]] {{.*}} to tensor<64x64xf32, #tile.layout<register = {{\[}}[0, 1], [8, 0], [0, 8]
// CHECK: %[[E:.*]] = math.exp %[[C]] {{.*}}: tensor<64x64xf32, #tile.layout<register = {{\[}}[0, 1], [8, 0], [0, 8]
// CHECK: tile.convert_layout %[[E]]
tile.kernel @encoded(%A: memref<64x64xf32>, %B: memref<64x64xf32>) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[0, 0] : tensor<64x64xf32>
  %m = tile.convert_layout %a : tensor<64x64xf32> to tensor<64x64xf32, #tile.mma<m16n8k16, c, warps = [2, 2]>>
  %e = math.exp %m : tensor<64x64xf32, #tile.mma<m16n8k16, c, warps = [2, 2]>>
  %f = tile.convert_layout %e : tensor<64x64xf32, #tile.mma<m16n8k16, c, warps = [2, 2]>> to tensor<64x64xf32>
  tile.store %f, %B[0, 0]
}

// An instruction gets its operand converted; the hint stays.

// CHECK-LABEL: tile.kernel @instruction
// CHECK: %[[Z:.*]] = arith.constant {{.*}} dense<0.{{.*}}register = {{\[}}[0, 1], [0, 2]
// CHECK: %[[C:.*]] = tile.convert_layout %[[Z]]
// CHECK: tc.dot {{.*}}, {{.*}}, %[[C]]
tile.kernel @instruction(%A: memref<64x64xf32>, %s: memref<64x16xf16>, %t: memref<16x64xf16>) warps(4) grid(%b = 1) {
  %z = arith.constant {tile.layout = #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [4, 1]>} dense<0.0> : tensor<64x64xf32>
  %x = tile.load %s[0, 0] : tensor<64x16xf16>
  %y = tile.load %t[0, 0] : tensor<16x64xf16>
  %d = tc.dot %x, %y, %z instr "mma.m16n8k16"
  tile.store %d, %A[0, 0]
}
