// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// 16-bit floats live in pairs: one instruction for two elements, one conversion for two.

// CHECK-LABEL: .entry pairs
// CHECK-COUNT-2: add.rn.f16x2
// CHECK-COUNT-2: fma.rn.f16x2
// CHECK-COUNT-2: max.NaN.f16x2
simt.kernel @pairs(%A: memref<?xf16>[N], %C: memref<?xf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf16>, vector<4xf16>
  %s = arith.addf %x, %x : vector<4xf16>
  %f = math.fma %s, %x, %x : vector<4xf16>
  %m = arith.maximumf %f, %x : vector<4xf16>
  mem.store %m, %C[%c0] : memref<?xf16>, vector<4xf16>
  simt.return
}

// CHECK-LABEL: .entry conversion
// CHECK-COUNT-2: cvt.rn.bf16x2.f32
// CHECK-NOT: cvt.rn.bf16x2.f32
// CHECK: st.global.v2.b32
simt.kernel @conversion(%A: memref<?xf32>[N], %C: memref<?xbf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, vector<4xf32>
  %t = arith.truncf %x : vector<4xf32> to vector<4xbf16>
  mem.store %t, %C[%c0] : memref<?xbf16>, vector<4xbf16>
  simt.return
}
