// `$NAME` stands for an integer, a word or a type, glued to an x in a shape.
// RUN: tile-opt %s --param=M=64 --allow-unregistered-dialect | FileCheck %s

tile.params { M = 16, NX = 32, T = f16 : [f16, bf16], ON = true }
// CHECK: "t.shapes"() {a = true, b = 64 : i64} : () -> (tensor<64x32xf16>, memref<?x64xf16>, tensor<2x64x3xf32>)
%0:3 = "t.shapes"() {a = $ON, b = $M} : () -> (tensor<$Mx$NXx$T>, memref<?x$Mx$T>, tensor<2x$Mx3xf32>)
