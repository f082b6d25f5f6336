// RUN: split-file %s %t
// RUN: tile-run %t/pipeline.mlir --device=cpu --dim N=1024 --print=O | FileCheck %t/pipeline.mlir
// RUN: tile-run %t/pipeline.mlir --device=cpu --dim N=1024 --print=O --schedule=random:1 | FileCheck %t/pipeline.mlir
// RUN: tile-run %t/pipeline.mlir --device=cpu --dim N=1024 --print=O --schedule=random:2 | FileCheck %t/pipeline.mlir
// RUN: tile-run %t/test_wait.mlir --device=cpu --print=O | FileCheck %t/test_wait.mlir
// RUN: tile-run %t/some_lanes.mlir --device=cpu --print=O | FileCheck %t/some_lanes.mlir
// RUN: not tile-run %t/no_arrival.mlir --device=cpu --dim N=1024 2>&1 | FileCheck %t/no_arrival.mlir
// RUN: not tile-run %t/wrong_phase.mlir --device=cpu --dim N=1024 2>&1 | FileCheck %t/wrong_phase.mlir
// RUN: not tile-run %t/early_phase.mlir --device=cpu --dim N=1024 2>&1 | FileCheck %t/early_phase.mlir
// RUN: not tile-run %t/uninitialised.mlir --device=cpu 2>&1 | FileCheck %t/uninitialised.mlir
// RUN: not tile-run %t/beyond.mlir --device=cpu 2>&1 | FileCheck %t/beyond.mlir
// RUN: not tile-run %t/bytes.mlir --device=cpu 2>&1 | FileCheck %t/bytes.mlir
// RUN: not tile-run %t/too_many_bytes.mlir --device=cpu 2>&1 | FileCheck %t/too_many_bytes.mlir
// RUN: not tile-run %t/negative_bytes.mlir --device=cpu 2>&1 | FileCheck %t/negative_bytes.mlir
// RUN: not tile-run %t/twice.mlir --device=cpu 2>&1 | FileCheck %t/twice.mlir
// RUN: not tile-run %t/after_end.mlir --device=cpu 2>&1 | FileCheck %t/after_end.mlir
// RUN: not tile-run %t/overwritten.mlir --device=cpu 2>&1 | FileCheck %t/overwritten.mlir
// RUN: not tile-run %t/parity.mlir --device=cpu 2>&1 | FileCheck %t/parity.mlir
// RUN: not tile-run %t/gone.mlir --device=cpu 2>&1 | FileCheck %t/gone.mlir
// RUN: not tile-run %t/missed.mlir --device=cpu 2>&1 | FileCheck %t/missed.mlir
//
// mbarriers: phases, arrivals, and what goes wrong with them.

//--- pipeline.mlir
// CHECK: %O = [0, 1, 2, 3, 4,
// CHECK-SAME: 1020, 1021, 1022, 1023]
// A producer and a consumer of 128 threads each, two slots, many phases.
simt.kernel @pipeline(%O: memref<?xi32>[N]) threads(256) shared(1056) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  // 0 and 1: a slot is full; 2 and 3: it is empty.
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c127 = arith.constant 127 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant 0 : index
  %n = memref.dim %O, %z : memref<?xi32>
  %all = arith.index_cast %n : index to i32
  %rounds = arith.divui %all, %c128 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c2] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c3] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.barrier
  %lane = arith.remui %t, %c128 : i32
  %produces = arith.cmpi ult, %t, %c128 : i32
  scf.for %k = %c0 to %rounds step %c1 : i32 {
    %slot = arith.remui %k, %c2 : i32
    %empty = arith.addi %slot, %c2 : i32
    %turn = arith.divui %k, %c2 : i32
    %parity = arith.remui %turn, %c2 : i32
    %flipped = arith.xori %parity, %c1 : i32
    %base = arith.muli %slot, %c128 : i32
    %start = arith.muli %k, %c128 : i32
    scf.if %produces {
      mem.mbarrier_wait %b[%empty] parity %flipped : !mem.buffer<4x!mem.mbarrier, shared>
      %at = arith.addi %base, %lane : i32
      %v = arith.addi %start, %lane : i32
      mem.store %v, %s[%at] : !mem.buffer<256xi32, shared>, i32
      mem.mbarrier_arrive %b[%slot] : !mem.buffer<4x!mem.mbarrier, shared>
    } else {
      mem.mbarrier_wait %b[%slot] parity %parity : !mem.buffer<4x!mem.mbarrier, shared>
      %other = arith.subi %c127, %lane : i32
      %at = arith.addi %base, %other : i32
      %v = mem.load %s[%at] : !mem.buffer<256xi32, shared>, i32
      %to = arith.addi %start, %other : i32
      %i = arith.index_cast %to : i32 to index
      mem.store %v, %O[%i] : memref<?xi32>, i32
      mem.mbarrier_arrive %b[%empty] : !mem.buffer<4x!mem.mbarrier, shared>
    }
  }
  simt.return
}

//--- some_lanes.mlir
// CHECK: %O = [7, 7,
// One lane of each warp arrives, under a predicate: two arrivals end the phase, more would be too many.
simt.kernel @some_lanes(%O: memref<64xi32>) threads(64) shared(8) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 2 : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  %lane = simt.lane_id : i32
  %one = arith.cmpi eq, %lane, %c7 : i32
  mem.mbarrier_arrive %b[%c0] if %one : !mem.buffer<1x!mem.mbarrier, shared>
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  mem.store %c7, %O[%i] : memref<64xi32>, i32
  %never = arith.cmpi eq, %c0, %c1 : i32
  mem.mbarrier_arrive %b[%c0] if %never : !mem.buffer<1x!mem.mbarrier, shared>
  simt.return
}

//--- no_arrival.mlir
// Consumers do not say that they are done.
simt.kernel @no_arrival(%O: memref<?xi32>[N]) threads(256) shared(1056) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  // 0 and 1: a slot is full; 2 and 3: it is empty.
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c127 = arith.constant 127 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant 0 : index
  %n = memref.dim %O, %z : memref<?xi32>
  %all = arith.index_cast %n : index to i32
  %rounds = arith.divui %all, %c128 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c2] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c3] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.barrier
  %lane = arith.remui %t, %c128 : i32
  %produces = arith.cmpi ult, %t, %c128 : i32
  scf.for %k = %c0 to %rounds step %c1 : i32 {
    %slot = arith.remui %k, %c2 : i32
    %empty = arith.addi %slot, %c2 : i32
    %turn = arith.divui %k, %c2 : i32
    %parity = arith.remui %turn, %c2 : i32
    %flipped = arith.xori %parity, %c1 : i32
    %base = arith.muli %slot, %c128 : i32
    %start = arith.muli %k, %c128 : i32
    scf.if %produces {
      // CHECK: no_arrival.mlir:[[#@LINE+1]]:{{.*}}waits forever for phase 0 of the mbarrier at byte 1040, which lacks 128 of 128 arrivals
      mem.mbarrier_wait %b[%empty] parity %flipped : !mem.buffer<4x!mem.mbarrier, shared>
      %at = arith.addi %base, %lane : i32
      %v = arith.addi %start, %lane : i32
      mem.store %v, %s[%at] : !mem.buffer<256xi32, shared>, i32
      mem.mbarrier_arrive %b[%slot] : !mem.buffer<4x!mem.mbarrier, shared>
    } else {
      mem.mbarrier_wait %b[%slot] parity %parity : !mem.buffer<4x!mem.mbarrier, shared>
      %other = arith.subi %c127, %lane : i32
      %at = arith.addi %base, %other : i32
      %v = mem.load %s[%at] : !mem.buffer<256xi32, shared>, i32
      %to = arith.addi %start, %other : i32
      %i = arith.index_cast %to : i32 to index
      mem.store %v, %O[%i] : memref<?xi32>, i32
      }
  }
  simt.return
}

//--- wrong_phase.mlir
// The producer waits for the phase that has only begun.
simt.kernel @wrong_phase(%O: memref<?xi32>[N]) threads(256) shared(1056) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  // 0 and 1: a slot is full; 2 and 3: it is empty.
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c127 = arith.constant 127 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant 0 : index
  %n = memref.dim %O, %z : memref<?xi32>
  %all = arith.index_cast %n : index to i32
  %rounds = arith.divui %all, %c128 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c2] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c3] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.barrier
  %lane = arith.remui %t, %c128 : i32
  %produces = arith.cmpi ult, %t, %c128 : i32
  scf.for %k = %c0 to %rounds step %c1 : i32 {
    %slot = arith.remui %k, %c2 : i32
    %empty = arith.addi %slot, %c2 : i32
    %turn = arith.divui %k, %c2 : i32
    %parity = arith.remui %turn, %c2 : i32
    %flipped = arith.xori %parity, %c1 : i32
    %base = arith.muli %slot, %c128 : i32
    %start = arith.muli %k, %c128 : i32
    scf.if %produces {
      // CHECK: wrong_phase.mlir:[[#@LINE+1]]:{{.*}}waits forever for phase 0 of the mbarrier at byte 1040, which lacks 128 of 128 arrivals
      mem.mbarrier_wait %b[%empty] parity %parity : !mem.buffer<4x!mem.mbarrier, shared>
      %at = arith.addi %base, %lane : i32
      %v = arith.addi %start, %lane : i32
      mem.store %v, %s[%at] : !mem.buffer<256xi32, shared>, i32
      mem.mbarrier_arrive %b[%slot] : !mem.buffer<4x!mem.mbarrier, shared>
    } else {
      mem.mbarrier_wait %b[%slot] parity %parity : !mem.buffer<4x!mem.mbarrier, shared>
      %other = arith.subi %c127, %lane : i32
      %at = arith.addi %base, %other : i32
      %v = mem.load %s[%at] : !mem.buffer<256xi32, shared>, i32
      %to = arith.addi %start, %other : i32
      %i = arith.index_cast %to : i32 to index
      mem.store %v, %O[%i] : memref<?xi32>, i32
      mem.mbarrier_arrive %b[%empty] : !mem.buffer<4x!mem.mbarrier, shared>
    }
  }
  simt.return
}

//--- early_phase.mlir
// Consumers look at the phase before.
simt.kernel @early_phase(%O: memref<?xi32>[N]) threads(256) shared(1056) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  // 0 and 1: a slot is full; 2 and 3: it is empty.
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c127 = arith.constant 127 : i32
  %c128 = arith.constant 128 : i32
  %z = arith.constant 0 : index
  %n = memref.dim %O, %z : memref<?xi32>
  %all = arith.index_cast %n : index to i32
  %rounds = arith.divui %all, %c128 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c2] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c3] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.barrier
  %lane = arith.remui %t, %c128 : i32
  %produces = arith.cmpi ult, %t, %c128 : i32
  scf.for %k = %c0 to %rounds step %c1 : i32 {
    %slot = arith.remui %k, %c2 : i32
    %empty = arith.addi %slot, %c2 : i32
    %turn = arith.divui %k, %c2 : i32
    %parity = arith.remui %turn, %c2 : i32
    %flipped = arith.xori %parity, %c1 : i32
    %base = arith.muli %slot, %c128 : i32
    %start = arith.muli %k, %c128 : i32
    scf.if %produces {
      mem.mbarrier_wait %b[%empty] parity %flipped : !mem.buffer<4x!mem.mbarrier, shared>
      %at = arith.addi %base, %lane : i32
      %v = arith.addi %start, %lane : i32
      mem.store %v, %s[%at] : !mem.buffer<256xi32, shared>, i32
      mem.mbarrier_arrive %b[%slot] : !mem.buffer<4x!mem.mbarrier, shared>
    } else {
      mem.mbarrier_wait %b[%slot] parity %flipped : !mem.buffer<4x!mem.mbarrier, shared>
      %other = arith.subi %c127, %lane : i32
      %at = arith.addi %base, %other : i32
      // CHECK: early_phase.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane
      %v = mem.load %s[%at] : !mem.buffer<256xi32, shared>, i32
      %to = arith.addi %start, %other : i32
      %i = arith.index_cast %to : i32 to index
      mem.store %v, %O[%i] : memref<?xi32>, i32
      mem.mbarrier_arrive %b[%empty] : !mem.buffer<4x!mem.mbarrier, shared>
    }
  }
  simt.return
}

//--- uninitialised.mlir
simt.kernel @uninitialised() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: uninitialised.mlir:[[#@LINE+1]]:{{.*}}uses the mbarrier at byte 8 of shared memory, which is not initialised
    mem.mbarrier_arrive %b[%c1] : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- beyond.mlir
simt.kernel @beyond() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 3 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_arrive %b[%c0] count 2 : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: beyond.mlir:[[#@LINE+1]]:{{.*}}arrives 2 times at an mbarrier whose phase 0 waits for 1 of 3 arrivals
    mem.mbarrier_arrive %b[%c0] count 2 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- bytes.mlir
// Bytes are due, and nothing brings them.
simt.kernel @bytes() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  %n = arith.constant 512 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: bytes.mlir:[[#@LINE+1]]:{{.*}}waits forever for phase 0 of the mbarrier at byte 0, which lacks 512 bytes
    mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- too_many_bytes.mlir
simt.kernel @too_many_bytes() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  %n = arith.constant 600000 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_expect_tx %b[%c0] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: too_many_bytes.mlir:[[#@LINE+1]]:{{.*}}makes phase 0 of an mbarrier wait for 1200000 bytes, more than it counts
    mem.mbarrier_expect_tx %b[%c0] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- negative_bytes.mlir
simt.kernel @negative_bytes() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  %n = arith.constant -4 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: negative_bytes.mlir:[[#@LINE+1]]:{{.*}}expects -4 bytes in lane 0
    mem.mbarrier_expect_tx %b[%c0] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- twice.mlir
simt.kernel @twice() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  // CHECK: twice.mlir:[[#@LINE+1]]:{{.*}}initialises the mbarrier at byte 0 of shared memory a second time
  mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
  simt.return
}

//--- after_end.mlir
simt.kernel @after_end() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_inval %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c0] count 2 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_inval %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: after_end.mlir:[[#@LINE+1]]:{{.*}}uses the mbarrier at byte 0 of shared memory after its end
    mem.mbarrier_arrive %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- overwritten.mlir
simt.kernel @overwritten() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<16xi32, shared>
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.store %c1, %s[%c1] : !mem.buffer<16xi32, shared>, i32
    // CHECK: overwritten.mlir:[[#@LINE+1]]:{{.*}}uses the mbarrier at byte 0 of shared memory, which was overwritten
    mem.mbarrier_arrive %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.return
}

//--- parity.mlir
simt.kernel @parity() threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  %t = simt.thread_id : i32
  // CHECK: parity.mlir:[[#@LINE+1]]:{{.*}}waits for parity 2 in lane 2: a parity is 0 or 1
  mem.mbarrier_wait %b[%c0] parity %t : !mem.buffer<4x!mem.mbarrier, shared>
  simt.return
}

//--- missed.mlir
// Nobody keeps the arriving warp from going on, so the other one can miss its phase.
simt.kernel @missed() threads(64) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = simt.thread_id : i32
  %w = simt.warp_id : i32
  %start = arith.cmpi eq, %t, %c0 : i32
  scf.if %start {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 32 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.barrier
  %first = arith.cmpi eq, %w, %c0 : i32
  scf.if %first {
    mem.mbarrier_arrive %b[%c1] : !mem.buffer<4x!mem.mbarrier, shared>
    // CHECK: missed.mlir:[[#@LINE+1]]:{{.*}}waits for phase 0 of an mbarrier, but phase 1 is complete, too: a wait may miss its phase then
    mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<4x!mem.mbarrier, shared>
  } else {
    mem.mbarrier_wait %b[%c1] parity %c0 : !mem.buffer<4x!mem.mbarrier, shared>
    %one = simt.elect : i1
    scf.if %one {
      mem.mbarrier_arrive %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
      mem.mbarrier_arrive %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
    }
  }
  simt.return
}

//--- gone.mlir
// Block 1 of the cluster ends without waiting for block 0.
simt.kernel @gone() threads(32) shared(64) cluster(2) grid(2) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %rank = simt.cluster_rank : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %b, %other : !mem.buffer<4x!mem.mbarrier, shared> to !mem.buffer<4x!mem.mbarrier, cluster>
  %waits = arith.cmpi eq, %rank, %c0 : i32
  scf.if %waits {
    mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<4x!mem.mbarrier, shared>
  }
  scf.if %first {
    // CHECK: gone.mlir:[[#@LINE+1]]:{{.*}}uses an mbarrier of block 1, which has ended
    mem.mbarrier_arrive %far[%c0] : !mem.buffer<4x!mem.mbarrier, cluster>
  }
  simt.return
}

//--- test_wait.mlir
// Asking, without waiting: parity 1 is over at first, and each phase turns that round.
// CHECK: %O = [0, 1, 1, 0, 0, 1]
simt.kernel @test_wait(%O: memref<6xi32>) threads(32) shared(64) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.constant 0 : index
  %step = arith.constant 2 : index
  %one = arith.constant 1 : index
  %end = arith.constant 6 : index
  %first = simt.elect : i1
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<4x!mem.mbarrier, shared>
    scf.for %i = %z to %end step %step {
      %even = mem.mbarrier_test_wait %b[%c0] parity %c0 : !mem.buffer<4x!mem.mbarrier, shared>
      %odd = mem.mbarrier_test_wait %b[%c0] parity %c1 : !mem.buffer<4x!mem.mbarrier, shared>
      %e = arith.extui %even : i1 to i32
      %o = arith.extui %odd : i1 to i32
      mem.store %e, %O[%i] : memref<6xi32>, i32
      %j = arith.addi %i, %one : index
      mem.store %o, %O[%j] : memref<6xi32>, i32
      mem.mbarrier_arrive %b[%c0] : !mem.buffer<4x!mem.mbarrier, shared>
    }
  }
  simt.return
}
