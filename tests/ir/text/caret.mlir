// An error is one line with its place, then the source line with a caret, then the way out.
// RUN: not tile-opt %s 2>&1 | FileCheck %s --strict-whitespace --match-full-lines

//      CHECK:{{.*}}caret.mlir:11:19: error: use of undefined value '%cuont'
// CHECK-NEXT:  %0 = arith.addi %cuont, %count : i32
// CHECK-NEXT:                  ^
// CHECK-NEXT:help: did you mean '%count'?
//  CHECK-NOT:{{.*}}error{{.*}}

func.func @f(%count: i32) {
  %0 = arith.addi %cuont, %count : i32
  return
}
