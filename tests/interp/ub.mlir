// RUN: split-file %s %t
// RUN: interp-run %t/poison.mlir | FileCheck %s
// RUN: not interp-run %t/unreachable.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not interp-run %t/channel.mlir 2>&1 | FileCheck %s --check-prefix=CHANNEL

// CHECK: @poison: 0 : i32, 7 : i32
// ERROR: error: 'ub.unreachable' op was reached
// CHANNEL: error: 'ub.poison' op gives !mem.channel<2>, of which there is none

//--- poison.mlir
func.func @poison() -> (i32, i32) {
  %p = ub.poison : i32
  %q = ub.poison : memref<4xf32>
  %t = arith.constant true
  %seven = arith.constant 7 : i32
  %0 = arith.select %t, %seven, %p : i32
  return %p, %0 : i32, i32
}

//--- unreachable.mlir
func.func @unreachable() {
  ub.unreachable
}

//--- channel.mlir
func.func @channel() {
  %n = arith.constant 0 : index
  %ch = ub.poison : !mem.channel<2>
  mem.channel_acquire %ch[%n] : !mem.channel<2>
  return
}
