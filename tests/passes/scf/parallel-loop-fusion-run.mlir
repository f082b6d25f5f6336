// What functions give before and after their parallel loops are fused.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --scf-parallel-loop-fusion | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-parallel-loop-fusion | FileCheck %s --check-prefix=FUSED

// Squares, their sum, and twice each of them: 0 + 1 + 4 + 9 + 16.
// CHECK: @squares: 30 : index, 8 : index, 32 : index
// FUSED-LABEL: @squares
// FUSED: scf.parallel
// FUSED-NOT: scf.parallel
// FUSED: return
func.func @squares() -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<5xindex>
  %d = memref.alloc() : memref<5xindex>
  scf.parallel (%i) = (%c0) to (%c5) step (%c1) {
    %s = arith.muli %i, %i : index
    memref.store %s, %m[%i] : memref<5xindex>
  }
  %sum = scf.parallel (%i) = (%c0) to (%c5) step (%c1) init (%c0) -> index {
    %s = memref.load %m[%i] : memref<5xindex>
    scf.reduce(%s : index) {
    ^bb0(%l: index, %r: index):
      %v = arith.addi %l, %r : index
      scf.reduce.return %v : index
    }
  }
  scf.parallel (%i) = (%c0) to (%c5) step (%c1) {
    %s = memref.load %m[%i] : memref<5xindex>
    %t = arith.addi %s, %s : index
    memref.store %t, %d[%i] : memref<5xindex>
  }
  %x = memref.load %d[%c2] : memref<5xindex>
  %y = memref.load %d[%c4] : memref<5xindex>
  memref.dealloc %m : memref<5xindex>
  memref.dealloc %d : memref<5xindex>
  return %sum, %x, %y : index, index, index
}

// The second loop turns the row around, so it must find all of it: 9, 4, 1, 0.
// CHECK: @turned: 9 : index, 0 : index
// FUSED-LABEL: @turned
// FUSED: scf.parallel
// FUSED: scf.parallel
func.func @turned() -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xindex>
  %t = memref.alloc() : memref<4xindex>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %s = arith.muli %i, %i : index
    memref.store %s, %m[%i] : memref<4xindex>
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %j = arith.subi %c3, %i : index
    %s = memref.load %m[%j] : memref<4xindex>
    memref.store %s, %t[%i] : memref<4xindex>
  }
  %x = memref.load %t[%c0] : memref<4xindex>
  %y = memref.load %t[%c3] : memref<4xindex>
  memref.dealloc %m : memref<4xindex>
  memref.dealloc %t : memref<4xindex>
  return %x, %y : index, index
}
