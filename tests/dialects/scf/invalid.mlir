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
  // expected-error @+1 {{'scf.for' op has 1 results, but 'scf.yield' gives 0 values}}
  %r = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
    // expected-note @+1 {{it gives them here}}
    scf.yield
  }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // expected-error @+1 {{'scf.for' op value #0 ('%i') of 'scf.yield' has type 'index', but result #0 is 'f32'}}
  %r = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) {
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
  // expected-error @+1 {{'scf.for' op value #0 ('%y') of 'scf.for' has type 'i32', but result #0 is 'f32'}}
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
  // expected-error @+1 {{'scf.if' op value #0 ('%i') of 'scf.yield' has type 'i32', but result #0 is 'f32'}}
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
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
  // expected-error @+1 {{'scf.while' op value #0 ('%a') of 'scf.condition' has type 'f32', but argument #0 of region #1 is 'i32'}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: i32):
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.while' op has 1 results, but 'scf.condition' gives 0 values}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
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
  // expected-error @+1 {{'scf.while' op region #0 takes 1 values, but 'scf.yield' gives 0}}
  %r = scf.while (%a = %x) : (f32) -> f32 {
    scf.condition(%c) %a : f32
  } do {
  ^bb0(%b: f32):
    scf.yield
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.execute_region' op has 1 results, but 'scf.yield' gives 0 values}}
  %r = scf.execute_region -> f32 {
    cf.br ^bb1
  ^bb1:
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

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op has case 3 twice}}
  scf.index_switch %i
  case 3 {
  }
  case 1 {
  }
  case 3 {
  }
  default {
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op has 1 case regions, but 2 case values}}
  "scf.index_switch"(%i) <{cases = array<i64: 1, 2>}> ({
    scf.yield
  }, {
    scf.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%i: index, %x: i32) {
  // expected-error @+1 {{'scf.index_switch' op has 1 results, but 'scf.yield' gives 0 values}}
  %r = scf.index_switch %i -> i32
  case 1 {
    scf.yield %x : i32
  }
  default {
    scf.yield
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.index_switch' op region #0 must have no arguments}}
  "scf.index_switch"(%i) <{cases = array<i64>}> ({
  ^bb0(%a: index):
    scf.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{2 values are given for 1 counters}}
  scf.parallel (%k) = (%i, %i) to (%i) step (%i) {
  }
  return
}

// -----

func.func @f(%i: index) {
  %m = arith.constant -1 : index
  // expected-error @+1 {{'scf.parallel' op step must be positive, but got -1}}
  scf.parallel (%k) = (%i) to (%i) step (%m) {
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.parallel' op needs as many lower and upper bounds as steps, and at least one}}
  "scf.parallel"(%i) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> ({
    scf.reduce
  }) : (index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.parallel' op has 1 steps, but 2 body arguments}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%a: index, %b: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.parallel' op body argument #0 must be 'index', but is 'i32'}}
  "scf.parallel"(%i, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%a: i32):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // expected-error @+1 {{1 initial values are given, but 0 types}}
  scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) {
  }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op has 1 results, but 1 initial values and 0 reductions}}
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    scf.reduce
  }
  return
}

// -----

func.func @f(%i: index, %x: f32, %y: i32) {
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op operand #0 is 'i32', but result #0 of the loop is 'f32'}}
    scf.reduce(%y : i32) {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'scf.parallel' op region #0 must end with scf.reduce}}
  scf.parallel (%k) = (%i) to (%i) step (%i) {
    // expected-error @+1 {{'func.return' op must stand directly in a func.func}}
    func.return
  }
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'scf.reduce' op must stand directly in scf.parallel}}
  scf.reduce
}

// -----

func.func @f(%i: index, %x: f32) {
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op has 1 operands, but 0 regions}}
    "scf.reduce"(%x) : (f32) -> ()
  }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op region #0 must take two arguments of type 'f32'}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

func.func @f(%i: index, %x: f32) {
  %r = scf.parallel (%k) = (%i) to (%i) step (%i) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      // expected-error @+1 {{'scf.reduce.return' op must give 'f32', as the region's arguments are, but got 'index'}}
      scf.reduce.return %i : index
    }
  }
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'scf.reduce.return' op must stand directly in scf.reduce}}
  scf.reduce.return %x : f32
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.forall' op has 2 steps, but 1 upper bounds}}
  scf.forall (%i, %j) in (4) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op has 0 upper bounds that are values, but 1 operands for them}}
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({
  ^bb0(%i: index):
    scf.forall.in_parallel {
    }
  }) : (index) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{1 outputs are given, but 0 types}}
  scf.forall (%i) in (4) shared_outs(%o = %t) {
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.forall' op has 1 counters, but a mapping of 2 entries}}
  scf.forall (%i) in (4) {
  } {mapping = [1, 2]}
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'scf.forall' op body argument #1 must be 'tensor<4xf32>', but is 'index'}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({
  ^bb0(%i: index, %o: index):
    scf.forall.in_parallel {
    }
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      // expected-error @+1 {{'test.combine' op cannot stand in scf.forall.in_parallel: ops there have no results and write to an output of the loop}}
      "test.combine"(%t) : (tensor<4xf32>) -> ()
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.forall.in_parallel' op must stand directly in scf.forall}}
  scf.forall.in_parallel {
  }
}
