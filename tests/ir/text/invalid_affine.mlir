// RUN: tile-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @+1 {{'k' is neither a dimension nor a symbol of this map}}
"t.a"() {m = affine_map<(i, j) -> (k)>} : () -> ()

// -----

// expected-error @+1 {{a product of two dimensions is not affine}}
"t.a"() {m = affine_map<(i, j) -> (i * j)>} : () -> ()

// -----

// expected-error @+1 {{a division by a dimension is not affine}}
"t.a"() {m = affine_map<(i, j) -> (i mod j)>} : () -> ()

// -----

// expected-error @+1 {{the right side of a division must be positive, not 0}}
"t.a"() {m = affine_map<(i) -> (i floordiv 0)>} : () -> ()

// -----

// expected-error @+1 {{'i' is listed twice}}
"t.a"() {m = affine_map<(i)[i] -> (i)>} : () -> ()

// -----

// expected-error @+1 {{expected '>=', '<=' or '==' in a constraint, got ')'}}
"t.a"() {m = affine_set<(i) : (i)>} : () -> ()

// -----

// expected-error @+1 {{the layout maps 1 dimensions, but the memref has 2 extents}}
func.func private @f(memref<4x4xf32, affine_map<(i) -> (i)>>)

// -----

// expected-error @+1 {{a constant of this affine expression does not fit in 64 bits}}
"t.a"() {m = affine_map<(i) -> (9223372036854775807 * 2 * i)>} : () -> ()

// -----

// expected-error @+1 {{a constant of this affine expression does not fit in 64 bits}}
"t.a"() {m = affine_map<() -> (9223372036854775807 + 1)>} : () -> ()
