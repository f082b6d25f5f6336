// RUN: tile-opt %s --verify-diagnostics --split-input-file

func.func @seed(%s: i16, %c: i32) {
  %o = arith.constant 0 : i64
  // expected-error @+1 {{takes i32 or i64 as its seed, got i16}}
  %r:4 = tile.philox %s, %o, %c : i16, i64, i32
  return
}
// -----
func.func @offset(%s: i64, %o: i8, %c: i32) {
  // expected-error @+1 {{takes i32 or i64 as its offset, got i8}}
  %r:4 = tile.philox %s, %o, %c : i64, i8, i32
  return
}
// -----
func.func @counters(%s: i64, %c: tensor<8xi16>) {
  // expected-error @+1 {{has counters of type tensor<8xi16>, expected i32 or i64}}
  %r:4 = tile.philox %s, %s, %c : i64, i64, tensor<8xi16>
  return
}
// -----
func.func @words(%s: i64, %c: i64) {
  // expected-error @+1 {{gives i64 as word 1, expected i32}}
  %r:4 = "tile.philox"(%s, %s, %c) : (i64, i64, i64) -> (i32, i64, i32, i32)
  return
}
// -----
func.func @dynamic(%s: i64, %c: tensor<?xi32>) {
  // expected-error @+1 {{extents}}
  %r:4 = tile.philox %s, %s, %c : i64, i64, tensor<?xi32>
  return
}
// -----
func.func @shape(%w: tensor<8xi32>) {
  // expected-error @+1 {{keeps the shape, got tensor<8xi32> to tensor<16xf32>}}
  %u = tile.uniform %w : tensor<8xi32> to tensor<16xf32>
  return
}
// -----
func.func @long(%w: i64) {
  // expected-error @+1 {{takes words of 32 bits, got i64}}
  %u = tile.uniform %w : i64 to f64
  return
}
// -----
func.func @short(%w: i32) {
  // expected-error @+1 {{gives f16, bf16, f32 or f64, got f8E5M2}}
  %u = tile.uniform %w : i32 to f8E5M2
  return
}
// -----
func.func @doubles(%w: i32) {
  // expected-error @+1 {{gives f32, got f64}}
  %x, %y = "tile.normal"(%w, %w) : (i32, i32) -> (f64, f64)
  return
}
