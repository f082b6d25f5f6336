// RUN: tile-opt %s --verify-diagnostics --split-input-file

func.func @captured(%x: tensor<8xf32>) {
  %y = tile.map (%i) : tensor<8xf32> {
    // expected-error @+2 {{uses a tile in the code of an element}}
    // expected-help @+1 {{pass the tile as an input: the region gets the element at its coordinates}}
    %z = arith.addf %x, %x : tensor<8xf32>
    tile.yield %i
  }
  return
}

// -----

func.func @makes(%f: f32) {
  %y = tile.map (%i) : tensor<8xf32> {
    // expected-error @+2 {{makes a tile in the code of an element}}
    // expected-help @+1 {{compute with scalars, or put the op in front of the region}}
    %z = tile.splat %f : f32 to tensor<8xf32>
    tile.yield %f
  }
  return
}

// -----

func.func @stores(%A: memref<8xf32>, %f: f32) {
  %y = tile.map (%i) : tensor<8xf32> {
    // expected-error @+2 {{has effects in the code of an element}}
    // expected-help @+1 {{a tile.map only makes tiles; code that writes is a tile.parallel}}
    memref.store %f, %A[%i] : memref<8xf32>
    tile.yield %f
  }
  return
}

// -----

func.func @stores_inside(%A: memref<8xf32>, %f: f32, %c: i1) {
  %y = tile.map (%i) : tensor<8xf32> {
    scf.if %c {
      // expected-error @+2 {{has effects in the code of an element}}
      // expected-help @+1 {{a tile.map only makes tiles; code that writes is a tile.parallel}}
      memref.store %f, %A[%i] : memref<8xf32>
    }
    tile.yield %f
  }
  return
}

// -----

func.func @allocates() {
  tile.parallel (%i) in 8 {
    // expected-error @+2 {{allocates or frees memory in the code of an element}}
    // expected-help @+1 {{allocate in front of the region}}
    %a = memref.alloc() : memref<4xf32>
  }
  return
}

// -----

func.func @barrier() {
  tile.parallel (%i) in 8 {
    // expected-error @+2 {{acts for a whole block or warp in the code of an element}}
    // expected-help @+1 {{put it in front of the region or behind it}}
    simt.barrier
  }
  return
}

// -----

func.func @atomic(%A: memref<8xf32>, %f: f32) {
  tile.parallel (%i) in 8 {
    // expected-error @+2 {{says no order and no scope in the code of an element}}
    // expected-help @+1 {{use mem.atomic_rmw or mem.atomic_cas}}
    %o = memref.atomic_rmw addf %f, %A[%i] : (f32, memref<8xf32>) -> f32
  }
  return
}

// -----

func.func @several(%A: memref<8xf32>) {
  tile.parallel (%i) in 8 {
    // expected-error @+2 {{moves several elements in the code of an element}}
    // expected-help @+1 {{accesses are made as wide as they can be}}
    %o = mem.load %A[%i] : memref<8xf32>, vector<2xf32>
  }
  return
}

// -----

func.func @shapes(%x: tensor<8xf32>, %z: tensor<4xf32>) {
  // expected-error @+1 {{takes and makes tiles of one shape and layout}}
  %y = tile.map %x, %z (%i, %a, %b) : tensor<8xf32> {
    tile.yield %a
  }
  return
}

// -----

func.func @names(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected 1 coordinates and an element of each of 1 inputs, got 1 names}}
  %y = tile.map %x (%i) : tensor<8xf32> {
    tile.yield %i
  }
  return
}

// -----

func.func @yields(%x: tensor<8xf32>) {
  %y = tile.map %x (%i, %a) : tensor<8xf32> {
    // expected-error @+1 {{yields index as value 0, expected f32}}
    tile.yield %i
  }
  return
}

// -----

func.func @yields_two(%x: tensor<8xf32>) {
  %y = tile.map %x (%i, %a) : tensor<8xf32> {
    // expected-error @+1 {{yields 2 values, expected one for each result: 1}}
    tile.yield %a, %a
  }
  return
}

// -----

func.func @no_tile(%f: f32) {
  // expected-error @+1 {{expected a tile, got f32}}
  %y = tile.map %f (%i, %a) : tensor<8xf32> {
    tile.yield %a
  }
  return
}

// -----

func.func @no_tile_type() {
  // expected-error @+1 {{expected a tile's type, got f32}}
  %y = tile.map (%i) : f32 {
    tile.yield %i
  }
  return
}

// -----

func.func @no_results() {
  // expected-error @+2 {{makes at least one tile}}
  // expected-help @+1 {{code that is run for its effects is a tile.parallel}}
  "tile.map"() ({
    "tile.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @empty() {
  // expected-error @+1 {{has an extent of 0, expected 1 or more}}
  tile.parallel (%i) in 0 {
  }
  return
}

// -----

func.func @rank(%x: tensor<8xf32>) {
  // expected-error @+1 {{takes tiles of its shape, got tensor<8xf32>}}
  tile.parallel %x (%i, %a) in 4 {
  }
  return
}

// -----

func.func @arguments() {
  // expected-error @+1 {{has a region of 0 arguments, expected 1 coordinates and an element of each of 0 inputs}}
  %0 = "tile.map"() ({
    %c = arith.constant 1.0 : f32
    tile.yield %c
  }) : () -> tensor<8xf32>
  return
}

// -----

func.func @argument_type() {
  // expected-error @+1 {{has a region whose argument 0 is i32, expected a coordinate of type index}}
  %0 = "tile.map"() ({
  ^bb0(%i: i32):
    tile.yield %i
  }) : () -> tensor<8xi32>
  return
}
