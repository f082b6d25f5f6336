// RUN: tile-reduce %s --only=attributes --test='grep -q test.keep' 2>/dev/null | FileCheck %s

// CHECK-NOT: test.drop
// CHECK:     func.func @f(%a: i32)
// CHECK:     arith.addi %a, %a {test.keep} : i32
// CHECK-NOT: test.drop
module attributes {test.drop = 1 : i32} {
  func.func private @f(%a: i32 {test.drop = "x"}) attributes {no_inline} {
    %s = arith.addi %a, %a overflow<nsw> {test.drop, test.keep} : i32
    return
  }
}
