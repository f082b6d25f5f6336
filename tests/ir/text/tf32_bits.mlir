// Infinities and NaNs of tf32 are written as its 19 bits, as MLIR does.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: %if mlir-opt %{ sh %S/../../dialects/Inputs/mlir_agrees.sh %s %t --allow-unregistered-dialect %}

// CHECK: {a = 0x3FC00 : tf32, b = 0x7FC00 : tf32, c = 1.000000e+00 : tf32}
"t.floats"() {a = 0x3FC00 : tf32, b = 0x7FC00 : tf32, c = 0x1FC00 : tf32} : () -> ()
