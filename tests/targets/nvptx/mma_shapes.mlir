// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s --check-prefix=PTX
// Every instruction of mma.sync: text, and what PTX calls it.

// CHECK-LABEL: simt.kernel @m16n8k16_f16_f16_f16
// PTX-LABEL: .entry m16n8k16_f16_f16_f16
simt.kernel @m16n8k16_f16_f16_f16(%A: memref<?xf16>[N], %B: memref<?xf16>[K], %C: memref<?xf16>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf16>, vector<8xf16>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf16>, vector<4xf16>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf16>, vector<4xf16>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf16>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf16>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf16>, vector<4xf16>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k16_f16_f16_f32
// PTX-LABEL: .entry m16n8k16_f16_f16_f32
simt.kernel @m16n8k16_f16_f16_f32(%A: memref<?xf16>[N], %B: memref<?xf16>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf16>, vector<8xf16>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf16>, vector<4xf16>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k8_f16_f16_f16
// PTX-LABEL: .entry m16n8k8_f16_f16_f16
simt.kernel @m16n8k8_f16_f16_f16(%A: memref<?xf16>[N], %B: memref<?xf16>[K], %C: memref<?xf16>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf16>, vector<4xf16>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf16>, vector<2xf16>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf16>, vector<4xf16>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k8" : vector<4xf16>, vector<2xf16>, vector<4xf16>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k8" : vector<4xf16>, vector<2xf16>, vector<4xf16>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf16>, vector<4xf16>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k8_f16_f16_f32
// PTX-LABEL: .entry m16n8k8_f16_f16_f32
simt.kernel @m16n8k8_f16_f16_f32(%A: memref<?xf16>[N], %B: memref<?xf16>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf16>, vector<4xf16>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf16>, vector<2xf16>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k8" : vector<4xf16>, vector<2xf16>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k8" : vector<4xf16>, vector<2xf16>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k16_bf16_bf16_f32
// PTX-LABEL: .entry m16n8k16_bf16_bf16_f32
simt.kernel @m16n8k16_bf16_bf16_f32(%A: memref<?xbf16>[N], %B: memref<?xbf16>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xbf16>, vector<8xbf16>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xbf16>, vector<4xbf16>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k16" : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k8_bf16_bf16_f32
// PTX-LABEL: .entry m16n8k8_bf16_bf16_f32
simt.kernel @m16n8k8_bf16_bf16_f32(%A: memref<?xbf16>[N], %B: memref<?xbf16>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xbf16>, vector<4xbf16>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xbf16>, vector<2xbf16>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k8" : vector<4xbf16>, vector<2xbf16>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k8" : vector<4xbf16>, vector<2xbf16>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k8_tf32_tf32_f32
// PTX-LABEL: .entry m16n8k8_tf32_tf32_f32
simt.kernel @m16n8k8_tf32_tf32_f32(%A: memref<?xtf32>[N], %B: memref<?xtf32>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xtf32>, vector<4xtf32>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xtf32>, vector<2xtf32>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k8" : vector<4xtf32>, vector<2xtf32>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k8" : vector<4xtf32>, vector<2xtf32>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k4_tf32_tf32_f32
// PTX-LABEL: .entry m16n8k4_tf32_tf32_f32
simt.kernel @m16n8k4_tf32_tf32_f32(%A: memref<?xtf32>[N], %B: memref<?xtf32>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xtf32>, vector<2xtf32>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xtf32>, vector<1xtf32>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k4" : vector<2xtf32>, vector<1xtf32>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k4" : vector<2xtf32>, vector<1xtf32>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k16_s8_s8_s32
// PTX-LABEL: .entry m16n8k16_s8_s8_s32
simt.kernel @m16n8k16_s8_s8_s32(%A: memref<?xi8>[N], %B: memref<?xi8>[K], %C: memref<?xi32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xi8>, vector<8xi8>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xi8>, vector<4xi8>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xi32>, vector<4xi32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" : vector<8xi8>, vector<4xi8>, vector<4xi32>
  // PTX: mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k16" : vector<8xi8>, vector<4xi8>, vector<4xi32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xi32>, vector<4xi32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k32_s8_s8_s32
// PTX-LABEL: .entry m16n8k32_s8_s8_s32
simt.kernel @m16n8k32_s8_s8_s32(%A: memref<?xi8>[N], %B: memref<?xi8>[K], %C: memref<?xi32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xi8>, vector<16xi8>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xi8>, vector<8xi8>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xi32>, vector<4xi32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k32" : vector<16xi8>, vector<8xi8>, vector<4xi32>
  // PTX: mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k32" : vector<16xi8>, vector<8xi8>, vector<4xi32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xi32>, vector<4xi32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k32_e4m3_e4m3_f32
// PTX-LABEL: .entry m16n8k32_e4m3_e4m3_f32
simt.kernel @m16n8k32_e4m3_e4m3_f32(%A: memref<?xf8E4M3FN>[N], %B: memref<?xf8E4M3FN>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf8E4M3FN>, vector<16xf8E4M3FN>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf8E4M3FN>, vector<8xf8E4M3FN>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k32" : vector<16xf8E4M3FN>, vector<8xf8E4M3FN>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k32" : vector<16xf8E4M3FN>, vector<8xf8E4M3FN>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k32_e4m3_e5m2_f32
// PTX-LABEL: .entry m16n8k32_e4m3_e5m2_f32
simt.kernel @m16n8k32_e4m3_e5m2_f32(%A: memref<?xf8E4M3FN>[N], %B: memref<?xf8E5M2>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf8E4M3FN>, vector<16xf8E4M3FN>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf8E5M2>, vector<8xf8E5M2>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k32" : vector<16xf8E4M3FN>, vector<8xf8E5M2>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k32" : vector<16xf8E4M3FN>, vector<8xf8E5M2>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k32_e5m2_e5m2_f32
// PTX-LABEL: .entry m16n8k32_e5m2_e5m2_f32
simt.kernel @m16n8k32_e5m2_e5m2_f32(%A: memref<?xf8E5M2>[N], %B: memref<?xf8E5M2>[K], %C: memref<?xf32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf8E5M2>, vector<16xf8E5M2>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf8E5M2>, vector<8xf8E5M2>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf32>, vector<4xf32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k32" : vector<16xf8E5M2>, vector<8xf8E5M2>, vector<4xf32>
  // PTX: mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k32" : vector<16xf8E5M2>, vector<8xf8E5M2>, vector<4xf32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m8n8k4_f64_f64_f64
// PTX-LABEL: .entry m8n8k4_f64_f64_f64
simt.kernel @m8n8k4_f64_f64_f64(%A: memref<?xf64>[N], %B: memref<?xf64>[K], %C: memref<?xf64>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf64>, vector<1xf64>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf64>, vector<1xf64>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf64>, vector<2xf64>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m8n8k4" : vector<1xf64>, vector<1xf64>, vector<2xf64>
  // PTX: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
  %d = tc.mma %a0, %b0, %c0 instr "mma.m8n8k4" : vector<1xf64>, vector<1xf64>, vector<2xf64>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xf64>, vector<2xf64>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k4_f64_f64_f64
// PTX-LABEL: .entry m16n8k4_f64_f64_f64
simt.kernel @m16n8k4_f64_f64_f64(%A: memref<?xf64>[N], %B: memref<?xf64>[K], %C: memref<?xf64>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf64>, vector<2xf64>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf64>, vector<1xf64>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf64>, vector<2xf64>
  %ci2 = arith.constant 2 : index
  %c2 = mem.load %C[%ci2] : memref<?xf64>, vector<2xf64>
  %cz = arith.constant dense<0.0> : vector<4xf64>
  %cp0 = vector.insert_strided_slice %c0, %cz {offsets = [0], strides = [1]} : vector<2xf64> into vector<4xf64>
  %cp1 = vector.insert_strided_slice %c2, %cp0 {offsets = [2], strides = [1]} : vector<2xf64> into vector<4xf64>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k4" : vector<2xf64>, vector<1xf64>, vector<4xf64>
  // PTX: mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64
  %d = tc.mma %a0, %b0, %cp1 instr "mma.m16n8k4" : vector<2xf64>, vector<1xf64>, vector<4xf64>
  %d0 = vector.extract_strided_slice %d {offsets = [0], sizes = [2], strides = [1]} : vector<4xf64> to vector<2xf64>
  %di0 = arith.constant 0 : index
  mem.store %d0, %C[%di0] : memref<?xf64>, vector<2xf64>
  %d2 = vector.extract_strided_slice %d {offsets = [2], sizes = [2], strides = [1]} : vector<4xf64> to vector<2xf64>
  %di2 = arith.constant 2 : index
  mem.store %d2, %C[%di2] : memref<?xf64>, vector<2xf64>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k8_f64_f64_f64
// PTX-LABEL: .entry m16n8k8_f64_f64_f64
simt.kernel @m16n8k8_f64_f64_f64(%A: memref<?xf64>[N], %B: memref<?xf64>[K], %C: memref<?xf64>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf64>, vector<2xf64>
  %ai2 = arith.constant 2 : index
  %a2 = mem.load %A[%ai2] : memref<?xf64>, vector<2xf64>
  %az = arith.constant dense<0.0> : vector<4xf64>
  %ap0 = vector.insert_strided_slice %a0, %az {offsets = [0], strides = [1]} : vector<2xf64> into vector<4xf64>
  %ap1 = vector.insert_strided_slice %a2, %ap0 {offsets = [2], strides = [1]} : vector<2xf64> into vector<4xf64>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf64>, vector<2xf64>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf64>, vector<2xf64>
  %ci2 = arith.constant 2 : index
  %c2 = mem.load %C[%ci2] : memref<?xf64>, vector<2xf64>
  %cz = arith.constant dense<0.0> : vector<4xf64>
  %cp0 = vector.insert_strided_slice %c0, %cz {offsets = [0], strides = [1]} : vector<2xf64> into vector<4xf64>
  %cp1 = vector.insert_strided_slice %c2, %cp0 {offsets = [2], strides = [1]} : vector<2xf64> into vector<4xf64>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k8" : vector<4xf64>, vector<2xf64>, vector<4xf64>
  // PTX: mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64
  %d = tc.mma %ap1, %b0, %cp1 instr "mma.m16n8k8" : vector<4xf64>, vector<2xf64>, vector<4xf64>
  %d0 = vector.extract_strided_slice %d {offsets = [0], sizes = [2], strides = [1]} : vector<4xf64> to vector<2xf64>
  %di0 = arith.constant 0 : index
  mem.store %d0, %C[%di0] : memref<?xf64>, vector<2xf64>
  %d2 = vector.extract_strided_slice %d {offsets = [2], sizes = [2], strides = [1]} : vector<4xf64> to vector<2xf64>
  %di2 = arith.constant 2 : index
  mem.store %d2, %C[%di2] : memref<?xf64>, vector<2xf64>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k16_f64_f64_f64
// PTX-LABEL: .entry m16n8k16_f64_f64_f64
simt.kernel @m16n8k16_f64_f64_f64(%A: memref<?xf64>[N], %B: memref<?xf64>[K], %C: memref<?xf64>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xf64>, vector<2xf64>
  %ai2 = arith.constant 2 : index
  %a2 = mem.load %A[%ai2] : memref<?xf64>, vector<2xf64>
  %ai4 = arith.constant 4 : index
  %a4 = mem.load %A[%ai4] : memref<?xf64>, vector<2xf64>
  %ai6 = arith.constant 6 : index
  %a6 = mem.load %A[%ai6] : memref<?xf64>, vector<2xf64>
  %az = arith.constant dense<0.0> : vector<8xf64>
  %ap0 = vector.insert_strided_slice %a0, %az {offsets = [0], strides = [1]} : vector<2xf64> into vector<8xf64>
  %ap1 = vector.insert_strided_slice %a2, %ap0 {offsets = [2], strides = [1]} : vector<2xf64> into vector<8xf64>
  %ap2 = vector.insert_strided_slice %a4, %ap1 {offsets = [4], strides = [1]} : vector<2xf64> into vector<8xf64>
  %ap3 = vector.insert_strided_slice %a6, %ap2 {offsets = [6], strides = [1]} : vector<2xf64> into vector<8xf64>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xf64>, vector<2xf64>
  %bi2 = arith.constant 2 : index
  %b2 = mem.load %B[%bi2] : memref<?xf64>, vector<2xf64>
  %bz = arith.constant dense<0.0> : vector<4xf64>
  %bp0 = vector.insert_strided_slice %b0, %bz {offsets = [0], strides = [1]} : vector<2xf64> into vector<4xf64>
  %bp1 = vector.insert_strided_slice %b2, %bp0 {offsets = [2], strides = [1]} : vector<2xf64> into vector<4xf64>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xf64>, vector<2xf64>
  %ci2 = arith.constant 2 : index
  %c2 = mem.load %C[%ci2] : memref<?xf64>, vector<2xf64>
  %cz = arith.constant dense<0.0> : vector<4xf64>
  %cp0 = vector.insert_strided_slice %c0, %cz {offsets = [0], strides = [1]} : vector<2xf64> into vector<4xf64>
  %cp1 = vector.insert_strided_slice %c2, %cp0 {offsets = [2], strides = [1]} : vector<2xf64> into vector<4xf64>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" : vector<8xf64>, vector<4xf64>, vector<4xf64>
  // PTX: mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64
  %d = tc.mma %ap3, %bp1, %cp1 instr "mma.m16n8k16" : vector<8xf64>, vector<4xf64>, vector<4xf64>
  %d0 = vector.extract_strided_slice %d {offsets = [0], sizes = [2], strides = [1]} : vector<4xf64> to vector<2xf64>
  %di0 = arith.constant 0 : index
  mem.store %d0, %C[%di0] : memref<?xf64>, vector<2xf64>
  %d2 = vector.extract_strided_slice %d {offsets = [2], sizes = [2], strides = [1]} : vector<4xf64> to vector<2xf64>
  %di2 = arith.constant 2 : index
  mem.store %d2, %C[%di2] : memref<?xf64>, vector<2xf64>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k32_s8_s8_s32_unsigned_a
// PTX-LABEL: .entry m16n8k32_s8_s8_s32_unsigned_a
simt.kernel @m16n8k32_s8_s8_s32_unsigned_a(%A: memref<?xi8>[N], %B: memref<?xi8>[K], %C: memref<?xi32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xi8>, vector<16xi8>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xi8>, vector<8xi8>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xi32>, vector<4xi32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k32" unsigned_a : vector<16xi8>, vector<8xi8>, vector<4xi32>
  // PTX: mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k32" unsigned_a : vector<16xi8>, vector<8xi8>, vector<4xi32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xi32>, vector<4xi32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k32_s8_s8_s32_unsigned_b_satfinite
// PTX-LABEL: .entry m16n8k32_s8_s8_s32_unsigned_b_satfinite
simt.kernel @m16n8k32_s8_s8_s32_unsigned_b_satfinite(%A: memref<?xi8>[N], %B: memref<?xi8>[K], %C: memref<?xi32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xi8>, vector<16xi8>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xi8>, vector<8xi8>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xi32>, vector<4xi32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k32" unsigned_b satfinite : vector<16xi8>, vector<8xi8>, vector<4xi32>
  // PTX: mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k32" unsigned_b satfinite : vector<16xi8>, vector<8xi8>, vector<4xi32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xi32>, vector<4xi32>
  simt.return
}

// CHECK-LABEL: simt.kernel @m16n8k16_s8_s8_s32_unsigned_a_unsigned_b
// PTX-LABEL: .entry m16n8k16_s8_s8_s32_unsigned_a_unsigned_b
simt.kernel @m16n8k16_s8_s8_s32_unsigned_a_unsigned_b(%A: memref<?xi8>[N], %B: memref<?xi8>[K], %C: memref<?xi32>[M]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %ai0 = arith.constant 0 : index
  %a0 = mem.load %A[%ai0] : memref<?xi8>, vector<8xi8>
  %bi0 = arith.constant 0 : index
  %b0 = mem.load %B[%bi0] : memref<?xi8>, vector<4xi8>
  %ci0 = arith.constant 0 : index
  %c0 = mem.load %C[%ci0] : memref<?xi32>, vector<4xi32>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" unsigned_a unsigned_b : vector<8xi8>, vector<4xi8>, vector<4xi32>
  // PTX: mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32
  %d = tc.mma %a0, %b0, %c0 instr "mma.m16n8k16" unsigned_a unsigned_b : vector<8xi8>, vector<4xi8>, vector<4xi32>
  %di0 = arith.constant 0 : index
  mem.store %d, %C[%di0] : memref<?xi32>, vector<4xi32>
  simt.return
}

