// RUN: interp-run %s | FileCheck %s

// What says something of memory leaves it as it is: all four names are one element.
// CHECK: @same: 7 : i32, 5 : i32, 0 : index
func.func @same() -> (i32, i32, index) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %five = arith.constant 5 : i32
  %m = memref.alloc() : memref<4xi32, 3>
  %n = memref.alloc() : memref<2xi32>
  %a = memref.memory_space_cast %m : memref<4xi32, 3> to memref<4xi32>
  %b = memref.assume_alignment %a, 4 : memref<4xi32>
  %x, %y = memref.distinct_objects %b, %n : memref<4xi32>, memref<2xi32>
  memref.store %seven, %x[%c0] : memref<4xi32>
  memref.store %five, %n[%c0] : memref<2xi32>
  %0 = memref.load %m[%c0] : memref<4xi32, 3>
  %1 = memref.load %y[%c0] : memref<2xi32>
  %p = memref.extract_aligned_pointer_as_index %x : memref<4xi32> -> index
  %q = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %2 = arith.subi %p, %q : index
  return %0, %1, %2 : i32, i32, index
}
