// RUN: tile-opt %s --symbol-dce --allow-unregistered-dialect | FileCheck %s

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
