// Locations of a dump lead to the source it came from; with --loc-from-this-ir, to the dump.

// RUN: tile-opt %s --print-debuginfo | FileCheck %s --check-prefix=SOURCE
// RUN: tile-opt %s --print-debuginfo --loc-from-this-ir | FileCheck %s --implicit-check-not=k.py
// RUN: tile-opt %s --print-debuginfo -o %t.mlir
// RUN: tile-opt %t.mlir --print-debuginfo --loc-from-this-ir | FileCheck %s --check-prefix=DUMP

// SOURCE: @f(%a: f32 loc("k.py":1:1))
// SOURCE: loc("k.py":7:3)
// CHECK: @f(%a: f32 loc("{{.*}}loc-from-this-ir.mlir":[[#@LINE+3]]:14))
// CHECK: loc("{{.*}}loc-from-this-ir.mlir":[[#@LINE+3]]:8)
// DUMP: loc("{{.*}}loc-from-this-ir.mlir.tmp.mlir":{{[0-9]+}}:{{[0-9]+}})
func.func @f(%a: f32 loc("k.py":1:1)) -> f32 {
  %b = arith.addf %a, %a : f32 loc(#here)
  return %b : f32
}
#here = loc("k.py":7:3)
