// RUN: tile-opt %s --tile-to-thread-level --split-input-file --verify-diagnostics

tile.kernel @own_memory(%x: f32, %A: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  // expected-error @+2 {{'memref.alloc' op would happen in every thread, not once in the block}}
  // expected-help @+1 {{a block's own memory is a buffer (mem.alloc)}}
  %m = memref.alloc() : memref<4xf32>
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<4xf32>
  %y = memref.load %m[%i] : memref<4xf32>
  memref.store %y, %A[%c0] : memref<?xf32>
}

// -----

tile.kernel @count(%A: memref<?xi32>[N], %x: i32) warps(1) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  // expected-error @+2 {{'memref.generic_atomic_rmw' op would happen in every thread, not once in the block}}
  // expected-help @+1 {{tile.load, tile.store and tile.copy}}
  %new = memref.generic_atomic_rmw %A[%c0] : memref<?xi32> {
  ^bb0(%old: i32):
    %n = arith.muli %old, %x : i32
    memref.atomic_yield %n : i32
  }
}

// -----

tile.kernel @of_threads(%A: memref<?xi32>[N], %x: i32) warps(1) grid(%i = 1) {
  // expected-error @+2 {{'mem.async_commit' op would happen in every thread, not once in the block}}
  // expected-help @+1 {{write the kernel as a simt.kernel}}
  mem.async_commit
}
