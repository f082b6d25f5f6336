// RUN: split-file %s %t
// RUN: tile-run %t/copy.mlir --device=cpu --level=tile --dim N=1000 --init=index --print=B | FileCheck %t/copy.mlir
// RUN: tile-run %t/copy.mlir --device=cpu --level=tile --dim N=1 --init=index --print=B | FileCheck %t/copy.mlir --check-prefix=ONE
// RUN: tile-run %t/chain.mlir --device=cpu --level=tile --dim N=1000 --init=index --print=B | FileCheck %t/chain.mlir
// RUN: not tile-run %t/deadlock.mlir --device=cpu --level=tile --dim N=1000 2>&1 | FileCheck %t/deadlock.mlir
// RUN: not tile-run %t/ended.mlir --device=cpu --level=tile --dim N=1000 2>&1 | FileCheck %t/ended.mlir
// RUN: not tile-run %t/early.mlir --device=cpu --level=tile --dim N=1000 2>&1 | FileCheck %t/early.mlir
// RUN: not tile-run %t/steps.mlir --device=cpu --level=tile --dim N=1000 --max-steps=1000 2>&1 | FileCheck %t/steps.mlir
// Roles at tile level: one that waits lets the others go on.

//--- copy.mlir
// The first role waits for the second from the beginning, the second for the first from position 2 on.
// CHECK: %B = [0, 2, 4, 6, 8,
// CHECK-SAME: 1998]
// ONE: %B = [0]
tile.kernel @copy(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %ch = mem.channel : !mem.channel<2>
  %two = arith.constant 2 : index
  %rows = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  tile.warp_specialize
    role("compute") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        mem.channel_wait %ch[%n] : !mem.channel<2>
        %slot = arith.remui %n, %two : index
        %r = mem.index %buf[%slot] : !mem.buffer<2x128xf32, shared>
        %x = tile.load %r[%c0] : tensor<128xf32>
        mem.channel_release %ch[%n] : !mem.channel<2>
        %y = arith.addf %x, %x : tensor<128xf32>
        tile.store %y, %B[%n * 128]
      }
    }
    role("load") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        %slot = arith.remui %n, %two : index
        %s = mem.index %buf[%slot] : !mem.buffer<2x128xf32, shared>
        mem.channel_acquire %ch[%n] : !mem.channel<2>
        %at = arith.muli %n, %rows : index
        tile.async_copy %A[%at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%n] : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<2>
        mem.channel_commit %ch[%n] : !mem.channel<2>
      }
    }
}

//--- chain.mlir
// Three roles, two channels, each of one slot.
// CHECK: %B = [0, 2, 4, 6, 8,
tile.kernel @chain(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %in = mem.alloc : !mem.buffer<128xf32, shared>
  %out = mem.alloc : !mem.buffer<128xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  %done = mem.channel : !mem.channel<1>
  %rows = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  tile.warp_specialize
    role("double") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        mem.channel_wait %ch[%n] : !mem.channel<1>
        %x = tile.load %in[%c0] : tensor<128xf32>
        mem.channel_release %ch[%n] : !mem.channel<1>
        %y = arith.addf %x, %x : tensor<128xf32>
        mem.channel_acquire %done[%n] : !mem.channel<1>
        tile.store %y, %out[%c0]
        mem.channel_commit %done[%n] : !mem.channel<1>
      }
    }
    role("store") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        mem.channel_wait %done[%n] : !mem.channel<1>
        %y = tile.load %out[%c0] : tensor<128xf32>
        mem.channel_release %done[%n] : !mem.channel<1>
        tile.store %y, %B[%n * 128]
      }
    }
    role("load") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        mem.channel_acquire %ch[%n] : !mem.channel<1>
        %at = arith.muli %n, %rows : index
        tile.async_copy %A[%at] to %in[%c0] tile tensor<128xf32> width 1 into %ch[%n] : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<1>
        mem.channel_commit %ch[%n] : !mem.channel<1>
      }
    }
}

//--- deadlock.mlir
// The consumer releases too late for one slot.
// CHECK: deadlock.mlir:[[#@LINE+6]]:3: error: 'tile.warp_specialize' op is never left: its roles wait for each other
// CHECK: deadlock.mlir:[[#@LINE+10]]:9: note: role "compute" waits here for position 1, which is not committed
// CHECK: deadlock.mlir:[[#@LINE+15]]:9: note: role "load" waits here for the slot of position 1: position 0 is not released
tile.kernel @deadlock(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %ch = mem.channel : !mem.channel<1>
  %c1 = arith.constant 1 : index
  tile.warp_specialize
    role("compute") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        %next = arith.addi %n, %c1 : index
        mem.channel_wait %ch[%n] : !mem.channel<1>
        mem.channel_wait %ch[%next] : !mem.channel<1>
        mem.channel_release %ch[%n] : !mem.channel<1>
      }
    }
    role("load") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        mem.channel_acquire %ch[%n] : !mem.channel<1>
        mem.channel_commit %ch[%n] : !mem.channel<1>
      }
    }
}

//--- ended.mlir
// CHECK: ended.mlir:[[#@LINE+5]]:3: error: 'tile.warp_specialize' op is never left: its roles wait for each other
// CHECK: ended.mlir:[[#@LINE+7]]:9: note: role "compute" waits here for position 7, which is not committed
// CHECK: ended.mlir:[[#@LINE+3]]:3: note: role "load" has ended
tile.kernel @ended(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %ch = mem.channel : !mem.channel<1>
  tile.warp_specialize
    role("compute") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        mem.channel_wait %ch[%n] : !mem.channel<1>
        mem.channel_release %ch[%n] : !mem.channel<1>
      }
    }
    role("load") warps(1) {
      tile.pipelined %n = 0 to floordiv(N, 128) {
        mem.channel_acquire %ch[%n] : !mem.channel<1>
        mem.channel_commit %ch[%n] : !mem.channel<1>
      }
    }
}

//--- early.mlir
// An error inside of a role is reported where it is.
// CHECK: early.mlir:[[#@LINE+7]]:9: error: 'mem.channel_release' op releases position 0, which nothing waited for
tile.kernel @early(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %ch = mem.channel : !mem.channel<1>
  tile.warp_specialize
    role("compute") warps(1) {
      tile.pipelined %n = 0 to ceildiv(N, 128) {
        // Nothing waits.
        mem.channel_release %ch[%n] : !mem.channel<1>
      }
    }
}

//--- steps.mlir
// CHECK: error: {{.*}} is not executed: the limit of {{.*}} steps is reached
tile.kernel @steps(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 1000000 : index
  tile.warp_specialize
    role("compute") warps(1) {
      scf.for %n = %c0 to %many step %c1 {
        %x = tile.load %A[%n] : tensor<1xf32>
        tile.store %x, %B[%n]
      }
    }
}
