// RUN: tile-run %s --device=cpu --kernel=waits --print=A | FileCheck %s --check-prefix=WAITS
// RUN: not tile-run %s --device=cpu --kernel=some 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not tile-run %s --device=cpu --kernel=copies 2>&1 | FileCheck %s --check-prefix=COPIES
// RUN: not tile-run %s --device=cpu --kernel=boxes 2>&1 | FileCheck %s --check-prefix=BOXES
// RUN: not tile-run %s --device=cpu --kernel=adds 2>&1 | FileCheck %s --check-prefix=ADDS
// RUN: not tile-run %s --device=cpu --kernel=counts 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not tile-run %s --device=cpu --kernel=all 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tile-run %s --device=cpu --kernel=none --print=A | FileCheck %s --check-prefix=WAITS
//
// A kernel that may start before the kernel in front of it has ended touches global memory after its wait.

// Shared memory is the block's own.
// WAITS: %A = [7]
simt.kernel @waits(%A: memref<1xi32>) threads(32) shared(128) grid(1) {
  %n0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %n0 : i32
  mem.store %seven, %s[%t] : !mem.buffer<32xi32, shared>, i32
  simt.griddepcontrol launch_dependents
  simt.griddepcontrol wait
  mem.store %seven, %A[%c0] if %first : memref<1xi32>, i32
  simt.return
}

// SOME: [[#@LINE+13]]:3: error: 'mem.store' op touches '%A' in lane 8, which has not waited for the kernels in front
// SOME: help: the kernel in front may still read and write it: 'simt.griddepcontrol wait' has to come before
simt.kernel @some(%A: memref<32xi32>) threads(32) grid(1) {
  %n8 = arith.constant 8 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %few = arith.cmpi ult, %t, %n8 : i32
  scf.if %few {
    simt.griddepcontrol wait
  } else {
    simt.griddepcontrol launch_dependents
  }
  // Waiting in one branch is not enough for the other.
  mem.store %t, %A[%i] : memref<32xi32>, i32
  simt.return
}

// COPIES: error: 'mem.cp_async' op touches '%A' in lane 0, which has not waited for the kernels in front
simt.kernel @copies(%A: memref<128xi32>) threads(32) shared(512) grid(1) {
  %n4 = arith.constant 4 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<128xi32, shared>
  %t = simt.thread_id : i32
  %o = arith.muli %t, %n4 : i32
  %i = arith.index_cast %o : i32 to index
  mem.cp_async %A[%i] to %s[%o] bytes 16 : memref<128xi32>, !mem.buffer<128xi32, shared>
  mem.async_commit
  simt.griddepcontrol wait
  mem.async_wait 0
  simt.return
}

// BOXES: error: 'mem.tma_load' op touches '%A' in lane 0, which has not waited for the kernels in front
simt.kernel @boxes(%A: memref<8x8xf32>) threads(32) shared(1280) grid(1) {
  %n0 = arith.constant 0 : i32
  %bytes = arith.constant 256 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xf32, shared>
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %m = mem.tensor_map %A : memref<8x8xf32> to !mem.tensor_map<8x8xf32>
  %p = simt.elect : i1
  scf.if %p {
    mem.mbarrier_init %b[%n0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%n0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%n0, %n0] to %s[%n0] signal %b[%n0] : !mem.tensor_map<8x8xf32>, !mem.buffer<64xf32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.griddepcontrol wait
  mem.mbarrier_wait %b[%n0] parity %n0 : !mem.buffer<1x!mem.mbarrier, shared>
  simt.return
}

// ADDS: error: 'mem.atomic_rmw' op touches '%A' in lane 0, which has not waited for the kernels in front
simt.kernel @adds(%A: memref<1xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %old = mem.atomic_rmw addi %one, %A[%c0] relaxed gpu : memref<1xi32>, i32
  simt.griddepcontrol wait
  simt.return
}

// COUNTS: error: 'memref.atomic_rmw' op touches '%A' in lane 0, which has not waited for the kernels in front
simt.kernel @counts(%A: memref<1xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %old = memref.atomic_rmw addi %one, %A[%c0] : (i32, memref<1xi32>) -> i32
  simt.griddepcontrol wait
  simt.return
}

// ALL: error: 'memref.copy' op touches '%A' in lane 0, which has not waited for the kernels in front
simt.kernel @all(%A: memref<1xi32>, %B: memref<1xi32>) threads(32) grid(1) {
  memref.copy %A, %B : memref<1xi32> to memref<1xi32>
  simt.griddepcontrol wait
  simt.return
}

// Without a wait it is launched behind the others.
simt.kernel @none(%A: memref<1xi32>) threads(32) grid(1) {
  %n0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %n0 : i32
  mem.store %seven, %A[%c0] if %first : memref<1xi32>, i32
  simt.griddepcontrol launch_dependents
  simt.return
}
