// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --elide-elements-above=3 | FileCheck %s --check-prefix=ELIDE

// CHECK: dense<0.000000e+00> : tensor<128x64xf32>
// ELIDE: dense<0.000000e+00> : tensor<128x64xf32>
"t.splat"() {a = dense<0.0> : tensor<128x64xf32>} : () -> ()
// CHECK: dense<1> : tensor<2xi32>
"t.equal"() {a = dense<[1, 1]> : tensor<2xi32>} : () -> ()
// CHECK: dense<{{\[}}[1, 2], [-3, 4]]> : vector<2x2xi8>
// ELIDE: dense_resource<__elided__> : vector<2x2xi8>
"t.lists"() {a = dense<[[1, 2], [-3, 4]]> : vector<2x2xi8>} : () -> ()
// CHECK: dense<> : tensor<0x3xi1>
"t.empty"() {a = dense<> : tensor<0x3xi1>} : () -> ()
// CHECK: dense<7> : tensor<i32>
"t.scalar"() {a = dense<7> : tensor<i32>} : () -> ()
// CHECK: dense<[true, false, true]> : vector<3xi1>
"t.bools"() {a = dense<[true, false, 1]> : vector<3xi1>} : () -> ()
// CHECK: dense<[1.500000e+00, 2.500000e-01]> : tensor<2xf16>
"t.bytes"() {a = dense<"0x003E0034"> : tensor<2xf16>} : () -> ()
// More than 100 elements print as bytes, i1 as bits.
// CHECK: dense<"0x{{(02)+(01)+}}"> : tensor<102xi8>
"t.many"() {a = dense<"0x020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"> : tensor<102xi8>} : () -> ()
// CHECK: dense<"0x01000000000000000000000000"> : tensor<101xi1>
"t.bits"() {a = dense<"0x01000000000000000000000000"> : tensor<101xi1>} : () -> ()
// Of a negative element the bits above it are zero.
// CHECK: dense<"0xFF0F{{(0100)+}}"> : tensor<101xi12>
"t.negative"() {a = dense<"0xFF0F0100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100010001000100"> : tensor<101xi12>} : () -> ()
