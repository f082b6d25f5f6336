// Numbers print with six digits if those are enough, else with all that matter, else as bits.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: a = 0.000000e+00 : f64, b = -0.000000e+00 : f64, c = 1.000000e+00 : f64, d = -1.500000e+10 : f64, e = 1.000000e-01 : f64
"t.short"() {a = 0.0, b = -0.0, c = 1., d = -15000000000.0, e = 0.1} : () -> ()
// CHECK: a = 1.00195313 : f32, b = 3.14159274 : f32, c = 3.1415926535897931 : f64, d = 1.17549435E-38 : f32
"t.long"() {a = 1.001953125 : f32, b = 3.14159265 : f32, c = 3.14159265358979323846, d = 1.1754944e-38 : f32} : () -> ()
// A tie goes away from zero.
// CHECK: a = 1.015630e+00 : f16
"t.tie"() {a = 1.015625 : f16} : () -> ()
// Without a decimal point it would be read as an integer.
// CHECK: a = 0x419D6F3454000000 : f64, b = 0x7F800000 : f32, c = 0x7E00 : f16, d = 0x7FF0000000000000 : f64
"t.bits"() {a = 123456789.0, b = 0x7F800000 : f32, c = 0x7E00 : f16, d = 1.0e999} : () -> ()
// CHECK: a = 1.500000e+00 : bf16, b = 4.480000e+02 : f8E4M3FN, c = 1.000000e+00 : tf32, d = 0x7C : f8E5M2
"t.small"() {a = 0x3FC0 : bf16, b = 448.0 : f8E4M3FN, c = 1.0 : tf32, d = 1.0e9 : f8E5M2} : () -> ()
