// RUN: tile-compile %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: FileCheck %s < %t.ptx
//
// A file of threads alone becomes a CFG, and no pass of tiles is asked.

// QUIET-NOT: {{.}}

// CHECK-LABEL: .entry k
// CHECK: setp
// CHECK: st.global
simt.kernel @k(%A: memref<32xi32>, %n: i32) threads(32) grid(1) {
  %t = simt.thread_id : i32
  %in = arith.cmpi slt, %t, %n : i32
  scf.if %in {
    %i = arith.index_cast %t : i32 to index
    mem.store %t, %A[%i] : memref<32xi32>, i32
  }
  simt.return
}
