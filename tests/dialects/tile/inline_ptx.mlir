// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize --cse --licm | FileCheck %s --check-prefix=KEPT
// RUN: interp-run %s | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: @forms
// KEPT-LABEL: @forms
func.func @forms(%x: tensor<8x4xi32>, %h: tensor<8x4xf16>, %n: i64) -> (tensor<8x4xi32>, tensor<8x4xf16>) {
  // Twice the same is once, what nobody uses is not there, but for what is volatile.
  // KEPT: tile.inline_ptx "add
  // CHECK: %[[A:.*]] = tile.inline_ptx "add.s32 $0, $1, $2;" (%x, %x) : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi32> reference (%[[P:.*]], %[[Q:.*]]) {
  // CHECK-NEXT: %[[S:.*]] = arith.addi %[[P]], %[[Q]] : i32
  // CHECK-NEXT: tile.yield %[[S]]
  // CHECK-NEXT: }
  %a = tile.inline_ptx "add.s32 $0, $1, $2;" (%x, %x) : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi32> reference (%p, %q) {
    %s = arith.addi %p, %q : i32
    tile.yield %s
  }
  // KEPT-NOT: tile.inline_ptx "neg
  // CHECK: tile.inline_ptx "neg.f16x2 $0, $1;" (%h) pack(2) : (tensor<8x4xf16>) -> tensor<8x4xf16>
  %u = tile.inline_ptx "neg.f16x2 $0, $1;" (%h) pack(2) : (tensor<8x4xf16>) -> tensor<8x4xf16>
  // KEPT: tile.inline_ptx "abs.f16x2
  %v = tile.inline_ptx "abs.f16x2 $0, $1;" (%h) pack(2) {note = "kept"} : (tensor<8x4xf16>) -> tensor<8x4xf16>
  // KEPT: tile.inline_ptx "mov.u64 $0, %clock64;" () volatile
  // KEPT: tile.inline_ptx "mov.u64 $0, %clock64;" () volatile
  // CHECK: tile.inline_ptx "mov.u64 $0, %clock64;" () volatile : () -> i64
  %c = tile.inline_ptx "mov.u64 $0, %clock64;" () volatile : () -> i64
  %d = tile.inline_ptx "mov.u64 $0, %clock64;" () volatile : () -> i64
  // CHECK: tile.inline_ptx "{ $$x: nanosleep.u32 $0; }" (%{{.*}}) volatile : (i32) -> ()
  %ms = arith.constant 5 : i32
  tile.inline_ptx "{ $$x: nanosleep.u32 $0; }" (%ms) volatile : (i32) -> ()
  // CHECK: %{{.*}}:2 = tile.inline_ptx
  %e:2 = tile.inline_ptx "add.s64 $0, $2, 1; add.s64 $1, $2, 2;" (%n) : (i64) -> (i64, i64)
  return %a, %v : tensor<8x4xi32>, tensor<8x4xf16>
}

// CHECK-LABEL: @threads
func.func @threads(%v: vector<7xbf16>, %b: vector<4xi8>) -> vector<7xbf16> {
  // CHECK: simt.inline_ptx "abs.bf16x2 $0, $1;" (%v) pack(2) : (vector<7xbf16>) -> vector<7xbf16>
  %r = simt.inline_ptx "abs.bf16x2 $0, $1;" (%v) pack(2) : (vector<7xbf16>) -> vector<7xbf16>
  return %r : vector<7xbf16>
}

// VALUE-LABEL: @run
// VALUE-SAME: [3, 5, 7, 9] : tensor<2x2xi32>, 4 : i32, [6, 8, 10] : vector<3xi16>
func.func @run() -> (tensor<2x2xi32>, i32, vector<3xi16>) {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %two = arith.constant 2 : i32
  %t = tile.inline_ptx "mad.lo.s32 $0, $1, 2, 1;" (%x) : (tensor<2x2xi32>) -> tensor<2x2xi32> reference (%p) {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %m = arith.muli %p, %c2 : i32
    %s = arith.addi %m, %c1 : i32
    tile.yield %s
  }
  %n = tile.inline_ptx "add.s32 $0, $1, $2;" (%two, %two) : (i32, i32) -> i32 reference (%p, %q) {
    %s = arith.addi %p, %q : i32
    tile.yield %s
  }
  %y = arith.constant dense<[3, 4, 5]> : vector<3xi16>
  %v = simt.inline_ptx "add.s16 $0, $1, $2;" (%y, %y) : (vector<3xi16>, vector<3xi16>) -> vector<3xi16> reference (%p, %q) {
    %s = arith.addi %p, %q : i16
    tile.yield %s
  }
  return %t, %n, %v : tensor<2x2xi32>, i32, vector<3xi16>
}
