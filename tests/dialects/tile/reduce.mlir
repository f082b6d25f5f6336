// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --print-op-generic | tile-opt --allow-unregistered-dialect | FileCheck %s

#rows = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[0, 16]]>

// A combiner that is one op of its two elements is named; its region is there all the same.

// CHECK-LABEL: func.func @named
func.func @named(%x: tensor<8x32xf32>, %y: tensor<8x32xf32, #rows>) -> tensor<f32> {
  // CHECK-NEXT: %s = tile.reduce arith.addf %x axis 1{{$}}
  %s = tile.reduce arith.addf %x axis 1
  // CHECK-NEXT: %t = tile.reduce arith.maximumf %s axis 0 {a.b = 1 : i64}{{$}}
  %t = tile.reduce arith.maximumf %s axis 0 {a.b = 1 : i64}
  // The result of a tile with a layout has what is left of it.
  // CHECK-NEXT: %r = tile.reduce arith.minimumf %y axis 1{{$}}
  // CHECK-NEXT: "test.use"(%r) : (tensor<8xf32, #tile.layout<register = [], lane = {{\[}}[0], [0], [1], [2], [4]], warp = {{\[}}[0]]>>)
  %r = tile.reduce arith.minimumf %y axis 1
  "test.use"(%r) : (tensor<8xf32, #tile.layout<register = [], lane = [[0], [0], [1], [2], [4]], warp = [[0]]>>) -> ()
  // CHECK-NEXT: return %t : tensor<f32>
  return %t : tensor<f32>
}

// CHECK-LABEL: func.func @region
func.func @region(%x: tensor<8x32xf32>, %i: tensor<8x32xi32>) -> (tensor<32xf32>, tensor<32xi32>) {
  // CHECK-NEXT: %m, %p = tile.reduce %x, %i axis 0 (%a, %j, %b, %k) {
  // CHECK-NEXT: %first = arith.cmpf oge, %a, %b : f32
  // CHECK: tile.yield %v, %at
  // CHECK-NEXT: }
  %m, %p = tile.reduce %x, %i axis 0 (%a, %j, %b, %k) {
    %first = arith.cmpf oge, %a, %b : f32
    %v = arith.select %first, %a, %b : f32
    %at = arith.select %first, %j, %k : i32
    tile.yield %v, %at
  }
  // With flags it is not the op alone.
  // CHECK: %f = tile.reduce %x axis 0 ({{.*}}, {{.*}}) {
  // CHECK-NEXT: arith.addf {{.*}}, {{.*}} fastmath<fast> : f32
  %f = tile.reduce %x axis 0 (%a, %b) {
    %s = arith.addf %a, %b fastmath<fast> : f32
    tile.yield %s
  }
  return %m, %p : tensor<32xf32>, tensor<32xi32>
}
