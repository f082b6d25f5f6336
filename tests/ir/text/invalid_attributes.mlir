// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{integer is out of range for 'i64'}}
module attributes {a.b = 99999999999999999999} {}
// expected-error @+1 {{integer is out of range for 'i8'}}
module attributes {a.b = 256 : i8} {}
// expected-error @+1 {{integer is out of range for 'si8'}}
module attributes {a.b = 128 : si8} {}
// expected-error @+1 {{integer is out of range for 'ui8'}}
module attributes {a.b = -1 : ui8} {}
// expected-error @+1 {{a floating-point number cannot have type 'i32'}}
module attributes {a.b = 1.0 : i32} {}
// expected-error @+1 {{a number of type 'f32' needs a decimal point}}
module attributes {a.b = 1 : f32} {}
// expected-error @+1 {{hexadecimal number has more than the 16 bits of 'f16'}}
module attributes {a.b = 0x12345 : f16} {}
// expected-error @+1 {{unknown escape in a string}}
module attributes {a.b = "\q"} {}
// expected-error @+1 {{string is not closed on its line}}
module attributes {a.b = "abc} {}
// expected-error @+1 {{undefined attribute alias '#foo'}}
module attributes {a.b = #foo} {}
// expected-error @+1 {{unknown dialect 'foo' in attribute '#foo.bar'}}
module attributes {a.b = #foo.bar} {}
// expected-error @+1 {{expected a name or a string after '@'}}
module attributes {a.b = @} {}
// expected-error @+1 {{elements of shape '2' do not fit type 'tensor<1000000000000xi32>'}}
module attributes {a.b = dense<[1, 2]> : tensor<1000000000000xi32>} {}
// expected-error @+1 {{list has 2 elements, others at its depth have 1}}
module attributes {a.b = dense<[[1], [2, 3]]> : tensor<2x1xi32>} {}
// expected-error @+1 {{element at depth 1, others are at depth 2}}
module attributes {a.b = dense<[[1], 2]> : tensor<2x1xi32>} {}
// expected-error @+1 {{expected hexadecimal digits such as "0x3F80"}}
module attributes {a.b = dense<"0x123"> : tensor<2xi8>} {}
// expected-error @+1 {{3 bytes do not fill 'tensor<2xi16>', which takes 4}}
module attributes {a.b = dense<"0x123456"> : tensor<2xi16>} {}
// expected-error @+1 {{dense elements need a static shape, not 'tensor<?xi16>'}}
module attributes {a.b = dense<1> : tensor<?xi16>} {}
// expected-error @+1 {{undefined location alias '#late'}}
module {} loc(#late)
// expected-error @+1 {{unknown parameter '$BM'}}
module attributes {a.b = $BM} {}
// expected-error @+1 {{expected ',' or '}' after an attribute, got '@x'}}
module attributes {a.b = 1 @x} {}
// expected-error @+1 {{undefined attribute alias '#4'}}
module attributes {a.b = #4<c>} {}
