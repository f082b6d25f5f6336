// RUN: %cc -Wall -Wextra -shared -fPIC -I%source %source/docs/examples/plugins/multiples.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so -verify-diagnostics --show-multiples --remarks-filter=multiple -o /dev/null

// All callers are known: they give multiples of 16 and of 8.
func.func private @both(%x: index) -> index {
  // expected-remark @+1 {{a multiple of 8}}
  %y = arith.addi %x, %x : index
  return %y : index
}

func.func @f(%n: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c3 = arith.constant 3 : index
  %false = arith.constant false
  scf.for %i = %c0 to %n step %c16 {
    // expected-remark @+1 {{a multiple of 256}}
    %a = arith.muli %i, %c16 : index
    // expected-remark @+1 {{a multiple of 8}}
    %b = arith.addi %i, %c24 : index
    %c = arith.addi %i, %x : index
    // expected-remark @+1 {{a multiple of 256}}
    %d = scf.if %false -> (index) {
      scf.yield %c3 : index
    } else {
      scf.yield %a : index
    }
    // expected-remark @+1 {{a multiple of 8}}
    %h = func.call @both(%b) : (index) -> index
  }
  // expected-remark @+1 {{a multiple of 8}}
  %k = func.call @both(%c16) : (index) -> index
  return
}
