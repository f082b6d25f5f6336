// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a --debug-info=none -o - | FileCheck %s
// Bytes are worked on four in a word.

// A conversion is a permutation and a subtraction, for two f16.
// CHECK-LABEL: .entry to_f16
// CHECK: xor.b32 [[W:%r[0-9]+]], {{.*}}, -2139062144;
// CHECK-DAG: prmt.b32 {{.*}}, [[W]], 1684300900, 0x4140U;
// CHECK-DAG: prmt.b32 {{.*}}, [[W]], 1684300900, 0x4342U;
// CHECK-NOT: cvt
// CHECK: st.global
simt.kernel @to_f16(%A: memref<?xi8>[N], %B: memref<?xf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xi8>, vector<4xi8>
  %s = arith.sitofp %x : vector<4xi8> to vector<4xf16>
  mem.store %s, %B[%c0] : memref<?xf16>, vector<4xf16>
  simt.return
}

// CHECK-LABEL: .entry to_bf16
// CHECK-COUNT-4: prmt.b32
// CHECK-NOT: cvt
// CHECK: st.global
simt.kernel @to_bf16(%A: memref<?xi8>[N], %B: memref<?xbf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xi8>, vector<4xi8>
  %s = arith.uitofp %x : vector<4xi8> to vector<4xbf16>
  mem.store %s, %B[%c0] : memref<?xbf16>, vector<4xbf16>
  simt.return
}

// Halves of bytes, with their sign: shifts of words, of which LLVM makes fewer.
// CHECK-LABEL: .entry halves
// CHECK: shr.u32
// CHECK-NOT: {{shl|shr}}
// CHECK-NOT: cvt
// CHECK: st.global
simt.kernel @halves(%A: memref<?xi8>[N], %B: memref<?xf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %four = arith.constant dense<4> : vector<4xi8>
  %x = mem.load %A[%c0] : memref<?xi8>, vector<4xi8>
  %up = arith.shli %x, %four : vector<4xi8>
  %low = arith.shrsi %up, %four : vector<4xi8>
  %high = arith.shrsi %x, %four : vector<4xi8>
  %both = vector.shuffle %low, %high [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xi8>, vector<4xi8>
  %s = arith.sitofp %both : vector<8xi8> to vector<8xf16>
  mem.store %s, %B[%c0] : memref<?xf16>, vector<8xf16>
  simt.return
}

// Counts that differ, and vectors that are no whole words, go byte by byte.
// CHECK-LABEL: .entry single
// CHECK: shr
// CHECK: shr
simt.kernel @single(%A: memref<?xi8>[N], %B: memref<?xi8>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %n = arith.constant dense<[1, 2]> : vector<2xi8>
  %x = mem.load %A[%c0] : memref<?xi8>, vector<2xi8>
  %y = arith.shrui %x, %n : vector<2xi8>
  mem.store %y, %B[%c0] : memref<?xi8>, vector<2xi8>
  simt.return
}
