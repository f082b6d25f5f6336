// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @undefined() {
  // expected-error @+1 {{use of undefined block '^nowhere'}}
  cf.br ^nowhere
}

// -----

func.func @redefined() {
  cf.br ^a
// expected-note @+1 {{it is first defined here}}
^a:
  cf.br ^a
// expected-error @+1 {{redefinition of block '^a'}}
^a:
  return
}

// -----

func.func @other_region() {
  "t.region"() ({
  ^inside:
    "t.end"() : () -> ()
  }) : () -> ()
  // expected-error @+1 {{use of undefined block '^inside'}}
  cf.br ^inside
}

// -----

func.func @label(%a: i32) {
// expected-error @+1 {{the entry block has its arguments already and takes no label}}
^entry:
  return
}

// -----

// expected-note @+1 {{the region starts here}}
module {
  func.func private @f()
// expected-error @+1 {{expected '}' before the end of the text}}
