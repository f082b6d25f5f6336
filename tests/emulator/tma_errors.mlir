// RUN: split-file %s %t
// RUN: not tile-run %t/no_wait.mlir --device=cpu 2>&1 | FileCheck %t/no_wait.mlir
// RUN: not tile-run %t/wrong_phase.mlir --device=cpu 2>&1 | FileCheck %t/wrong_phase.mlir
// RUN: not tile-run %t/no_expect.mlir --device=cpu 2>&1 | FileCheck %t/no_expect.mlir
// RUN: not tile-run %t/unexpected.mlir --device=cpu 2>&1 | FileCheck %t/unexpected.mlir
// RUN: not tile-run %t/too_few.mlir --device=cpu 2>&1 | FileCheck %t/too_few.mlir
// RUN: not tile-run %t/too_many.mlir --device=cpu 2>&1 | FileCheck %t/too_many.mlir
// RUN: not tile-run %t/every_lane.mlir --device=cpu 2>&1 | FileCheck %t/every_lane.mlir
// RUN: not tile-run %t/no_fence.mlir --device=cpu 2>&1 | FileCheck %t/no_fence.mlir
// RUN: not tile-run %t/no_mbarrier.mlir --device=cpu 2>&1 | FileCheck %t/no_mbarrier.mlir
// RUN: not tile-run %t/coordinate.mlir --device=cpu 2>&1 | FileCheck %t/coordinate.mlir
// RUN: not tile-run %t/place.mlir --device=cpu 2>&1 | FileCheck %t/place.mlir
// RUN: not tile-run %t/leaves_buffer.mlir --device=cpu 2>&1 | FileCheck %t/leaves_buffer.mlir
// RUN: not tile-run %t/still_loading.mlir --device=cpu 2>&1 | FileCheck %t/still_loading.mlir
// RUN: not tile-run %t/pitch.mlir --device=cpu --pitch A=34 2>&1 | FileCheck %t/pitch.mlir
// RUN: not tile-run %t/address.mlir --device=cpu --offset A=1 2>&1 | FileCheck %t/address.mlir
// RUN: not tile-run %t/empty.mlir --device=cpu --dim A.0=0 2>&1 | FileCheck %t/empty.mlir
// RUN: not tile-run %t/unread.mlir --device=cpu 2>&1 | FileCheck %t/unread.mlir
// RUN: not tile-run %t/no_group.mlir --device=cpu 2>&1 | FileCheck %t/no_group.mlir
// RUN: not tile-run %t/unwritten.mlir --device=cpu 2>&1 | FileCheck %t/unwritten.mlir
// RUN: not tile-run %t/before.mlir --device=cpu 2>&1 | FileCheck %t/before.mlir
// RUN: not tile-run %t/blocks.mlir --device=cpu 2>&1 | FileCheck %t/blocks.mlir
//
// What can go wrong with TMA: waits, bytes, fences, places.

//--- no_wait.mlir
// Nothing waits for the box.
simt.kernel @no_wait(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  // CHECK: no_wait.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 0: byte 128 of shared memory
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- wrong_phase.mlir
// The phase before the first one is over at once.
simt.kernel @wrong_phase(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c1 : !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: wrong_phase.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 0: byte 128 of shared memory
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- no_expect.mlir
// The phase does not wait for the bytes.
simt.kernel @no_expect(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive %b[%c0] : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: no_expect.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 0: byte 128 of shared memory
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- unexpected.mlir
// The same, but nobody reads: the bytes come in the next phase.
simt.kernel @unexpected(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive %b[%c0] : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: unexpected.mlir:[[#@LINE+1]]:{{.*}}waits forever for phase 1 of the mbarrier at byte 2048, which lacks 1 of 1 arrivals and got 1024 bytes that it does not expect
  mem.mbarrier_wait %b[%c0] parity %c1 : !mem.buffer<1x!mem.mbarrier, shared>
  simt.return
}

//--- too_few.mlir
// The second box is more than the phase expects.
simt.kernel @too_few(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c256 = arith.constant 256 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: too_few.mlir:[[#@LINE+1]]:{{.*}}brings 1024 bytes to phase 0 of an mbarrier, which is complete: it did not expect them
    mem.tma_load %m[%c0, %c0] to %s[%c256] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  mem.mbarrier_wait %b[%c0] parity %c1 : !mem.buffer<1x!mem.mbarrier, shared>
  simt.return
}

//--- too_many.mlir
// Half of the bytes never come.
simt.kernel @too_many(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 2048 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  // CHECK: too_many.mlir:[[#@LINE+1]]:{{.*}}waits forever for phase 0 of the mbarrier at byte 2048, which lacks 1024 bytes
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- every_lane.mlir
// All lanes load, each for itself.
simt.kernel @every_lane(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  %w = simt.warp_id : i32
  %one = arith.cmpi eq, %w, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
  }
  scf.if %one {
    // CHECK: every_lane.mlir:[[#@LINE+1]]:{{.*}}races in shared memory: a bulk copy of thread 1 (warp 0) writes bytes 0 to 3 of %s, which a bulk copy wrote
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- no_fence.mlir
// TMA may see the memory as it was before the mbarrier was made.
simt.kernel @no_fence(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: no_fence.mlir:[[#@LINE+1]]:{{.*}}signals an mbarrier whose initialisation others may not see yet: mem.fence_mbarrier_init has to follow it
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- no_mbarrier.mlir
simt.kernel @no_mbarrier(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.fence_mbarrier_init
    // CHECK: no_mbarrier.mlir:[[#@LINE+1]]:{{.*}}uses the mbarrier at byte 2048 of shared memory, which is not initialised
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- coordinate.mlir
// Measured: the hardware calls this an illegal instruction.
simt.kernel @coordinate(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %c2 = arith.constant 2 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: coordinate.mlir:[[#@LINE+1]]:{{.*}}moves a box at coordinate 2 of the contiguous dimension: it has to be a multiple of 16 bytes, 4 elements
    mem.tma_load %m[%c0, %c2] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- place.mlir
simt.kernel @place(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %c32 = arith.constant 32 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: place.mlir:[[#@LINE+1]]:{{.*}}moves a box at byte 128 of shared memory, but !mem.tensor_map<8x32xi32, #mem.swizzle<128>> needs a multiple of 1024
    mem.tma_load %m[%c0, %c0] to %s[%c32] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- leaves_buffer.mlir
simt.kernel @leaves_buffer(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %c512 = arith.constant 512 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: leaves_buffer.mlir:[[#@LINE+1]]:{{.*}}takes element 512 of a buffer of 512 in lane 0
    mem.tma_load %m[%c0, %c0] to %s[%c512] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- still_loading.mlir
// The block ends before the box is there.
simt.kernel @still_loading(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: still_loading.mlir:[[#@LINE+1]]:{{.*}}is still under way when its block ends: nothing waited for it
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  simt.return
}

//--- pitch.mlir
// A pitch of 34 elements, 136 bytes.
simt.kernel @pitch(%A: memref<8x32xi32, strided<[?, 1]>>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  // CHECK: pitch.mlir:[[#@LINE+1]]:{{.*}}TMA cannot take the tensor: it has a stride of 136 bytes, no multiple of 16 below 2^40
  %m = mem.tensor_map %A : memref<8x32xi32, strided<[?, 1]>> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- address.mlir
// An address 4 bytes behind an aligned one.
simt.kernel @address(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  // CHECK: address.mlir:[[#@LINE+1]]:{{.*}}TMA cannot take the tensor: its address is no multiple of 16 bytes
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- empty.mlir
simt.kernel @empty(%A: memref<?x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) grid(1) {
  // CHECK: empty.mlir:[[#@LINE+1]]:{{.*}}TMA cannot take the tensor: it has an extent of 0, not 1 to 2^32
  %m = mem.tensor_map %A : memref<?x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- unread.mlir
// Nothing waits for the store to have read its box.
simt.kernel @unread(%O: memref<8x32xi32>) threads(256) shared(2048) grid(1) {
  %m = mem.tensor_map %O : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %t = simt.thread_id : i32
  mem.store %t, %s[%t] : !mem.buffer<512xi32, shared>, i32
  mem.fence_proxy_async
  simt.barrier
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    // CHECK: unread.mlir:[[#@LINE+1]]:{{.*}}is still to read shared memory when its block ends: nothing waited for it
    mem.tma_store %s[%c0] to %m[%c0, %c0] : !mem.buffer<512xi32, shared>, !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
    mem.bulk_commit
  }
  simt.return
}

//--- no_group.mlir
// The store is in no group yet.
simt.kernel @no_group(%O: memref<8x32xi32>) threads(256) shared(2048) grid(1) {
  %m = mem.tensor_map %O : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %t = simt.thread_id : i32
  mem.store %t, %s[%t] : !mem.buffer<512xi32, shared>, i32
  mem.fence_proxy_async
  simt.barrier
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    // CHECK: no_group.mlir:[[#@LINE+1]]:{{.*}}is still to read shared memory when its block ends: nothing waited for it
    mem.tma_store %s[%c0] to %m[%c0, %c0] : !mem.buffer<512xi32, shared>, !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
    mem.bulk_wait 0
  }
  simt.return
}

//--- unwritten.mlir
simt.kernel @unwritten(%O: memref<8x32xi32>) threads(256) shared(2048) grid(1) {
  %m = mem.tensor_map %O : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %t = simt.thread_id : i32
  mem.fence_proxy_async
  simt.barrier
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    // CHECK: unwritten.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote: byte 0 of shared memory
    mem.tma_store %s[%c0] to %m[%c0, %c0] : !mem.buffer<512xi32, shared>, !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
    mem.bulk_commit
    mem.bulk_wait 0
  }
  simt.return
}

//--- before.mlir
// Measured: the hardware calls this an illegal instruction. Loads may.
simt.kernel @before(%O: memref<8x32xi32>) threads(256) shared(2048) grid(1) {
  %m = mem.tensor_map %O : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %c0 = arith.constant 0 : i32
  %less = arith.constant -2 : i32
  %t = simt.thread_id : i32
  mem.store %t, %s[%t] : !mem.buffer<512xi32, shared>, i32
  mem.fence_proxy_async
  simt.barrier
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    // CHECK: before.mlir:[[#@LINE+1]]:{{.*}}stores a box at coordinate -2 of dimension 0: a store may leave the tensor at its end only
    mem.tma_store %s[%c0] to %m[%less, %c0] : !mem.buffer<512xi32, shared>, !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  }
  simt.return
}

//--- blocks.mlir
simt.kernel @blocks(%A: memref<8x32xi32>, %O: memref<64xi32>) threads(64) shared(2056) cluster(2) grid(2) {
  %m = mem.tensor_map %A : memref<8x32xi32> to !mem.tensor_map<8x32xi32, #mem.swizzle<128>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %mask = arith.constant 5 : i16
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // CHECK: blocks.mlir:[[#@LINE+1]]:{{.*}}sends a box to blocks 5 of a cluster of 2
    mem.tma_load %m[%c0, %c0] to %s[%c0] signal %b[%c0] multicast %mask : !mem.tensor_map<8x32xi32, #mem.swizzle<128>>, !mem.buffer<512xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<512xi32, shared>, i32
  %i = arith.index_cast %t : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}
