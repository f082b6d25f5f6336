// Numbers and extents that no machine has: errors, never an attempt.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-to-thread-level

tile.kernel @dense(%A: memref<?x?xf32>[M, N]) warps(4) grid(%b = 1) {
  // expected-error @+1 {{has a tile of 8589934592 elements for each thread, the most is 8192}}
  %x = arith.constant dense<0.0> : tensor<1048576x1048576xf32>
  tile.store %x, %A[0, 0]
}

// -----

// Folding it needs no memory.
func.func @fold() -> tensor<1048576x1048576xf32> {
  %x = arith.constant dense<1.0> : tensor<1048576x1048576xf32>
  %y = arith.addf %x, %x : tensor<1048576x1048576xf32>
  return %y : tensor<1048576x1048576xf32>
}
tile.kernel @k() warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{the shape has more than 2^63 elements}}
func.func private @shape(tensor<9223372036854775807x9223372036854775807xf32>)

// -----

// expected-error @+1 {{extent 99999999999999999999999 is out of range}}
func.func private @extent(tensor<99999999999999999999999xf32>)

// -----

func.func @integer() {
  // expected-error @+1 {{integer is out of range for 'i64'}}
  %x = arith.constant 99999999999999999999999999999999 : i64
  return
}

// -----

// expected-error @+1 {{integers have at most 16777215 bits, not 16777216}}
func.func private @width(i16777216)

// -----

func.func @results() {
  // expected-error @+1 {{has 1 result, but 4294967295 are named}}
  %x:4294967295 = "arith.constant"() {value = 1 : i32} : () -> i32
  return
}

// -----

tile.kernel @buffer() warps(4) grid(%b = 1) {
  // expected-error @+1 {{a buffer of more than 2^31 - 1 bytes}}
  %s = mem.alloc : !mem.buffer<1048576x1048576xf32, shared>
}

// -----

// expected-error @+1 {{has 1, 2, 4, 8, 12 or 16 warps, got 3}}
tile.kernel @warps(%A: memref<?xf32>[N]) warps(3) grid(%i = 1) {
}

// -----

// expected-error @+1 {{argument A must have rank 1 to 4}}
tile.kernel @rank(%A: memref<?x?x?x?x?xf32>) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{expected 'grid'}}
tile.kernel @no_grid(%A: memref<?xf32>[N]) warps(1) {
}

// -----

// Shared memory: the error names what a block has, the notes its buffers and when they are in use.
// expected-error @+1 {{needs 540672 bytes of shared memory; a block of sm_90a has 232448}}
tile.kernel @shared(%A: memref<?x?xf32>[M, N]) warps(4) grid(%b = ceildiv(N, 128)) {
  // expected-note @+1 {{524288 bytes at 0 for buffer !mem.buffer<512x256xf32, shared>, in use from line}}
  %s = mem.alloc : !mem.buffer<512x256xf32, shared>
  // expected-note @+1 {{16384 bytes at 524288 for buffer !mem.buffer<64x64xf32, shared>, in use from line}}
  %t = mem.alloc : !mem.buffer<64x64xf32, shared>
  %a = tile.load %A[0, 0] : tensor<64x64xf32>
  tile.store %a, %t[0, 0]
  tile.store %a, %s[0, 0]
  tile.store %a, %t[0, 0]
}
