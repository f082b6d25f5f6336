// RUN: tile-compile %s --pass-pipeline= -o - | FileCheck %s --check-prefix=LINE
// RUN: tile-compile %s --pass-pipeline= --debug-info=none -o - | FileCheck %s --check-prefix=NONE
// PTX carries the lines of this file, and no DWARF.

// NONE-NOT: .loc
// NONE-NOT: .section
simt.kernel @k(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  // LINE: .loc [[FILE:[0-9]+]] [[#@LINE+1]]
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  // LINE: .loc [[FILE]] [[#@LINE+1]]
  %y = arith.mulf %x, %x : f32
  mem.store %y, %A[%c0] : memref<?xf32>, f32
  simt.return
}
// LINE: .file [[FILE]] "{{.*}}line_numbers.mlir"
// LINE-NOT: .section .debug_info
