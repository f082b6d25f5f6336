// RUN: split-file %s %t
// RUN: not tile-run %t/outside.mlir --device=cpu --dim N=40 2>&1 | FileCheck %t/outside.mlir
// RUN: not tile-run %t/misaligned.mlir --device=cpu 2>&1 | FileCheck %t/misaligned.mlir
// RUN: not tile-run %t/unwritten.mlir --device=cpu 2>&1 | FileCheck %t/unwritten.mlir
// RUN: not tile-run %t/part.mlir --device=cpu 2>&1 | FileCheck %t/part.mlir
// RUN: not tile-run %t/gone.mlir --device=cpu 2>&1 | FileCheck %t/gone.mlir
// RUN: not tile-run %t/deadlock.mlir --device=cpu 2>&1 | FileCheck %t/deadlock.mlir
// RUN: not tile-run %t/count.mlir --device=cpu 2>&1 | FileCheck %t/count.mlir
// RUN: not tile-run %t/branch.mlir --device=cpu 2>&1 | FileCheck %t/branch.mlir
// RUN: not tile-run %t/small.mlir --device=cpu 2>&1 | FileCheck %t/small.mlir
// RUN: not tile-run %t/large.mlir --device=cpu 2>&1 | FileCheck %t/large.mlir
// RUN: not tile-run %t/buffers.mlir --device=cpu 2>&1 | FileCheck %t/buffers.mlir
// RUN: not tile-run %t/endless.mlir --device=cpu --max-steps=1000 2>&1 | FileCheck %t/endless.mlir
// RUN: not tile-run %t/clusters.mlir --device=cpu --dim N=3 2>&1 | FileCheck %t/clusters.mlir
//
// What a kernel of threads can do wrong.

//--- outside.mlir
// CHECK: outside.mlir:[[#@LINE+6]]:{{.*}}writes outside in lane 8: element [40] of a memref of extents 40
// CHECK: note: in warp 1 of block (0) of kernel @outside
simt.kernel @outside(%A: memref<?xi32>[N]) threads(64) grid(1) {
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  // Nobody looks whether N is that large.
  mem.store %t, %A[%i] : memref<?xi32>, i32
  simt.return
}

//--- misaligned.mlir
// CHECK: misaligned.mlir:[[#@LINE+5]]:{{.*}}is not aligned to its size in lane 1: byte 4 of shared memory, which has 1024
simt.kernel @misaligned() threads(32) shared(1024) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xi32, shared>
  %v = arith.constant dense<0> : vector<4xi32>
  %l = simt.lane_id : i32
  mem.store %v, %s[%l] : !mem.buffer<256xi32, shared>, vector<4xi32>
  simt.return
}

//--- unwritten.mlir
// CHECK: unwritten.mlir:[[#@LINE+10]]:{{.*}}reads what nothing wrote in lane 16: byte 64 of shared memory
// CHECK: help: what other threads write is there after a barrier, what copies bring after they are waited for
simt.kernel @unwritten() threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %c16 = arith.constant 16 : i32
  %l = simt.lane_id : i32
  %low = arith.cmpi slt, %l, %c16 : i32
  scf.if %low {
    mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  }
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.return
}

//--- part.mlir
// CHECK: part.mlir:[[#@LINE+8]]:{{.*}}is reached by part of the threads: of warp 0 only by lanes 0-15; lanes 16-31 went another way
// CHECK: part.mlir:[[#@LINE+6]]:{{.*}}note: lanes 16-31 are here
// CHECK: part.mlir:[[#@LINE+2]]:{{.*}}note: warp 1 is here
simt.kernel @part() threads(64) grid(1) {
  %c16 = arith.constant 16 : i32
  %l = simt.lane_id : i32
  %low = arith.cmpi slt, %l, %c16 : i32
  scf.if %low {
    simt.barrier
  }
  simt.return
}

//--- gone.mlir
// CHECK: gone.mlir:[[#@LINE+7]]:{{.*}}is reached by part of the threads: of warp 0 only by lanes 4-31; lanes 0-3 ended before
simt.kernel @gone() threads(64) grid(1) {
  %c4 = arith.constant 4 : i32
  %l = simt.lane_id : i32
  %low = arith.cmpi slt, %l, %c4 : i32
  cf.cond_br %low, ^end, ^on
^on:
  simt.barrier
  simt.return
^end:
  simt.return
}

//--- deadlock.mlir
// CHECK: deadlock.mlir:[[#@LINE+12]]:{{.*}}waits forever for barrier 0, which 64 of 128 threads have reached
// CHECK: deadlock.mlir:[[#@LINE+11]]:{{.*}}note: warps 0-1 wait here for barrier 0
// CHECK: deadlock.mlir:[[#@LINE+15]]:{{.*}}note: warp 2 waits here for barrier 5, which 32 of 64 threads have reached
// CHECK: note: warp 3 has ended
simt.kernel @deadlock() threads(128) grid(1) {
  %c2 = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  %w = simt.warp_id : i32
  %low = arith.cmpi slt, %w, %c2 : i32
  %two = arith.cmpi eq, %w, %c2 : i32
  cf.cond_br %low, ^a, ^b
^a:
  simt.barrier
  simt.return
^b:
  cf.cond_br %two, ^c, ^d
^c:
  simt.barrier id %five threads 64
  simt.return
^d:
  simt.return
}

//--- count.mlir
// CHECK: count.mlir:[[#@LINE+12]]:{{.*}}is for 96 threads, but the barrier already waits for 64
// CHECK: count.mlir:[[#@LINE+8]]:{{.*}}note: the first warp arrived here
simt.kernel @count() threads(96) grid(1) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %w = simt.warp_id : i32
  %zero = arith.cmpi eq, %w, %c0 : i32
  cf.cond_br %zero, ^a, ^b
^a:
  simt.barrier id %one threads 64
  simt.return
^b:
  simt.barrier id %one threads 96
  simt.return
}

//--- clusters.mlir
// CHECK: clusters.mlir:[[#@LINE+1]]:{{.*}}has clusters of 2 blocks, but its grid has 3
simt.kernel @clusters(%A: memref<?xi32>[N]) threads(32) cluster(2) grid(N) {
  simt.return
}

//--- branch.mlir
// CHECK: branch.mlir:[[#@LINE+13]]:{{.*}}only by lanes 0-7; lanes 8-31 went another way
// CHECK: branch.mlir:[[#@LINE+15]]:{{.*}}note: lanes 8-15 are here
// CHECK: branch.mlir:[[#@LINE+16]]:{{.*}}note: lanes 16-31 are here
simt.kernel @branch() threads(32) grid(1) {
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %l = simt.lane_id : i32
  %a = arith.cmpi slt, %l, %c8 : i32
  %b = arith.cmpi slt, %l, %c16 : i32
  cf.cond_br %b, ^low, ^join
^low:
  cf.cond_br %a, ^wait, ^pass
^wait:
  simt.barrier
  cf.br ^pass
^pass:
  cf.br ^join
^join:
  simt.return
}

//--- small.mlir
// CHECK: small.mlir:[[#@LINE+2]]:{{.*}}ends at byte 256, but the block has 128 of shared memory
simt.kernel @small() threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  simt.return
}

//--- endless.mlir
// CHECK: endless.mlir:[[#@LINE+5]]:{{.*}}is not executed: the limit of 1000 steps is reached
// CHECK: help: --max-steps=N allows more, 0 any number
simt.kernel @endless() threads(32) grid(1) {
  cf.br ^loop
^loop:
  cf.br ^loop
}

//--- large.mlir
// CHECK: large.mlir:[[#@LINE+1]]:{{.*}}needs 99999999999999 bytes of shared memory; a block of sm_90a has 232448
simt.kernel @large(%A: memref<4xf32>) threads(32) shared(99999999999999) grid(1) {
  simt.return
}

//--- buffers.mlir
// CHECK: buffers.mlir:[[#@LINE+1]]:{{.*}}needs 4000000000 bytes of shared memory
simt.kernel @buffers(%A: memref<4xf32>) threads(32) grid(1) {
  %a = mem.alloc : !mem.buffer<500000000xf32, shared>
  %b = mem.alloc : !mem.buffer<500000000xf32, shared>
  simt.return
}
