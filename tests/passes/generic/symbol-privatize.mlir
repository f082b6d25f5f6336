// RUN: tile-opt %s --symbol-privatize=exclude=kept,also | FileCheck %s
// RUN: tile-opt %s --symbol-privatize=exclude=kept,also --symbol-dce | FileCheck %s --check-prefix=DCE

// CHECK: func.func @kept(
// CHECK: func.func private @helper(
// CHECK: func.func @also(
// CHECK: func.func private @idle(
// CHECK: func.func private @declared()
// DCE-NOT: @idle
func.func @kept() {
  call @helper() : () -> ()
  return
}
func.func @helper() {
  return
}
func.func @also() {
  return
}
func.func @idle() {
  return
}
func.func private @declared()
