// RUN: tile-opt %s --split-input-file --verify-diagnostics

tile.kernel @odd_factor(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // expected-error @+2 {{'tile.load' op has a tile whose extent 1030 has the odd factor 515, more than 255: tensor<1030xf32>}}
  // expected-help @+1 {{the nearest extent is 1032}}
  %0 = tile.load %A[%i] : tensor<1030xf32>
}

// -----

tile.kernel @dynamic_tile(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{has a tile without fixed extents}}
  %0 = tile.load %A[%i] : tensor<?xf32>
}

// -----

tile.kernel @element(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.load' op moves tensor<8xf16>, but the elements of memref<?xf32> are f32}}
  %0 = tile.load %A[%i] : tensor<8xf16>
}

// -----

tile.kernel @indices(%A: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.load' op needs 2 indices for memref<?x?xf32>, got 1}}
  %0 = tile.load %A[%i] : tensor<8xf32>
}

// -----

tile.kernel @rank(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.load' op moves a tile of rank 2 between places of rank 1}}
  %0 = tile.load %A[%i] : tensor<8x8xf32>
}

// -----

tile.kernel @pad(%A: memref<?xf32>[M], %p: f16) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.load' op pads with f16, but the elements of memref<?xf32> are f32}}
  %0 = tile.load %A[%i] pad(%p) : tensor<8xf32>
}

// -----

tile.kernel @pad_in_buffer(%p: f32) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  // expected-error @+1 {{has a padding value, but a buffer has no outside}}
  %0 = tile.load %s[%i] pad(%p) : tensor<8xf32>
}

// -----

tile.kernel @larger_than_buffer() warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  // expected-error @+1 {{moves 128 elements along dimension 0 of !mem.buffer<64xf32, shared>}}
  %0 = tile.load %s[%i] : tensor<128xf32>
}

// -----

tile.kernel @width(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{has a width of 3, which is no power of two}}
  %0 = tile.load %A[%i] {width = 3 : i64} : tensor<8xf32>
}

// -----

tile.kernel @edge(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{has an edge of 8, which is no power of two up to the width of 4}}
  %0 = tile.load %A[%i] {width = 4 : i64, edge = 8 : i64} : tensor<8xf32>
}

// -----

tile.kernel @not_memory(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{expected a memref or a buffer, got f32}}
  %0 = tile.load %x[%i] : tensor<8xf32>
}

// -----

tile.kernel @index_type(%A: memref<?xf32>[M], %n: i32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{an index expression takes index values, got i32}}
  %0 = tile.load %A[%n + 1] : tensor<8xf32>
}

// -----

tile.kernel @store(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  %0 = arith.constant dense<0.0> : tensor<8xf16>
  // expected-error @+1 {{'tile.store' op moves tensor<8xf16>, but the elements of memref<?xf32> are f32}}
  tile.store %0, %A[%i]
}

// -----

tile.kernel @copy_elements(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'tile.copy' op copies from memref<?xf32> to !mem.buffer<64xf16, shared>, whose elements differ}}
  tile.copy %A[%i] to %s[%i] shape 64
}

// -----

tile.kernel @dot_depth() warps(1) grid(%i = 1) {
  %a = arith.constant dense<0.0> : tensor<16x32xf16>
  %b = arith.constant dense<0.0> : tensor<64x8xf16>
  %c = arith.constant dense<0.0> : tensor<16x8xf32>
  // expected-error @+1 {{'tile.dot' op multiplies 16x32 by 64x8: 32 columns and 64 rows differ}}
  %d = tile.dot %a, %b, %c
}

// -----

tile.kernel @dot_result() warps(1) grid(%i = 1) {
  %a = arith.constant dense<0.0> : tensor<16x32xf16>
  %b = arith.constant dense<0.0> : tensor<32x8xf16>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  // expected-error @+1 {{'tile.dot' op multiplies 16x32 by 32x8 and adds 16x16}}
  %d = tile.dot %a, %b, %c
}

// -----

tile.kernel @dot_elements() warps(1) grid(%i = 1) {
  %a = arith.constant dense<0.0> : tensor<16x32xf16>
  %b = arith.constant dense<0.0> : tensor<32x16xbf16>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  // expected-error @+1 {{'tile.dot' op multiplies f16 by bf16}}
  %d = tile.dot %a, %b, %c
}

// -----

tile.kernel @dot_sum() warps(1) grid(%i = 1) {
  %a = arith.constant dense<0.0> : tensor<16x32xf32>
  %b = arith.constant dense<0.0> : tensor<32x16xf32>
  %c = arith.constant dense<0.0> : tensor<16x16xf16>
  // expected-error @+1 {{'tile.dot' op cannot add products of f32 in f16}}
  %d = tile.dot %a, %b, %c
}

// -----

tile.kernel @splat(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.splat' op spreads f32 over tensor<8xf16>}}
  %0 = tile.splat %x : f32 to tensor<8xf16>
}

// -----

tile.kernel @broadcast(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8xf32>
  // expected-error @+1 {{'tile.broadcast' op cannot stretch an extent of 8 to 16, only one of 1}}
  %1 = tile.broadcast %0 : tensor<8xf32> to tensor<4x16xf32>
}

// -----

tile.kernel @expand_dims(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8xf32>
  // expected-error @+1 {{cannot make tensor<1x8xf32> from tensor<8xf32> with an extent of 1 at axis 1}}
  %1 = tile.expand_dims %0 axis 1 : tensor<8xf32> to tensor<1x8xf32>
}

// -----

tile.kernel @axis(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8xf32>
  // expected-error @+1 {{'tile.expand_dims' op has axis 2, expected 0 to 1}}
  %1 = tile.expand_dims %0 axis 2 : tensor<8xf32> to tensor<1x8xf32>
}

// -----

tile.kernel @trans(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4xf32>
  // expected-error @+1 {{'tile.trans' op swaps the last two dimensions, got tensor<8x4xf32> to tensor<8x4xf32>}}
  %1 = tile.trans %0 : tensor<8x4xf32> to tensor<8x4xf32>
}

// -----

tile.kernel @trans_rank(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8xf32>
  // expected-error @+1 {{'tile.trans' op swaps the last two dimensions, got tensor<8xf32>}}
  %1 = tile.trans %0 : tensor<8xf32> to tensor<8xf32>
}

// -----

tile.kernel @perm_rank(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4x2xf32>
  // expected-error @+1 {{'tile.trans' op orders 2 dimensions, but the tile has 3}}
  %1 = tile.trans %0 perm [1, 0] : tensor<8x4x2xf32> to tensor<4x8x2xf32>
}

// -----

tile.kernel @perm_twice(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4x2xf32>
  // expected-error @+1 {{'tile.trans' op orders dimension 1 twice}}
  %1 = tile.trans %0 perm [1, 0, 1] : tensor<8x4x2xf32> to tensor<4x8x4xf32>
}

// -----

tile.kernel @perm_outside(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4x2xf32>
  // expected-error @+1 {{'tile.trans' op orders dimension 3, but the tile has 0 to 2}}
  %1 = tile.trans %0 perm [1, 0, 3] : tensor<8x4x2xf32> to tensor<4x8x2xf32>
}

// -----

tile.kernel @perm_extents(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4x2xf32>
  // expected-error @+1 {{'tile.trans' op makes dimension 0 from dimension 2, got tensor<8x4x2xf32> to tensor<4x2x8xf32>}}
  %1 = tile.trans %0 perm [2, 0, 1] : tensor<8x4x2xf32> to tensor<4x2x8xf32>
}

// -----

tile.kernel @reshape(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4xf32>
  // expected-error @+1 {{'tile.reshape' op has 32 elements before and 64 after: tensor<8x4xf32> to tensor<64xf32>}}
  %1 = tile.reshape %0 : tensor<8x4xf32> to tensor<64xf32>
}

// -----

tile.kernel @reshape_odd(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x96xf32>
  %1 = tile.reshape %0 : tensor<8x96xf32> to tensor<8x3x32xf32>
  // expected-error @+2 {{'tile.reshape' op regroups tensor<8x96xf32> to tensor<768xf32>, which no layout keeps in its threads}}
  // expected-help @+1 {{the factor 3 of the extent 96 has to stay in front: regroup dimensions before it apart from it}}
  %2 = tile.reshape %0 : tensor<8x96xf32> to tensor<768xf32>
}

// -----

tile.kernel @reshape_element(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4xf32>
  // expected-error @+1 {{'tile.reshape' op makes elements i32 from f32}}
  %1 = tile.reshape %0 : tensor<8x4xf32> to tensor<32xi32>
}

// -----

tile.kernel @reshape_rank(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<32xf32>
  // expected-error @+1 {{'tile.reshape' op has a tile of rank 7, at most 6 is possible}}
  %1 = tile.reshape %0 : tensor<32xf32> to tensor<2x2x2x2x2x1x1xf32>
}

// -----

tile.kernel @split(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<2x32xf32>
  // expected-error @+2 {{'tile.split' op takes a last extent of 2 apart, got tensor<2x32xf32> to tensor<32xf32>}}
  // expected-help @+1 {{tile.reshape makes a last extent of 2, tile.trans puts one there}}
  %1, %2 = tile.split %0 : tensor<2x32xf32> to tensor<32xf32>
}

// -----

tile.kernel @split_halves(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<32x2xf32>
  // expected-error @+1 {{'tile.split' op gives halves of one type, got tensor<32xf32> and tensor<16xf32>}}
  %1, %2 = "tile.split"(%0) : (tensor<32x2xf32>) -> (tensor<32xf32>, tensor<16xf32>)
}

// -----

tile.kernel @join(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<32xf32>
  // expected-error @+1 {{'tile.join' op makes a last extent of 2, got tensor<32xf32> to tensor<2x32xf32>}}
  %1 = tile.join %0, %0 : tensor<32xf32> to tensor<2x32xf32>
}

// -----

tile.kernel @join_halves(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<32xf32>
  %1 = tile.splat %x : f32 to tensor<16xf32>
  // expected-error @+1 {{'tile.join' op joins tiles of one type, got tensor<32xf32> and tensor<16xf32>}}
  %2 = tile.join %0, %1 : tensor<32xf32> to tensor<32x2xf32>
}

// -----

tile.kernel @layout_outside(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{has a tile whose layout has bases outside its extents}}
  %0 = tile.splat %x : f32 to tensor<16xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
}

// -----

tile.kernel @layout_gaps(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{has a tile whose layout leaves elements out}}
  %0 = tile.splat %x : f32 to tensor<64xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
}

// -----

tile.kernel @layout_rank(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{a basis of 2 coordinates among ones of 1}}
  %0 = tile.splat %x : f32 to tensor<64xf32, #tile.layout<register = [[1], [2, 1]], lane = [], warp = []>>
}

// -----

tile.kernel @convert_shape(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4xf32>
  // expected-error @+1 {{changes the layout and nothing else, got tensor<8x4xf32> to tensor<4x8xf32>}}
  %1 = tile.convert_layout %0 : tensor<8x4xf32> to tensor<4x8xf32>
}

// -----

tile.kernel @stages(%x: f32) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.pipelined' op has 1 to 64 stages, got 0}}
  tile.pipelined %k = 0 to 4 stages(0) {
  }
}

// -----

tile.kernel @yield_count(%x: f32) warps(1) grid(%i = 1) {
  // expected-note @+1 {{the loop}}
  %r = tile.pipelined %k = 0 to 4 iter_args(%c = %x) {
    // expected-error @+1 {{'tile.yield' op yields 2 values, but the loop carries 1}}
    tile.yield %c, %c
  }
}

// -----

tile.kernel @yield_type(%x: f32) warps(1) grid(%i = 1) {
  %r = tile.pipelined %k = 0 to 4 iter_args(%c = %x) {
    // expected-error @+1 {{'tile.yield' op yields index as value 0, but the loop carries f32}}
    tile.yield %k
  }
}

// -----

func.func @yield_place() {
  // expected-error @+1 {{'tile.yield' op must end the body of a tile.pipelined}}
  tile.yield
}

// -----

tile.kernel @async_direction(%A: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  // expected-error @+1 {{'tile.async_copy' op copies from a memref to a shared buffer, got !mem.buffer<64xf32, shared> and memref<?xf32>}}
  tile.async_copy %s[%i] to %A[%i] tile tensor<64xf32> width 4 : !mem.buffer<64xf32, shared>, memref<?xf32>
}

// -----

tile.kernel @async_tile(%A: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  // expected-error @+1 {{'tile.async_copy' op copies a tensor's elements, got f32}}
  tile.async_copy %A[%i] to %s[%i] tile f32 width 4 : memref<?xf32>, !mem.buffer<64xf32, shared>
}

// -----

tile.kernel @async_bytes(%A: memref<?xf16>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'tile.async_copy' op copies 2 bytes an access: 4, 8 or 16 are possible}}
  tile.async_copy %A[%i] to %s[%i] tile tensor<64xf16> width 1 : memref<?xf16>, !mem.buffer<64xf16, shared>
}

// -----

func.func @reduce_axis(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{tensor<8x32xf32> has no axis 2}}
  %s = tile.reduce arith.addf %x axis 2
  return
}

// -----

func.func @reduce_unknown(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{unknown op 'arith.plus'}}
  %s = tile.reduce arith.plus %x axis 1
  return
}

// -----

func.func @reduce_two(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'arith.addf' combines the elements of one tile}}
  %s, %t = tile.reduce arith.addf %x, %x axis 1
  return
}

// -----

func.func @reduce_types(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'arith.addi' op operand #0 must be}}
  %s = tile.reduce arith.addi %x axis 1
  return
}

// -----

func.func @reduce_shapes(%x: tensor<8x32xf32>, %y: tensor<8x16xf32>) {
  // expected-error @+1 {{'tile.reduce' op combines tiles of one shape and layout, got tensor<8x32xf32> and tensor<8x16xf32>}}
  %s, %t = tile.reduce %x, %y axis 0 (%a, %b, %c, %d) {
    tile.yield %a, %b
  }
  return
}

// -----

func.func @reduce_elements(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.reduce' op has a combiner of 3 elements, expected two of each tile: 2}}
  %s = tile.reduce %x axis 0 (%a, %b, %c) {
    tile.yield %a
  }
  return
}

// -----

func.func @reduce_yield(%x: tensor<8x32xf32>) {
  %s = tile.reduce %x axis 0 (%a, %b) {
    %c = arith.cmpf olt, %a, %b : f32
    // expected-error @+1 {{'tile.yield' op yields i1 as value 0, expected f32}}
    tile.yield %c
  }
  return
}

// -----

func.func @reduce_op(%x: tensor<8x32xf32>, %m: memref<f32>) {
  %s = tile.reduce %x axis 0 (%a, %b) {
    // expected-error @+1 {{'tile.splat' op cannot be done by a combiner}}
    %c = tile.splat %a : f32 to tensor<4xf32>
    tile.yield %b
  }
  return
}

// -----

func.func @reduce_vectors(%x: tensor<8x32xf32>) {
  %s = tile.reduce %x axis 0 (%a, %b) {
    // expected-error @+1 {{'arith.constant' op gives vector<4xf32> in a combiner, which computes with single elements}}
    %c = arith.constant dense<1.0> : vector<4xf32>
    tile.yield %b
  }
  return
}

// -----

tile.kernel @async_order(%A: memref<?x?xf16>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x32xf16, shared>
  // expected-error @+1 {{'tile.async_copy' op orders dimension 0 twice}}
  tile.async_copy %A[%i, %i] to %s[%i, %i] tile tensor<32x64xf16> width 8 perm [0, 0] : memref<?x?xf16>, !mem.buffer<64x32xf16, shared>
}

// -----

tile.kernel @new_dimension(%x: f32) warps(1) grid(%b = 1) {
  %t = tile.splat %x : f32 to tensor<16xf32>
  // expected-error @+1 {{the new dimension of tensor<16xf32> is one of 0 to 1, got 2}}
  %u = tile.broadcast %t axis 2 : tensor<16xf32> to tensor<16x8xf32>
}

// -----

tile.kernel @no_more_dimensions(%x: f32) warps(1) grid(%b = 1) {
  %t = tile.splat %x : f32 to tensor<2x2x2x2x2x4xf32>
  // expected-error @+1 {{tensor<2x2x2x2x2x4xf32> takes no further dimension}}
  %u = tile.broadcast %t axis 2 : tensor<2x2x2x2x2x4xf32> to tensor<2x2x2x2x2x4xf32>
}

// -----

func.func @reduce_grouping(%x: tensor<8x32xf32>) {
  %s = tile.reduce %x axis 1 (%a, %b) {
    // expected-error @+1 {{'arith.subf' op does not combine elements: its result depends on how they are grouped}}
    %d = arith.subf %a, %b : f32
    tile.yield %d
  }
  return
}
