// RUN: split-file %s %t
// RUN: not interp-run %t/divide.mlir --lanes=8 2>&1 | FileCheck %t/divide.mlir
// RUN: not interp-run %t/assert.mlir --lanes=8 2>&1 | FileCheck %t/assert.mlir
// RUN: not interp-run %t/views.mlir --lanes=8 2>&1 | FileCheck %t/views.mlir
// RUN: not interp-run %t/slot.mlir --lanes=8 2>&1 | FileCheck %t/slot.mlir
// RUN: not interp-run %t/step.mlir --lanes=8 2>&1 | FileCheck %t/step.mlir
//
// Errors of the lanes that are at work count, and only theirs.

//--- divide.mlir
// CHECK: divide.mlir:[[#@LINE+6]]:{{.*}}divides by zero
func.func @divide(%lane: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %low = arith.cmpi slt, %lane, %c2 : i32
  %r = scf.if %low -> i32 {
    %q = arith.divsi %c1, %lane : i32
    scf.yield %q : i32
  } else {
    scf.yield %c1 : i32
  }
  return %r : i32
}

//--- assert.mlir
// CHECK: assert.mlir:[[#@LINE+4]]:{{.*}}does not hold in lane 5: small
func.func @assert(%lane: i32) {
  %c5 = arith.constant 5 : i32
  %small = arith.cmpi slt, %lane, %c5 : i32
  cf.assert %small, "small"
  return
}

//--- views.mlir
// CHECK: views.mlir:[[#@LINE+13]]:{{.*}}uses a memref<4xi32> that lanes which went another way have made
func.func @views(%lane: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  memref.store %c4, %a[%c0] : memref<4xi32>
  %low = arith.cmpi slt, %lane, %c4 : i32
  %m = scf.if %low -> memref<4xi32> {
    scf.yield %a : memref<4xi32>
  } else {
    scf.yield %b : memref<4xi32>
  }
  %r = memref.load %m[%c0] : memref<4xi32>
  return %r : i32
}

//--- slot.mlir
// CHECK: slot.mlir:[[#@LINE+3]]:{{.*}}is decided differently by lanes 0 and 1, where all have to agree
func.func @slot(%lane: index) {
  %s = mem.alloc : !mem.buffer<8x4xi32, shared>
  %v = mem.index %s[%lane] : !mem.buffer<8x4xi32, shared>
  return
}

//--- step.mlir
// CHECK: step.mlir:[[#@LINE+4]]:{{.*}}has a step of 0; it must be positive
func.func @step(%lane: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %lane {
  }
  return
}
