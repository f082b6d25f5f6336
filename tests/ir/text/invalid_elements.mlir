// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{a string element cannot have type 'i32'}}
"t.a"() {a = dense<["x"]> : tensor<1xi32>} : () -> ()

// -----

// expected-error @+1 {{dense elements cannot have type '!s.t'}}
"t.a"() {a = dense<[1]> : tensor<1x!s.t>} : () -> ()

// -----

// expected-error @+1 {{an index into 'tensor<2x2xi32>' is a list of 2 numbers}}
"t.a"() {a = sparse<[[0, 1, 1]], [2]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error @+1 {{2 values for 1 indices}}
"t.a"() {a = sparse<[[0, 1]], [2, 3]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error @+1 {{index 2 is out of range for extent 1 of 'tensor<2x2xi32>'}}
"t.a"() {a = sparse<[[0, 2]], [2]> : tensor<2x2xi32>} : () -> ()

// -----

// expected-error @+1 {{distinct attribute 0 refers to '1 : i32' elsewhere}}
"t.a"() {a = distinct[0]<1 : i32>, b = distinct[0]<2 : i32>} : () -> ()

// -----

// expected-error @+1 {{integer is out of range for 'i0', which is 0}}
"t.a"() {a = 1 : i0} : () -> ()

// -----

// expected-error @+1 {{an array's elements take whole bytes, or one bit, not 'i12'}}
"t.a"() {a = array<i12: 1>} : () -> ()

// -----

{-#
  dialect_resources: {
    builtin: {
      // expected-error @+1 {{resource 'a' is no blob}}
      a: "0x01"
    }
  }
#-}

// -----

{-#
  // expected-error @+1 {{unknown section 'resources' of the metadata}}
  resources: { }
#-}

// -----

// expected-error @+1 {{holds attribute 'depth', which names no dialect}}
module attributes {depth = 1 : i32} {
}

// -----

// expected-error @+1 {{its region has arguments}}
"builtin.module"() ({
^bb0(%x: i32):
}) : () -> ()

// -----

// What is missing at the end of a line is missed there.
func.func @f() {
  // expected-error @+1 {{expected ':' and the op's type, got 'return'}}
  %0 = "t.a"()
  return
}
