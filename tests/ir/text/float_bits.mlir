// Floats written as their bits: 19 of a tf32, and in a list with the type, as MLIR does.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: %if mlir-opt %{ sh %S/../../dialects/Inputs/mlir_agrees.sh %s %t --allow-unregistered-dialect %}

// CHECK: {a = 0x3FC00 : tf32, b = 0x7FC00 : tf32, c = 1.000000e+00 : tf32}
"t.floats"() {a = 0x3FC00 : tf32, b = 0x7FC00 : tf32, c = 0x1FC00 : tf32} : () -> ()
// CHECK: [0x7FF0000000000000 : f64, 0x427EE67DE2855000 : f64, 1.500000e+00]
"t.list"() {a = [0x7FF0000000000000 : f64, 2123456456789.0, 1.5]} : () -> ()
