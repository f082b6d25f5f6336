// Affine maps and sets, simplified and written as MLIR does.
// RUN: tile-opt %s --allow-unregistered-dialect --print-local-scope | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect --print-local-scope | FileCheck %s
// RUN: %if mlir-opt %{ sh %S/../../dialects/Inputs/mlir_agrees.sh %s %t --allow-unregistered-dialect %}

// Names are the text's own; printed are d0, d1, ... and s0, s1, ...
// CHECK: affine_map<(d0, d1)[s0] -> (d0 + s0, d1 floordiv 4, d1 ceildiv 4, d0 mod 4)>
"t.names"() {m = affine_map<(i, j)[n] -> (i + n, j floordiv 4, j ceildiv 4, i mod 4)>} : () -> ()

// CHECK: affine_map<() -> ()>
"t.empty"() {m = affine_map<() -> ()>} : () -> ()

// Constants fold and go to the right; dimensions come before symbols, each in order.
// CHECK: affine_map<(d0, d1)[s0, s1] -> (d0 + 3, d0 + 3, d0 + s0, d0 + d1, s0 * s1, d0 * 6, (d0 * s0) * 2, 4, -4)>
"t.order"() {m = affine_map<(d0, d1)[s0, s1] -> (3 + d0, (d0 + 1) + 2, s0 + d0, d1 + d0, s1 * s0, (d0 * 2) * 3, (d0 * 2) * s0, 7 ceildiv 2, -7 floordiv 2)>} : () -> ()

// CHECK: affine_map<(d0, d1) -> (0, d0 * 2, d0, 0, d0 floordiv 2 + 2, d0 * 2 + d1 floordiv 4, d1 mod 4, d0 mod 8, d0 mod 8)>
"t.simpler"() {m = affine_map<(i, j) -> (i - i, i + i, i ceildiv 1, i * 4 mod 2, (i + 4) floordiv 2, (i * 8 + j) floordiv 4, (i * 8 + j) mod 4, (i mod 16) mod 8, i - (i floordiv 8) * 8)>} : () -> ()

// CHECK: affine_map<(d0, d1) -> (d0 - d1, -d0, -(d0 + d1), d0, d0 * 2 - d1 * 3 - 4, (d0 + d1) * 8)>
"t.minus"() {m = affine_map<(i, j) -> (i - j, -i, -(i + j), -(-i), i * 2 - j * 3 - 4, 2 * (i + j) * 4)>} : () -> ()

// CHECK: affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == 0)>
// CHECK-SAME: affine_set<(d0, d1) : (d0 - d1 >= 0, -d1 + 4 >= 0, d0 - (d1 + 1) == 0)>
"t.sets"() {s = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 == 0)>, t = affine_set<(i, j) : (i >= j, j <= 4, i == j + 1)>} : () -> ()

// A map is the layout of a memref; the identity says what no layout says.
// CHECK: func.func private @layouts(memref<4x8xf32>, memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>, 3>)
func.func private @layouts(memref<4x8xf32, affine_map<(i, j) -> (i, j)>>, memref<4x8xf32, affine_map<(i, j) -> (j, i)>>, memref<?x?xf32, affine_map<(i, j)[s] -> (i * s + j)>, 3>)
