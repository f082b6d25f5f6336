// RUN: split-file %s %t
// RUN: not tile-run %t/copy.mlir --device=cpu 2>&1 | FileCheck %t/copy.mlir
// RUN: not tile-run %t/others.mlir --device=cpu 2>&1 | FileCheck %t/others.mlir
// RUN: not tile-run %t/refill.mlir --device=cpu 2>&1 | FileCheck %t/refill.mlir
// RUN: not tile-run %t/proxy.mlir --device=cpu 2>&1 | FileCheck %t/proxy.mlir
// RUN: not tile-run %t/read.mlir --device=cpu 2>&1 | FileCheck %t/read.mlir
// RUN: not tile-run %t/box.mlir --device=cpu 2>&1 | FileCheck %t/box.mlir
// RUN: not tile-run %t/operands.mlir --device=cpu 2>&1 | FileCheck %t/operands.mlir
// RUN: not tile-run %t/init.mlir --device=cpu 2>&1 | FileCheck %t/init.mlir
//
// Races with what goes on beside the threads; no_async_races.mlir has the same kernels without
// their faults.

//--- copy.mlir
// The last group is not waited for; the copy comes as late as it may.
// CHECK: copy.mlir:[[#@LINE+8]]:{{.*}}error: 'mem.cp_async' op races in shared memory: a copy of thread 0 (warp 0) writes bytes 0 to 3 of %s, which thread 0 (warp 0) read, and nothing orders the two
// CHECK: copy.mlir:[[#@LINE+10]]:{{.*}}note: thread 0 (warp 0) read here
// CHECK: help: wait for it before the access: mem.async_wait in its thread, and a barrier for others
simt.kernel @copy(%A: memref<32xi32>, %O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.cp_async %A[%i] to %s[%l] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  mem.async_wait 1
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

//--- others.mlir
// Each thread waits for its own copies, and nobody for those of others.
// CHECK: others.mlir:[[#@LINE+12]]:{{.*}}error: 'mem.load' op races in shared memory: thread 0 (warp 0) reads bytes 4 to 7 of %s, which a copy of thread 1 (warp 0) wrote, and nothing orders the two
// CHECK: others.mlir:[[#@LINE+8]]:{{.*}}note: a copy of thread 1 (warp 0) wrote here
// CHECK: help: wait for it before: mem.async_wait in its thread, and a barrier for others
simt.kernel @others(%A: memref<32xi32>, %O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n1 = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %next = arith.xori %l, %n1 : i32
  mem.cp_async %A[%i] to %s[%l] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  mem.async_wait 0
  %v = mem.load %s[%next] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

//--- refill.mlir
// A copy into a buffer that another warp may still read.
// CHECK: refill.mlir:[[#@LINE+15]]:{{.*}}error: 'mem.cp_async' op races in shared memory: a copy of thread 0 (warp 0) writes bytes 0 to 3 of %s, which thread 32 (warp 1) read, and nothing orders the two
// CHECK: refill.mlir:[[#@LINE+21]]:{{.*}}note: thread 32 (warp 1) read here
// CHECK: help: start it behind a barrier after the access, or wait for it before: mem.async_wait
simt.kernel @refill(%A: memref<32xi32>, %O: memref<32xi32>) threads(64) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n0 = arith.constant 0 : i32
  %w = simt.warp_id : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %first = arith.cmpi eq, %w, %n0 : i32
  scf.for %k = %c0 to %c2 step %c1 {
    scf.if %first {
      mem.cp_async %A[%i] to %s[%l] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
      mem.async_commit
      mem.async_wait 0
    }
    simt.barrier
    scf.if %first {
    } else {
      %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
      mem.store %v, %O[%i] : memref<32xi32>, i32
    }
  }
  simt.return
}

//--- proxy.mlir
// The barrier orders the stores before the bulk copy, but does not make them visible to it.
// CHECK: proxy.mlir:[[#@LINE+12]]:{{.*}}error: 'mem.tma_store' op races in shared memory: a bulk copy of thread 0 (warp 0) reads bytes 0 to 3 of %s, which thread 0 (warp 0) wrote through another proxy
// CHECK: proxy.mlir:[[#@LINE+7]]:{{.*}}note: thread 0 (warp 0) wrote here
// CHECK: help: execute mem.fence_proxy_async after the write, and a barrier if others wrote
simt.kernel @proxy(%O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %m = mem.tensor_map %O : memref<32xi32> to !mem.tensor_map<32xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n0 = arith.constant 0 : i32
  %l = simt.lane_id : i32
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.barrier
  %one = simt.elect : i1
  scf.if %one {
    mem.tma_store %s[%n0] to %m[%n0] : !mem.buffer<32xi32, shared>, !mem.tensor_map<32xi32>
    mem.bulk_commit
    mem.bulk_wait 0
  }
  simt.return
}

//--- read.mlir
// The source of a bulk copy is overwritten before it has been read.
// CHECK: read.mlir:[[#@LINE+12]]:{{.*}}error: 'mem.tma_store' op races in shared memory: a bulk copy of thread 0 (warp 0) reads bytes 0 to 3 of %s, which thread 0 (warp 0) wrote, and nothing orders the two
// CHECK: help: wait for it before the access: mem.bulk_wait in its thread, and a barrier for others
simt.kernel @read(%O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %m = mem.tensor_map %O : memref<32xi32> to !mem.tensor_map<32xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n0 = arith.constant 0 : i32
  %l = simt.lane_id : i32
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.fence_proxy_async
  simt.barrier
  %one = simt.elect : i1
  scf.if %one {
    mem.tma_store %s[%n0] to %m[%n0] : !mem.buffer<32xi32, shared>, !mem.tensor_map<32xi32>
    mem.bulk_commit
  }
  simt.barrier
  mem.store %n0, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.barrier
  mem.bulk_wait 0
  simt.return
}

//--- box.mlir
// Each warp waits for one of two boxes; the second looks at both.
// CHECK: box.mlir:[[#@LINE+27]]:{{.*}}error: 'mem.load' op races in shared memory: thread 32 (warp 1) reads bytes 0 to 3 of %s, which a bulk copy wrote, and nothing orders the two
// CHECK: box.mlir:[[#@LINE+20]]:{{.*}}note: a bulk copy wrote here
// CHECK: help: wait for it before: mem.mbarrier_wait on the mbarrier that it signals
simt.kernel @box(%A: memref<32xi32>, %O: memref<64xi32>) threads(64) shared(272) grid(1) {
  %m = mem.tensor_map %A : memref<32xi32> to !mem.tensor_map<32xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %r = mem.alloc {offset = 128 : i64} : !mem.buffer<32xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %n0 = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %w = simt.warp_id : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %t : i32 to index
  %zero = arith.cmpi eq, %t, %n0 : i32
  scf.if %zero {
    mem.mbarrier_init %b[%n0] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%n1] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%n0] bytes %bytes : !mem.buffer<2x!mem.mbarrier, shared>
    mem.tma_load %m[%n0] to %s[%n0] signal %b[%n0] : !mem.tensor_map<32xi32>, !mem.buffer<32xi32, shared>, !mem.buffer<2x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%n1] bytes %bytes : !mem.buffer<2x!mem.mbarrier, shared>
    mem.tma_load %m[%n0] to %r[%n0] signal %b[%n1] : !mem.tensor_map<32xi32>, !mem.buffer<32xi32, shared>, !mem.buffer<2x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%w] parity %n0 : !mem.buffer<2x!mem.mbarrier, shared>
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- init.mlir
// CHECK: init.mlir:[[#@LINE+15]]:{{.*}}error: 'mem.mbarrier_arrive' op races in shared memory: thread 32 (warp 1) atomically updates bytes 0 to 7 of %b, which thread 0 (warp 0) wrote, and nothing orders the two
// CHECK: init.mlir:[[#@LINE+10]]:{{.*}}note: thread 0 (warp 0) wrote here
// CHECK: help: put simt.barrier between the two
simt.kernel @init() threads(64) shared(8) grid(1) {
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %n0 = arith.constant 0 : i32
  %n32 = arith.constant 32 : i32
  %t = simt.thread_id : i32
  %zero = arith.cmpi eq, %t, %n0 : i32
  %other = arith.cmpi eq, %t, %n32 : i32
  scf.if %zero {
    mem.mbarrier_init %b[%n0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
  }
  // Warp 1 trusts that warp 0 was faster.
  scf.if %other {
    mem.mbarrier_arrive %b[%n0] : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.return
}

//--- operands.mlir
// Operands of a product are overwritten while its group is pending.
// CHECK: operands.mlir:[[#@LINE+19]]:{{.*}}error: 'tc.wgmma' op races in shared memory: the tensor core of warp 0 reads bytes
// CHECK: help: start it behind a barrier after the access, or wait for it before: tc.wgmma_wait in its warpgroup
simt.kernel @operands(%O: memref<128xf32>) threads(128) shared(4096) grid(1) {
  %n0 = arith.constant 0 : i32
  %n8 = arith.constant 8 : i32
  %n16 = arith.constant 16 : i32
  %n1024 = arith.constant 1024 : i32
  %ones = arith.constant dense<1.0> : vector<8xf16>
  %t = simt.thread_id : i32
  %at = arith.muli %t, %n16 : i32
  %at8 = arith.addi %at, %n8 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  mem.store %ones, %s[%at] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  mem.store %ones, %s[%at8] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  mem.fence_proxy_async
  simt.barrier
  %a = tc.wgmma_descriptor %s[%n0] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  %b = tc.wgmma_descriptor %s[%n1024] leading 128 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  %d = tc.wgmma %a, %b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  mem.store %ones, %s[%at] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<4xf32>>
  simt.return
}
