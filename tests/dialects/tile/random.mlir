// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: interp-run %s | FileCheck %s --check-prefix=VALUE
// RUN: tile-opt %s --tile-expand-random | interp-run - | FileCheck %s --check-prefix=VALUE
// RUN: tile-opt %s --tile-expand-random --canonicalize | FileCheck %s --check-prefix=EXPANDED

// EXPANDED-NOT: tile.{{(philox|uniform|normal)}}

// The known answers of Random123 for philox4x32 with 10 rounds: counter and key all zeros, all ones,
// and digits of pi.
// VALUE-LABEL: @zeros: 1713891541 : i32, -513161843 : i32, -1135104948 : i32, -1694442536 : i32
func.func @zeros() -> (i32, i32, i32, i32) {
  %z = arith.constant 0 : i64
  // CHECK: tile.philox %{{.*}}, %{{.*}}, %{{.*}} : i64, i64, i64
  %r:4 = tile.philox %z, %z, %z : i64, i64, i64
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// VALUE-LABEL: @ones: 1083123565 : i32, 1103641358 : i32, -1576286266 : i32, 1834242557 : i32
func.func @ones() -> (i32, i32, i32, i32) {
  %o = arith.constant -1 : i64
  %r:4 = tile.philox %o, %o, %o : i64, i64, i64
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// VALUE-LABEL: @pi: -781386231 : i32, -1795306261 : i32, 1342301216 : i32, 605187745 : i32
func.func @pi() -> (i32, i32, i32, i32) {
  %counter = arith.constant 0x85a308d3243f6a88 : i64
  %offset = arith.constant 0x0370734413198a2e : i64
  %seed = arith.constant 0x299f31d0a4093822 : i64
  %r:4 = tile.philox %seed, %offset, %counter : i64, i64, i64
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// Words of 32 bits are continued with zeros.
// VALUE-LABEL: @narrow: 1 : i1, 1 : i1, 1 : i1
func.func @narrow() -> (i1, i1, i1) {
  %a = arith.constant -3 : i32
  %b = arith.constant 0xfffffffd : i64
  %z = arith.constant 0 : i64
  // CHECK: tile.philox %{{.*}}, %{{.*}}, %{{.*}} : i32, i64, i32
  %r:4 = tile.philox %a, %z, %a : i32, i64, i32
  %s:4 = tile.philox %b, %z, %b : i64, i64, i64
  %t:4 = tile.philox %z, %a, %b : i64, i32, i64
  %u:4 = tile.philox %z, %b, %a : i64, i64, i32
  %e0 = arith.cmpi eq, %r#0, %s#0 : i32
  %e1 = arith.cmpi eq, %r#3, %s#3 : i32
  %e2 = arith.cmpi eq, %t#1, %u#1 : i32
  return %e0, %e1, %e2 : i1, i1, i1
}

// VALUE-LABEL: @vector: [1713891541, -119223132] : vector<2xi32>
func.func @vector() -> vector<2xi32> {
  %z = arith.constant 0 : i64
  %c = arith.constant dense<[0, 1]> : vector<2xi32>
  %r:4 = tile.philox %z, %z, %c : i64, i64, vector<2xi32>
  return %r#0 : vector<2xi32>
}

// The least and the greatest of each type are 0 and the number before 1.
// VALUE-LABEL: @uniform: 0 : f32, 0.99999994 : f32, 0.999511719 : f16, 0.99609375 : bf16, 1 : f64, 0.5 : f32
func.func @uniform() -> (f32, f32, f16, bf16, f64, f32) {
  %low = arith.constant 255 : i32
  %high = arith.constant -1 : i32
  %half = arith.constant 0x80000000 : i32
  // CHECK: tile.uniform %{{.*}} : i32 to f32
  %0 = tile.uniform %low : i32 to f32
  %1 = tile.uniform %high : i32 to f32
  %2 = tile.uniform %high : i32 to f16
  %3 = tile.uniform %high : i32 to bf16
  %4 = tile.uniform %high : i32 to f64
  %5 = tile.uniform %half : i32 to f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f16, bf16, f64, f32
}

// sqrt(-2 log u): 0 at u = 1, and finite at the least u, 2^-24.  A quarter of the circle is sine alone.
// VALUE-LABEL: @normal: [{{-?}}0, {{-[0-9.]+e-07}}] : vector<2xf32>, [{{-?}}0, 5.7681
func.func @normal() -> (vector<2xf32>, vector<2xf32>) {
  %u = arith.constant dense<[-1, 255]> : vector<2xi32>
  %v = arith.constant dense<[0x12345678, 0x40000000]> : vector<2xi32>
  // CHECK: tile.normal %{{.*}}, %{{.*}} : vector<2xi32>
  %x, %y = tile.normal %u, %v : vector<2xi32>
  return %x, %y : vector<2xf32>, vector<2xf32>
}

// CHECK-LABEL: @tiles
func.func @tiles(%seed: i64, %c: tensor<8x4xi64>) -> tensor<8x4xf16> {
  // CHECK: tile.philox %seed, %seed, %c : i64, i64, tensor<8x4xi64>
  %r:4 = tile.philox %seed, %seed, %c : i64, i64, tensor<8x4xi64>
  // CHECK: tile.uniform %{{.*}} : tensor<8x4xi32> to tensor<8x4xf16>
  %u = tile.uniform %r#2 : tensor<8x4xi32> to tensor<8x4xf16>
  return %u : tensor<8x4xf16>
}
