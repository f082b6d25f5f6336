// RUN: split-file %s %t
// RUN: tile-run %t/load.mlir --device=cpu --kernel=plain --init index --print=O | grep "^%O" > %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=load --init index --print=O | grep "^%O" > %t/128
// RUN: diff %t/128 %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=load --init index --print=O --schedule=random:3 | grep "^%O" > %t/random
// RUN: diff %t/random %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=plain --init index --print=O --param SPAN=64 --param COLUMNS=16 --param FLAT=256 | grep "^%O" > %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=load --init index --print=O --param SPAN=64 --param COLUMNS=16 --param FLAT=256 | grep "^%O" > %t/64
// RUN: diff %t/64 %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=plain --init index --print=O --param SPAN=32 --param COLUMNS=8 --param FLAT=128 | grep "^%O" > %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=load --init index --print=O --param SPAN=32 --param COLUMNS=8 --param FLAT=128 | grep "^%O" > %t/32
// RUN: diff %t/32 %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=plain --init index --print=O --param SPAN=0 --param COLUMNS=12 --param FLAT=192 | grep "^%O" > %t/plain
// RUN: tile-run %t/load.mlir --device=cpu --kernel=load --init index --print=O --param SPAN=0 --param COLUMNS=12 --param FLAT=192 | grep "^%O" > %t/0
// RUN: diff %t/0 %t/plain
// RUN: tile-run %t/nan.mlir --device=cpu --init index --print=O | FileCheck %t/nan.mlir
// RUN: tile-run %t/poll.mlir --device=cpu --init index --print=O | FileCheck %t/poll.mlir
// RUN: tile-run %t/poll.mlir --device=cpu --init index --print=O --schedule=random:2 | FileCheck %t/poll.mlir
// RUN: tile-run %t/transposed.mlir --device=cpu --init index --print=O | FileCheck %t/transposed.mlir
// RUN: tile-run %t/store.mlir --device=cpu --init zero --print=O | FileCheck %t/store.mlir
// RUN: tile-run %t/store.mlir --device=cpu --init zero --print=O --schedule=random:5 | FileCheck %t/store.mlir
// RUN: tile-run %t/reduce.mlir --device=cpu --init index --print=A --print=F --print=H | FileCheck %t/reduce.mlir
// RUN: tile-run %t/multicast.mlir --device=cpu --init index --print=O | FileCheck %t/multicast.mlir
// RUN: tile-run %t/multicast.mlir --device=cpu --init index --print=O --schedule=random:1 | FileCheck %t/multicast.mlir
//
// TMA: boxes of tensors to shared memory and back.

//--- load.mlir
// Nine boxes of 16 rows, one a block: within the tensor of 29 rows and 44 columns, before it and past
// its end.  A box is read through the layout of a buffer of the same swizzle.
tile.params { SPAN = 128 : [0, 32, 64, 128], COLUMNS = 32 : [8, 12, 16, 32], FLAT = 512 : [128, 192, 256, 512] }

simt.kernel @load(%A: memref<29x44xi32>, %O: memref<9x16x$COLUMNSxi32>) threads(64) shared(2056) grid(9) {
  %m = mem.tensor_map %A : memref<29x44xi32> to !mem.tensor_map<16x$COLUMNSxi32, #mem.swizzle<$SPAN>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<16x$COLUMNSxi32, #mem.swizzle<$SPAN>, shared>
  %f = mem.flatten %s : !mem.buffer<16x$COLUMNSxi32, #mem.swizzle<$SPAN>, shared> to !mem.buffer<$FLATxi32, shared>
  %b = mem.alloc {offset = 2048 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c5 = arith.constant 5 : i32
  %c8 = arith.constant 8 : i32
  %c13 = arith.constant 13 : i32
  %c20 = arith.constant 20 : i32
  %bytes = arith.constant 64 : i32
  %columns = arith.constant $COLUMNS : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 16 : index
  %width = arith.constant $COLUMNS : index
  %t = simt.thread_id : i32
  %block = simt.block_id : i32
  // Rows -5, 8, 21; columns -8, 12, 32.
  %ty = arith.divui %block, %c3 : i32
  %tx = arith.remui %block, %c3 : i32
  %sy = arith.muli %ty, %c13 : i32
  %y = arith.subi %sy, %c5 : i32
  %sx = arith.muli %tx, %c20 : i32
  %x = arith.subi %sx, %c8 : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    %all = arith.muli %bytes, %columns : i32
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.prefetch_tensor_map %m : !mem.tensor_map<16x$COLUMNSxi32, #mem.swizzle<$SPAN>>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %all : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%y, %x] to %f[%c0] signal %b[%c0] : !mem.tensor_map<16x$COLUMNSxi32, #mem.swizzle<$SPAN>>, !mem.buffer<$FLATxi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %column = arith.index_cast %t : i32 to index
  %where = arith.index_cast %block : i32 to index
  %in = arith.cmpi ult, %column, %width : index
  scf.if %in {
    scf.for %row = %zero to %rows step %one {
      %v = mem.load %s[%row, %column] : !mem.buffer<16x$COLUMNSxi32, #mem.swizzle<$SPAN>, shared>, i32
      mem.store %v, %O[%where, %row, %column] : memref<9x16x$COLUMNSxi32>, i32
    }
  }
  simt.return
}

simt.kernel @plain(%A: memref<29x44xi32>, %O: memref<9x16x$COLUMNSxi32>) threads(64) grid(9) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c13 = arith.constant 13 : index
  %c20 = arith.constant 20 : index
  %c29 = arith.constant 29 : index
  %c44 = arith.constant 44 : index
  %nothing = arith.constant 0 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 16 : index
  %width = arith.constant $COLUMNS : index
  %t = simt.thread_id : i32
  %block = simt.block_id : i32
  %column = arith.index_cast %t : i32 to index
  %where = arith.index_cast %block : i32 to index
  %ty = arith.divui %where, %c3 : index
  %tx = arith.remui %where, %c3 : index
  %sy = arith.muli %ty, %c13 : index
  %y = arith.subi %sy, %c5 : index
  %sx = arith.muli %tx, %c20 : index
  %x = arith.subi %sx, %c8 : index
  %in = arith.cmpi ult, %column, %width : index
  scf.if %in {
    %j = arith.addi %x, %column : index
    %columnin = arith.cmpi ult, %j, %c44 : index
    scf.for %row = %zero to %rows step %one {
      %i = arith.addi %y, %row : index
      %rowin = arith.cmpi ult, %i, %c29 : index
      %there = arith.andi %rowin, %columnin : i1
      %v = mem.load %A[%i, %j] if %there else %nothing : memref<29x44xi32>, i32
      mem.store %v, %O[%where, %row, %column] : memref<9x16x$COLUMNSxi32>, i32
    }
  }
  simt.return
}

//--- nan.mlir
// CHECK: %O = [nan, nan, nan, nan, nan, nan, nan, nan, 0, 1, 2, 3, 4, 5, 6, 7]
simt.kernel @nan(%A: memref<16xf16>, %O: memref<16xf16>) threads(32) shared(136) grid(1) {
  %m = mem.tensor_map %A nan : memref<16xf16> to !mem.tensor_map<16xf16>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<16xf16, shared>
  %b = mem.alloc {offset = 128 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %x = arith.constant -8 : i32
  %bytes = arith.constant 32 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%x] to %s[%c0] signal %b[%c0] : !mem.tensor_map<16xf16>, !mem.buffer<16xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive %b[%c0] : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %in = arith.cmpi slt, %t, %c16 : i32
  scf.if %in {
    %i = arith.index_cast %t : i32 to index
    %v = mem.load %s[%t] : !mem.buffer<16xf16, shared>, f16
    mem.store %v, %O[%i] : memref<16xf16>, f16
  }
  // The mbarrier's memory may hold something else from here on.
  simt.barrier
  scf.if %first {
    mem.mbarrier_inval %b[%c0] : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.return
}

//--- poll.mlir
// A warp that asks again and again gets its box, too.
// CHECK: %O = [0, 1, 2, 3, 4, 5, 6, 7]
simt.kernel @poll(%A: memref<8xi32>, %O: memref<8xi32>) threads(32) shared(136) grid(1) {
  %m = mem.tensor_map %A : memref<8xi32> to !mem.tensor_map<8xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<8xi32, shared>
  %b = mem.alloc {offset = 128 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 32 : i32
  %true = arith.constant true
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<8xi32>, !mem.buffer<8xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  %tries = scf.while (%n = %c0) : (i32) -> i32 {
    %done = mem.mbarrier_test_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
    %again = arith.xori %done, %true : i1
    scf.condition(%again) %n : i32
  } do {
  ^bb0(%n: i32):
    %next = arith.addi %n, %c1 : i32
    scf.yield %next : i32
  }
  %in = arith.cmpi slt, %t, %c8 : i32
  scf.if %in {
    %i = arith.index_cast %t : i32 to index
    %v = mem.load %s[%t] : !mem.buffer<8xi32, shared>, i32
    mem.store %v, %O[%i] : memref<8xi32>, i32
  }
  simt.return
}

//--- transposed.mlir
// The tensor is contiguous along its first dimension, and so is the box.  O is the box's memory: 8
// rows of 128 bytes, one for each column.
// CHECK: %O = {{\[}}[0, 8, 16, 24, 32, 40, 48, 56, 64,
simt.kernel @transposed(%A: memref<64x8xf16, strided<[1, 64]>>, %O: memref<8x64xf16>) threads(64) shared(1032) grid(1) {
  %m = mem.tensor_map %A : memref<64x8xf16, strided<[1, 64]>> to !mem.tensor_map<64x8xf16, #mem.swizzle<128, column>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64x8xf16, #mem.swizzle<128, column>, shared>
  %f = mem.flatten %s : !mem.buffer<64x8xf16, #mem.swizzle<128, column>, shared> to !mem.buffer<512xf16, shared>
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %bytes = arith.constant 1024 : i32
  %t = simt.thread_id : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0, %c0] to %f[%c0] signal %b[%c0] : !mem.tensor_map<64x8xf16, #mem.swizzle<128, column>>, !mem.buffer<512xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.barrier
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %i = arith.index_cast %t : i32 to index
  scf.for %j = %zero to %eight step %one {
    %v = mem.load %s[%i, %j] : !mem.buffer<64x8xf16, #mem.swizzle<128, column>, shared>, f16
    mem.store %v, %O[%j, %i] : memref<8x64xf16>, f16
  }
  simt.return
}

//--- store.mlir
// Two boxes of 4x8; the second leaves the tensor at the right and at the bottom.
// CHECK: %O = {{\[}}[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0], [8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0], [16, 17, 18, 19, 20, 21, 22, 23, 0, 0, 0, 0], [24, 25, 26, 27, 28, 29, 30, 31, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3], [0, 0, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11]]
simt.kernel @store(%O: memref<7x12xi32>) threads(32) shared(128) grid(1) {
  %m = mem.tensor_map %O : memref<7x12xi32> to !mem.tensor_map<4x8xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c8 = arith.constant 8 : i32
  %t = simt.thread_id : i32
  mem.store %t, %s[%t] : !mem.buffer<32xi32, shared>, i32
  mem.fence_proxy_async
  simt.barrier
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.tma_store %s[%c0] to %m[%c1, %c0] : !mem.buffer<32xi32, shared>, !mem.tensor_map<4x8xi32>
    mem.tma_store %s[%c0] to %m[%c5, %c8] : !mem.buffer<32xi32, shared>, !mem.tensor_map<4x8xi32>
    mem.bulk_commit
    // Only now the box may be written again.
    mem.bulk_wait 0 read
    mem.store %c8, %s[%c0] : !mem.buffer<32xi32, shared>, i32
    mem.bulk_wait 0
  }
  simt.return
}

//--- reduce.mlir
// A, F and H hold 0, 1, 2, ... before.
// CHECK: %A = [9, 8, 9, 8, 9, 8, 9, 0]
// CHECK: %F = [1.5, 2.5, 3.5, 4.5]
// CHECK: %H = [-1, -1, -1, -1, -1, -1, -1, -1]
simt.kernel @reduce(%A: memref<8xi32>, %F: memref<4xf32>, %H: memref<8xf16>) threads(32) shared(384) grid(1) {
  %ma = mem.tensor_map %A : memref<8xi32> to !mem.tensor_map<8xi32>
  %mf = mem.tensor_map %F : memref<4xf32> to !mem.tensor_map<4xf32>
  %mh = mem.tensor_map %H : memref<8xf16> to !mem.tensor_map<8xf16>
  %sa = mem.alloc {offset = 0 : i64} : !mem.buffer<8xi32, shared>
  %sf = mem.alloc {offset = 128 : i64} : !mem.buffer<4xf32, shared>
  %sh = mem.alloc {offset = 256 : i64} : !mem.buffer<8xf16, shared>
  %c0 = arith.constant 0 : i32
  %nine = arith.constant dense<9> : vector<4xi32>
  %some = arith.constant dense<1.5> : vector<4xf32>
  %less = arith.constant dense<-1.0> : vector<8xf16>
  %c4 = arith.constant 4 : i32
  %first = simt.elect : i1
  scf.if %first {
    mem.store %nine, %sa[%c0] : !mem.buffer<8xi32, shared>, vector<4xi32>
    mem.store %nine, %sa[%c4] : !mem.buffer<8xi32, shared>, vector<4xi32>
    mem.store %some, %sf[%c0] : !mem.buffer<4xf32, shared>, vector<4xf32>
    mem.store %less, %sh[%c0] : !mem.buffer<8xf16, shared>, vector<8xf16>
    mem.fence_proxy_async
    // 9 to 16, then those of their bits that 9 has.
    mem.tma_reduce add %sa[%c0] to %ma[%c0] : !mem.buffer<8xi32, shared>, !mem.tensor_map<8xi32>
    mem.bulk_commit
    mem.bulk_wait 0
    mem.tma_reduce and %sa[%c0] to %ma[%c0] : !mem.buffer<8xi32, shared>, !mem.tensor_map<8xi32>
    mem.tma_reduce add %sf[%c0] to %mf[%c0] : !mem.buffer<4xf32, shared>, !mem.tensor_map<4xf32>
    mem.tma_reduce min %sh[%c0] to %mh[%c0] : !mem.buffer<8xf16, shared>, !mem.tensor_map<8xf16>
    mem.bulk_commit
    mem.bulk_wait 0
  }
  simt.return
}

//--- multicast.mlir
// Block 0 of the cluster loads for both; each block's mbarrier is told of the bytes that it gets.
// CHECK: %O = {{\[}}[0, 1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6, 7]]
simt.kernel @multicast(%A: memref<8xi32>, %O: memref<2x8xi32>) threads(32) shared(136) cluster(2) grid(2) {
  %m = mem.tensor_map %A : memref<8xi32> to !mem.tensor_map<8xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<8xi32, shared>
  %b = mem.alloc {offset = 128 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %bytes = arith.constant 32 : i32
  %both = arith.constant 3 : i16
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.cluster_arrive
  simt.cluster_wait
  %leads = arith.cmpi eq, %rank, %c0 : i32
  %loads = arith.andi %first, %leads : i1
  scf.if %loads {
    mem.tma_load %m[%c0] to %s[%c0] signal %b[%c0] multicast %both : !mem.tensor_map<8xi32>, !mem.buffer<8xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %in = arith.cmpi slt, %t, %c8 : i32
  scf.if %in {
    %i = arith.index_cast %t : i32 to index
    %r = arith.index_cast %rank : i32 to index
    %v = mem.load %s[%t] : !mem.buffer<8xi32, shared>, i32
    mem.store %v, %O[%r, %i] : memref<2x8xi32>, i32
  }
  simt.cluster_arrive
  simt.cluster_wait
  simt.return
}
