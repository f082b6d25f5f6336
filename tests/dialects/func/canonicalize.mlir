// RUN: tile-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @id(
// CHECK-NEXT: return %x : i32
func.func private @id(%x: i32) -> i32 {
  return %x : i32
}

// A call of a value that is known is a call of the function.
// CHECK-LABEL: @known(
// CHECK-NEXT: %r = call @id(%x) : (i32) -> i32
// CHECK-NEXT: return %r : i32
func.func @known(%x: i32) -> i32 {
  %f = constant @id : (i32) -> i32
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// Which one it is depends.
// CHECK-LABEL: @unknown(
// CHECK-NEXT: %g = constant @id : (i32) -> i32
// CHECK-NEXT: %h = arith.select %c, %f, %g : (i32) -> i32
// CHECK-NEXT: %r = call_indirect %h(%x) : (i32) -> i32
// CHECK-NEXT: return %r : i32
func.func @unknown(%c: i1, %f: (i32) -> i32, %x: i32) -> i32 {
  %g = constant @id : (i32) -> i32
  %h = arith.select %c, %f, %g : (i32) -> i32
  %r = call_indirect %h(%x) : (i32) -> i32
  return %r : i32
}
