// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'lanes' needs 2 numbers, got 1}}
func.func @counts(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [32], warps = [1, 1]>>)

// -----

// expected-error @+1 {{a warp has 32 lanes, got 16}}
func.func @lanes(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 4], warps = [1, 1]>>)

// -----

// expected-error @+1 {{a warp has 32 lanes, got more}}
func.func @many_lanes(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [1048576, 1048576], warps = [1, 1]>>)

// -----

// expected-error @+1 {{'warps' has powers of two, or three times one, got 5}}
func.func @power(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [5, 1]>>)

// -----

// expected-error @+2 {{a count with a factor of three is one of 12 warps in all}}
// expected-help @+1 {{12 warps are three groups of four}}
func.func @groups(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [3, 2]>>)

// -----

// expected-error @+1 {{a cluster of blocks has at most 256 warps, got more}}
func.func @many_warps(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [1048576, 1048576]>>)

// -----

// expected-error @+1 {{a block has at most 16 warps, got more}}
func.func @many_warpgroups(%x: tensor<64x64xf16, #tile.wgmma<c, warpgroups = [8, 1]>>)

// -----

// expected-error @+1 {{'per_thread' has powers of two, got 0}}
func.func @zero(%x: tensor<8x64xf16, #tile.blocked<per_thread = [0, 8], lanes = [4, 8], warps = [5, 1]>>)

// -----

// expected-error @+1 {{'per_thread' has at most 6 numbers}}
func.func @rank(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 1, 1, 1, 1, 1, 1], lanes = [4, 8], warps = [5, 1]>>)

// -----

// expected-error @+1 {{'per_thread' has numbers from 0 to 1048576, got -1}}
func.func @negative(%x: tensor<8x64xf16, #tile.blocked<per_thread = [-1, 1], lanes = [4, 8], warps = [3, 1]>>)

// -----

// expected-error @+1 {{'order' names each of 2 dimensions once, fastest first}}
func.func @order(%x: tensor<8x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [1, 1], order = [1, 1]>>)

// -----

// expected-error @+1 {{a blocked layout of 2 dimensions for tensor<64xf16> of rank 1}}
func.func @dimensions(%x: tensor<64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [1, 1]>>)

// -----

// expected-error @+2 {{#tile.blocked<per_thread = [8], lanes = [32], warps = [1]> does not fit tensor<514xf16>}}
// expected-help @+1 {{an extent is at most 1048576, and its odd factor at most 255}}
func.func @extent(%x: tensor<514xf16, #tile.blocked<per_thread = [8], lanes = [32], warps = [1]>>)

// -----

// expected-error @+1 {{'warpgroups' needs 2 numbers, got 4}}
func.func @many_groups(%x: tensor<64x64xf16, #tile.wgmma<c, warpgroups = [1, 1, 1, 1]>>)

// -----

// expected-error @+1 {{'warps' needs 2 numbers, got 1}}
func.func @few_warps(%x: tensor<64x64xf16, #tile.mma<m16n8k16, c, warps = [1]>>)

// -----

// expected-error @+2 {{unknown instruction 'm16n16k16'}}
// expected-help @+1 {{known are m16n8k4, m16n8k8, m16n8k16, m16n8k32 and m8n8k4}}
func.func @instruction(%x: tensor<64x64xf16, #tile.mma<m16n16k16, a, warps = [1, 1]>>)

// -----

// expected-error @+2 {{expected the operand whose fragments these are}}
// expected-help @+1 {{write 'a', 'b' or 'c'}}
func.func @operand(%x: tensor<64x64xf16, #tile.mma<m16n8k16, d, warps = [1, 1]>>)

// -----

// expected-error @+2 {{expected the operand whose fragments these are}}
// expected-help @+1 {{write 'a' or 'c'; wgmma has b in shared memory}}
func.func @wgmma_b(%x: tensor<64x64xf16, #tile.wgmma<b, warpgroups = [1, 1]>>)

// -----

// expected-error @+1 {{#tile.mma<m16n8k16, a, warps = [1, 1]> multiplies no elements of f32}}
func.func @element(%x: tensor<64x64xf32, #tile.mma<m16n8k16, a, warps = [1, 1]>>)

// -----

// expected-error @+1 {{#tile.wgmma<a, warpgroups = [1, 1]> multiplies no elements of f64}}
func.func @element64(%x: tensor<64x64xf64, #tile.wgmma<a, warpgroups = [1, 1]>>)

// -----

// expected-error @+2 {{#tile.mma<m16n8k16, a, warps = [1, 1]> does not fit tensor<16x8xf16>}}
// expected-help @+1 {{the tile has two dimensions; the powers of two that divide its extents are at least 16x16}}
func.func @small(%x: tensor<16x8xf16, #tile.mma<m16n8k16, a, warps = [1, 1]>>)

// -----

// expected-error @+2 {{#tile.wgmma<a, warpgroups = [1, 1]> does not fit tensor<64x16xi8>}}
// expected-help @+1 {{at least 64x32}}
func.func @small_wgmma(%x: tensor<64x16xi8, #tile.wgmma<a, warpgroups = [1, 1]>>)
