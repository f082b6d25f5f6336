// RUN: tile-opt %s --verify-diagnostics --split-input-file

func.func @name(%x: i32) {
  // expected-error @+1 {{names register $2, but has $0 to $1}}
  %r = tile.inline_ptx "neg.s32 $0, $2;" (%x) : (i32) -> i32
  return
}
// -----
func.func @dollar(%x: i32) {
  // expected-error @+1 {{has a '$' that names no register}}
  %r = tile.inline_ptx "$L: neg.s32 $0, $1;" (%x) : (i32) -> i32
  return
}
// -----
func.func @byte(%x: i8) {
  // expected-error @+1 {{has no register for i8 with pack(1)}}
  %r = tile.inline_ptx "neg.s32 $0, $1;" (%x) : (i8) -> i8
  return
}
// -----
func.func @odd_pack(%x: tensor<8xf16>) {
  // expected-error @+1 {{has no register for tensor<8xf16> with pack(3)}}
  %r = tile.inline_ptx "neg.f16x2 $0, $1;" (%x) pack(3) : (tensor<8xf16>) -> tensor<8xf16>
  return
}
// -----
func.func @pack(%x: i32) {
  // expected-error @+1 {{has pack(0), expected 1 to 32}}
  %r = tile.inline_ptx "neg.s32 $0, $1;" (%x) pack(0) : (i32) -> i32
  return
}
// -----
func.func @registers(%x: tensor<8xi32>) {
  // expected-error @+1 {{has 96 registers, at most 64 are possible}}
  %r = tile.inline_ptx "" (%x, %x) pack(32) : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return
}
// -----
func.func @flag(%x: i1) {
  // expected-error @+1 {{has no register for i1 with pack(4)}}
  %r = tile.inline_ptx "" (%x) pack(4) : (i1) -> i32
  return
}
// -----
func.func @nothing(%x: i32) {
  // expected-error @+1 {{computes nothing}}
  tile.inline_ptx "nanosleep.u32 $0;" (%x) : (i32) -> ()
  return
}
// -----
func.func @shapes(%x: tensor<8xi32>, %y: tensor<16xi32>) {
  // expected-error @+1 {{shape}}
  %r = tile.inline_ptx "add.s32 $0, $1, $2;" (%x, %y) : (tensor<8xi32>, tensor<16xi32>) -> tensor<8xi32>
  return
}
// -----
func.func @yields(%x: tensor<8xi32>) {
  %r = tile.inline_ptx "neg.s32 $0, $1;" (%x) : (tensor<8xi32>) -> tensor<8xi32> reference (%a) {
    %f = arith.sitofp %a : i32 to f32
    // expected-error @+1 {{yields f32 as value 0, of a result tensor<8xi32>}}
    tile.yield %f
  }
  return
}
// -----
func.func @names(%x: tensor<8xi32>) {
  // expected-error @+1 {{expected a name for an element of each of 1 operands, got 2}}
  %r = tile.inline_ptx "neg.s32 $0, $1;" (%x) : (tensor<8xi32>) -> tensor<8xi32> reference (%a, %b) {
    tile.yield %a
  }
  return
}
// -----
func.func @types(%x: i32) {
  // expected-error @+1 {{expected a type of each operand: 1, got 2}}
  %r = tile.inline_ptx "neg.s32 $0, $1;" (%x) : (i32, i32) -> i32
  return
}
// -----
func.func @memory(%x: i32, %m: memref<4xi32>) {
  %r = tile.inline_ptx "neg.s32 $0, $1;" (%x) : (i32) -> i32 reference (%a) {
    // expected-error @+1 {{cannot be done by a combiner}}
    %n = simt.thread_id : i32
    tile.yield %a
  }
  return
}
