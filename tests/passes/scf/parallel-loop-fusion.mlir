// RUN: tile-opt %s --scf-parallel-loop-fusion --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --scf-parallel-loop-fusion --allow-unregistered-dialect --remarks-filter=not-fused -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// What the first loop stores, the second one loads at the same point.
// CHECK-LABEL: @pass_on
// CHECK: scf.parallel (%[[I:.*]], %[[J:.*]]) =
// CHECK-NEXT: %[[X:.*]] = memref.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[X]], %[[T:.*]][%[[I]], %[[J]]]
// CHECK-NEXT: %[[Y:.*]] = memref.load %[[T]][%[[I]], %[[J]]]
// CHECK-NEXT: arith.addf %[[Y]], %[[Y]]
// CHECK-NOT: scf.parallel
func.func @pass_on(%a: memref<4x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<4x4xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<4x4xf32>
    memref.store %x, %t[%i, %j] : memref<4x4xf32>
  }
  scf.parallel (%k, %l) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %y = memref.load %t[%k, %l] : memref<4x4xf32>
    %z = arith.addf %y, %y : f32
  }
  return
}

// Results of both, and what each combines; three become one.
// CHECK-LABEL: @reduce
// CHECK: %[[R:.*]]:3 = scf.parallel {{.*}} init (%[[Z:.*]], %[[O:.*]], %[[Z]]) -> (f32, i32, f32) {
// CHECK: scf.reduce(%{{.*}}, %[[O]], %{{.*}} : f32, i32, f32) {
// CHECK: arith.addf
// CHECK: arith.muli
// CHECK: arith.maximumf
// CHECK: return %[[R]]#0, %[[R]]#1, %[[R]]#2
func.func @reduce(%a: memref<4xf32>, %n: index) -> (f32, i32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<4xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %v = arith.addf %l, %r : f32
      scf.reduce.return %v : f32
    }
  }
  %between = arith.addi %one, %one : i32
  %p = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%one) -> i32 {
    scf.reduce(%one : i32) {
    ^bb0(%l: i32, %r: i32):
      %v = arith.muli %l, %r : i32
      scf.reduce.return %v : i32
    }
  }
  %m = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<4xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %v = arith.maximumf %l, %r : f32
      scf.reduce.return %v : f32
    }
  }
  return %s, %p, %m : f32, i32, f32
}

// An index that is computed alike; the element is still each point's own.
// CHECK-LABEL: @computed
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
func.func @computed(%n: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  %t = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %at = arith.subi %i, %d : index
    memref.store %x, %t[%at] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %at = arith.subi %i, %d : index
    %y = memref.load %t[%at] : memref<?xf32>
  }
  return
}

// Inside other ops, too.
// CHECK-LABEL: @inside
// CHECK: scf.if
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
func.func @inside(%c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.if %c {
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    }
  }
  return
}

// WHY: the loops have other bounds or steps
// CHECK-LABEL: @other_points
// CHECK: scf.parallel
// CHECK: scf.parallel
func.func @other_points(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  scf.parallel (%i) = (%c0) to (%m) step (%c1) {
  }
  return
}

// Not neighbours: nothing is said.
// CHECK-LABEL: @effect_between
// CHECK: scf.parallel
// CHECK: "some.op"
// CHECK: scf.parallel
func.func @effect_between(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  "some.op"() : () -> ()
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  return
}

// WHY: a parallel loop is in one of them
// CHECK-LABEL: @loop_inside
// CHECK-COUNT-3: scf.parallel
func.func @loop_inside(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  return
}

// WHY: a result is needed before the second loop is done
// CHECK-LABEL: @result_needed
// CHECK-COUNT-2: scf.parallel
func.func @result_needed(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%c0) -> index {
    scf.reduce(%i : index) {
    ^bb0(%l: index, %r: index):
      %v = arith.addi %l, %r : index
      scf.reduce.return %v : index
    }
  }
  %p = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%c1) -> index {
    scf.reduce(%s : index) {
    ^bb0(%l: index, %r: index):
      %v = arith.muli %l, %r : index
      scf.reduce.return %v : index
    }
  }
  return %p : index
}

// WHY: one of them reads what it makes itself
// CHECK-LABEL: @view_inside
// CHECK-COUNT-2: scf.parallel
func.func @view_inside(%a: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.cast %a : memref<4xf32> to memref<?xf32>
    %x = memref.load %v[%i] : memref<?xf32>
  }
  return
}

// The two arguments may be one memref.
// WHY: a point may need what the other loop does at another point
// CHECK-LABEL: @may_alias
// CHECK-COUNT-2: scf.parallel
func.func @may_alias(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = memref.load %b[%i] : memref<?xf32>
  }
  return
}

// WHY: a point may need what the other loop does at another point
// CHECK-LABEL: @neighbour_needed
// CHECK-COUNT-2: scf.parallel
func.func @neighbour_needed(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c1) to (%n) step (%c1) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c1) to (%n) step (%c1) {
    %j = arith.subi %i, %c1 : index
    %y = memref.load %a[%j] : memref<?xf32>
  }
  return
}

// All points of a row read the one element that then changes.
// WHY: a point may need what the other loop does at another point
// CHECK-LABEL: @shared_element
// CHECK-COUNT-2: scf.parallel
func.func @shared_element(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %y = memref.load %a[%i] : memref<?xf32>
    %z = arith.addf %y, %y : f32
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// The second loop has the last word at each element.
// WHY: a point may need what the other loop does at another point
// CHECK-LABEL: @last_word
// CHECK-COUNT-2: scf.parallel
func.func @last_word(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %j = arith.subi %n, %i : index
    memref.store %x, %a[%j] : memref<?xf32>
  }
  return
}

// Both write an element of their own, found in the same way.
// CHECK-LABEL: @both_write
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
func.func @both_write(%a: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %c7 = arith.constant 7 : index
    %j = arith.subi %c7, %i : index
    memref.store %x, %a[%j] : memref<8xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %c7 = arith.constant 7 : index
    %j = arith.subi %c7, %i : index
    memref.store %x, %a[%j] : memref<8xf32>
  }
  return
}

// What nobody knows may do anything to memory.
// WHY: a point may need what the other loop does at another point
// CHECK-LABEL: @unknown_inside
// CHECK-COUNT-2: scf.parallel
func.func @unknown_inside(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    "some.op"() : () -> ()
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %y = memref.load %a[%i] : memref<?xf32>
  }
  return
}
