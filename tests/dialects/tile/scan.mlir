// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

#rows = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[0, 16]]>

// CHECK-LABEL: func.func @named
func.func @named(%x: tensor<8x32xf32>, %y: tensor<8x32xf32, #rows>, %one: f32) -> tensor<8x32xf32> {
  // CHECK-NEXT: %s = tile.scan arith.addf %x axis 1{{$}}
  %s = tile.scan arith.addf %x axis 1
  // CHECK-NEXT: %t = tile.scan arith.maximumf %s axis 0 reverse {a.b = 1 : i64}{{$}}
  %t = tile.scan arith.maximumf %s axis 0 reverse {a.b = 1 : i64}
  // CHECK-NEXT: %u = tile.scan arith.mulf %t axis 0 exclusive(%one){{$}}
  %u = tile.scan arith.mulf %t axis 0 exclusive(%one)
  // CHECK-NEXT: %v = tile.scan arith.mulf %u axis 1 reverse exclusive(%one){{$}}
  %v = tile.scan arith.mulf %u axis 1 reverse exclusive(%one)
  // The layout stays.
  // CHECK-NEXT: %r = tile.scan arith.minimumf %y axis 1{{$}}
  // CHECK-NEXT: arith.addf %r, %y : tensor<8x32xf32, #tile.layout<register
  %r = tile.scan arith.minimumf %y axis 1
  %w = arith.addf %r, %y : tensor<8x32xf32, #rows>
  return %v : tensor<8x32xf32>
}

// CHECK-LABEL: func.func @region
func.func @region(%x: tensor<8x32xf32>, %i: tensor<8x32xi32>, %low: f32, %zero: i32) -> (tensor<8x32xf32>, tensor<8x32xi32>) {
  // CHECK-NEXT: %m, %p = tile.scan %x, %i axis 0 reverse exclusive(%low, %zero) (%a, %j, %b, %k) {
  // CHECK-NEXT: %first = arith.cmpf oge, %a, %b : f32
  // CHECK: tile.yield %v, %at
  // CHECK-NEXT: }
  %m, %p = tile.scan %x, %i axis 0 reverse exclusive(%low, %zero) (%a, %j, %b, %k) {
    %first = arith.cmpf oge, %a, %b : f32
    %v = arith.select %first, %a, %b : f32
    %at = arith.select %first, %j, %k : i32
    tile.yield %v, %at
  }
  // CHECK: %f = tile.scan %x axis 0 ({{.*}}, {{.*}}) attributes {a.b} {
  // CHECK-NEXT: tile.yield %a
  %f = tile.scan %x axis 0 (%a, %b) attributes {a.b} {
    tile.yield %a
  }
  return %m, %p : tensor<8x32xf32>, tensor<8x32xi32>
}
