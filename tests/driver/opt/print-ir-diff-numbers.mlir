// A value that goes makes others change their numbers; that alone is no difference.  Operands that
// are exchanged are one.
// RUN: tile-opt %s --canonicalize --print-ir-diff --print-ir-filter=@numbers -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --canonicalize --print-ir-diff --print-ir-filter=@operands -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPERANDS

// CHECK: @@ -1,6 +1,5 @@
// CHECK-NEXT: {{^ }}func.func @numbers
// CHECK-NEXT: {{^ }}%0 = arith.muli %a, %b
// CHECK-NEXT: {{^- }}%1' = arith.addi %a, %b
// CHECK-NEXT: {{^ }}%1 = arith.divsi %0, %b
// CHECK-NEXT: {{^ }}%2 = arith.remsi %1, %0
// CHECK-NEXT: {{^ }}return %2 : i32{{$}}
// CHECK-NOT: {{[-+]}}
func.func @numbers(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.divsi %0, %b : i32
  %3 = arith.remsi %2, %0 : i32
  return %3 : i32
}

// OPERANDS: {{^ }}%0 = arith.muli %a, %a
// OPERANDS-NEXT: {{^- }}%1' = arith.addi %c, %0 : i32
// OPERANDS-NEXT: {{^- }}return %1' : i32
// OPERANDS-NEXT: {{^\+ }}%1 = arith.addi %0, %c : i32
// OPERANDS-NEXT: {{^\+ }}return %1 : i32
func.func @operands(%a: i32) -> i32 {
  %c = arith.constant 7 : i32
  %0 = arith.muli %a, %a : i32
  %1 = arith.addi %c, %0 : i32
  return %1 : i32
}
