// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: () -> (i1, i32, si8, ui64, index, none)
%0:6 = "t.scalars"() : () -> (i1, i32, si8, ui64, index, none)
// CHECK: () -> (f16, bf16, f32, f64, tf32, f8E4M3FN, f8E5M2)
%1:7 = "t.floats"() : () -> (f16, bf16, f32, f64, tf32, f8E4M3FN, f8E5M2)
// CHECK: (vector<4x8xf32>, vector<f32>, vector<16xindex>)
%2:3 = "t.vectors"() : () -> (vector<4x8xf32>, vector< f32 >, vector<16 x index>)
// A hexadecimal digit after the x belongs to the element type.
// CHECK: (tensor<0xf32>, tensor<?x4xbf16>, tensor<i8>, tensor<2xf16, {a = 1 : i64}>)
%3:4 = "t.tensors"() : () -> (tensor<0xf32>, tensor<?x4xbf16>, tensor<i8>, tensor<2xf16, {a = 1}>)
// CHECK: (memref<?x?xf16, strided<[?, 1], offset: ?>>, memref<4xf32, 3>, memref<2xvector<4xf32>>)
%4:3 = "t.memrefs"() : () -> (memref<?x?xf16, strided<[?, 1], offset: ?>>, memref<4xf32, 3>, memref<2xvector<4xf32>>)
// Space 0 is the default; the identity as a written layout stays.
// CHECK: (memref<4xf32>, memref<4xf32, strided<[1]>, 3>)
%5:2 = "t.memrefs"() : () -> (memref<4xf32, 0>, memref<4xf32, strided<[1]>, 3>)
// CHECK: (() -> (), (i32) -> i32, () -> (i32, f32), () -> (() -> i1))
%6:4 = "t.functions"() : () -> (() -> (), (i32) -> (i32), () -> (i32, f32), () -> (() -> i1))
// CHECK: (tuple<>, tuple<i32, tuple<f32>>)
%7:2 = "t.tuples"() : () -> (tuple<>, tuple<i32, tuple<f32>>)
// CHECK: (!u.t, !u.t<[1, {->}], "a > b">, tensor<4x!u.t<2>>)
%8:3 = "t.opaque"() : () -> (!u.t, !u.t<[1, {->}], "a > b">, tensor<4x!u.t<2>>)
