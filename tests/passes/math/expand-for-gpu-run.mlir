// RUN: tile-opt %s --math-expand-for-gpu -o %t.mlir
// RUN: FileCheck %s --check-prefix=GONE < %t.mlir
// RUN: interp-run %t.mlir | FileCheck %s
// RUN: interp-run %s | FileCheck %s
// Special values come out as the C library has them, and loops end.
// GONE-NOT: math.{{powf|fpowi|ipowi|log }}
// GONE-NOT: arith.remf

// CHECK: @powers: [1, 1, {{-?nan}}, -8, inf, -0.125, 0, 1]
func.func @powers() -> vector<8xf32> {
  %x = arith.constant dense<[0x7FC00000, 1.0, -2.0, -2.0, 0.0, -2.0, 0.5, -1.0]> : vector<8xf32>
  %y = arith.constant dense<[0.0, 0x7FC00000, 0.5, 3.0, -1.0, -3.0, 0x7F800000, 0x7F800000]> : vector<8xf32>
  %r = math.powf %x, %y : vector<8xf32>
  return %r : vector<8xf32>
}

// CHECK: @logs: [-inf, {{-?nan}}, inf, {{-?nan}}, 0]
func.func @logs() -> vector<5xf32> {
  %x = arith.constant dense<[0.0, -1.0, 0x7F800000, 0x7FC00000, 1.0]> : vector<5xf32>
  %r = math.log %x : vector<5xf32>
  return %r : vector<5xf32>
}

// CHECK: @integers: [243, 0.015625, 1, -1]
func.func @integers() -> vector<4xf32> {
  %x = arith.constant dense<[3.0, 4.0, 7.0, -1.0]> : vector<4xf32>
  %n = arith.constant dense<[5, -3, 0, -7]> : vector<4xi32>
  %r = math.fpowi %x, %n : vector<4xf32>, vector<4xi32>
  return %r : vector<4xf32>
}

// CHECK: @whole: [243, 0, 1, -1, 1]
func.func @whole() -> vector<5xi32> {
  %x = arith.constant dense<[3, 4, 7, -1, 1]> : vector<5xi32>
  %n = arith.constant dense<[5, -3, 0, -7, -2]> : vector<5xi32>
  %r = math.ipowi %x, %n : vector<5xi32>
  return %r : vector<5xi32>
}

// CHECK: @remainders: [1, -1, 5.5, {{-?nan}}, {{-?nan}}, 0, -0, 0.25]
func.func @remainders() -> vector<8xf32> {
  %x = arith.constant dense<[7.0, -7.0, 5.5, 0x7F800000, 1.0, 1.0e30, -6.0, 1000000.25]> : vector<8xf32>
  %y = arith.constant dense<[3.0, 3.0, 0x7F800000, 2.0, 0.0, 3.0, 3.0, 1.0]> : vector<8xf32>
  %r = arith.remf %x, %y : vector<8xf32>
  return %r : vector<8xf32>
}

// In parts of eight elements.
// CHECK: @long: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1]
func.func @long() -> vector<11xf32> {
  %x = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 0.5]> : vector<11xf32>
  %r = math.log2 %x : vector<11xf32>
  return %r : vector<11xf32>
}
