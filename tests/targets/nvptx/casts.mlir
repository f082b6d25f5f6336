// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a --debug-info=none -o - | FileCheck %s
// Conversions in as few instructions as their meaning allows.

// What is beyond the numbers of E4M3FN is made NaN first, because the hardware saturates.
// CHECK-LABEL: .entry to_e4m3
// CHECK: setp.le.f32
// CHECK: selp.f32 {{.*}} 0f7FC00000
// CHECK: cvt.rn.satfinite.e4m3x2.f32
// CHECK-NOT: cvt
// CHECK: st.global
simt.kernel @to_e4m3(%A: memref<?xf32>[N], %B: memref<?xf8E4M3FN>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, vector<2xf32>
  %r = arith.truncf %x : vector<2xf32> to vector<2xf8E4M3FN>
  mem.store %r, %B[%c0] : memref<?xf8E4M3FN>, vector<2xf8E4M3FN>
  simt.return
}

// Clamped to these numbers, the instruction alone will do.
// CHECK-LABEL: .entry saturating
// CHECK-NOT: {{max|min|setp|selp}}
// CHECK: cvt.rn.satfinite.e4m3x2.f32
// CHECK-NEXT: st.global
simt.kernel @saturating(%A: memref<?xf32>[N], %B: memref<?xf8E4M3FN>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %low = arith.constant dense<-448.0> : vector<2xf32>
  %high = arith.constant dense<448.0> : vector<2xf32>
  %x = mem.load %A[%c0] : memref<?xf32>, vector<2xf32>
  %y = math.clampf %x to [%low, %high] : vector<2xf32>
  %r = arith.truncf %y : vector<2xf32> to vector<2xf8E4M3FN>
  mem.store %r, %B[%c0] : memref<?xf8E4M3FN>, vector<2xf8E4M3FN>
  simt.return
}

// A clamp to other numbers is not left out.
// CHECK-LABEL: .entry other_clamp
// CHECK: min.NaN.f32
// CHECK: cvt.rn.satfinite.e5m2x2.f32
simt.kernel @other_clamp(%A: memref<?xf32>[N], %B: memref<?xf8E5M2>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %low = arith.constant dense<-448.0> : vector<2xf32>
  %high = arith.constant dense<448.0> : vector<2xf32>
  %x = mem.load %A[%c0] : memref<?xf32>, vector<2xf32>
  %y = math.clampf %x to [%low, %high] : vector<2xf32>
  %r = arith.truncf %y : vector<2xf32> to vector<2xf8E5M2>
  mem.store %r, %B[%c0] : memref<?xf8E5M2>, vector<2xf8E5M2>
  simt.return
}

// CHECK-LABEL: .entry from_f16
// CHECK: cvt.rn.satfinite.e5m2x2.f16x2
simt.kernel @from_f16(%A: memref<?xf16>[N], %B: memref<?xf8E5M2>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf16>, vector<2xf16>
  %r = arith.truncf %x : vector<2xf16> to vector<2xf8E5M2>
  mem.store %r, %B[%c0] : memref<?xf8E5M2>, vector<2xf8E5M2>
  simt.return
}

// CHECK-LABEL: .entry modes
// CHECK: cvt.rz.f16x2.f32
// CHECK: cvt.rz.bf16x2.f32
// CHECK: cvt.rm.f32.f64
simt.kernel @modes(%A: memref<?xf32>[N], %B: memref<?xf16>[N], %C: memref<?xbf16>[N], %D: memref<?xf64>[N])
    threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, vector<2xf32>
  %h = arith.truncf %x toward_zero : vector<2xf32> to vector<2xf16>
  %b = arith.truncf %x toward_zero : vector<2xf32> to vector<2xbf16>
  mem.store %h, %B[%c0] : memref<?xf16>, vector<2xf16>
  mem.store %b, %C[%c0] : memref<?xbf16>, vector<2xbf16>
  %y = mem.load %D[%c0] : memref<?xf64>, f64
  %s = arith.truncf %y downward : f64 to f32
  mem.store %s, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// To i32 the instruction saturates; to fewer bits two more.
// CHECK-LABEL: .entry integers
// CHECK: cvt.rzi.s32.f32
// CHECK: cvt.rzi.s32.f32
// CHECK-DAG: min.s32 {{.*}} 127;
// CHECK-DAG: max.s32 {{.*}} -128;
simt.kernel @integers(%A: memref<?xf32>[N], %B: memref<?xi32>[N], %C: memref<?xi8>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %y = mem.load %A[%c1] : memref<?xf32>, f32
  %i = arith.fptosi %x : f32 to i32
  %j = arith.fptosi %y : f32 to i8
  mem.store %i, %B[%c0] : memref<?xi32>, i32
  mem.store %j, %C[%c0] : memref<?xi8>, i8
  simt.return
}

// Halves of a product.
// CHECK-LABEL: .entry wide_product
// CHECK: mul.hi.u64
simt.kernel @wide_product(%A: memref<?xi64>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xi64>, i64
  %low, %high = arith.mului_extended %x, %x : i64
  %r = arith.xori %low, %high : i64
  mem.store %r, %A[%c0] : memref<?xi64>, i64
  simt.return
}
