// RUN: tile-opt %s --verify-diagnostics --split-input-file

// One error does not hide the next, and what follows from it is not reported.

func.func @each_op(%a: i32, %b: f32) -> i32 {
  // expected-error@+1 {{unknown op 'arith.adi'}}
  %0 = arith.adi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  // expected-error@+1 {{'%b' is used as 'i32' here but has type 'f32'}}
  %2 = arith.addi %1, %b : i32
  // expected-error@+1 {{unknown type 'i3z2'}}
  %3 = arith.constant 1 : i3z2
  %4 = arith.addi %2, %3 : i32
  return %4 : i32
}

// expected-error@+1 {{expected ')', got '->'}}
func.func @head(%a: i32 -> i32 {
  %0 = arith.adi %a, %a : i32
  return %0 : i32
}

func.func @later(%a: i32) -> i32 {
  // expected-error@+1 {{use of undefined value '%c'}}
  %0 = arith.addi %a, %c : i32
  %1 = arith.addi %c, %0 : i32
  return %1 : i32
}

// -----

// Inside a region, and after it.

func.func @regions(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> i32 {
    // expected-error@+1 {{unknown op 'arith.mulx'}}
    %0 = arith.mulx %a, %a : i32
    scf.yield %0 : i32
  } else {
    // expected-error@+1 {{use of undefined value '%d'}}
    scf.yield %d : i32
  }
  // expected-error@+1 {{unknown op 'arith.addj'}}
  %1 = arith.addj %r, %a : i32
  return %1 : i32
}

// -----

// A brace too much or too little: how the text is laid out says where the function ends.

func.func @too_much(%a: i32) -> i32 {
  // expected-error@+1 {{expected an op, got '{'}}
  %0 = arith.addi %a, %a : i32 {
  return %0 : i32
}

// expected-error@+1 {{expected an op, got '%'}}
func.func @too_little(%a: i32) -> i32 %
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}

func.func @next(%a: i32) -> i32 {
  // expected-error@+1 {{use of undefined value '%b'}}
  return %b : i32
}

// -----

// A head over several lines.

// expected-error@+1 {{expected ']', got 'N'}}
tile.kernel @k(%A: memref<?x?xf32>[M N])
    warps(4)
    grid(%i = 1) {
  %a = tile.load %A[0, 0] : tensor<16x16xf32>
}

// -----

// The label of a block defines arguments that its ops use.

func.func @blocks(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
// expected-error@+1 {{unknown type 'i'}}
^bb1(%x: i, %y: i32):
  %0 = arith.addi %x, %y : i32
  // expected-error@+1 {{use of undefined block '^bb2'}}
  cf.br ^bb2
}

// -----

// Aliases: each is complained about once.

// expected-error@+1 {{elements of shape '2' do not fit type 'tensor<3xi32>'}}
#x = dense<[1, 2]> : tensor<3xi32>
func.func @aliases() attributes {a = #x, b = #x} {
  return
}
// expected-error@+1 {{undefined attribute alias '#y'}}
func.func @undefined() attributes {a = #y, b = #x} {
  return
}
func.func @again() attributes {a = #y} {
  return
}

// -----

// An undefined tile is complained about once, too.

tile.kernel @tiles(%A: memref<16xf32>) warps(1) grid(%i = 1) {
  // expected-error@+1 {{use of undefined value '%a'}}
  tile.store %a, %A[0]
  tile.store %a, %A[0]
}
