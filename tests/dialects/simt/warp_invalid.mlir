// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @width(%x: f32, %n: i32) {
  // expected-error @+1 {{'simt.shuffle' op has a width that is a power of two up to 32, got 12}}
  %a = simt.shuffle xor %x, %n width 12 : f32
  return
}

// -----

func.func @wide(%x: f32, %n: i32) {
  // expected-error @+1 {{'simt.shuffle' op has a width that is a power of two up to 32, got 64}}
  %a = simt.shuffle xor %x, %n width 64 : f32
  return
}

// -----

func.func @moved(%x: memref<4xf32>, %n: i32) {
  // expected-error @+1 {{operand #0 must be a number of at most 64 bits, or a vector of them}}
  %a = simt.shuffle xor %x, %n : memref<4xf32>
  return
}

// -----

func.func @word(%x: f32, %n: i32) {
  // expected-error @+1 {{idx, up, down, xor}}
  %a = simt.shuffle sideways %x, %n : f32
  return
}

// -----

func.func @result(%x: f32, %n: i32) {
  // expected-error @+1 {{'simt.shuffle' op moves f32 and gives i32}}
  %a = "simt.shuffle"(%x, %n) {kind = "xor"} : (f32, i32) -> i32
  return
}

// -----

func.func @ballot(%p: i1) {
  // expected-error @+1 {{'simt.vote' op 'ballot' gives i32, got i1}}
  %a = simt.vote ballot %p : i1
  return
}

// -----

func.func @all(%p: i1) {
  // expected-error @+1 {{'simt.vote' op 'all' gives i1, got i32}}
  %a = simt.vote all %p : i32
  return
}

// -----

func.func @id() {
  %i = arith.constant 16 : i32
  // expected-error @+1 {{'simt.barrier' op has an id from 0 to 15, got 16}}
  simt.barrier id %i
  return
}

// -----

func.func @arrive_id() {
  %i = arith.constant -1 : i32
  // expected-error @+1 {{'simt.barrier_arrive' op has an id from 0 to 15, got -1}}
  simt.barrier_arrive id %i threads 64
  return
}

// -----

func.func @threads() {
  // expected-error @+1 {{'simt.barrier' op is for whole warps of 32 threads, got 48}}
  simt.barrier threads 48
  return
}

// -----

simt.kernel @more() threads(64) grid(1) {
  // expected-error @+1 {{'simt.barrier' op is for 96 threads, but the block has 64}}
  simt.barrier threads 96
  simt.return
}

// -----

func.func @registers() {
  // expected-error @+1 {{'simt.setmaxnreg' op takes a multiple of 8 from 24 to 256, got 100}}
  simt.setmaxnreg inc 100
  return
}

// -----

func.func @grids() {
  // expected-error @+1 {{expected one of wait, launch_dependents for 'kind', got 'launch'}}
  simt.griddepcontrol launch
  return
}

// -----

// expected-error @+1 {{'simt.kernel' op has clusters of 1 to 16 blocks, got 17}}
simt.kernel @cluster() threads(32) cluster(17) grid(17) {
  simt.return
}
