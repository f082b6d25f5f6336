// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @axis(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{tensor<8x32xf32> has no axis 2}}
  %s = tile.scan arith.addf %x axis 2
  return
}

// -----

func.func @two(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'arith.addf' combines the elements of one tile}}
  %s, %t = tile.scan arith.addf %x, %x axis 1
  return
}

// -----

func.func @order_of_words(%x: tensor<8x32xf32>, %z: f32) {
  // expected-error @+1 {{reverse}}
  %s = tile.scan arith.addf %x axis 1 exclusive(%z) reverse
  return
}

// -----

func.func @inits(%x: tensor<8x32xf32>, %z: f32) {
  // expected-error @+1 {{'tile.scan' op has 2 initial elements, expected none or one for each tile: 1}}
  %s = tile.scan arith.addf %x axis 1 exclusive(%z, %z)
  return
}

// -----

func.func @type_of_init(%x: tensor<8x32xf32>, %z: f16) {
  // expected-error @+1 {{'tile.scan' op has an initial element of f16, expected f32}}
  %s = tile.scan arith.addf %x axis 1 exclusive(%z)
  return
}

// -----

func.func @type_of_result(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.scan' op gives tensor<8xf32>, expected tensor<8x32xf32>}}
  %s = "tile.scan"(%x) <{axis = 1 : i64, operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: f32, %b: f32):
    tile.yield %a
  }) : (tensor<8x32xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @shapes(%x: tensor<8x32xf32>, %y: tensor<8x16xf32>) {
  // expected-error @+1 {{'tile.scan' op combines tiles of one shape and layout, got tensor<8x32xf32> and tensor<8x16xf32>}}
  %s, %t = tile.scan %x, %y axis 0 (%a, %b, %c, %d) {
    tile.yield %a, %b
  }
  return
}

// -----

func.func @elements(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.scan' op has a combiner of 3 elements, expected two of each tile: 2}}
  %s = tile.scan %x axis 0 (%a, %b, %c) {
    tile.yield %a
  }
  return
}

// -----

// Threads with nothing to combine compute all the same.

func.func @undefined(%x: tensor<8x32xi32>) {
  %s = tile.scan %x axis 0 (%a, %b) {
    // expected-error @+1 {{'arith.divsi' op is undefined for some operands, which a scan's combiner may not be}}
    %d = arith.divsi %a, %b : i32
    %m = arith.maxsi %d, %a : i32
    tile.yield %m
  }
  return
}

// -----

// By a number that is known to be a fair divisor it may.

func.func @defined(%x: tensor<8x32xi32>) {
  %s = tile.scan %x axis 0 (%a, %b) {
    %two = arith.constant 2 : i32
    %t = arith.addi %a, %b : i32
    %d = arith.divui %t, %two : i32
    tile.yield %d
  }
  return
}

// -----

func.func @grouping(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'arith.divf' op does not combine elements: its result depends on how they are grouped}}
  %s = tile.scan arith.divf %x axis 0
  return
}
