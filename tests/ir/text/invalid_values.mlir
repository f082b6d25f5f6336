// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @undefined(%count: i32) {
  // expected-error @+1 {{use of undefined value '%cuont'}}
  "t.use"(%cuont) : (i32) -> ()
  return
}

// -----

func.func @redefined(%a: i32) {
  // expected-note @+1 {{it is first defined here}}
  %x = "t.a"() : () -> i32
  // expected-error @+1 {{redefinition of '%x'}}
  %x = "t.b"() : () -> i32
  return
}

// -----

func.func @backward_type() {
  // expected-note @+1 {{'%x' is defined here}}
  %x = "t.def"() : () -> i32
  // expected-error @+1 {{'%x' is used as 'f32' here but has type 'i32'}}
  "t.use"(%x) : (f32) -> ()
  return
}

// -----

func.func @forward_type() {
  // expected-error @+1 {{'%x' is used as 'f32' here but has type 'i32'}}
  "t.use"(%x) : (f32) -> ()
  // expected-note @+1 {{'%x' is defined here}}
  %x = "t.def"() : () -> i32
  return
}

// -----

func.func @two_forward_types() {
  // expected-note @+1 {{it is used here first}}
  "t.use"(%x) : (f32) -> ()
  // expected-error @+1 {{'%x' is used as 'i64' here but as 'f32' before}}
  "t.use"(%x) : (i64) -> ()
  %x = "t.def"() : () -> f32
  return
}

// -----

func.func @number() {
  // expected-note @+1 {{'%x' is defined here}}
  %x:2 = "t.def"() : () -> (i32, i32)
  // expected-error @+1 {{'%x#2' does not exist: '%x' has 2 values}}
  "t.use"(%x#2) : (i32) -> ()
  return
}

// -----

// expected-error @+1 {{op 't.def' has 2 results, but 3 are named}}
%a:2, %b = "t.def"() : () -> (i32, i32)

// -----

func.func @isolated(%a: i32) {
  module {
    // expected-error @+1 {{use of undefined value '%a'}}
    "t.use"(%a) : (i32) -> ()
  }
  return
}

// -----

"t.scope"() ({
  %inside = "t.def"() : () -> i32
}) : () -> ()
// expected-error @+1 {{use of undefined value '%inside'}}
"t.use"(%inside) : (i32) -> ()

// -----

// A value whose op had an error is no error at its uses.
// expected-error @+1 {{unknown op 'arith.nothing'}}
%x = arith.nothing : i32
%y = arith.addi %x, %x : i64
"t.use"(%x, %y) : (f32, i64) -> ()
