// RUN: interp-run %s | FileCheck %s
// RUN: not interp-run %s --call=outside:4 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not interp-run %s --call=unwritten:1 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not interp-run %s --call=released:1 2>&1 | FileCheck %s --check-prefix=RELEASED
// RUN: not interp-run %s --call=cast:3 2>&1 | FileCheck %s --check-prefix=CAST

// CHECK: @rows: [0, 1, 2] : vector<3xindex>, 2 : index, 4 : index
func.func @rows() -> (vector<3xindex>, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c2) : memref<?x4xindex>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = arith.muli %i, %j : index
      memref.store %x, %m[%i, %j] : memref<?x4xindex>
    }
  }
  %v = vector.load %m[%c1, %c0] : memref<?x4xindex>, vector<3xindex>
  vector.store %v, %m[%c0, %c1] : memref<?x4xindex>, vector<3xindex>
  %y = memref.load %m[%c0, %c2] : memref<?x4xindex>
  %z = memref.dim %m, %c1 : memref<?x4xindex>
  %two = arith.addi %y, %c1 : index
  memref.dealloc %m : memref<?x4xindex>
  return %v, %two, %z : vector<3xindex>, index, index
}

// Every execution of an allocation is memory of its own.
// CHECK: @own: 1 : i32, 2 : i32
func.func private @fresh(%x: i32) -> memref<1xi32> {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1xi32>
  memref.store %x, %m[%c0] : memref<1xi32>
  return %m : memref<1xi32>
}
func.func @own() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %a = func.call @fresh(%x) : (i32) -> memref<1xi32>
  %b = func.call @fresh(%y) : (i32) -> memref<1xi32>
  %0 = memref.load %a[%c0] : memref<1xi32>
  %1 = memref.load %b[%c0] : memref<1xi32>
  return %0, %1 : i32, i32
}

// OUTSIDE: error: 'memref.store' op writes outside: element [4] of a buffer of extents 4
func.func @outside(%i: index) {
  %x = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.store %x, %m[%i] : memref<4xi32>
  return
}

// UNWRITTEN: error: 'memref.load' op reads what nothing wrote: element [1] of a buffer of extents 4
func.func @unwritten(%i: index) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %x = memref.load %m[%i] : memref<4xi32>
  return %x : i32
}

// RELEASED: error: 'memref.store' op writes memory that was released
func.func @released(%i: index) {
  %x = arith.constant 1 : i32
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  memref.store %x, %m[%i] : memref<4xi32>
  return
}

// CAST: error: 'memref.cast' op casts extent 3 to 4
func.func @cast(%n: index) {
  %m = memref.alloc(%n) : memref<?xi32>
  %c = memref.cast %m : memref<?xi32> to memref<4xi32>
  return
}

// Memory of a function's frame, seen under a type that leaves its extent open.
// CHECK: @frame: 9 : i32, 3 : index
func.func @frame() -> (i32, index) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 9 : i32
  %m = memref.alloca() : memref<3xi32>
  memref.store %x, %m[%c0] : memref<3xi32>
  %open = memref.cast %m : memref<3xi32> to memref<?xi32>
  %0 = memref.load %open[%c0] : memref<?xi32>
  %1 = memref.dim %open, %c0 : memref<?xi32>
  return %0, %1 : i32, index
}
