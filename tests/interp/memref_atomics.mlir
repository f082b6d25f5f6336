// RUN: interp-run %s | FileCheck %s
// RUN: not interp-run %s --call=outside:4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not interp-run %s --call=unwritten:1 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not interp-run %s --call=elsewhere:1 2>&1 | FileCheck %s --check-prefix=ELSEWHERE

memref.global "private" constant @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global "private" @state : memref<2xf32> = dense<0.5>
memref.global "private" @other : memref<2xf32>

// The result is what was there before.
// CHECK: @integers: 5 : i32, 8 : i32, -1 : i32, 3 : i32, 7 : i32
func.func @integers() -> (i32, i32, i32, i32, i32) {
  %five = arith.constant 5 : i32
  %three = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %seven = arith.constant 7 : i32
  %m = memref.alloc() : memref<i32>
  memref.store %five, %m[] : memref<i32>
  %0 = memref.atomic_rmw addi %three, %m[] : (i32, memref<i32>) -> i32
  %1 = memref.atomic_rmw maxu %minus, %m[] : (i32, memref<i32>) -> i32
  %2 = memref.atomic_rmw maxs %three, %m[] : (i32, memref<i32>) -> i32
  %3 = memref.atomic_rmw assign %seven, %m[] : (i32, memref<i32>) -> i32
  %4 = memref.atomic_rmw andi %three, %m[] : (i32, memref<i32>) -> i32
  return %0, %1, %2, %3, %4 : i32, i32, i32, i32, i32
}

// CHECK: @floats: nan : f32, 2 : f32, 0.75 : f32, 0.5 : f32
func.func @floats() -> (f32, f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.25 : f32
  %two = arith.constant 2.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %s = memref.get_global @state : memref<2xf32>
  %t = memref.get_global @state : memref<2xf32>
  %0 = memref.atomic_rmw addf %x, %s[%c1] : (f32, memref<2xf32>) -> f32
  %1 = memref.atomic_rmw maximumf %nan, %t[%c1] : (f32, memref<2xf32>) -> f32
  %2 = memref.atomic_rmw maxnumf %two, %s[%c1] : (f32, memref<2xf32>) -> f32
  %3 = memref.load %t[%c1] : memref<2xf32>
  return %2, %3, %1, %0 : f32, f32, f32, f32
}

// CHECK: @generic: 36 : i32, 36 : i32
func.func @generic() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 6 : i32
  %m = memref.alloc() : memref<1xi32>
  memref.store %x, %m[%c0] : memref<1xi32>
  %new = memref.generic_atomic_rmw %m[%c0] : memref<1xi32> {
  ^bb0(%old: i32):
    %square = arith.muli %old, %old : i32
    memref.atomic_yield %square : i32
  }
  %there = memref.load %m[%c0] : memref<1xi32>
  return %new, %there : i32, i32
}

// CHECK: @scope: 3 : i32
func.func @scope() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloca_scope -> (i32) {
    %m = memref.get_global @table : memref<2x2xi32>
    %x = memref.load %m[%c1, %c0] : memref<2x2xi32>
    memref.prefetch %m[%c0, %c0], read, locality<3>, data : memref<2x2xi32>
    memref.alloca_scope.return %x : i32
  }
  return %r : i32
}

// OUTSIDE: error: 'memref.atomic_rmw' op writes outside: index #0 is 4, and the extent 4
func.func @outside(%i: index) {
  %x = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// UNWRITTEN: error: 'memref.atomic_rmw' op reads what nothing wrote
func.func @unwritten(%i: index) {
  %x = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  %0 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// ELSEWHERE: error: 'memref.get_global' op asks for @other, which is not defined here
func.func @elsewhere(%i: index) {
  %m = memref.get_global @other : memref<2xf32>
  return
}
