// RUN: split-file %s %t
// RUN: tile-run %t/copy.mlir --device=cpu --kernel=copy --init index --dim N=4096 --print=O | grep "^%O" > %t/copy
// RUN: tile-run %t/copy.mlir --device=cpu --kernel=copy --init index --dim N=4096 --print=O --schedule=random:1 | grep "^%O" > %t/random
// RUN: tile-run %t/copy.mlir --device=cpu --kernel=plain --init index --dim N=4096 --print=O | grep "^%O" > %t/plain
// RUN: diff %t/copy %t/plain
// RUN: diff %t/random %t/plain
// RUN: tile-run %t/sizes.mlir --device=cpu --init index --print=O | FileCheck %t/sizes.mlir
// RUN: tile-run %t/groups.mlir --device=cpu --init index --print=O | FileCheck %t/groups.mlir
// RUN: tile-run %t/counted.mlir --device=cpu --init index --print=O | FileCheck %t/counted.mlir
// RUN: not tile-run %t/no_wait.mlir --device=cpu 2>&1 | FileCheck %t/no_wait.mlir
// RUN: not tile-run %t/weak_wait.mlir --device=cpu 2>&1 | FileCheck %t/weak_wait.mlir
// RUN: not tile-run %t/no_commit.mlir --device=cpu 2>&1 | FileCheck %t/no_commit.mlir
// RUN: not tile-run %t/misaligned.mlir --device=cpu 2>&1 | FileCheck %t/misaligned.mlir
// RUN: not tile-run %t/misaligned_source.mlir --device=cpu 2>&1 | FileCheck %t/misaligned_source.mlir
// RUN: not tile-run %t/outside.mlir --device=cpu --dim N=500 2>&1 | FileCheck %t/outside.mlir
// RUN: not tile-run %t/outside_buffer.mlir --device=cpu 2>&1 | FileCheck %t/outside_buffer.mlir
// RUN: not tile-run %t/size.mlir --device=cpu 2>&1 | FileCheck %t/size.mlir
// RUN: not tile-run %t/program_order.mlir --device=cpu --level=tile 2>&1 | FileCheck %t/program_order.mlir
//
// cp.async: copies are there when a wait says so, and not before.

//--- copy.mlir
// Two buffers: the next tile is copied while this one is read.  Each thread reads what another one
// copied.
simt.kernel @copy(%A: memref<?xi32>[N], %O: memref<?xi32>[N]) threads(128) shared(4096) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<1024xi32, shared>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c127 = arith.constant 127 : index
  %tile = arith.constant 512 : index
  %two = arith.constant 2 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  %tiles = arith.divui %n, %tile : index
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %mine = arith.muli %ti, %c4 : index
  %other = arith.subi %c127, %ti : index
  %theirs = arith.muli %other, %c4 : index
  mem.cp_async %A[%mine] to %s[%mine] bytes 16 : memref<?xi32>, !mem.buffer<1024xi32, shared>
  mem.async_commit
  scf.for %k = %c0 to %tiles step %c1 {
    %next = arith.addi %k, %c1 : index
    %more = arith.cmpi ult, %next, %tiles : index
    scf.if %more {
      %slot = arith.remui %next, %two : index
      %base = arith.muli %slot, %tile : index
      %to = arith.addi %base, %mine : index
      %first = arith.muli %next, %tile : index
      %from = arith.addi %first, %mine : index
      mem.cp_async %A[%from] to %s[%to] bytes 16 : memref<?xi32>, !mem.buffer<1024xi32, shared>
    }
    mem.async_commit
    mem.async_wait 1
    simt.barrier
    %slot = arith.remui %k, %two : index
    %base = arith.muli %slot, %tile : index
    %at = arith.addi %base, %theirs : index
    %v = mem.load %s[%at] : !mem.buffer<1024xi32, shared>, vector<4xi32>
    %start = arith.muli %k, %tile : index
    %to = arith.addi %start, %theirs : index
    mem.store %v, %O[%to] : memref<?xi32>, vector<4xi32>
    simt.barrier
  }
  simt.return
}

simt.kernel @plain(%A: memref<?xi32>[N], %O: memref<?xi32>[N]) threads(128) grid(1) {
  %c0 = arith.constant 0 : index
  %step = arith.constant 128 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  scf.for %i = %ti to %n step %step {
    %v = mem.load %A[%i] : memref<?xi32>, i32
    mem.store %v, %O[%i] : memref<?xi32>, i32
  }
  simt.return
}

//--- sizes.mlir
// What is not read is zero; a lane that reads nothing may point anywhere.
// CHECK: %O = [0, 0, 0, 0, 4, 0, 0, 0, 8, 9, 0, 0, 12, 13, 14, 0, 16, 17, 18, 19, 20, 21]
simt.kernel @sizes(%A: memref<22xi32>, %O: memref<22xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %c2 = arith.constant 2 : i32
  %c22 = arith.constant 22 : i32
  %big = arith.constant 1000 : i32
  %zero = arith.constant 0 : i32
  %t = simt.thread_id : i32
  %some = arith.cmpi slt, %t, %c5 : i32
  scf.if %some {
    %o = arith.muli %t, %c4 : i32
    %none = arith.cmpi eq, %t, %zero : i32
    %from = arith.select %none, %big, %o : i32
    %i = arith.index_cast %from : i32 to index
    // 0, 4, 8, 12, 16 bytes
    mem.cp_async %A[%i] to %s[%o] bytes 16 read %o : memref<22xi32>, !mem.buffer<32xi32, shared>
  }
  %is5 = arith.cmpi eq, %t, %c5 : i32
  scf.if %is5 {
    %o = arith.muli %c5, %c4 : i32
    %i = arith.index_cast %o : i32 to index
    mem.cp_async %A[%i] to %s[%o] bytes 8 : memref<22xi32>, !mem.buffer<32xi32, shared>
  }
  mem.async_commit
  mem.async_wait 0
  simt.barrier
  %in = arith.cmpi slt, %t, %c22 : i32
  scf.if %in {
    %v = mem.load %s[%t] : !mem.buffer<32xi32, shared>, i32
    %i = arith.index_cast %t : i32 to index
    mem.store %v, %O[%i] : memref<22xi32>, i32
  }
  simt.return
}

//--- groups.mlir
// Groups are each lane's own: half of the lanes end one more, so the same wait is for other copies.
// CHECK: %O = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
simt.kernel @groups(%A: memref<32xi32>, %O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %c16 = arith.constant 16 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %low = arith.cmpi slt, %t, %c16 : i32
  mem.cp_async %A[%i] to %s[%t] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  scf.if %low {
    mem.async_commit
    mem.async_wait 1
  } else {
    mem.async_wait 0
  }
  %v = mem.load %s[%t] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

//--- counted.mlir
// An mbarrier counts what copies bring: with an arrival of its own, or with one of its count.
// CHECK: %O = [63, 62, 61, 60, 59
simt.kernel @counted(%A: memref<64xi32>, %O: memref<64xi32>) threads(64) shared(272) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %c63 = arith.constant 63 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 32 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 32 : !mem.buffer<2x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.cp_async %A[%i] to %s[%t] bytes 4 : memref<64xi32>, !mem.buffer<64xi32, shared>
  %low = arith.cmpi slt, %t, %c32 : i32
  scf.if %low {
    mem.cp_async_mbarrier_arrive %b[%c0] : !mem.buffer<2x!mem.mbarrier, shared>
    mem.mbarrier_arrive %b[%c0] : !mem.buffer<2x!mem.mbarrier, shared>
  } else {
    mem.cp_async_mbarrier_arrive %b[%c1] noinc : !mem.buffer<2x!mem.mbarrier, shared>
  }
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<2x!mem.mbarrier, shared>
  mem.mbarrier_wait %b[%c1] parity %c0 : !mem.buffer<2x!mem.mbarrier, shared>
  %other = arith.subi %c63, %t : i32
  %v = mem.load %s[%other] : !mem.buffer<64xi32, shared>, i32
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- no_wait.mlir
simt.kernel @no_wait(%A: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  mem.cp_async %A[%i] to %s[%t] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  // Nothing waits.
  // CHECK: no_wait.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 0: byte 0 of shared memory
  %v = mem.load %s[%t] : !mem.buffer<32xi32, shared>, i32
  simt.return
}

//--- weak_wait.mlir
simt.kernel @weak_wait(%A: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  mem.cp_async %A[%i] to %s[%t] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  // One group may still be under way.
  mem.async_wait 1
  // CHECK: weak_wait.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 0: byte 0 of shared memory
  %v = mem.load %s[%t] : !mem.buffer<32xi32, shared>, i32
  simt.return
}

//--- no_commit.mlir
simt.kernel @no_commit(%A: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  mem.cp_async %A[%i] to %s[%t] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  // The copy is in no group yet.
  mem.async_wait 0
  // CHECK: no_commit.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 0: byte 0 of shared memory
  %v = mem.load %s[%t] : !mem.buffer<32xi32, shared>, i32
  simt.return
}

//--- misaligned.mlir
simt.kernel @misaligned(%A: memref<256xi32>) threads(32) shared(1024) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  %t = simt.lane_id : i32
  %z = arith.constant 0 : index
  %o = arith.addi %t, %t : i32
  // CHECK: misaligned.mlir:[[#@LINE+1]]:{{.*}}copies to byte 8 of shared memory in lane 1, which is no multiple of its 16 bytes
  mem.cp_async %A[%z] to %s[%o] bytes 16 : memref<256xi32>, !mem.buffer<256xi32, shared>
  simt.return
}

//--- misaligned_source.mlir
simt.kernel @misaligned_source(%A: memref<256xi32>) threads(32) shared(1024) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  %t = simt.lane_id : i32
  %i = arith.index_cast %t : i32 to index
  %z = arith.constant 0 : i32
  // CHECK: misaligned_source.mlir:[[#@LINE+1]]:{{.*}}copies from byte 4 of '%A' in lane 1, which is no multiple of its 16 bytes
  mem.cp_async %A[%i] to %s[%z] bytes 16 : memref<256xi32>, !mem.buffer<256xi32, shared>
  simt.return
}

//--- outside.mlir
simt.kernel @outside(%A: memref<?xi32>[N]) threads(128) shared(2048) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %t = simt.thread_id : i32
  %c4 = arith.constant 4 : i32
  %o = arith.muli %t, %c4 : i32
  %i = arith.index_cast %o : i32 to index
  // CHECK: outside.mlir:[[#@LINE+1]]:{{.*}}reads outside in lane 29: 4 elements from 500 on in dimension 0 of 500
  mem.cp_async %A[%i] to %s[%o] bytes 16 : memref<?xi32>, !mem.buffer<512xi32, shared>
  simt.return
}

//--- outside_buffer.mlir
simt.kernel @outside_buffer(%A: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<16xi32, shared>
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  // CHECK: outside_buffer.mlir:[[#@LINE+1]]:{{.*}}takes element 16 of a buffer of 16 in lane 16
  mem.cp_async %A[%i] to %s[%t] bytes 4 : memref<32xi32>, !mem.buffer<16xi32, shared>
  simt.return
}

//--- size.mlir
simt.kernel @size(%A: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  // CHECK: size.mlir:[[#@LINE+1]]:{{.*}}reads 5 of 4 bytes in lane 5
  mem.cp_async %A[%i] to %s[%t] bytes 4 read %t : memref<32xi32>, !mem.buffer<32xi32, shared>
  simt.return
}

//--- program_order.mlir
tile.kernel @program_order(%A: memref<32xi32>) warps(1) grid(%b = 1) {
  // CHECK: program_order.mlir:[[#@LINE+1]]:{{.*}}goes on beside its thread: it is executed at thread level only
  mem.async_commit
}
