// RUN: split-file %s %t
// RUN: tile-opt %t/two.mlir --tile-to-thread-level=arch=sm_90a | FileCheck %t/two.mlir
// RUN: tile-run %t/two.mlir --device=cpu --level=thread --arch=sm_90a --verify --schedule=late
// RUN: tile-run %t/two.mlir --device=cpu --level=thread --arch=sm_90a --verify --schedule=random:1
// RUN: tile-run %t/two.mlir --device=cpu --level=thread --arch=sm_90a --verify --schedule=random:2
// RUN: tile-run %t/warps.mlir --device=cpu --level=thread --arch=sm_90a --verify --schedule=late
// RUN: tile-opt %t/warps.mlir --tile-to-thread-level=arch=sm_90a | FileCheck %t/warps.mlir
// RUN: not tile-opt %t/tile.mlir --tile-to-thread-level=arch=sm_90a 2>&1 | FileCheck %t/tile.mlir
// RUN: tile-compile %t/two.mlir --arch=sm_90a --emit=ptx | FileCheck %t/two.mlir --check-prefix=PTX

//--- two.mlir
// Both roles need barriers, which are their own: a transposition and sums go through shared memory. Their scratches
// are in use together, though each role could have the other's bytes if they ran one after the other.
// CHECK: simt.kernel @sums__v0({{.*}}) threads(256) shared(34816)
// CHECK-SAME: simt.max_registers = 128 : i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK: %[[W:.*]] = simt.warp_id : i32
// CHECK: %[[WARP:.*]] = simt.shuffle idx %[[W]], %[[ZERO]] : i32
// CHECK-DAG: mem.alloc {offset = 0 : i64} : !mem.buffer<8192xf32, shared>
// CHECK-DAG: mem.alloc {offset = 32768 : i64} : !mem.buffer<512xf32, shared>
// CHECK: %[[C:.*]] = arith.cmpi ult, %[[WARP]], %[[FOUR]] : i32
// CHECK: cf.cond_br %[[C]], ^bb1, ^bb2
// CHECK: ^bb1:
// CHECK-NEXT: simt.setmaxnreg inc 200
// CHECK: simt.barrier id %[[ONE]] threads 128
// CHECK: cf.br ^bb3
// CHECK: ^bb2:
// CHECK-NEXT: simt.setmaxnreg dec 56
// CHECK: simt.barrier id %[[TWO]] threads 128
// CHECK: ^bb3:
// CHECK-NEXT: simt.return

// PTX: .reqntid 256
// PTX: .maxnreg 128
// PTX: setmaxnreg.inc.sync.aligned.u32 200
// PTX: setmaxnreg.dec.sync.aligned.u32 56
tile.kernel @sums(%A: memref<64x128xf32>, %B: memref<64x128xf32>, %C: memref<128x64xf32>, %S: memref<64xf32>)
    warps(4) grid(%i = 1) {
  tile.warp_specialize
    role("first") warps(4) registers(200) {
      %a = tile.load %A[0, 0] : tensor<64x128xf32>
      %s = tile.reduce arith.addf %a axis 1
      tile.store %s, %S[0]
      %t = tile.trans %a : tensor<64x128xf32> to tensor<128x64xf32>
      tile.store %t, %C[0, 0]
    }
    role("second") warps(4) registers(56) {
      %b = tile.load %B[0, 0] : tensor<64x128xf32>
      %s = tile.reduce arith.addf %b axis 0
      %e = tile.broadcast %s : tensor<128xf32> to tensor<64x128xf32>
      %d = arith.subf %b, %e : tensor<64x128xf32>
      tile.store %d, %B[0, 0]
    }
}

//--- warps.mlir
// Roles of one warp need no named barrier; a single element is stored by the first thread of its role.
// CHECK: simt.kernel @warps__v{{.*}} threads(96)
// CHECK-NOT: simt.barrier
// CHECK: simt.warp_sync
// CHECK-NOT: simt.barrier
tile.kernel @warps(%A: memref<32x32xf32>, %B: memref<32x32xf32>, %C: memref<64xf32>, %x: f32)
    warps(1) grid(%i = 1) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  tile.warp_specialize
    role("a") warps(1) {
      %a = tile.load %A[0, 0] : tensor<32x32xf32>
      %s = tile.reduce arith.addf %a axis 0
      tile.store %s, %C[32]
    }
    role("b") warps(1) {
      %b = tile.load %B[0, 0] : tensor<32x32xf32>
      %t = tile.trans %b : tensor<32x32xf32> to tensor<32x32xf32>
      tile.store %t, %B[0, 0]
    }
    role("c") warps(1) {
      memref.store %x, %C[%c1] : memref<64xf32>
      %y = memref.load %C[%c1] : memref<64xf32>
      memref.store %y, %C[%c2] : memref<64xf32>
    }
}

//--- tile.mlir
// CHECK: tile.mlir:[[#@LINE+8]]:{{.*}}error: 'tile.load' op has a tile in role "b" of 2 warps, but tiles are laid out over 4
// CHECK: help: move it into the first role, or give this one as many warps
tile.kernel @tile(%A: memref<32x32xf32>, %B: memref<32x32xf32>) warps(4) grid(%i = 1) {
  tile.warp_specialize
    role("a") warps(4) {
    }
    role("b") warps(2) {
      // It is laid out over four warps.
      %b = tile.load %B[0, 0] : tensor<32x32xf32>
      tile.store %b, %A[0, 0]
    }
}
