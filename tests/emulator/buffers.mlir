// RUN: tile-run %s --device=cpu --kernel=swizzle --print=O | FileCheck %s --check-prefix=SWIZZLE
// RUN: tile-run %s --device=cpu --kernel=places --print=O | FileCheck %s --check-prefix=PLACES
// RUN: tile-run %s --device=cpu --kernel=turns --print=O | FileCheck %s --check-prefix=TURNS
// RUN: tile-run %s --device=cpu --kernel=turns --print=O --schedule=random:1 | FileCheck %s --check-prefix=TURNS
// RUN: tile-run %s --device=cpu --kernel=matrices --init=index --print=O | FileCheck %s --check-prefix=MATRICES
//
// Shared memory is bytes: a buffer lies where and as its type says.

// Row 1, column 0 of a swizzled buffer, seen through its bytes: chunk 0 lies at chunk 1.
// SWIZZLE: %O = [7]
simt.kernel @swizzle(%O: memref<1xi32>) threads(32) shared(1024) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<8x32xi32, #mem.swizzle<128>, shared>
  %f = mem.flatten %s : !mem.buffer<8x32xi32, #mem.swizzle<128>, shared> to !mem.buffer<256xi32, shared>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %at = arith.constant 36 : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.store %seven, %s[%c1, %c0] : !mem.buffer<8x32xi32, #mem.swizzle<128>, shared>, i32
    %v = mem.load %f[%at] : !mem.buffer<256xi32, shared>, i32
    mem.store %v, %O[%c0] : memref<1xi32>, i32
  }
  simt.return
}

// Buffers without a place get one each, the same in all warps.
// PLACES: %O = [1, 2]
simt.kernel @places(%O: memref<2xi32>) threads(64) grid(1) {
  %a = mem.alloc : !mem.buffer<4xi32, shared>
  %b = mem.alloc : !mem.buffer<4xi32, shared>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %n2 = arith.constant 2 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %n0 : i32
  mem.store %n1, %a[%n0] if %first : !mem.buffer<4xi32, shared>, i32
  mem.store %n2, %b[%n0] if %first : !mem.buffer<4xi32, shared>, i32
  simt.barrier
  %x = mem.load %a[%n0] : !mem.buffer<4xi32, shared>, i32
  %y = mem.load %b[%n0] : !mem.buffer<4xi32, shared>, i32
  %last = arith.constant 63 : i32
  %p = arith.cmpi eq, %t, %last : i32
  mem.store %x, %O[%c0] if %p : memref<2xi32>, i32
  mem.store %y, %O[%c1] if %p : memref<2xi32>, i32
  simt.return
}

// Warps turn an array round through shared memory, five times.
// TURNS: %O = [63, 62, 61,
simt.kernel @turns(%O: memref<64xi32>) threads(64) shared(256) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n63 = arith.constant 63 : i32
  %t = simt.thread_id : i32
  %mirror = arith.subi %n63, %t : i32
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%v = %t) -> i32 {
    mem.store %v, %s[%t] : !mem.buffer<64xi32, shared>, i32
    simt.barrier
    %w = mem.load %s[%mirror] : !mem.buffer<64xi32, shared>, i32
    simt.barrier
    scf.yield %w : i32
  }
  %at = arith.index_cast %t : i32 to index
  mem.store %r, %O[%at] : memref<64xi32>, i32
  simt.return
}

// An 8x8 matrix is read, and stored transposed.
// MATRICES: %O = {{\[\[}}0, 8, 16, 24, 32, 40, 48, 56], [1, 9, 17,
simt.kernel @matrices(%A: memref<8x8xf16>, %O: memref<8x8xf16>) threads(32) shared(256) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xf16, shared>
  %d = mem.alloc {offset = 128 : i64} : !mem.buffer<64xf16, shared>
  %c0 = arith.constant 0 : index
  %n8 = arith.constant 8 : i32
  %n7 = arith.constant 7 : i32
  %l = simt.lane_id : i32
  %low = arith.andi %l, %n7 : i32
  %row = arith.index_cast %low : i32 to index
  %offset = arith.muli %low, %n8 : i32
  %some = arith.cmpi slt, %l, %n8 : i32
  scf.if %some {
    %v = mem.load %A[%row, %c0] : memref<8x8xf16>, vector<8xf16>
    mem.store %v, %s[%offset] : !mem.buffer<64xf16, shared>, vector<8xf16>
  }
  simt.barrier
  %m = tc.ldmatrix %s[%offset] : !mem.buffer<64xf16, shared>, vector<2xf16>
  tc.stmatrix %m, %d[%offset] trans : !mem.buffer<64xf16, shared>, vector<2xf16>
  simt.barrier
  scf.if %some {
    %v = mem.load %d[%offset] : !mem.buffer<64xf16, shared>, vector<8xf16>
    mem.store %v, %O[%row, %c0] : memref<8x8xf16>, vector<8xf16>
  }
  simt.return
}
