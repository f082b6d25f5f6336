// Declared attributes stand in <{...}>, others in {...}; both are read from either place.
// RUN: tile-opt %s --print-op-generic | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt --print-op-generic | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s --check-prefix=CUSTOM

// CHECK: {{^}}"builtin.module"() ({
// CHECK-NEXT: {{^}}  "func.func"() <{function_type = (i1, i32) -> (), sym_name = "f"}> ({
// CHECK-NEXT: {{^}}  ^bb0(%c: i1, %a: i32):
// CHECK-NEXT: {{^}}    "cf.cond_br"(%c, %a)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> {x.y} : (i1, i32) -> ()
// CUSTOM: cf.cond_br %c, ^bb1(%a : i32), ^bb2 {x.y}
"func.func"() ({
^bb0(%c: i1, %a: i32):
  "cf.cond_br"(%c, %a)[^bb1, ^bb2] {x.y, operandSegmentSizes = array<i32: 1, 1, 0>} : (i1, i32) -> ()
^bb1(%b: i32):
  "func.return"() : () -> ()
^bb2:
  "func.return"() : () -> ()
}) {sym_name = "f", function_type = (i1, i32) -> ()} : () -> ()
