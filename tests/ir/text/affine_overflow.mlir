// Constants of an affine expression whose sum or product does not fit in 64 bits stay apart.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: affine_map<(d0) -> (d0 + 9223372036854775807 + 1)>
"t.sum"() {m = affine_map<(d0) -> (d0 + 9223372036854775807 + 1)>} : () -> ()
// CHECK: affine_map<(d0) -> ((d0 * 9223372036854775807) * 2)>
"t.product"() {m = affine_map<(d0) -> (d0 * 9223372036854775807 * 2)>} : () -> ()
// CHECK: affine_map<() -> (9223372036854775807 + 1)>
"t.constants"() {m = affine_map<() -> (9223372036854775807 + 1)>} : () -> ()
// The lowest constant's magnitude is no constant.
// CHECK: affine_map<(d0) -> (d0 + -9223372036854775808, d0 * -9223372036854775808)>
"t.lowest"() {m = affine_map<(d0) -> (d0 - 9223372036854775807 - 1,
                                      d0 * -9223372036854775808)>} : () -> ()
