// Layouts by name: as encodings they are read as what they mean for the tensor.
// RUN: tile-opt %s --print-local-scope | FileCheck %s
// RUN: tile-opt %s --print-local-scope | tile-opt --print-local-scope | FileCheck %s

#blocked = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [1, 1]>

// CHECK-LABEL: func.func @blocked
// CHECK-SAME: tensor<8x64xf16, #tile.layout<register = {{\[}}[0, 1], [0, 2], [0, 4], [4, 0]], lane = {{\[}}[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = []>>
func.func @blocked(%x: tensor<8x64xf16, #blocked>) {
  func.return
}

// The first dimension is the fast one.
// CHECK-LABEL: func.func @blocked_order
// CHECK-SAME: #tile.layout<register = {{\[}}[1, 0]], lane = {{\[}}[2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], warp = {{\[}}[0, 1], [0, 0]]>
func.func @blocked_order(%x: tensor<64x2xf32, #tile.blocked<per_thread = [2, 1], lanes = [32, 1], warps = [1, 4], order = [0, 1]>>) {
  func.return
}

// CHECK-LABEL: func.func @accumulator
// CHECK-SAME: #tile.layout<register = {{\[}}[0, 1], [8, 0]], lane = {{\[}}[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[}}[16, 0], [0, 8]]>
func.func @accumulator(%x: tensor<32x16xf32, #tile.mma<m16n8k16, c, warps = [2, 2]>>) {
  func.return
}

// Four elements of 8 bits are in a register.
// CHECK-LABEL: func.func @operand_8_bits
// CHECK-SAME: #tile.layout<register = {{\[}}[0, 1], [0, 2], [8, 0], [0, 16]], lane = {{\[}}[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []>
func.func @operand_8_bits(%x: tensor<16x32xi8, #tile.mma<m16n8k32, a, warps = [1, 1]>>) {
  func.return
}

// CHECK-LABEL: func.func @operand_b
// CHECK-SAME: #tile.layout<register = {{\[}}[1, 0], [8, 0]], lane = {{\[}}[2, 0], [4, 0], [0, 1], [0, 2], [0, 4]], warp = {{\[}}[0, 0]]>
func.func @operand_b(%x: tensor<16x8xbf16, #tile.mma<m16n8k16, b, warps = [2, 1]>>) {
  func.return
}

// The accumulator of wgmma is A of the next one: the same type.
// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %s: tensor<64x32xf16, [[P:#tile.layout<register = .*, warp = \[\[16, 0\], \[32, 0\]\]>]]>, %p: tensor<64x32xf16, [[P]]>)
func.func @attention(%s: tensor<64x32xf16, #tile.wgmma<c, warpgroups = [1, 1]>>, %p: tensor<64x32xf16, #tile.wgmma<a, warpgroups = [1, 1]>>) {
  func.return
}

// Elsewhere they are attributes like any other.
// CHECK-LABEL: func.func @names
// CHECK-SAME: a = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [1, 1]>
// CHECK-SAME: b = #tile.blocked<per_thread = [2, 1], lanes = [32, 1], warps = [1, 4], order = [0, 1]>
// CHECK-SAME: c = #tile.mma<m8n8k4, a, warps = [1, 2]>
// CHECK-SAME: d = #tile.wgmma<c, warpgroups = [2, 1]>
func.func @names() attributes {a = #blocked, b = #tile.blocked<per_thread = [2, 1], lanes = [32, 1], warps = [1, 4], order = [0, 1]>, c = #tile.mma<m8n8k4, a, warps = [1, 2]>, d = #tile.wgmma<c, warpgroups = [2, 1]>} {
  func.return
}
