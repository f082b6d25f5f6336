// In the generic form of an op around them, ops may leave out the dialect that they could leave out
// beside it; in its own syntax they may not.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: i32) {
  // CHECK: "my.region"() ({
  // CHECK-NEXT: func.call @unknown(%{{.*}}) : (i32) -> ()
  "my.region"() ({
    call @unknown(%x) : (i32) -> ()
    "my.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// CHECK-LABEL: func.func @known
func.func @known(%c: i1) {
  // CHECK: scf.if
  // CHECK-NEXT: func.call @known
  "scf.if"(%c) ({
    call @known(%c) : (i1) -> ()
    scf.yield
  }, {}) : (i1) -> ()
  return
}

// -----

func.func @own_syntax(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{unknown op 'call'}}
    call @own_syntax(%c) : (i1) -> ()
  }
  return
}
