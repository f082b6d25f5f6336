// RUN: tile-opt %s --split-input-file --verify-diagnostics
// RUN: not tile-opt %s 2>&1 | FileCheck %s

// CHECK: help: did you mean 'tensor'?
// expected-error @+1 {{unknown type 'tensr'}}
func.func private @f(tensr<4xf32>)
// expected-error @+1 {{integers have at most 16777215 bits, not 16777216}}
func.func private @f(i16777216)
// expected-error @+1 {{unknown dialect 'foo' in type '!foo.t'}}
func.func private @f(!foo.t)
// CHECK: help: did you mean '!mem.buffer'?
// expected-error @+1 {{unknown type '!mem.bufer'}}
func.func private @f(!mem.bufer<4xf32, shared>)
// expected-error @+1 {{undefined type alias '!alias'}}
func.func private @f(!alias)
// expected-error @+1 {{extent 99999999999999999999 is out of range}}
func.func private @f(tensor<99999999999999999999xf32>)
// expected-error @+1 {{the shape has more than 2^63 elements}}
func.func private @f(tensor<9999999999x9999999999xf32>)
// expected-error @+1 {{expected 'x' after an extent, got 'f32'}}
func.func private @f(tensor<4 f32>)
// expected-error @+1 {{a vector's extents must be positive constants}}
func.func private @f(vector<0xf32>)
// expected-error @+1 {{an unranked type's element cannot be 'none'}}
func.func private @f(tensor<*xnone>)
// expected-error @+1 {{a complex number's parts are integers or floats, not 'index'}}
func.func private @f(complex<index>)
// expected-error @+1 {{the elements of 'vector<[2]xi32>' can only be given all at once}}
func.func private @f() attributes {a = dense<[1, 2]> : vector<[2]xi32>}
// expected-error @+1 {{a tensor's element cannot be 'tensor<4xf32>'}}
func.func private @f(tensor<2xtensor<4xf32>>)
// expected-error @+1 {{the layout has 1 strides, but the memref has 2 extents}}
func.func private @f(memref<2x2xf32, strided<[1]>>)
// expected-error @+1 {{expected '->' and the result types, got ')'}}
func.func private @f((i32))
// expected-error @+1 {{two memory spaces, 1 : i64 and 2 : i64}}
func.func private @f(memref<4xf32, 1, 2>)
// expected-error @+1 {{1.000000e+00 : f64 is no memory space}}
func.func private @f(memref<4xf32, 1.0>)
// expected-error @+1 {{is no memory space}}
func.func private @f(memref<*xf32, strided<[1]>>)
// expected-error @+1 {{an unranked type's element cannot be 'memref<2xf32>'}}
func.func private @f(tensor<*xmemref<2xf32>>)
