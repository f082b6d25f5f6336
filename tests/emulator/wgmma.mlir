// RUN: tile-run %s --device=cpu --kernel=product --init=int --print=A --print=O | FileCheck %s --check-prefix=PRODUCT
// RUN: tile-run %s --device=cpu --kernel=product --init=int --print=A --print=O --schedule=random:5 | FileCheck %s --check-prefix=PRODUCT
// RUN: tile-run %s --device=cpu --kernel=late --allow-races --init=int --print=O | FileCheck %s --check-prefix=LATE
// RUN: not tile-run %s --device=cpu --kernel=no_fence 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: not tile-run %s --device=cpu --kernel=no_commit 2>&1 | FileCheck %s --check-prefix=COMMIT
// RUN: not tile-run %s --device=cpu --kernel=no_wait 2>&1 | FileCheck %s --check-prefix=WAIT
// RUN: not tile-run %s --device=cpu --kernel=taken 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not tile-run %s --device=cpu --kernel=returned 2>&1 | FileCheck %s --check-prefix=RETURNED
// RUN: not tile-run %s --device=cpu --kernel=three_warps 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not tile-run %s --device=cpu --kernel=missing_warp 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tile-run %s --device=cpu --kernel=differ 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not tile-run %s --device=cpu --kernel=unaligned 2>&1 | FileCheck %s --check-prefix=UNALIGNED
// RUN: not tile-run %s --device=cpu --kernel=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not tile-run %s --device=cpu --kernel=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tile-run %s --device=cpu --kernel=late 2>&1 | FileCheck %s --check-prefix=UNWAITED
//
// Products of a warpgroup, and what can be wrong with them.  The family of all types, layouts and
// extents is in tests/emulator/thread_ops.py.

// B is the unit matrix of 16x16, so the product is A; thread t copies row t / 2 of A.
// PRODUCT: %A = [[ROWS:.*]]
// PRODUCT: %O = [[ROWS]]
simt.kernel @product(%A: memref<64x16xf16>, %O: memref<64x16xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %n2 = arith.constant 2 : i32
  %n3 = arith.constant 3 : i32
  %n4 = arith.constant 4 : i32
  %n7 = arith.constant 7 : i32
  %n8 = arith.constant 8 : i32
  %n15 = arith.constant 15 : i32
  %n16 = arith.constant 16 : i32
  %n512 = arith.constant 512 : i32
  %t = simt.thread_id : i32
  %w = simt.warp_id : i32
  %l = simt.lane_id : i32
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<1024xf16, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<256xf16, shared>
  // A without a swizzle: columns of 16 bytes, 64 rows each.
  %row = arith.shrui %t, %n1 : i32
  %half = arith.andi %t, %n1 : i32
  %column = arith.muli %half, %n8 : i32
  %ri = arith.index_cast %row : i32 to index
  %ci = arith.index_cast %column : i32 to index
  %part = mem.load %A[%ri, %ci] : memref<64x16xf16>, vector<8xf16>
  %slab = arith.muli %half, %n512 : i32
  %in = arith.muli %row, %n8 : i32
  %place = arith.addi %slab, %in : i32
  mem.store %part, %a[%place] : !mem.buffer<1024xf16, shared>, vector<8xf16>
  // Elements 2 * t and 2 * t + 1 of B, whose columns of 16 bytes have 16 rows.
  %first = arith.muli %t, %n2 : i32
  scf.for %i = %n0 to %n2 step %n1 : i32 {
    %e = arith.addi %first, %i : i32
    %n128 = arith.constant 128 : i32
    %s = arith.divui %e, %n128 : i32
    %rest = arith.remui %e, %n128 : i32
    %n = arith.shrui %rest, %n3 : i32
    %kin = arith.andi %rest, %n7 : i32
    %ks = arith.muli %s, %n8 : i32
    %k = arith.addi %ks, %kin : i32
    %eq = arith.cmpi eq, %n, %k : i32
    %one = arith.constant 1.0 : f16
    %zero = arith.constant 0.0 : f16
    %v = arith.select %eq, %one, %zero : f16
    mem.store %v, %b[%e] : !mem.buffer<256xf16, shared>, f16
  }
  mem.fence_proxy_async
  simt.barrier
  %da = tc.wgmma_descriptor %a[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<1024xf16, shared> to !tc.descriptor<f16>
  %db = tc.wgmma_descriptor %b[%n0] leading 256 stride 128 swizzle 0 : !mem.buffer<256xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %da, %db : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<8xf32>>
  tc.wgmma_commit
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<8xf32>>
  // Rows 16 * w + l / 4 and 8 more; columns 2 * (l mod 4) and 8 more.
  %r0 = arith.muli %w, %n16 : i32
  %r1 = arith.shrui %l, %n2 : i32
  %r2 = arith.addi %r0, %r1 : i32
  %c0 = arith.andi %l, %n3 : i32
  %c1 = arith.muli %c0, %n2 : i32
  %low = arith.index_cast %r2 : i32 to index
  %left = arith.index_cast %c1 : i32 to index
  %eight = arith.constant 8 : index
  %high = arith.addi %low, %eight : index
  %right = arith.addi %left, %eight : index
  %p0 = vector.extract_strided_slice %r {offsets = [0], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %p1 = vector.extract_strided_slice %r {offsets = [2], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %p2 = vector.extract_strided_slice %r {offsets = [4], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  %p3 = vector.extract_strided_slice %r {offsets = [6], sizes = [2], strides = [1]} : vector<8xf32> to vector<2xf32>
  mem.store %p0, %O[%low, %left] : memref<64x16xf32>, vector<2xf32>
  mem.store %p1, %O[%high, %left] : memref<64x16xf32>, vector<2xf32>
  mem.store %p2, %O[%low, %right] : memref<64x16xf32>, vector<2xf32>
  mem.store %p3, %O[%high, %right] : memref<64x16xf32>, vector<2xf32>
  simt.return
}

// A product takes effect late: it sees what is stored before the wait, as it may on a GPU.
// LATE: %O = [32, 32
// UNWAITED: error: 'tc.wgmma' op races in shared memory: the tensor core of warp 0 reads bytes 2048 to 2063 of shared memory, which thread 64 (warp 2) wrote, and nothing orders the two
// UNWAITED: help: start it behind a barrier after the access, or wait for it before: tc.wgmma_wait in its warp
simt.kernel @late(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %n16 = arith.constant 16 : i32
  %t = simt.thread_id : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %at = arith.muli %t, %n16 : i32
  %ones = arith.constant dense<1.0> : vector<8xf16>
  %twos = arith.constant dense<2.0> : vector<8xf16>
  %n8 = arith.constant 8 : i32
  %at8 = arith.addi %at, %n8 : i32
  mem.store %ones, %s[%at] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  mem.store %ones, %s[%at8] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  mem.fence_proxy_async
  simt.barrier
  %da = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  %n1024 = arith.constant 1024 : i32
  %db = tc.wgmma_descriptor %s[%n1024] leading 128 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %da, %db : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  mem.store %twos, %s[%at] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  mem.store %twos, %s[%at8] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  mem.fence_proxy_async
  simt.barrier
  %e = tc.wgmma %da, %db, %d : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  %r = tc.wgmma_wait 0, %e : !tc.inflight<vector<4xf32>>
  %four = arith.constant 0.25 : f32
  %x = vector.extract %r[0] : f32 from vector<4xf32>
  %y = arith.mulf %x, %four : f32
  %ti = arith.index_cast %t : i32 to index
  mem.store %y, %O[%ti] : memref<128xf32>, f32
  simt.return
}

// FENCE: wgmma.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: 'tc.wgmma' op writes registers that other code may have touched: no tc.wgmma_fence comes before
simt.kernel @no_fence(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 0
  simt.return
}

// COMMIT: wgmma.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'tc.wgmma_wait' op gives back registers of a product that no group has
// COMMIT: wgmma.mlir:[[#@LINE+6]]:{{[0-9]+}}: note: the product; no tc.wgmma_commit comes after it
simt.kernel @no_commit(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<4xf32>>
  simt.return
}

// WAIT: wgmma.mlir:[[#@LINE+9]]:{{[0-9]+}}: error: 'tc.wgmma_wait' op gives back registers of a product that may still be pending
// WAIT: wgmma.mlir:[[#@LINE+6]]:{{[0-9]+}}: note: the product, which is in one of the groups left pending
simt.kernel @no_wait(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  %r = tc.wgmma_wait 1, %d : !tc.inflight<vector<4xf32>>
  simt.return
}

// TAKEN: wgmma.mlir:[[#@LINE+9]]:{{[0-9]+}}: error: 'tc.wgmma' op names registers that a later product has taken on
// TAKEN: wgmma.mlir:[[#@LINE+7]]:{{[0-9]+}}: note: that product
simt.kernel @taken(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %e = tc.wgmma %a, %a, %d : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %f = tc.wgmma %a, %a, %d : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  simt.return
}

// RETURNED: wgmma.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: 'tc.wgmma_wait' op names registers that were given back before
simt.kernel @returned(%O: memref<128xf32>, %c: f32) threads(128) grid(1) {
  %v = arith.constant dense<1.0> : vector<4xf32>
  %d = tc.wgmma_fence of %v : vector<4xf32>
  %r:2 = tc.wgmma_wait 0, %d, %d : !tc.inflight<vector<4xf32>>, !tc.inflight<vector<4xf32>>
  simt.return
}

// THREE: error: 'tc.wgmma' op needs a warpgroup of four warps, and the block has 3 warps
simt.kernel @three_warps(%O: memref<128xf32>) threads(96) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  simt.return
}

// Warp 2 goes another way, and the others wait for it.
// MISSING: error: 'tc.wgmma_wait' op waits forever for products of its warpgroup; to execute the oldest are still missing: warp 2
// MISSING: note: warps 0-1, 3 wait here for products of its warpgroup
// MISSING: note: warp 2 has ended
simt.kernel @missing_warp(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %n2 = arith.constant 2 : i32
  %w = simt.warp_id : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  %away = arith.cmpi eq, %w, %n2 : i32
  cf.cond_br %away, ^end, ^work
^work:
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 0
  cf.br ^end
^end:
  simt.return
}

// DIFFER: error: 'tc.wgmma' op is executed by warp 1 with another descriptor of a than warp 0 of its warpgroup
// DIFFER: note: that warp's product
simt.kernel @differ(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %n8 = arith.constant 8 : i32
  %w = simt.warp_id : i32
  %o = arith.muli %w, %n8 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%o] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  %b = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  simt.return
}

// UNALIGNED: error: 'tc.wgmma_descriptor' op points to byte 8 of shared memory, no multiple of 16
simt.kernel @unaligned(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n4 = arith.constant 4 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n4] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  simt.return
}

// UNWRITTEN: error: 'tc.wgmma' op reads what nothing wrote: byte 0 of shared memory, which has 4096
simt.kernel @unwritten(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 0
  simt.return
}

// OUTSIDE: error: 'tc.wgmma' op reads outside: byte 1024 of shared memory, which has 1024
simt.kernel @outside(%O: memref<128xf32>) threads(128) shared(1024) grid(1) {
  %n0 = arith.constant 0 : i32
  %n8 = arith.constant 8 : i32
  %t = simt.thread_id : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xf16, shared>
  %ones = arith.constant dense<1.0> : vector<4xf16>
  %n4 = arith.constant 4 : i32
  %at = arith.muli %t, %n4 : i32
  mem.store %ones, %s[%at] : !mem.buffer<512xf16, shared>, vector<4xf16>
  mem.fence_proxy_async
  simt.barrier
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<512xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 0
  simt.return
}
