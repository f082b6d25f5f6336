// Schedules that are safe pass as they are; each way to be wrong is refused, with the order of things that shows it.

// RUN: tile-opt %s --mem-check-channels --split-input-file --verify-diagnostics --remarks-filter=mem-check-channels | FileCheck %s

#sw = #mem.swizzle<128>

// Two roles.
// CHECK-LABEL: tile.kernel @roles
// expected-remark @below {{1 channels and 3 roles explored in 8 runs of}}
tile.kernel @roles(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(4) grid(%b = ceildiv(M, 64)) {
  %sa = mem.alloc : !mem.buffer<3x64x64xf16, #sw, shared>
  %sb = mem.alloc : !mem.buffer<3x64x64xf16, #sw, shared>
  %ch = mem.channel : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %b, %c64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        mem.channel_wait %ch[%k] : !mem.channel<3>
        %slot = arith.remui %k, %c3 : index
        %va = mem.index %sa[%slot] : !mem.buffer<3x64x64xf16, #sw, shared>
        %vb = mem.index %sb[%slot] : !mem.buffer<3x64x64xf16, #sw, shared>
        %d = tc.dot_async %va, %vb, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #sw, shared>, !mem.buffer<64x64xf16, #sw, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<3>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%m, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        mem.channel_acquire %ch[%k] : !mem.channel<3>
        %slot = arith.remui %k, %c3 : index
        %va = mem.index %sa[%slot] : !mem.buffer<3x64x64xf16, #sw, shared>
        %vb = mem.index %sb[%slot] : !mem.buffer<3x64x64xf16, #sw, shared>
        %kk = arith.muli %k, %c64 : index
        tile.async_copy %A[%m, %kk] to %va[%c0, %c0] tile tensor<64x64xf16> width 8 into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #sw, shared>, !mem.channel<3>
        tile.async_copy %B[%kk, %c0] to %vb[%c0, %c0] tile tensor<64x64xf16> width 8 into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #sw, shared>, !mem.channel<3>
        mem.channel_commit %ch[%k] : !mem.channel<3>
      }
    }
}

// -----
// The slot is released while the product may still read it.
// expected-note @below {{found for K = 64; role "load": acquire 0, copy %sa[0], commit 0; role "compute": wait 0, product %sa[0], release 0; role "load": acquire 1}}
tile.kernel @early(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) grid(%b = ceildiv(M, 64)) {
  %sa = mem.alloc : !mem.buffer<1x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c32 : index
  %va = mem.index %sa[%c0] : !mem.buffer<1x64x64xf16, #mem.swizzle<128>, shared>
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        mem.channel_wait %ch[%k] : !mem.channel<1>
        // expected-note @below {{role "compute" reads it here}}
        %d = tc.dot_async %va, %va, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<1>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        mem.channel_acquire %ch[%k] : !mem.channel<1>
        // expected-error @below {{'tile.async_copy' op overwrites slot 0 of %sa while it may still be read}}
        // expected-help @below {{release the slot behind the tc.dot_wait of the product}}
        tile.async_copy %A[%c0, %k] to %va[%c0, %c0] tile tensor<64x64xf16> width 8 into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
        mem.channel_commit %ch[%k] : !mem.channel<1>
      }
    }
}

// -----
// One role acquires an iteration ahead of its release, with a slot too few.
// expected-note @below {{found for N = 2; the kernel: acquire 0, copy %s[0], commit 0, wait 0}}
tile.kernel @ahead(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<1x32xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = mem.index %s[%c0] : !mem.buffer<1x32xf32, shared>
  %n = tile.dim N
  %some = arith.cmpi sgt, %n, %c0 : index
  scf.if %some {
    mem.channel_acquire %ch[%c0] : !mem.channel<1>
    tile.async_copy %A[%c0] to %v[%c0] tile tensor<32xf32> width 4 into %ch[%c0] : memref<?xf32>, !mem.buffer<32xf32, shared>, !mem.channel<1>
    mem.channel_commit %ch[%c0] : !mem.channel<1>
  }
  scf.for %k = %c0 to %n step %c1 {
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %next = arith.addi %k, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      // expected-error @below {{'mem.channel_acquire' op waits forever for the slot of position 1: nobody releases position 0}}
      // expected-help @below {{give the channel and its buffers more slots, or acquire later}}
      mem.channel_acquire %ch[%next] : !mem.channel<1>
      tile.async_copy %A[%next] to %v[%c0] tile tensor<32xf32> width 4 into %ch[%next] : memref<?xf32>, !mem.buffer<32xf32, shared>, !mem.channel<1>
      mem.channel_commit %ch[%next] : !mem.channel<1>
    }
    %t = tile.load %v[%c0] : tensor<32xf32>
    tile.store %t, %B[%k]
    mem.channel_release %ch[%k] : !mem.channel<1>
  }
}

// -----
// expected-note @below {{found for N = 2; role "load": acquire 0, copy %s[0], commit 0, acquire 1}}
tile.kernel @slot(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(4) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<2x32xf32, shared>
  %ch = mem.channel : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tile.dim N
  tile.warp_specialize
    role("compute") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x32xf32, shared>
        %t = tile.load %v[%c0] : tensor<32xf32>
        tile.store %t, %B[%k]
        mem.channel_release %ch[%k] : !mem.channel<2>
      }
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        %there = arith.divui %k, %c2 : index
        %v = mem.index %s[%there] : !mem.buffer<2x32xf32, shared>
        // expected-error @below {{'tile.async_copy' op fills slot 0 of %s for position 1, whose slot is 1}}
        tile.async_copy %A[%k] to %v[%c0] tile tensor<32xf32> width 4 into %ch[%k] : memref<?xf32>, !mem.buffer<32xf32, shared>, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// Without a channel: a store from a buffer goes on until it is waited for.
// expected-note @below {{the kernel: write %s[0], store %s[0]}}
tile.kernel @store(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) assume(B.address mod 16 == 0, N mod 8 == 0) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %t = tile.load %A[%c0, %c0] : tensor<64x64xf16>
  %u = tile.load %A[%c0, %c64] : tensor<64x64xf16>
  tile.store %t, %s[%c0, %c0]
  // expected-note @below {{the kernel reads it here}}
  tile.async_store %s to %B[%c0, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  // expected-error @below {{'tile.store' op overwrites slot 0 of %s while it may still be read}}
  // expected-help @below {{put tile.async_store_wait in between}}
  tile.store %u, %s[%c0, %c0]
  tile.async_store %s to %B[%c0, %c64] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}

// -----
// A loop whose positions depend on what was read from memory, the same in both roles.
// expected-remark @below {{1 channels and 3 roles explored in 4 runs of}}
tile.kernel @unknown(%A: memref<?xf32>[N], %L: memref<?xi32>[P], %B: memref<?xf32>[N]) warps(4) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<2x32xf32, shared>
  %ch = mem.channel : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.warp_specialize
    role("compute") warps(4) {
      scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %c0) -> (index) {
        %len = memref.load %L[%i] : memref<?xi32>
        %n = arith.index_cast %len : i32 to index
        %q = scf.for %k = %c0 to %n step %c1 iter_args(%at = %p) -> (index) {
          mem.channel_wait %ch[%at] : !mem.channel<2>
          %slot = arith.remui %at, %c2 : index
          %v = mem.index %s[%slot] : !mem.buffer<2x32xf32, shared>
          %t = tile.load %v[%c0] : tensor<32xf32>
          tile.store %t, %B[%k]
          mem.channel_release %ch[%at] : !mem.channel<2>
          %next = arith.addi %at, %c1 : index
          scf.yield %next : index
        }
        scf.yield %q : index
      }
    }
    role("load") warps(4) {
      scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %c0) -> (index) {
        %len = memref.load %L[%i] : memref<?xi32>
        %n = arith.index_cast %len : i32 to index
        %q = scf.for %k = %c0 to %n step %c1 iter_args(%at = %p) -> (index) {
          mem.channel_acquire %ch[%at] : !mem.channel<2>
          %slot = arith.remui %at, %c2 : index
          %v = mem.index %s[%slot] : !mem.buffer<2x32xf32, shared>
          tile.async_copy %A[%k] to %v[%c0] tile tensor<32xf32> width 4 into %ch[%at] : memref<?xf32>, !mem.buffer<32xf32, shared>, !mem.channel<2>
          mem.channel_commit %ch[%at] : !mem.channel<2>
          %next = arith.addi %at, %c1 : index
          scf.yield %next : index
        }
        scf.yield %q : index
      }
    }
}

// -----
// Blocks share tiles: only a block that has a second one stores to the buffer while it may still be read.
// expected-note @below {{found for M = 768; the kernel: write %s[0], store %s[0]}}
tile.kernel @persistent(%A: memref<?x64xf16>[M, ?], %B: memref<?x64xf16>[M, ?]) warps(4) grid(%b = min(ceildiv(M, 64), 4)) assume(B.address mod 16 == 0) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %M = tile.dim M
  %n = arith.ceildivsi %M, %c64 : index
  %step = arith.minsi %n, %c4 : index
  scf.for %i = %b to %n step %step {
    %m = arith.muli %i, %c64 : index
    %t = tile.load %A[%m, %c0] : tensor<64x64xf16>
    // expected-error @below {{'tile.store' op overwrites slot 0 of %s while it may still be read}}
    // expected-help @below {{put tile.async_store_wait in between}}
    tile.store %t, %s[%c0, %c0]
    // expected-note @below {{the kernel reads it here}}
    tile.async_store %s to %B[%m, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x64xf16>
  }
  tile.async_store_wait
}

// -----

// Control flow that is not followed is named, and nothing is said of the kernel.
tile.kernel @switch(%n: index) warps(4) grid(%b = 1) {
  %ch = mem.channel : !mem.channel<2>
  %c0 = arith.constant 0 : index
  // expected-remark @below {{the order of what is in it is not known [unchecked-channels]}}
  scf.index_switch %n
  case 1 {
    mem.channel_wait %ch[%c0] : !mem.channel<2>
    scf.yield
  }
  default {
    scf.yield
  }
}
