// RUN: tile-opt %s --tile-to-thread | FileCheck %s
// RUN: tile-opt %s --tile-to-thread --convert-scf-to-cf --canonicalize --cse -o %t.mlir && tile-compile %t.mlir --pass-pipeline= --emit=llvm -o - | FileCheck %s --check-prefix=LLVM

#row = #tile.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>

// CHECK-LABEL: @pieces
// LLVM-LABEL: @pieces
tile.kernel @pieces(%A: memref<64xi32>, %H: memref<64xf16>, %x: i32, %h: f16) warps(1) grid(%b = 1) {
  %t = tile.splat %x : i32 to tensor<64xi32, #row>
  // CHECK: %[[R:.*]] = simt.inline_ptx "add.s32 $0, $1, $2;" (%[[T:.*]], %[[T]]) : (vector<2xi32>, vector<2xi32>) -> vector<2xi32> reference (%[[P:.*]], %[[Q:.*]]) {
  // CHECK-NEXT: arith.addi %[[P]], %[[Q]] : i32
  // LLVM: call i32 asm "add.s32 $0, $1, $2;", "=&r,r,r"(
  %r = tile.inline_ptx "add.s32 $0, $1, $2;" (%t, %t) : (tensor<64xi32, #row>, tensor<64xi32, #row>) -> tensor<64xi32, #row> reference (%p, %q) {
    %s = arith.addi %p, %q : i32
    tile.yield %s
  }
  tile.store %r, %A[0]
  %u = tile.splat %h : f16 to tensor<64xf16, #row>
  // CHECK: simt.inline_ptx "neg.f16x2 $0, $1;" (%{{.*}}) pack(2) : (vector<2xf16>) -> vector<2xf16>
  // LLVM: call i32 asm "neg.f16x2 $0, $1;", "=&r,r"(
  %v = tile.inline_ptx "neg.f16x2 $0, $1;" (%u) pack(2) : (tensor<64xf16, #row>) -> tensor<64xf16, #row>
  tile.store %v, %H[0]
  // CHECK: simt.inline_ptx "abs.f16 $0, $1;" (%h) volatile : (f16) -> f16
  // LLVM: call i16 asm sideeffect "abs.f16 $0, $1;", "=&h,h"(
  %w = tile.inline_ptx "abs.f16 $0, $1;" (%h) volatile : (f16) -> f16
}
