// RUN: tile-opt %s --split-input-file --verify-diagnostics

tile.kernel @elements(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{f32 and i32 have different elements}}
  %u = tile.compute %t + %n
}

// -----

tile.kernel @shapes(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  %x = tile.splat %t : f32 to tensor<16xf32>
  %y = tile.load %A[0, 0] : tensor<16x8xf32>
  // expected-error @+1 {{tensor<16xf32> and tensor<16x8xf32> have no shape in common}}
  %u = tile.compute %x + %y
}

// -----

tile.kernel @nothing(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{nothing says the type of this number}}
  %u = tile.compute 0.5
}

// -----

tile.kernel @fraction(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{a number that is combined with i32 has no fraction}}
  %u = tile.compute %n * 0.5
}

// -----

tile.kernel @division(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{cannot be done with i32}}
  %u = tile.compute %n / 2
}

// -----

tile.kernel @function(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{there is no function 'expp'}}
  %u = tile.compute expp(%t)
}

// -----

tile.kernel @arguments(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{'min' takes 2 numbers, got 1}}
  %u = tile.compute min(%t)
}

// -----

tile.kernel @many(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{no function takes more than 4 numbers}}
  %u = tile.compute fma(%t, %t, %t, %t, %t)
}

// -----

tile.kernel @choice(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{chooses by a comparison, got f32}}
  %u = tile.compute select(%t, 1, %n)
}

// -----

tile.kernel @dimension(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{names N, which is no dimension of the kernel}}
  %u = tile.compute N + 1
}

// -----

tile.kernel @integers(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{operand}}
  %u = tile.compute exp2(%n)
}

// -----

tile.kernel @conversion(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{converts to integers, index and floats, got tensor<4xf32>}}
  %u = tile.compute %t to tensor<4xf32>
}

// -----

tile.kernel @at_once(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{index cannot become f32 at once}}
  %u = tile.compute %i to f32
}

// -----

tile.kernel @new_axis(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{f32 takes no further dimension}}
  %u = tile.compute %t axis 0
}

// -----

tile.kernel @empty(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{expected}}
  %u = tile.compute 
}

// -----

tile.kernel @deep(%t: f32, %n: i32, %A: memref<16x8xf32>, %i: index) warps(1) grid(%b = 1) {
  // expected-error @+1 {{a formula nested more than 32 deep}}
  %u = tile.compute ((((((((((((((((((((((((((((((((((((((((%t))))))))))))))))))))))))))))))))))))))))
}

// -----

tile.kernel @memref(%A: memref<16x8xf32>) warps(1) grid(%b = 1) {
  // expected-error @+1 {{a number cannot be combined with memref<16x8xf32>}}
  %u = tile.compute %A + 1
}

// -----

tile.kernel @converted_memref(%A: memref<16x8xf32>) warps(1) grid(%b = 1) {
  // expected-error @+1 {{converts numbers and tiles, got memref<16x8xf32>}}
  %u = tile.compute %A to i32
}

// -----

tile.kernel @converted_buffer() warps(1) grid(%b = 1) {
  %B = mem.alloc : !mem.buffer<16x32xf32, shared>
  // expected-error @+1 {{converts numbers and tiles, got !mem.buffer<16x32xf32, shared>}}
  %u = tile.compute %B to i32
}

// -----

tile.kernel @too_large(%n: i8) warps(1) grid(%b = 1) {
  %fits = tile.compute %n + 255
  // expected-error @+1 {{256 is out of range for i8}}
  %u = tile.compute %n + 256
}

// -----

tile.kernel @too_small(%n: i8) warps(1) grid(%b = 1) {
  %fits = tile.compute %n + -128
  // expected-error @+1 {{-129 is out of range for i8}}
  %u = tile.compute %n + -129
}
