// RUN: tile-opt %s --remove-dead-values=canonicalize=false --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --remove-dead-values --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=CANON

// A private function loses an argument and a result, and its callers with it; what it does stays.
// CHECK: func.func private @helper(%[[M:.*]]: memref<i32>, %[[X:.*]]: i32 {some.hint}) -> i32
// CHECK-NEXT: memref.store %[[X]], %[[M]][]
// CHECK-NEXT: return %[[X]] : i32
// CHECK-LABEL: func.func @caller
// CHECK: %[[R:.*]] = call @helper(%{{.*}}, %{{.*}}) : (memref<i32>, i32) -> i32
// CHECK: return %[[R]]
func.func private @helper(%m: memref<i32>, %y: i32, %x: i32 {some.hint}) -> (i32, i32) {
  %s = arith.addi %y, %x : i32
  memref.store %x, %m[] : memref<i32>
  return %s, %x : i32, i32
}
func.func @caller(%m: memref<i32>, %x: i32, %y: i32) -> i32 {
  %a, %b = call @helper(%m, %y, %x) : (memref<i32>, i32, i32) -> (i32, i32)
  return %b : i32
}

// -----

// Whoever refers to a function without calling it may give it what it takes; a public one stays.
// CHECK: func.func private @named(%{{.*}}: i32) -> i32
// CHECK: func.func @seen(%{{.*}}: i32) -> i32
func.func private @named(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}
func.func @seen(%x: i32) -> i32 {
  %f = func.constant @named : (i32) -> i32
  %c = func.call @named(%x) : (i32) -> i32
  "some.use"(%f) : ((i32) -> i32) -> ()
  return %c : i32
}

// -----

// Arguments of blocks go round and round without being needed.
// CHECK-LABEL: @around
// CHECK: cf.br ^bb1
// CHECK: ^bb1:
// CHECK: cf.cond_br %{{.*}}, ^bb1, ^bb2
func.func @around(%c: i1) {
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero : i32)
^head(%i: i32):
  %one = arith.constant 1 : i32
  %j = arith.addi %i, %one : i32
  cf.cond_br %c, ^head(%j : i32), ^end
^end:
  return
}

// -----

// A loop hands over poison where nobody needs what is carried; then it carries less.
// CHECK-LABEL: @carried
// CHECK: %[[P:.*]] = ub.poison : i32
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %{{.*}} = %[[P]]) -> (i32, i32)
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[A]]
// CHECK-NEXT: %[[Q:.*]] = ub.poison : i32
// CHECK-NEXT: scf.yield %[[B]], %[[Q]]
// CANON-LABEL: @carried
// CANON: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (i32)
// CANON-NOT: ub.poison
// CANON: return
func.func @carried(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) {
    %d = arith.addi %a, %a : i32
    %e = arith.muli %b, %b : i32
    scf.yield %d, %e : i32, i32
  }
  return %r : i32
}

// -----

// What combines in a parallel loop is needed if its result is; the second loop is not.
// CHECK-LABEL: @parallel
// CHECK: %[[R:.*]] = scf.parallel
// CHECK: arith.muli
// CHECK: scf.reduce
// CHECK-NOT: scf.parallel
// CHECK: return %[[R]]
func.func @parallel(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%c0) -> index {
    %s = arith.muli %i, %i : index
    scf.reduce(%s : index) {
    ^bb0(%a: index, %b: index):
      %t = arith.addi %a, %b : index
      scf.reduce.return %t : index
    }
  }
  %q = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%c0) -> index {
    scf.reduce(%i : index) {
    ^bb0(%a: index, %b: index):
      %t = arith.addi %a, %b : index
      scf.reduce.return %t : index
    }
  }
  return %r : index
}

// -----

// Nobody calls this: whatever it does to its argument goes, and the branch that never runs.
// CHECK: func.func private @uncalled()
// CHECK-NEXT: ub.unreachable
func.func private @uncalled(%c: i1, %x: i32) -> i32 {
  "some.print"(%x) : (i32) -> ()
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  return %x : i32
}

// -----

// An unregistered op at the end of a block that control does not get to may be its terminator: it stays,
// and where it branches it becomes ub.unreachable.
// CHECK-LABEL: func.func @ends
// CHECK-NEXT: return
// CHECK-NEXT: ^
// CHECK-NEXT: ub.unreachable
// CHECK-NEXT: ^
// CHECK-NOT: some.print
// CHECK: "some.end"
func.func @ends() {
  return
^a(%x: i32):
  "some.branch"(%x)[^a, ^a] : (i32) -> ()
^b(%y: i32):
  "some.print"(%y) : (i32) -> ()
  "some.end"(%y) : (i32) -> ()
}
