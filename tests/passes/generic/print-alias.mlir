// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(print-alias))' -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(print-alias{effects}))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=EFFECTS

// Allocations and arguments.
// CHECK: %a %b: may
// CHECK: %a %m1: no
// CHECK: %a %m2: no
// CHECK: %b %m1: no
// CHECK: %m1 %m2: no
// EFFECTS: 'memref.store' %a: nothing
// EFFECTS: 'memref.store' %b: nothing
// EFFECTS: 'memref.store' %m1: writes
// EFFECTS: 'memref.store' %m2: nothing
// EFFECTS: 'scf.for' %a: reads
// EFFECTS: 'scf.for' %b: reads
// EFFECTS: 'scf.for' %m1: nothing
// EFFECTS: 'scf.for' %m2: writes
// EFFECTS: 'func.call' %a: reads and writes
// EFFECTS: 'memref.dealloc' %m1: writes
// EFFECTS: 'memref.dealloc' %m2: nothing
func.func @basic(%a: memref<4xf32>, %b: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = memref.alloc() : memref<4xf32>
  %m2 = memref.alloca() : memref<4xf32>
  %f = arith.constant 1.0 : f32
  memref.store %f, %m1[%c0] : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<4xf32>
    memref.store %v, %m2[%i] : memref<4xf32>
  }
  func.call @unknown() : () -> ()
  memref.dealloc %m1 : memref<4xf32>
  return
}
func.func private @unknown()

// The same under another type; through branches and regions.
// CHECK: %a %p: may
// CHECK: %a %x: must
// CHECK: %a %m: no
// CHECK: %a %s: may
// CHECK: %p %m: no
// CHECK: %x %m: no
// CHECK: %x %s: may
// CHECK: %m %s: may
func.func @through(%a: memref<4xf32>, %c: i1, %n: index) {
  %x = memref.cast %a : memref<4xf32> to memref<?xf32>
  %m = memref.alloc(%n) : memref<?xf32>
  %s = scf.if %c -> (memref<?xf32>) {
    scf.yield %m : memref<?xf32>
  } else {
    scf.yield %x : memref<?xf32>
  }
  cf.cond_br %c, ^end(%x : memref<?xf32>), ^end(%x : memref<?xf32>)
^end(%p: memref<?xf32>):
  return
}

// An allocation in a loop is another one each time.
// CHECK: %a %r: no
// CHECK: %a %m: no
// CHECK: %first %r: may
// CHECK: %first %m: no
// CHECK: %r %m: may
// CHECK: %q %m: may
func.func @carried(%a: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %first) -> (memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    scf.yield %m : memref<4xf32>
  }
  return
}

// Parts of one memory: each is inside of it, and of each other nothing is known.
// CHECK: %a %p: partial
// CHECK: %a %q: partial
// CHECK: %a %t: must
// CHECK: %p %q: may
// CHECK: %p %t: partial
func.func @parts(%a: memref<8xf32>) {
  %p = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %q = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %t = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return
}
