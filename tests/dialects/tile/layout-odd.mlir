// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt --print-layout='tensor<24x12xf32, #tile.blocked<per_thread = [1, 1], lanes = [8, 4], warps = [1, 1]>>' | FileCheck %s --check-prefix=TABLE
// RUN: tile-opt --print-layout='tensor<192x8xf32, #tile.mma<m16n8k16, c, warps = [12, 1]>>' | FileCheck %s --check-prefix=GROUPS

// The bases are of the power of two in each extent; the odd factors are how often they repeat.
// CHECK-LABEL: func.func @repeat
// CHECK-SAME: tensor<96x48xf16, #tile.layout<register = {{.*}}, lane = {{.*}}, warp = {{.*}}, repeat = [3, 3]>>
func.func @repeat(%x: tensor<96x48xf16, #tile.blocked<per_thread = [1, 8], lanes = [16, 2], warps = [2, 2]>>) {
  return
}

// CHECK-LABEL: func.func @one
// CHECK-SAME: tensor<3xf16, #tile.layout<register = [], lane = [], warp = [], repeat = [3]>>
func.func @one(%x: tensor<3xf16, #tile.layout<register = [], lane = [], warp = [], repeat = [3]>>,
// Odd factors of 1 are not written.
// CHECK-SAME: tensor<2xf16, #tile.layout<register = {{\[}}[1]], lane = [], warp = []>>
               %y: tensor<2xf16, #tile.layout<register = [[1]], lane = [], warp = [], repeat = [1]>>,
// CHECK-SAME: tensor<1xf16, #tile.layout<register = [], lane = [], warp = []>>
               %z: tensor<1xf16, #tile.layout<register = [], lane = [], warp = [], repeat = [1]>>) {
  return
}

// 12 warps are three groups of four; one dimension's copies are shared, or none.
// CHECK-LABEL: func.func @groups
// CHECK-SAME: warp = {{\[}}[16, 0], [32, 0]], repeat = [3, 3], groups = 3 along 0>>
func.func @groups(%c: tensor<192x24xf32, #tile.mma<m16n8k16, c, warps = [12, 1]>>,
// CHECK-SAME: warp = {{\[}}[0, 0], [0, 0]], repeat = [1, 3], groups = 3>>
                  %b: tensor<16x24xf16, #tile.mma<m16n8k16, b, warps = [12, 1]>>,
// CHECK-SAME: warp = {{\[}}[16, 0], [32, 0]], repeat = [1, 3], groups = 3 along 1>>
                  %n: tensor<64x48xf32, #tile.mma<m16n8k16, c, warps = [4, 3]>>,
// CHECK-SAME: repeat = [3, 5], groups = 3 along 0>>
                  %w: tensor<192x80xf32, #tile.wgmma<c, warpgroups = [3, 1]>>,
// CHECK-SAME: repeat = [3, 1], groups = 3 along 0>>
                  %r: tensor<48x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [12, 1]>>,
// Where no extent has a factor of three each group holds the tile.
// CHECK-SAME: warp = {{\[}}[4, 0], [8, 0]], groups = 3>>
                  %s: tensor<16x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [12, 1]>>) {
  return
}

// TABLE: 24x12 elements of f32: 9 registers a thread, 32 lanes, 1 warp
// TABLE: 0:0 {{.*}} 0:1 {{.*}} 0:2
// TABLE: 0:3 {{.*}} 0:4 {{.*}} 0:5
// GROUPS: 192x8 elements of f32: 4 registers a thread, 32 lanes, 12 warps
// GROUPS: 0:0 0:1 1:0
// GROUPS: 128:0 128:1
// GROUPS: 256:0 256:1
