// RUN: tile-opt %s --verify-diagnostics --split-input-file

func.func @type(%m: memref<4xf32>) {
  // expected-error @+1 {{says numbers of at most 64 bits and tiles of them, got memref<4xf32>}}
  tile.print "m", %m : memref<4xf32>
  return
}
// -----
func.func @wide(%x: i128) {
  // expected-error @+1 {{says numbers of at most 64 bits and tiles of them, got i128}}
  tile.print "x", %x : i128
  return
}
// -----
func.func @shapes(%x: tensor<8xf32>, %y: tensor<16xf32>) {
  // expected-error @+1 {{says tiles of one shape and layout, got tensor<8xf32> and tensor<16xf32>}}
  tile.print "x, y", %x, %y : tensor<8xf32>, tensor<16xf32>
  return
}
// -----
func.func @no_tile(%x: f32) {
  // expected-error @+1 {{has a corner, but no tile to say one of}}
  tile.print "x", %x : f32 corner [1]
  return
}
// -----
func.func @corner_rank(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{has a corner of 1 dimensions, expected 2 as tensor<8x8xf32> has}}
  tile.print "x", %x : tensor<8x8xf32> corner [1]
  return
}
// -----
func.func @corner_empty(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{has a corner of 0 elements along dimension 1, expected at least 1}}
  tile.print "x", %x : tensor<8x8xf32> corner [1, 0]
  return
}
// -----
func.func @dynamic(%x: tensor<?xf32>) {
  // expected-error @+1 {{has a tile without fixed extents}}
  tile.print "x", %x : tensor<?xf32>
  return
}
// -----
func.func @condition(%x: vector<4xi1>) {
  // expected-error @+1 {{takes an i1 or a tile of them, got vector<4xi1>}}
  tile.assert %x, "x" : vector<4xi1>
  return
}
// -----
func.func @places(%x: f32) {
  // expected-error @+1 {{has 2 places for values in its text, and 1 values}}
  simt.print "{} {}", %x : f32
  return
}
// -----
func.func @braces(%x: i1) {
  // expected-error @+1 {{has 1 places for values in its text, and 0 values}}
  simt.assert %x, "a {{ and a {}"
  return
}
// -----
func.func @vector(%x: vector<2xf32>) {
  // expected-error @+1 {{says single numbers of at most 64 bits, got vector<2xf32>}}
  simt.print "{}", %x : vector<2xf32>
  return
}
// -----
func.func @narrow(%x: f8E4M3FN) {
  // expected-error @+1 {{says floats of 16 to 64 bits, got f8E4M3FN}}
  simt.print "{}", %x : f8E4M3FN
  return
}
