// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%i: index, %x: f32) {
  // expected-error @+1 {{1 values are carried, but 2 types are given}}
  scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32, f32) {
    scf.yield %a : f32
  }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  %r = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
    // expected-error @+1 {{'scf.yield' op gives 0 values, but 'scf.for' has 1 results}}
    scf.yield
  }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  %r = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
    // expected-error @+1 {{'scf.yield' op value #0 ('%i') has type 'index', but result #0 is 'f32'}}
    scf.yield %i : index
  }
  return
}

// -----

func.func @f(%i: index, %j: i32) {
  // expected-error @+1 {{'scf.for' op bounds and step must have one type, but got 'index' and 'i32'}}
  "scf.for"(%i, %i, %j) ({
  ^bb0(%k: index):
    scf.yield
  }) : (index, index, i32) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.for' op first argument of the body must be 'index', as the bounds are}}
  "scf.for"(%i, %i, %i) ({
  ^bb0(%k: i32):
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // expected-error @+1 {{'scf.for' op has 1 results, but 0 initial values and 1 body arguments}}
  %r = "scf.for"(%i, %i, %i) ({
  ^bb0(%k: index):
    scf.yield %x : f32
  }) : (index, index, index) -> f32
  return
}

// -----

func.func @f(%i: index, %x: f32, %y: i32) {
  // expected-error @+1 {{'scf.for' op value #0 ('%y') has type 'i32', but result #0 is 'f32'}}
  %r = "scf.for"(%i, %i, %i, %y) ({
  ^bb0(%k: index, %a: f32):
    scf.yield %x : f32
  }) : (index, index, index, i32) -> f32
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.if' op has results, so it needs an else region that gives them}}
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32, %i: i32) {
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    // expected-error @+1 {{'scf.yield' op value #0 ('%i') has type 'i32', but result #0 is 'f32'}}
    scf.yield %i : i32
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op region #0 must have no arguments}}
  "scf.if"(%c) ({
  ^bb0(%a: i32):
    scf.yield
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.while' op region #0 must end with scf.condition}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.yield %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %b : f32
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-error @+1 {{'scf.condition' op value #0 ('%a') has type 'f32', but argument #0 of region #1 is 'i32'}}
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: i32):
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    // expected-error @+1 {{'scf.condition' op gives 0 values, but 'scf.while' has 1 results}}
    scf.condition(%c)
  } do {
  ^bb0(%b: f32):
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{1 values are carried, but '(f32, f32) -> f32' has 2 inputs}}
  %r = scf.while (%a = %x) : (f32, f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    // expected-error @+1 {{'scf.yield' op gives 0 values, but region #0 of 'scf.while' takes 1}}
    scf.yield
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  %r = scf.execute_region -> f32 {
    cf.br ^bb1
  ^bb1:
    // expected-error @+1 {{'scf.yield' op gives 0 values, but 'scf.execute_region' has 1 results}}
    scf.yield
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.yield' op must stand in scf.for, scf.if, scf.while, scf.execute_region or scf.index_switch}}
  scf.yield
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.condition' op must stand in scf.while}}
  scf.condition(%c)
}
