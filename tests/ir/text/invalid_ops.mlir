// RUN: tile-opt %s --split-input-file --verify-diagnostics
// RUN: not tile-opt %s 2>&1 | FileCheck %s

// CHECK: help: did you mean 'arith.addi'?
func.func @several_errors(%a: i32) {
  // expected-error @+1 {{unknown op 'arith.addu'}}
  %0 = arith.addu %a, %a : i32
  // expected-error @+1 {{unknown dialect 'arth' in op 'arth.addi'}}
  %1 = arth.addi %a, %a : i32
  // expected-error @+1 {{expected a value such as '%x', got ':'}}
  %2 = arith.addi %a, : i32
  // expected-error @+2 {{unknown type 'return'}}
  %3 = arith.addi %a, %a :
  return
}

func.func @after(%a: i32) {
  // expected-error @+1 {{unknown op 'retrun'}}
  retrun
}

// -----

// expected-error @+1 {{unknown dialect 'foo' in op 'foo.bar'}}
"foo.bar"() : () -> ()

// -----

// expected-error @+1 {{expected an op, got '}'}}
}
func.func private @f()

// -----

// expected-error @+1 {{the type has 1 operand, but the op has 2}}
func.func @count(%a: i32) { "func.return"(%a, %a) : (i32) -> () }

// -----

// expected-error @+1 {{attribute 'a' is given twice}}
module attributes {a = 1, b = 2, a = 3} {}

// -----

func.func @keyword(%a: i32) {
  // expected-error @+1 {{'stl'}}
  %0 = arith.cmpi stl, %a, %a : i32
  return
}
