// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// The launch says how many blocks there are.

// CHECK: .visible .entry count(
// CHECK: mov.u32 %[[N:.*]], %nctaid.x;
// CHECK: st.global.b32 [%rd{{.*}}], %[[N]];
simt.kernel @count(%A: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %n = simt.num_blocks : i32
  %v = vector.broadcast %n : i32 to vector<1xi32>
  mem.store %v, %A[%c0] : memref<?xi32>, vector<1xi32>
  simt.return
}
