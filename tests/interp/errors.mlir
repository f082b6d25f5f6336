// RUN: not interp-run %s 2>&1 | FileCheck %s
// RUN: not interp-run %s --call=forever:1 --max-steps=1000 2>&1 | FileCheck %s --check-prefix=LIMIT

// CHECK: errors.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: 'arith.divsi' op divides by zero
func.func @zero() -> i32 {
  %a = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %c = arith.muli %a, %z : i32
  %q = arith.divsi %a, %c : i32
  return %q : i32
}

// CHECK: error: 'scf.for' op has a step of 0; it must be positive
func.func @step() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.muli %c0, %c1 : index
  scf.for %i = %c0 to %c1 step %none {
  }
  return
}

// CHECK: errors.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: 'cf.assert' op does not hold: the sky is green
func.func @assertion() {
  %false = arith.constant false
  cf.assert %false, "the sky is green"
  return
}

// CHECK: error: 'scf.parallel' op has a step of 0; it must be positive
func.func @grid_step() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.muli %c0, %c1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c1, %c1) step (%c1, %none) {
  }
  return
}

// CHECK: error: 'func.call_indirect' op calls a function without a body
func.func private @nowhere()
func.func @indirect() {
  %f = constant @nowhere : () -> ()
  call_indirect %f() : () -> ()
  return
}

// The error stands where it happened, then the way there.
// CHECK: error: 'arith.remui' op divides by zero
// CHECK: note: called from here
func.func @remainder(%a: i32) -> i32 {
  %r = arith.remui %a, %a : i32
  return %r : i32
}
func.func @caller() -> i32 {
  %z = arith.constant 0 : i32
  %r = func.call @remainder(%z) : (i32) -> i32
  return %r : i32
}

// CHECK: error: 'func.call' op cannot be executed: 10000 calls and regions are open
func.func @deep(%a: i32) -> i32 {
  %r = func.call @deep(%a) : (i32) -> i32
  return %r : i32
}
func.func @call_deep() -> i32 {
  %z = arith.constant 0 : i32
  %r = func.call @deep(%z) : (i32) -> i32
  return %r : i32
}

// LIMIT: error: {{.*}} is not executed: the limit of 1000 steps is reached
func.func @forever(%a: i32) {
  cf.br ^loop
^loop:
  cf.br ^loop
}

// CHECK: error: 'simt.thread_id' op needs threads, and nothing here provides any
func.func @one_thread() -> i32 {
  %t = simt.thread_id : i32
  return %t : i32
}
