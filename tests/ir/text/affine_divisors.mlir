// Divisors that are not positive: a quotient of constants is rounded as its name says, a remainder
// and a division by zero have no value and stay.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: affine_map<() -> (-4, -3, 4, 3)>
"t.quotients"() {m = affine_map<() -> (7 floordiv -2, 7 ceildiv -2, -7 ceildiv -2, -7 floordiv -2)>} : () -> ()
// CHECK: affine_map<(d0) -> (7 mod -2, 7 floordiv 0, d0 floordiv -1, d0 mod 0)>
"t.kept"() {m = affine_map<(d0) -> (7 mod -2, 7 floordiv 0, d0 floordiv -1, d0 mod 0)>} : () -> ()
