// The kernels of async_races.mlir without their faults.
// RUN: tile-run %s --device=cpu --kernel=copy
// RUN: tile-run %s --device=cpu --kernel=copy --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=others
// RUN: tile-run %s --device=cpu --kernel=others --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=refill
// RUN: tile-run %s --device=cpu --kernel=refill --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=proxy
// RUN: tile-run %s --device=cpu --kernel=proxy --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=read
// RUN: tile-run %s --device=cpu --kernel=read --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=box
// RUN: tile-run %s --device=cpu --kernel=box --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=init
// RUN: tile-run %s --device=cpu --kernel=init --schedule=random:2
// RUN: tile-run %s --device=cpu --kernel=operands
// RUN: tile-run %s --device=cpu --kernel=operands --schedule=random:2

simt.kernel @copy(%A: memref<32xi32>, %O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.cp_async %A[%i] to %s[%l] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  mem.async_wait 0
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

simt.kernel @others(%A: memref<32xi32>, %O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n1 = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %next = arith.xori %l, %n1 : i32
  mem.cp_async %A[%i] to %s[%l] bytes 4 : memref<32xi32>, !mem.buffer<32xi32, shared>
  mem.async_commit
  mem.async_wait 0
  simt.warp_sync
  %v = mem.load %s[%next] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

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
    simt.barrier
  }
  simt.return
}

simt.kernel @proxy(%O: memref<32xi32>) threads(32) shared(128) grid(1) {
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
    mem.bulk_wait 0
  }
  simt.return
}

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
    mem.bulk_wait 0 read
  }
  simt.barrier
  mem.store %n0, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.barrier
  mem.bulk_wait 0
  simt.return
}

simt.kernel @box(%A: memref<32xi32>, %O: memref<64xi32>) threads(64) shared(272) grid(1) {
  %m = mem.tensor_map %A : memref<32xi32> to !mem.tensor_map<32xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %r = mem.alloc {offset = 128 : i64} : !mem.buffer<32xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %n0 = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
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
  mem.mbarrier_wait %b[%n0] parity %n0 : !mem.buffer<2x!mem.mbarrier, shared>
  mem.mbarrier_wait %b[%n1] parity %n0 : !mem.buffer<2x!mem.mbarrier, shared>
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

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
  simt.barrier
  scf.if %other {
    mem.mbarrier_arrive %b[%n0] : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.return
}

// A warp that has waited knows that the parts of the others are over, too.
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
  tc.wgmma_wait 0
  mem.store %ones, %s[%at] : !mem.buffer<2048xf16, shared>, vector<8xf16>
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<4xf32>>
  simt.return
}
