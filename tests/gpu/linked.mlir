// Calls of code that is in another file, tests/gpu/functions.ptx.  Bodies here are what the CPU executes
// in its place, so that a run on a GPU is compared with them:
//   tile-run tests/gpu/linked.mlir --device=cuda --link=tests/gpu/functions.ptx --verify --exact --init=int --dim N=1000

func.func private @affine(%x: f32, %scale: i32) -> f32 attributes {no_inline} {
  %s = arith.sitofp %scale : i32 to f32
  %one = arith.constant 1.0 : f32
  %y = math.fma %x, %s, %one : f32
  return %y : f32
}
func.func private @reversed(%x: i64) -> i64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %r:2 = scf.for %i = %c0 to %c64 step %c1 iter_args(%left = %x, %done = %zero) -> (i64, i64) {
    %bit = arith.andi %left, %one : i64
    %moved = arith.shli %done, %one : i64
    %next = arith.ori %moved, %bit : i64
    %rest = arith.shrui %left, %one : i64
    scf.yield %rest, %next : i64, i64
  }
  return %r#1 : i64
}

tile.kernel @linked(%A: memref<?xf32>[N], %B: memref<?xi64>[N], %s: f32) warps(4) grid(%i = ceildiv(N, 256)) {
  %a = tile.load %A[%i * 256] : tensor<256xf32>
  %b = tile.load %B[%i * 256] : tensor<256xi64>
  %three = arith.constant 3 : i32
  %t = func.call @affine(%s, %three) : (f32, i32) -> f32
  %c, %d = tile.map %a, %b (%k, %x, %n) : tensor<256xf32>, tensor<256xi64> {
    %y = func.call @affine(%x, %three) : (f32, i32) -> f32
    %z = arith.addf %y, %t : f32
    %r = func.call @reversed(%n) : (i64) -> i64
    tile.yield %z, %r
  }
  tile.store %c, %A[%i * 256]
  tile.store %d, %B[%i * 256]
}
