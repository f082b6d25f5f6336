// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-warp-specialize))' --remarks-filter=tile-warp-specialize --verify-diagnostics --split-input-file
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-warp-specialize{specialize=false}))' --split-input-file | FileCheck %s --check-prefix=ONE
// ONE-NOT: role("load")
// ONE: tile.specialize = true
// ONE: role("load")

// Which kernels get roles, and why others do not.

// expected-remark @+1 {{4 warps compute (232 registers), 4 copy (24) [specialized]}}
tile.kernel @product(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// expected-remark @+1 {{all warps have one role: nothing is copied through a channel [missed-specialization]}}
tile.kernel @nothing(%A: memref<64xf32>) warps(4) grid(%i = 1) {
  %x = tile.load %A[0] : tensor<64xf32>
  tile.store %x, %A[0]
}

// -----

tile.kernel @slow(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    // expected-remark @+1 {{all warps have one role: the copy is not made by TMA [missed-specialization]}}
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// expected-remark @+1 {{has one role: none other is wished for [missed-specialization]}}
tile.kernel @unwanted(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) attributes {tile.specialize = false} {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// expected-remark @+1 {{all warps have one role: it has no whole warpgroups [missed-specialization]}}
tile.kernel @few(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(2) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// expected-remark @+1 {{all warps have one role: with so many warps no registers are left for others [missed-specialization]}}
tile.kernel @many(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(16) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// expected-remark @+1 {{all warps have one role: no product is computed while copies are under way [missed-specialization]}}
tile.kernel @no_product(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %x = tile.load %sa[%c0, %c0] : tensor<64x64xf16>
    %d = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// Unless somebody asks for it.
// expected-remark @+1 {{4 warps compute (232 registers), 4 copy (24) [specialized]}}
tile.kernel @no_product(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) attributes {tile.specialize = true} {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %x = tile.load %sa[%c0, %c0] : tensor<64x64xf16>
    %d = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

tile.kernel @written(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    // expected-remark @+1 {{all warps have one role: it copies from memory that the kernel writes [missed-specialization]}}
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
  %h = arith.constant dense<0.0> : tensor<64x64xf16>
  tile.store %h, %A[%c0, %c0]
}

// -----

// A place that is read from memory which the kernel writes.
tile.kernel @index(%A: memref<64x64xf16>, %C: memref<64x64xf32>, %I: memref<4xindex>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    // expected-remark @+1 {{all warps have one role: what is copied depends on memory that the kernel writes [missed-specialization]}}
    %at = memref.load %I[%c0] : memref<4xindex>
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %at] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
  memref.store %c0, %I[%c0] : memref<4xindex>
}

// -----

// One that nobody writes.
// expected-remark @+1 {{4 warps compute (232 registers), 4 copy (24) [specialized]}}
tile.kernel @index(%A: memref<64x64xf16>, %C: memref<64x64xf32>, %I: memref<4xindex>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    %at = memref.load %I[%c0] : memref<4xindex>
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %at] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

// Work that blocks fetch for themselves.
tile.kernel @atomic(%A: memref<64x64xf16>, %C: memref<64x64xf32>, %I: memref<4xi32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant 1 : i32
  // expected-remark @+1 {{all warps have one role: what is copied depends on an op with effects [missed-specialization]}}
  %w = mem.atomic_rmw addi %one, %I[%c0] relaxed gpu : memref<4xi32>, i32
  %at = arith.index_cast %w : i32 to index
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %at] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}

// -----

tile.kernel @loop(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %t = arith.constant true
  // expected-remark @+1 {{all warps have one role: its code is not cut into slices [missed-specialization]}}
  %r = scf.while (%go = %t) : (i1) -> i1 {
    scf.condition(%go) %go : i1
  } do {
  ^bb0(%u: i1):
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
  %f = arith.constant false
  scf.yield %f : i1
  }
}

// -----

// Sixteen warps begin with 128 registers a thread, an instruction with 256 columns names more.
// expected-remark @+1 {{all warps have one role: threads would start with fewer registers than a product's instruction names [missed-specialization]}}
tile.kernel @columns(%A: memref<192x64xf16>, %B: memref<64x256xf16>, %C: memref<192x256xf32>) warps(12) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<192x64xf16, #mem.swizzle<128>, shared>
  %sb = mem.alloc : !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<192x256xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<192x64xf16> width 8 tma into %ch[%k] : memref<192x64xf16>, !mem.buffer<192x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    tile.async_copy %B[%k, %c0] to %sb[%c0, %c0] tile tensor<64x256xf16> width 8 tma into %ch[%k] : memref<64x256xf16>, !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tc.dot_async %sa, %sb, %c instr "wgmma.m64n256k16" : !mem.buffer<192x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>, tensor<192x256xf32> -> !tc.inflight<tensor<192x256xf32>>
    %r = tc.dot_wait 0, %d : !tc.inflight<tensor<192x256xf32>>
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %r
  }
  tile.store %acc, %C[%c0, %c0]
}
