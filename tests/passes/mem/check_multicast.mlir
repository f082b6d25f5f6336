// Blocks that multicast are run together: each of them fills slots of all. What is safe passes; what is not is refused, also where one block by
// itself would be right.

// RUN: tile-opt %s --mem-check-channels --split-input-file --verify-diagnostics --remarks-filter=mem-check-channels | FileCheck %s

// CHECK-LABEL: tile.kernel @safe
// expected-remark @below {{1 channels and 3 roles of 2 blocks explored in }}
tile.kernel @safe(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<2>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        %kk = arith.muli %k, %c64 : index
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// Two blocks stand for all.
// CHECK-LABEL: tile.kernel @eight
// expected-remark @below {{1 channels and 3 roles of 2 blocks explored in }}
tile.kernel @eight(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(8) grid(%rank = 8, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 8 : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<2>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        %kk = arith.muli %k, %c64 : index
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// A slot is released in front of the wait for its product, which the role reaches before it fills the slot again. Another block fills it, too, and
// does not wait for that. The fewest trips that the assumption allows, beyond none, are four.
// expected-note @below {{the kernel of block 1: acquire 0, copy %s[0], commit 0, wait 0, product %s[0], release 0; the kernel of block 0: wait 0, product %s[0], release 0, product wait, acquire 1}}
tile.kernel @early(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64))
    assume(ceildiv(K, 64) mod 4 == 0) {
  %s = mem.alloc : !mem.buffer<1x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  %v = mem.index %s[%c0] : !mem.buffer<1x64x64xf16, #mem.swizzle<128>, shared>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %kk = arith.muli %k, %c64 : index
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    // expected-error @below {{'tile.async_copy' op overwrites slot 0 of %s while it may still be read}}
    // expected-help @below {{release the slot behind the tc.dot_wait of the product}}
    tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    // expected-note @below {{the kernel of block 1 reads it here}}
    %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
    mem.channel_release %ch[%k] : !mem.channel<1>
    %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
    scf.yield %t : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0]
}

// -----
// The blocks go through different numbers of positions.
// expected-note @below {{found for K = 0; role "load" of block 1: acquire 0, copy %s[0], commit 0}}
tile.kernel @more(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %tiles = arith.ceildivsi %K, %c64 : index
  %n = arith.addi %tiles, %rank : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        // expected-error @below {{'mem.channel_wait' op waits forever: not all blocks commit position 0}}
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<2>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        %kk = arith.muli %k, %c64 : index
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// Only the first block says that it has read a slot.
// expected-note @below {{role "compute" of block 1: wait 0, product %s[0], product wait}}
tile.kernel @silent(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  // expected-error @below {{position 0 is waited for and never released}}
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        %first = arith.cmpi eq, %rank, %c0 : index
        scf.if %first {
          mem.channel_release %ch[%k] : !mem.channel<2>
        }
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        %kk = arith.muli %k, %c64 : index
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// Each block copies another tile, and each would get half of both.
// expected-note @below {{found for K = 64}}
tile.kernel @place(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        // expected-error @below {{'mem.channel_wait' op waits for position 0, into which another block of the cluster does not copy the same}}
        // expected-help @below {{a copy that is marked multicast must not depend on which block of the cluster it is}}
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<2>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        %kk = arith.muli %k, %c64 : index
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        %row = arith.muli %rank, %c64 : index
        tile.async_copy %A[%row, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// One block alone copies; the others wait for their parts.
// expected-note @below {{found for K = 64}}
tile.kernel @alone(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
        %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
        mem.channel_release %ch[%k] : !mem.channel<2>
        scf.yield %t : tensor<64x64xf32>
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) {
      scf.for %k = %c0 to %n step %c1 {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
        %kk = arith.muli %k, %c64 : index
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        %first = arith.cmpi eq, %rank, %c0 : index
        scf.if %first {
          tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
        }
        // expected-error @below {{'mem.channel_commit' op commits position 0, into which nothing is copied}}
        mem.channel_commit %ch[%k] : !mem.channel<2>
      }
    }
}

// -----
// The slot's memory is a block's own in front of the loop; another block may fill it while that lasts.
// expected-note @below {{found for K = 64}}
tile.kernel @before(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N], %D: memref<?x?xf16>[M, N]) warps(4) multicast(2) grid(%rank = 2, %b = ceildiv(N, 64)) {
  %s = mem.alloc : !mem.buffer<1x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %K = tile.dim K
  %n = arith.ceildivsi %K, %c64 : index
  %v = mem.index %s[%c0] : !mem.buffer<1x64x64xf16, #mem.swizzle<128>, shared>
  %x = arith.constant dense<1.0> : tensor<64x64xf16>
  // expected-error @below {{'tile.store' op overwrites slot 0 of %s while a copy may still fill it}}
  tile.store %x, %v[%c0, %c0]
  %y = tile.load %v[%c0, %c0] : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
    %kk = arith.muli %k, %c64 : index
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    // expected-note @below {{the kernel of block 0 fills it here}}
    tile.async_copy %A[%c0, %kk] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tc.dot_async %v, %v, %acc instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
    %t = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
    mem.channel_release %ch[%k] : !mem.channel<1>
    scf.yield %t : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0]
  tile.store %y, %D[%c0, %c0]
}
