// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select)' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select)' --split-input-file --remarks-filter=tc-select 2>&1 | FileCheck %s --check-prefix=WHY

// All warpgroups along M; an accumulator of zeros is none.
// CHECK-LABEL: tile.kernel @along_m
// CHECK: %[[D:.*]] = tc.dot_async %staged, %staged_0 instr "wgmma.m64n96k16" : {{.*}} -> !tc.inflight<tensor<128x96xf32>>
// CHECK: tc.dot_wait 0, %[[D]]
// WHY: remark: is computed by wgmma.m64n96k16
tile.kernel @along_m(%A: memref<128x32xf16>, %B: memref<32x96xf16>, %C: memref<128x96xf32>) warps(8) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<128x96xf32>
  %a = tile.load %A[0, 0] : tensor<128x32xf16>
  %b1 = tile.load %B[0, 0] : tensor<32x96xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// M is too small for two warpgroups; N is that of two instructions for each.
// CHECK-LABEL: tile.kernel @along_n
// CHECK: tc.dot_async %{{.*}}, %{{.*}} instr "wgmma.m64n256k16" warpgroups [1, 2]
tile.kernel @along_n(%A: memref<64x16xbf16>, %B: memref<16x1024xbf16>, %C: memref<64x1024xf32>) warps(8) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x1024xf32>
  %a = tile.load %A[0, 0] : tensor<64x16xbf16>
  %b1 = tile.load %B[0, 0] : tensor<16x1024xbf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// Three groups; a left operand that a product made stays in registers.
// CHECK-LABEL: tile.kernel @chained
// CHECK: tc.dot_async %{{.*}}, %{{.*}} instr "wgmma.m64n64k16"
// CHECK: %[[H:.*]] = arith.truncf
// CHECK: tc.dot_async %[[H]], %{{.*}} instr "wgmma.m64n32k16" : tensor<192x64xf16>
tile.kernel @chained(%A: memref<192x32xf16>, %B: memref<32x64xf16>, %C: memref<64x32xf16>, %D: memref<192x32xf32>) warps(12) grid(%b = 1) {
  %z = arith.constant dense<0.0> : tensor<192x64xf32>
  %zero = arith.constant dense<0.0> : tensor<192x32xf32>
  %a = tile.load %A[0, 0] : tensor<192x32xf16>
  %b1 = tile.load %B[0, 0] : tensor<32x64xf16>
  %c = tile.load %C[0, 0] : tensor<64x32xf16>
  %x = tile.dot %a, %b1, %z
  %h = arith.truncf %x : tensor<192x64xf32> to tensor<192x64xf16>
  %d = tile.dot %h, %c, %zero
  tile.store %d, %D[0, 0]
}

// -----

// 8-bit numbers; f16 sums.
// CHECK-LABEL: tile.kernel @types
// CHECK: tc.dot_async %{{.*}}, %{{.*}} instr "wgmma.m64n32k32" : {{.*}} -> !tc.inflight<tensor<64x32xi32>>
// CHECK: tc.dot_async %{{.*}}, %{{.*}} instr "wgmma.m64n32k16" : {{.*}} -> !tc.inflight<tensor<64x32xf16>>
tile.kernel @types(%A: memref<64x32xi8>, %B: memref<32x32xi8>, %C: memref<64x32xi32>, %E: memref<64x32xf16>, %F: memref<32x32xf16>, %G: memref<64x32xf16>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0> : tensor<64x32xi32>
  %a = tile.load %A[0, 0] : tensor<64x32xi8>
  %b1 = tile.load %B[0, 0] : tensor<32x32xi8>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
  %zf = arith.constant dense<0.0> : tensor<64x32xf16>
  %e = tile.load %E[0, 0] : tensor<64x32xf16>
  %f = tile.load %F[0, 0] : tensor<32x32xf16>
  %g = tile.dot %e, %f, %zf
  tile.store %g, %G[0, 0]
}

// -----

// A person's buffers are taken as they are.
// CHECK-LABEL: tile.kernel @buffers
// CHECK: tc.dot_async %s, %t instr
// CHECK: tc.dot {{.*}} instr "mma.m16n8k16"
// WHY: remark: is not computed by wgmma: no descriptor describes its right operand, !mem.buffer<64x64xf16, shared> [missed-wgmma]
tile.kernel @buffers(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<64>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128, column>, shared>
  %u = mem.alloc : !mem.buffer<64x64xf16, shared>
  tile.copy %A[0, 0] to %s[%c0, %c0] shape 64x64
  tile.copy %B[0, 0] to %t[%c0, %c0] shape 64x64
  tile.copy %B[0, 0] to %u[%c0, %c0] shape 64x64
  %d = tile.dot %s, %t, %zero
  %e = tile.dot %s, %u, %d
  tile.store %e, %C[0, 0]
}

// -----

// WHY: remark: is not computed by wgmma: 2 warps are no warpgroups of four [missed-wgmma]
tile.kernel @warps(%A: memref<64x16xf16>, %B: memref<16x64xf16>, %C: memref<64x64xf32>) warps(2) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// WHY: remark: is not computed by wgmma: M is 32, and it takes multiples of 64 [missed-wgmma]
tile.kernel @rows(%A: memref<32x16xf16>, %B: memref<16x64xf16>, %C: memref<32x64xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %a = tile.load %A[0, 0] : tensor<32x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// WHY: remark: is not computed by wgmma: no descriptor describes its left operand, !mem.buffer<64x16xf16, shared> [missed-wgmma]
tile.kernel @swizzle(%A: memref<64x16xf16>, %B: memref<16x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%b = 1) attributes {tile.swizzle = 0 : i64} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

module attributes {tile.target = #tile.target<"sm_80">} {
// CHECK-LABEL: tile.kernel @target
// CHECK: tc.dot {{.*}} instr "mma.m16n8k16"
// WHY: remark: is not computed by wgmma: the target has none [missed-wgmma]
tile.kernel @target(%A: memref<64x16xf16>, %B: memref<16x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}
}

// -----

// With twelve warps an instruction names fewer registers.
// CHECK-LABEL: tile.kernel @twelve
// CHECK: tc.dot_async %{{.*}}, %{{.*}} instr "wgmma.m64n128k16"
tile.kernel @twelve(%A: memref<192x16xf16>, %B: memref<16x256xf16>, %C: memref<192x256xf32>) warps(12) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<192x256xf32>
  %a = tile.load %A[0, 0] : tensor<192x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x256xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}
