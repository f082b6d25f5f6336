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

// expected-error @+1 {{'i' is listed twice}}
"t.a"() {m = affine_map<(i)[i] -> (i)>} : () -> ()

// -----

// expected-error @+1 {{expected '>=', '<=' or '==' in a constraint, got ')'}}
"t.a"() {m = affine_set<(i) : (i)>} : () -> ()

// -----

// expected-error @+1 {{the layout maps 1 dimensions, but the memref has 2 extents}}
func.func private @f(memref<4x4xf32, affine_map<(i) -> (i)>>)
