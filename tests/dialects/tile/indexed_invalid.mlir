// RUN: tile-opt %s --verify-diagnostics --split-input-file

tile.kernel @scalars(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  // expected-error @+2 {{'tile.gather' op has no index that is a tile}}
  // expected-help @+1 {{tile.load reads a tile at an offset}}
  %0 = tile.gather %A[%i] : tensor<64xf32>
}

// -----

tile.kernel @scalars(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %0 = tile.load %A[%i] : tensor<64xf32>
  // expected-error @+2 {{'tile.scatter' op has no index that is a tile}}
  // expected-help @+1 {{tile.store writes a tile at an offset}}
  tile.scatter %0, %A[%i]
}

// -----

tile.kernel @count(%A: memref<64x64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<64xi32>
  // expected-error @+1 {{'tile.gather' op needs 2 indices for memref<64x64xf32>, got 1}}
  %0 = tile.gather %A[%n] : tensor<64xf32>
}

// -----

tile.kernel @extents(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<32xi32>
  // expected-error @+1 {{'tile.gather' op moves tensor<64xf32>, but an index is tensor<32xi32>}}
  %0 = tile.gather %A[%n] : tensor<64xf32>
}

// -----

tile.kernel @floats(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.load %A[%i] : tensor<64xf32>
  // expected-error @+1 {{'tile.gather' op operand #1 must be an index or a tile of integers of at least 8 bits}}
  %0 = tile.gather %A[%n] : tensor<64xf32>
}

// -----

tile.kernel @element(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<64xi32>
  // expected-error @+1 {{'tile.gather' op moves tensor<64xf16>, but the elements of memref<64xf32> are f32}}
  %0 = tile.gather %A[%n] : tensor<64xf16>
}

// -----

tile.kernel @mask(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<64xi32>
  // expected-error @+1 {{'tile.gather' op has a mask of tensor<64xi32>, expected a tile of i1}}
  %0 = tile.gather %A[%n] mask(%n) : tensor<64xf32>
}

// -----

tile.kernel @pad(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<64xi32>
  // expected-error @+1 {{'tile.gather' op pads with index, but the elements of memref<64xf32> are f32}}
  %0 = tile.gather %A[%n] pad(%i) : tensor<64xf32>
}

// -----

tile.kernel @expression(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<64xi32>
  // expected-error @+2 {{an index tile stands alone, got an expression of tensor<64xi32>}}
  // expected-help @+1 {{compute it with ops of arith, numbers as tile.splat}}
  %0 = tile.gather %A[%n + 4] : tensor<64xf32>
}

// -----

tile.kernel @layouts(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %n = tile.iota axis 0 : tensor<64xi32, #tile.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>>
  // expected-error @+1 {{'tile.gather' op has tiles of two layouts}}
  %0 = tile.gather %A[%n] : tensor<64xf32, #tile.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>>
}

// -----

tile.kernel @kind(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %v = tile.load %A[0] : tensor<64xf32>
  // expected-error @+2 {{'tile.atomic_rmw' op 'maxs' does not combine f32}}
  // expected-help @+1 {{it takes i32 and i64}}
  %0 = tile.atomic_rmw maxs %v, %A[0]
}

// -----

tile.kernel @word(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %v = tile.load %A[0] : tensor<64xf32>
  // expected-error @+1 {{expected addf, addi, andi, assign, maxs, maxu, mins, minu, ori or xori, got 'add'}}
  %0 = tile.atomic_rmw add %v, %A[0]
}

// -----

tile.kernel @scope(%A: memref<64xf32>) warps(1) grid(%i = 1) {
  %v = tile.load %A[0] : tensor<64xf32>
  // expected-error @+1 {{expected cta, cluster, gpu or sys, got 'mask'}}
  %0 = tile.atomic_rmw addf %v, %A[0] acquire mask(%v)
}

// -----

tile.kernel @compared(%A: memref<64xi16>) warps(1) grid(%i = 1) {
  %v = tile.load %A[0] : tensor<64xi16>
  // expected-error @+1 {{'tile.atomic_cas' op compares numbers of 32 or 64 bits, got i16}}
  %0 = tile.atomic_cas %v, %v, %A[0]
}

// -----

tile.kernel @expected(%A: memref<64xi32>, %B: memref<64xi64>) warps(1) grid(%i = 1) {
  %v = tile.load %A[0] : tensor<64xi32>
  %w = tile.load %B[0] : tensor<64xi64>
  // expected-error @+1 {{'tile.atomic_cas' op compares tensor<64xi64> and stores tensor<64xi32>}}
  %0 = tile.atomic_cas %w, %v, %A[0]
}

// -----

tile.kernel @rank(%A: memref<64xi32>) warps(1) grid(%i = 1) {
  %v = tile.iota axis 0 : tensor<8x8xi32>
  // expected-error @+1 {{'tile.atomic_rmw' op moves a tile of rank 2 between places of rank 1}}
  %0 = tile.atomic_rmw addi %v, %A[0]
}
