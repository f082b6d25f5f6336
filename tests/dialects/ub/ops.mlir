// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @poison(
// CHECK-NEXT: %[[P:.*]] = ub.poison : vector<4xi64>
// CHECK-NEXT: return %[[P]]
// GENERIC: "ub.poison"() <{value = #ub.poison}> : () -> vector<4xi64>
func.func @poison() -> vector<4xi64> {
  %p = ub.poison : vector<4xi64>
  return %p : vector<4xi64>
}

// The long form says the same.
// CHECK-LABEL: func.func @long_form(
// CHECK-NEXT: ub.poison : i32
func.func @long_form() -> i32 {
  %p = ub.poison <#ub.poison> : i32
  return %p : i32
}

// CHECK-LABEL: func.func @unreachable(
// CHECK: ub.unreachable
func.func @unreachable(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return
}
