// RUN: tile-opt %s --verify-diagnostics=only-expected
// RUN: not tile-opt %s --verify-diagnostics 2>&1 | FileCheck %s
// RUN: not tile-opt %s --verify-diagnostics=all 2>&1 | FileCheck %s
// RUN: not tile-opt %s --verify-diagnostics=some 2>&1 | FileCheck %s --check-prefix=SOME

// Only what comments expect is looked at; all of it must come.

// CHECK: error: unexpected error: unknown op 'arith.subj'
// SOME: error: option '--verify-diagnostics' has no value 'some'
func.func @f(%a: i32) {
  // expected-error@+1 {{unknown op 'arith.addj'}}
  %0 = arith.addj %a, %a : i32
  %1 = arith.subj %a, %a : i32
  return
}
