// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{'func.func' op has no body: a declaration must be private}}
func.func @declared(i32)

// -----

// expected-error @+1 {{the visibility stands in front of the name, as 'private' does}}
func.func @among_attributes() attributes {sym_visibility = "private"}

// -----

// expected-error @+1 {{either all arguments have names or none has}}
func.func @f(%x: i32, f32) {
  return
}

// -----

// expected-error @+1 {{a function with a body needs names for its arguments}}
func.func private @f(i32) {
  return
}

// -----

func.func @f() -> i32 {
  // expected-error @+1 {{'func.return' op has 0 operands, but function @f returns 1}}
  return
}

// -----

func.func @f(%x: f32) -> i32 {
  // expected-error @+1 {{'func.return' op type of return operand 0 ('f32') must match the function's 'i32'}}
  return %x : f32
}

// -----

// expected-error @+1 {{'func.func' op type of entry block argument #0 ('f32') must match the function's 'i32'}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%x: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'func.func' op has 1 arguments, but 0 dictionaries of argument attributes}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f", sym_visibility = "private", arg_attrs = []}> ({
}) : () -> ()

// -----

func.func @f() {
  // expected-error @+1 {{'func.call' op @nowhere does not name a function}}
  func.call @nowhere() : () -> ()
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%x: f32) {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected 'i32', but got 'f32' for operand 0}}
  %0 = call @g(%x) : (f32) -> i32
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%x: i32) {
  // expected-error @+1 {{'func.call' op result type mismatch: expected 'i32', but got 'f32' for result 0}}
  %0 = call @g(%x) : (i32) -> f32
  return
}

// -----

func.func private @g(i32) -> i32
func.func @f(%x: i32) {
  // expected-error @+1 {{'func.call' op has 1 operands and 0 results, but the callee is '(i32) -> i32'}}
  call @g(%x) : (i32) -> ()
  return
}

// -----

// expected-note @+1 {{the first one is here}}
func.func private @g()
// expected-error @+1 {{redefinition of symbol named 'g'}}
func.func private @g()

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op region #0 must end with scf.yield}}
  scf.if %c {
    // expected-error @+1 {{'func.return' op must stand directly in a func.func}}
    func.return
  }
  return
}

// -----

// expected-error @+1 {{'func.func' op attribute 'ours' of argument #1 belongs to no dialect: its name has no '.'}}
func.func private @f(i32, i32 {ours = 1})

// -----

// expected-error @+1 {{'func.func' op attribute 'ours' of result #0 belongs to no dialect: its name has no '.'}}
func.func private @f() -> (i32 {ours})

// -----

func.func @f() {
  // expected-error @+1 {{'func.constant' op @nowhere does not name a function}}
  %g = constant @nowhere : () -> ()
  return
}

// -----

func.func private @g(i32)
func.func @f() {
  // expected-error @+1 {{'func.constant' op is '() -> ()', but function @g is '(i32) -> ()'}}
  %g = constant @g : () -> ()
  return
}

// -----

func.func @f(%g: (i32) -> i32, %x: i32) {
  // expected-error @+1 {{2 operands are given, but '(i32) -> i32' has 1 inputs}}
  %r = call_indirect %g(%x, %x) : (i32) -> i32
  return
}

// -----

func.func @f(%g: i32) {
  // expected-error @+1 {{expected a function type, got 'i32'}}
  call_indirect %g() : i32
  return
}

// -----

func.func @f(%g: (i32) -> i32, %x: f32) {
  // expected-error @+1 {{'func.call_indirect' op operand type mismatch: expected 'i32', but got 'f32' for operand 0}}
  %r = "func.call_indirect"(%g, %x) : ((i32) -> i32, f32) -> i32
  return
}

// -----

// expected-error @+1 {{'func.func' op visibility must be public, private or nested, but got "hidden"}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "hidden"}> ({
}) : () -> ()
