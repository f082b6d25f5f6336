// RUN: tile-reduce %s --only=operands --allow-unregistered-dialect --test='grep -q test.op' 2>/dev/null | FileCheck %s

// CHECK: arith.muli %a, %a
// CHECK: "test.op"() : () -> ()
// CHECK: return %a
func.func @f(%a: i32, %b: i32) -> i32 {
  %m = arith.muli %a, %b : i32
  "test.op"(%m, %b) : (i32, i32) -> ()
  return %m : i32
}
