// What each pass changed, as a difference of lines; passes that change nothing say nothing.
// RUN: tile-opt %s --pass-pipeline='any(cse,canonicalize)' --print-ir-diff -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --cse --dce --print-ir-diff -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=QUIET

// CHECK: IR Diff After canonicalize ('func.func' operation: @f) //----- //
// CHECK-NEXT: --- before canonicalize
// CHECK-NEXT: +++ after canonicalize
// CHECK-NEXT: @@ -1,5 +1,3 @@
// CHECK-NEXT: {{^ }}func.func @f
// CHECK-NEXT: {{^}}-  %0' = arith.constant 0 : i32
// CHECK-NEXT: {{^}}-  %1' = arith.addi %a, %0' : i32
// CHECK-NEXT: {{^}}-  return %1' : i32
// CHECK-NEXT: {{^}}+  return %a : i32
// CHECK-NEXT: {{^ }}}
// CHECK-NOT: {{.}}
// QUIET-NOT: {{.}}
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @g() { return }
