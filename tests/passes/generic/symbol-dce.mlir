// RUN: tile-opt %s --symbol-dce --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='func.func(symbol-dce)' --allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEST

// In a function there are no symbols: that a pass has nothing to do there is said.
// NEST: warning: pass 'symbol-dce' ran on 0 ops: there is no 'builtin.module' here

// CHECK-NOT: @unused
// CHECK-NOT: @ring
// CHECK: func.func private @helper
// CHECK: func.func private @in_attribute
// CHECK: func.func @entry
func.func private @unused() { return }
func.func private @ring_a() { func.call @ring_b() : () -> () return }
func.func private @ring_b() { func.call @ring_a() : () -> () return }
func.func private @helper() { return }
func.func private @in_attribute() { return }
func.func @entry() {
  func.call @helper() : () -> ()
  "test.op"() {callees = [{f = @in_attribute}]} : () -> ()
  return
}
