// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// bf16 fragments are handed to the intrinsic as bits; elements of a fragment stay where they are.

// CHECK-LABEL: .entry bf16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
simt.kernel @bf16(%A: memref<?xbf16>[N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %a = mem.load %A[%c0] : memref<?xbf16>, vector<8xbf16>
  %b = vector.extract_strided_slice %a {offsets = [4], sizes = [4], strides = [1]} : vector<8xbf16> to vector<4xbf16>
  %d = tc.mma %a, %b, %zero instr "mma.m16n8k16" : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  mem.store %d, %C[%c0] : memref<?xf32>, vector<4xf32>
  simt.return
}
