// RUN: tile-compile %s --pass-pipeline=canonicalize --emit=thread -o - | FileCheck %s --check-prefix=THREAD
// RUN: tile-compile %s --pass-pipeline= --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
// RUN: rm -rf %t && mkdir %t
// RUN: tile-compile %s --pass-pipeline=canonicalize --emit=ptx --dump-levels=%t/levels -o %t/k.ptx
// RUN: ls %t/levels | FileCheck %s --check-prefix=FILES
// RUN: FileCheck %s --check-prefix=PTX < %t/k.ptx
// RUN: FileCheck %s --check-prefix=JSON < %t/k.json
// One file a level, launch metadata beside the PTX.

// FILES: 01_tile.mlir
// FILES-NEXT: 02_canonicalize.mlir
// FILES: _launch.json
// FILES-NEXT: _kernel.ll
// FILES-NEXT: _kernel.ptx
// THREAD: simt.kernel @k
// THREAD-NOT: arith.addi
// LLVM: define ptx_kernel void @k(
// PTX: .entry k(
// JSON: "entry": "k"
simt.kernel @k(%C: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.addi %one, %one : i32
  mem.store %two, %C[%c0] : memref<?xi32>, i32
  simt.return
}
