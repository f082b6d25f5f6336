// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_80},tile.kernel(tile-layout))' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_80},tile.kernel(tile-layout))' --split-input-file --debug-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG

// A tile is converted where it is narrow: f16 behind the truncf, not f32 in front of it.

// CHECK-LABEL: tile.kernel @narrow
// CHECK: %[[D:.*]] = tc.dot
// CHECK-NOT: tile.convert_layout
// CHECK: %[[T:.*]] = arith.truncf %[[D]]
// CHECK: %[[C:.*]] = tile.convert_layout %[[T]] : tensor<128x128xf16
// CHECK: tile.store %[[C]]
// DEBUG: [layout] kernel @narrow:
// DEBUG: [layout] tile %h of 'arith.truncf' in line [[#]], tensor<128x128xf16>
// DEBUG: [layout] * cost {{.*}} work {{.*}} conversions {{.*}} as a tensor-core product in line [[#]] asks
// DEBUG: [layout] use of %h by 'tile.store'
// DEBUG: [layout] * cost [[#]] = global [[#]] + conversions [[#]]: layout [[#]], as a store in line [[#]] asks
// DEBUG: [layout] operand 0 of 'tile.store' in line [[#]] is converted or made again: cost [[#]]
// DEBUG: [layout] all together cost [[#]], and nothing less
// DEBUG: [layout] layout [[#]]: #tile.layout<
tile.kernel @narrow(%C: memref<128x128xf16>, %s: memref<128x16xf16>, %t: memref<16x128xf16>) warps(4) grid(%b = 1)
    assume(C.address mod 16 == 0) {
  %z = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tile.load %s[0, 0] : tensor<128x16xf16>
  %y = tile.load %t[0, 0] : tensor<16x128xf16>
  %d = tc.dot %x, %y, %z instr "mma.m16n8k16"
  %h = arith.truncf %d : tensor<128x128xf32> to tensor<128x128xf16>
  tile.store %h, %C[0, 0]
}

// -----

// A row is loaded in the layout that its broadcast needs: no conversion.

// CHECK-LABEL: tile.kernel @row
// CHECK: %[[R:.*]] = tile.load %bias[{{.*}}] : tensor<128xf16, #tile.layout<register = {{\[}}[1], [8],
// CHECK: %[[W:.*]] = arith.extf %[[R]]
// CHECK-NEXT: tile.broadcast %[[W]]
tile.kernel @row(%C: memref<128x128xf32>, %bias: memref<128xf16>, %s: memref<128x16xf16>, %t: memref<16x128xf16>)
    warps(4) grid(%b = 1) assume(bias.address mod 16 == 0, C.address mod 16 == 0) {
  %z = arith.constant dense<0.0> : tensor<128x128xf32>
  %x = tile.load %s[0, 0] : tensor<128x16xf16>
  %y = tile.load %t[0, 0] : tensor<16x128xf16>
  %d = tc.dot %x, %y, %z instr "mma.m16n8k16"
  %r = tile.load %bias[0] : tensor<128xf16>
  %w = arith.extf %r : tensor<128xf16> to tensor<128xf32>
  %rows = tile.broadcast %w : tensor<128xf32> to tensor<128x128xf32>
  %sum = arith.addf %d, %rows : tensor<128x128xf32>
  tile.store %sum, %C[0, 0]
}

// -----

// Both sides of a transposition have accesses of 16 bytes; the exchange is left to the conversion.

// CHECK-LABEL: tile.kernel @transpose
// CHECK: tile.load {{.*}} : tensor<128x64xf16, #tile.layout<register = {{\[}}[0, 1], [0, 2], [0, 4],
// CHECK: %[[T:.*]] = tile.trans
// CHECK: tile.convert_layout %[[T]] : {{.*}} to tensor<64x128xf16, #tile.layout<register = {{\[}}[0, 1], [0, 2], [0, 4],
tile.kernel @transpose(%A: memref<128x64xf16>, %B: memref<64x128xf16>) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[0, 0] : tensor<128x64xf16>
  %t = tile.trans %a : tensor<128x64xf16> to tensor<64x128xf16>
  tile.store %t, %B[0, 0]
}

// -----

// Elements of two sizes: as many a thread as make the wider side's accesses whole.

// CHECK-LABEL: tile.kernel @widen
// CHECK: tile.load {{.*}} : tensor<2048xf16, #tile.layout<register = {{\[}}[1], [2], [512], [1024]], lane = {{\[}}[4],
tile.kernel @widen(%A: memref<2048xf16>, %B: memref<2048xf32>) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[0] : tensor<2048xf16>
  %x = arith.extf %a : tensor<2048xf16> to tensor<2048xf32>
  tile.store %x, %B[0]
}

// -----

// What a loop does not change is converted in front of it.

// CHECK-LABEL: tile.kernel @invariant
// CHECK: tile.convert_layout
// CHECK: tile.pipelined
// CHECK-NOT: tile.convert_layout
// CHECK: tc.dot
tile.kernel @invariant(%C: memref<64x64xf32>, %s: memref<64x16xf16>, %t: memref<16x64xf16>) warps(4) grid(%b = 1)
    assume(s.address mod 16 == 0, t.address mod 16 == 0) {
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tile.load %s[0, 0] {tile.layout = #tile.blocked<per_thread = [1, 8], lanes = [16, 2], warps = [4, 1]>} : tensor<64x16xf16>
  %y = tile.load %t[0, 0] : tensor<16x64xf16>
  %r = tile.pipelined %k = 0 to 8 iter_args(%c = %z) {
    %d = tc.dot %x, %y, %c instr "mma.m16n8k16"
    tile.yield %d
  }
  tile.store %r, %C[0, 0]
}

// -----

// The swizzle of a buffer that tile-stage made follows from its accesses; another one keeps its layout.

// CHECK-LABEL: tile.kernel @swizzle
// CHECK: mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
// CHECK: mem.alloc : !mem.buffer<16x64xf16, shared>
// DEBUG: [layout] kernel @swizzle:
// DEBUG: [layout] buffer %s of 'mem.alloc' in line [[#]], !mem.buffer<64x16xf16, shared>
// DEBUG: [layout]   cost [[#]] = shared [[#]]: !mem.buffer<64x16xf16, shared>, tile-stage
// DEBUG: [layout] * cost [[#]] = shared [[#]]: !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, a swizzle
tile.kernel @swizzle(%C: memref<64x64xf32>, %A: memref<64x16xf16>, %B: memref<16x64xf16>) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %s = mem.alloc {tile.staged} : !mem.buffer<64x16xf16, shared>
  %t = mem.alloc : !mem.buffer<16x64xf16, shared>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x16xf16>
  tile.store %a, %s[0, 0]
  %b0 = tile.load %B[0, 0] : tensor<16x64xf16>
  tile.store %b0, %t[0, 0]
  %x = tile.load %s[0, 0] : tensor<64x16xf16>
  %y = tile.load %t[0, 0] : tensor<16x64xf16>
  %d = tc.dot %x, %y, %z instr "mma.m16n8k16"
  tile.store %d, %C[0, 0]
}

// -----

// Elements of 32 bits: threads hold patches of 4x4, so that the exchange has vectors on both sides.

// CHECK-LABEL: tile.kernel @transpose_f32
// CHECK: tile.{{load|convert_layout}} {{.*}}tensor<64x64xf32, #tile.layout<register = {{\[}}[0, 1], [0, 2], [1, 0], [2, 0], [32, 0]]
tile.kernel @transpose_f32(%A: memref<64x64xf32>, %B: memref<64x64xf32>) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[0, 0] : tensor<64x64xf32>
  %t = tile.trans %a : tensor<64x64xf32> to tensor<64x64xf32>
  tile.store %t, %B[0, 0]
}
