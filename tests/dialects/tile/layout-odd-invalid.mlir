// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @without(%x: f32) {
  // expected-error @+2 {{has a tile whose layout does not repeat as its extents ask}}
  // expected-help @+1 {{the odd factors of its extents are repeat = [3]}}
  %0 = tile.splat %x : f32 to tensor<96xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
  return
}

// -----

func.func @other(%x: f32) {
  // expected-error @+2 {{has a tile whose layout does not repeat as its extents ask}}
  // expected-help @+1 {{the odd factors of its extents are repeat = [1, 3]}}
  %0 = tile.splat %x : f32 to tensor<32x3xf32, #tile.layout<register = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [], repeat = [3, 1]>>
  return
}

// -----

func.func @outside(%x: f32) {
  // expected-error @+1 {{has a tile whose layout has bases outside its extents}}
  %0 = tile.splat %x : f32 to tensor<96xf32, #tile.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [], repeat = [3]>>
  return
}

// -----

// expected-error @+2 {{#tile.mma<m16n8k16, c, warps = [4, 3]> does not fit tensor<64x40xf32>}}
// expected-help @+1 {{three groups along N need an extent that three divides, not 40}}
func.func @thirds(%x: tensor<64x40xf32, #tile.mma<m16n8k16, c, warps = [4, 3]>>)

// -----

// expected-error @+1 {{'repeat' has odd numbers up to 255, got 2}}
func.func @even(%x: tensor<64xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], repeat = [2]>>)

// -----

// expected-error @+1 {{'repeat' has 2 numbers, the bases 1}}
func.func @rank(%x: tensor<96xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], repeat = [3, 1]>>)

// -----

// expected-error @+2 {{'groups' is 3, beside bases for 4 warps}}
// expected-help @+1 {{12 warps are three groups of four; another count of warps is a power of two, and all of it in 'warp'}}
func.func @warps(%x: tensor<96xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]], repeat = [3], groups = 3 along 0>>)

// -----

// expected-error @+1 {{3 groups do not divide how often dimension 0 repeats}}
func.func @split(%x: tensor<160xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0], [0]], repeat = [5], groups = 3 along 0>>)
