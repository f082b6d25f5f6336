// RUN: tile-opt %s --split-input-file --verify-diagnostics

tile.kernel @nested(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  %c = arith.constant true
  scf.if %c {
    // expected-error @+2 {{must stand directly in a tile.kernel}}
    // expected-help @+1 {{loops and conditions go into the roles}}
    tile.warp_specialize role("a") warps(4) { }
  }
}

// -----

tile.kernel @cluster(%A: memref<?xf32>[M]) warps(4) cluster(2) grid(%i = 1) {
  // expected-error @+1 {{is in a kernel with clusters, whose blocks share their tiles}}
  tile.warp_specialize role("a") warps(4) { }
}

// -----

tile.kernel @second(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-note @+1 {{the first}}
  tile.warp_specialize role("a") warps(4) { }
  // expected-error @+2 {{is the kernel's second one with roles}}
  // expected-help @+1 {{what roles do one after the other can stand in one region each}}
  tile.warp_specialize role("a") warps(4) { }
}

// -----

tile.kernel @warps(%A: memref<?xf32>[M]) warps(8) grid(%i = 1) {
  // expected-error @+2 {{role "a" has 4 warps, but the kernel has 8}}
  // expected-help @+1 {{tiles are laid out over the kernel's warps}}
  tile.warp_specialize role("a") warps(4) { } role("b") warps(8) { }
}

// -----

tile.kernel @too_many(%A: memref<?xf32>[M]) warps(16) grid(%i = 1) {
  // expected-error @+1 {{has 33 warps in all roles, a block has at most 32}}
  tile.warp_specialize role("a") warps(16) { } role("b") warps(17) { }
}

// -----

tile.kernel @no_warps(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+1 {{role "b" has 1 to 32 warps, got 0}}
  tile.warp_specialize role("a") warps(4) { } role("b") warps(0) { }
}

// -----

tile.kernel @names(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+1 {{has two roles named "a"}}
  tile.warp_specialize role("a") warps(4) { } role("a") warps(4) { }
}

// -----

tile.kernel @word(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+1 {{'a b' cannot name a role}}
  tile.warp_specialize role("a b") warps(4) { }
}

// -----

tile.kernel @group(%A: memref<?xf32>[M]) warps(2) grid(%i = 1) {
  // expected-error @+2 {{role "a" of 2 warps is given registers}}
  // expected-help @+1 {{registers are given to warpgroups: 4 warps, or a multiple}}
  tile.warp_specialize role("a") warps(2) registers(64) { }
}

// -----

tile.kernel @multiple(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+2 {{role "a" has 100 registers a thread}}
  // expected-help @+1 {{a multiple of 8 from 24 to 256}}
  tile.warp_specialize role("a") warps(4) registers(100) { }
}

// -----

tile.kernel @budget(%A: memref<?xf32>[M]) warps(8) grid(%i = 1) {
  // expected-error @+2 {{gives its roles 66560 registers, 176 for each of 384 threads, but there are 168 for each}}
  // expected-help @+1 {{32 times the warps times the registers of a thread, over all roles}}
  tile.warp_specialize role("a") warps(8) registers(240) { } role("b") warps(4) registers(40) { }
}

// -----

tile.kernel @some(%A: memref<?xf32>[M]) warps(8) grid(%i = 1) {
  // expected-error @+1 {{registers are said of all roles or of none}}
  tile.warp_specialize role("a") warps(8) registers(240) { } role("b") warps(4) { }
}

// -----

tile.kernel @arguments(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+1 {{role "a" has a region with arguments}}
  "tile.warp_specialize"() <{names = ["a"], warps = array<i64: 4>}> ({
  ^bb0(%x: index):
  }) : () -> ()
}

// -----

tile.kernel @lists(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+1 {{needs 'warps' with one number for each of 1 roles}}
  "tile.warp_specialize"() <{names = ["a"], warps = array<i64: 4, 4>}> ({
  ^bb0:
  }) : () -> ()
}

// -----

tile.kernel @beside(%A: memref<?xf32>[M], %x: f32) warps(4) grid(%i = 1) {
  %c = arith.constant 0 : index
  // expected-error @+2 {{stands beside roles, where no warp would do it}}
  // expected-help @+1 {{move it into a role}}
  memref.store %x, %A[%c] : memref<?xf32>
  tile.warp_specialize role("a") warps(4) { }
}

// -----

tile.kernel @tile_beside(%A: memref<?xf32>[M], %x: f32) warps(4) grid(%i = 1) {
  // expected-error @+2 {{stands beside roles, where no warp would do it}}
  // expected-help @+1 {{move it into a role}}
  %t = tile.splat %x : f32 to tensor<128xf32>
  tile.warp_specialize role("a") warps(4) { }
}

// -----

tile.kernel @scope(%A: memref<?xf32>[M], %x: f32) warps(4) grid(%i = 1) {
  tile.warp_specialize role("a") warps(4) {
    %t = tile.splat %x : f32 to tensor<128xf32>
  } role("b") warps(4) {
    // expected-error @+1 {{%t}}
    tile.store %t, %A[%i]
  }
}

// -----

tile.kernel @groups(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+2 {{'mem.channel' op of groups is used in two roles, "compute" and "load"}}
  // expected-help @+1 {{a thread can wait for its own groups alone: `mem.channel mbarrier` is for other roles, too}}
  %ch = mem.channel groups : !mem.channel<2>
  %c0 = arith.constant 0 : index
  tile.warp_specialize role("compute") warps(4) {
    mem.channel_wait %ch[%c0] : !mem.channel<2>
    mem.channel_release %ch[%c0] : !mem.channel<2>
  } role("load") warps(4) {
    mem.channel_acquire %ch[%c0] : !mem.channel<2>
    mem.channel_commit %ch[%c0] : !mem.channel<2>
  }
}
