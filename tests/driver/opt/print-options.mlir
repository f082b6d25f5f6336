// What printing can show or leave out.

// RUN: tile-opt %s --print-value-users | FileCheck %s --check-prefix=USERS
// RUN: tile-opt %s --mlir-print-value-users | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-unique-names | FileCheck %s --check-prefix=UNIQUE
// RUN: tile-opt %s --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIP
// RUN: tile-opt %s --print-names-from-locs | FileCheck %s --check-prefix=LOCS
// RUN: tile-opt %s --mlir-use-nameloc-as-prefix | tile-opt | FileCheck %s --check-prefix=LOCS
// RUN: tile-opt %s --mlir-pretty-debuginfo | FileCheck %s --check-prefix=SHORT
// RUN: tile-opt %s --hex-elements-above=2 | FileCheck %s --check-prefix=HEX
// RUN: tile-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | tile-opt | FileCheck %s
// RUN: tile-opt %s --hex-elements-above=-1 | FileCheck %s

// CHECK: %k = arith.constant dense<[1, 2, 3]>
// USERS: // %a is used by %0, %sum
// USERS-NEXT: // %b is unused
// USERS-NEXT: %0 = arith.addf %a, %a : f32  // used by %sum
// USERS: %k = arith.constant {{.*}}  // unused
// USERS: %sum = arith.addf %0, %a : f32  // used by func.return
// USERS: %r:2 = scf.execute_region {{.*}}
// USERS: }  // %r#0 is used by func.return; %r#1 is unused
// UNIQUE: @f(%a: f32, %b: f32)
// UNIQUE: %0 =
// UNIQUE: @g(%a_0: f32)
// UNIQUE: %1 = arith.addf %a_0, %a_0
// SKIP: module {...}
// LOCS: %scaled = arith.addf %a, %a
// LOCS: %sum = arith.addf %scaled, %a
// SHORT: %0 = arith.addf %a, %a : f32 "scaled"
// SHORT-NEXT: %k = arith.constant {{.*}} {{.*}}print-options.mlir:[[#@LINE+4]]:8
// HEX: %k = arith.constant dense<"0x010203"> : tensor<3xi8>
func.func @f(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %a : f32 loc("scaled")
  %k = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  %sum = arith.addf %0, %a : f32
  return %sum : f32
}
func.func @g(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  %r:2 = scf.execute_region -> (f32, f32) {
    scf.yield %0, %a : f32, f32
  }
  return %r#0 : f32
}
