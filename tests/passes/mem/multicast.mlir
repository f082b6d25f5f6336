// RUN: tile-opt %s --pass-pipeline='mem-multicast' --remarks-filter=mem-multicast 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: tile-opt %s --pass-pipeline='mem-multicast,tile.kernel(tile-persistent{blocks=6})' | FileCheck %s --check-prefix=LOOP
// RUN: tile-opt %s --pass-pipeline='mem-multicast,tile.kernel(tile-persistent)' | FileCheck %s --check-prefix=ASKED
// RUN: tile-opt %s --pass-pipeline='mem-multicast,tile.kernel(mem-channels)' | FileCheck %s --check-prefix=CHANNEL
!a = !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
!b = !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>

// B has more bytes than A: blocks with the same columns load it for each other, in the order of rows of tiles. Groups
// are as many rows as before.

// CHECK-LABEL: tile.kernel @product
// CHECK-SAME: warps(4) multicast(2) grid(%rank = 2, %cluster = floordiv(ceildiv(M, 128), 2), %j = ceildiv(N, 256))
// CHECK-SAME: tile.raster = 4
// CHECK: %[[FIRST:.*]] = arith.muli %cluster, %{{.*}} : index
// CHECK: %[[X:.*]] = arith.addi %[[FIRST]], %rank : index
// CHECK: %[[ROW:.*]] = arith.muli %[[X]], %
// CHECK: tile.async_copy %A[%[[ROW]], %{{.*}}] {{.*}} tma :
// CHECK: tile.async_copy %B[%{{.*}}, %{{.*}}] {{.*}} tma multicast :
// REMARK: remark: has clusters of 2 blocks along its index 0, which load 32768 of 49152 bytes of their loops for each other [multicast]
// REMARK: remark: is made by each block: it follows from the index in which they differ [missed-multicast]
// REMARK: remark: is made once for 2 blocks, each of which loads a part [multicast]
// The number in the cluster stays a block index.
// LOOP-LABEL: tile.kernel @product
// LOOP-SAME: multicast(2) grid(%rank = 2, %block = min(floordiv(ceildiv(M, 128), 2) * ceildiv(N, 256), 3))
// LOOP: scf.for %tile = %block to
// There is one cluster at least, however small the device is.
// ASKED-LABEL: tile.kernel @product
// ASKED-SAME: grid(%rank = 2, %block = min(floordiv(ceildiv(M, 128), 2) * ceildiv(N, 256), max(floordiv(device.processors, 2), 1)))
// The channel of both is that of a cluster.
// CHANNEL-LABEL: tile.kernel @product
// CHANNEL: %[[CH:.*]] = mem.channel mbarrier multicast 2 : !mem.channel<2>
// CHANNEL: tile.async_copy %A{{.*}} tma into %[[CH]]
// CHANNEL: tile.async_copy %B{{.*}} tma multicast into %[[CH]]
tile.kernel @product(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(4)
    grid(%i = ceildiv(M, 128), %j = ceildiv(N, 256)) assume(ceildiv(M, 128) mod 2 == 0)
    attributes {tile.multicast = 2 : i64, tile.raster = 8 : i64, tile.persistent = true} {
  %z = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %s = mem.alloc : !a
  %t = mem.alloc : !b
  %row = arith.muli %i, %c128 : index
  %column = arith.muli %j, %c256 : index
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %r = tile.pipelined %k = 0 to ceildiv(K, 64) stages(2) iter_args(%c = %zero) {
    %at = arith.muli %k, %c64 : index
    tile.async_copy %A[%row, %at] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_copy %B[%at, %column] to %t[%z, %z] tile tensor<64x256xf16> width 8 tma : memref<?x?xf16>, !b
    tile.async_wait
    %d = tile.dot %s, %t, %c
    tile.yield %d
  }
  tile.store %r, %C[%row, %column]
}

// Only the number of columns is known to be even.

// CHECK-LABEL: tile.kernel @columns
// CHECK-SAME: grid(%rank = 2, %i = ceildiv(M, 128), %cluster = 4)
// CHECK: tile.async_copy %A{{.*}} tma multicast :
// CHECK: tile.async_copy %B{{.*}} tma :
// REMARK: remark: has clusters of 2 blocks along its index 1, which load 16384 of 49152 bytes
tile.kernel @columns(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N]) warps(4)
    grid(%i = ceildiv(M, 128), %j = 8) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = mem.alloc : !a
  %t = mem.alloc : !b
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    %at = arith.muli %k, %c64 : index
    tile.async_copy %A[%i, %at] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_copy %B[%at, %j] to %t[%z, %z] tile tensor<64x256xf16> width 8 tma : memref<?x?xf16>, !b
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
    %y = tile.load %t[%z, %z] : tensor<64x256xf16>
  }
}

// What an iteration yields follows from the block, and with it what the next one loads.

// CHECK-LABEL: tile.kernel @carried
// CHECK-NOT: multicast(
// REMARK: remark: has no clusters of 2 blocks that load for each other: no copy of a loop is the same in neighbouring blocks [missed-multicast]
tile.kernel @carried(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) iter_args(%at = %z) {
    tile.async_copy %A[%z, %at] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
    %next = arith.addi %at, %i : index
    tile.yield %next
  }
}

// A loop of which blocks make different numbers of iterations.

// CHECK-LABEL: tile.kernel @causal
// CHECK-NOT: multicast(
// REMARK: no copy of a loop is the same in neighbouring blocks
tile.kernel @causal(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to %i {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// CHECK-LABEL: tile.kernel @read
// CHECK-NOT: multicast(
// REMARK: no copy of a loop is the same in neighbouring blocks
tile.kernel @read(%A: memref<?x?xf16>[M, K], %T: memref<?xindex>[M]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    %at = memref.load %T[%k] : memref<?xindex>
    tile.async_copy %A[%at, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// CHECK-LABEL: tile.kernel @odd
// CHECK-NOT: multicast(
// REMARK: remark: has no clusters of 4 blocks that load for each other: it is not known that their number is a multiple of that [missed-multicast]
tile.kernel @odd(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = ceildiv(M, 32)) assume(M mod 64 == 0)
    attributes {tile.multicast = 4 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// The same extent is a multiple of 2: it follows from M.

// CHECK-LABEL: tile.kernel @even
// CHECK-SAME: multicast(2) grid(%rank = 2, %cluster = floordiv(ceildiv(M, 32), 2))
// REMARK: load 16384 of 16384 bytes
tile.kernel @even(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = ceildiv(M, 32)) assume(M mod 64 == 0)
    attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// CHECK-LABEL: tile.kernel @order
// CHECK-NOT: multicast(
// REMARK: remark: has no clusters of 2 blocks that load for each other: its blocks tell each other something, in an order
tile.kernel @order(%A: memref<?x?xf16>[M, K], %T: memref<1xi32>) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
  %old = mem.atomic_rmw addi %one, %T[%z] release gpu : memref<1xi32>, i32
}

// CHECK-LABEL: tile.kernel @threads
// CHECK-NOT: multicast(
// REMARK: remark: has no clusters of 2 blocks that load for each other: no loop copies by TMA
tile.kernel @threads(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// Neither loop has a channel, through which a copy for several blocks has to go: one is in a branch, one has one stage.

// CHECK-LABEL: tile.kernel @early
// CHECK-NOT: multicast(
// REMARK: remark: has no clusters of 2 blocks that load for each other: no loop copies by TMA ahead of its iterations
tile.kernel @early(%A: memref<?x?xf16>[M, K], %n: index) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  %t = mem.alloc : !a
  %some = arith.cmpi ult, %i, %n : index
  scf.if %some {
    tile.pipelined %k = 0 to ceildiv(K, 64) {
      tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
      tile.async_wait
      %x = tile.load %s[%z, %z] : tensor<128x64xf16>
    }
  }
  tile.pipelined %k = 0 to ceildiv(K, 64) stages(1) {
    tile.async_copy %A[%k, %z] to %t[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %t[%z, %z] : tensor<128x64xf16>
  }
}

// One loop has a channel; what the other copies each block copies for itself.

// CHECK-LABEL: tile.kernel @first
// CHECK: tma multicast :
// CHECK: tma :
// REMARK: load 16384 of 16384 bytes
// REMARK: is made by each block: its loop has one stage, so that it cannot start early [missed-multicast]
tile.kernel @first(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  %t = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
  tile.pipelined %k = 0 to ceildiv(K, 64) stages(1) {
    tile.async_copy %A[%k, %z] to %t[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %t[%z, %z] : tensor<128x64xf16>
  }
}

// What else keeps mem-channels from giving a loop slots would leave clusters without use: two slots that have no room,
// one iteration, a loop that writes what it copies.

// CHECK-LABEL: tile.kernel @large
// CHECK-NOT: multicast(
// REMARK: remark: has no clusters of 2 blocks that load for each other: no loop copies by TMA ahead of its iterations [missed-multicast]
tile.kernel @large(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<1024x64xf16, #mem.swizzle<128>, shared>
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%z, %k] to %s[%z, %z] tile tensor<1024x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<1024x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<1024x64xf16>
  }
}

// CHECK-LABEL: tile.kernel @once
// CHECK-NOT: multicast(
// REMARK: no loop copies by TMA ahead of its iterations
tile.kernel @once(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to 1 {
    tile.async_copy %A[%z, %k] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// CHECK-LABEL: tile.kernel @written
// CHECK-NOT: multicast(
// REMARK: no loop copies by TMA ahead of its iterations
tile.kernel @written(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%z, %k] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
    tile.store %x, %C[%i, %z]
  }
}

// One loop has a channel, the other one's buffer has a second reader behind it.

// CHECK-LABEL: tile.kernel @one_of_two
// CHECK: tma multicast :
// CHECK: tma :
// REMARK: load 16384 of 16384 bytes
// REMARK: is made by each block: it stays within its iteration (missed-channel says why) [missed-multicast]
tile.kernel @one_of_two(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 4) attributes {tile.multicast = 2 : i64} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  %t = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%k, %z] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_copy %A[%z, %k] to %t[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
    %y = tile.load %t[%z, %z] : tensor<128x64xf16>
  }
  %last = tile.load %t[%z, %z] : tensor<128x64xf16>
}

// One row of blocks is no multiple of two, whatever is assumed.

// CHECK-LABEL: tile.kernel @row__v0
// CHECK-NOT: multicast(
// CHECK: tile.version = 0
// REMARK: remark: has no clusters of 2 blocks that load for each other: their number is no multiple of that [missed-multicast]
tile.kernel @row__v0(%A: memref<64x?xf16>[M, K]) warps(4) grid(%i = ceildiv(M, 64))
    attributes {tile.multicast = 2 : i64, tile.version = 0 : i64, tile.version_of = "row"} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%z, %k] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<64x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// What is not what tile-versions says is no version.

// CHECK-LABEL: tile.kernel @no_version(
// REMARK: it is not known that their number is a multiple of that
tile.kernel @no_version(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = ceildiv(M, 64))
    attributes {tile.multicast = 2 : i64, tile.version = "first"} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%z, %k] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}

// The first version of a kernel gets one in front that assumes the multiple; the others count on.

// CHECK-LABEL: tile.kernel @more__v0
// CHECK-SAME: multicast(2) grid(%rank = 2, %cluster = floordiv(ceildiv(M, 64), 2)) assume(K mod 8 == 0, ceildiv(M, 64) mod 2 == 0)
// CHECK-SAME: tile.version = 0 : i64, tile.version_of = "more"
// CHECK: tma multicast :
// CHECK-LABEL: tile.kernel @more__v1
// CHECK-SAME: grid(%i = ceildiv(M, 64)) assume(K mod 8 == 0)
// CHECK-SAME: tile.version = 1 : i64, tile.version_of = "more"
// CHECK: tma :
// CHECK-LABEL: tile.kernel @more__v2
// CHECK-SAME: grid(%i = ceildiv(M, 64)) attributes
// CHECK-SAME: tile.version = 2 : i64, tile.version_of = "more"
// CHECK-NOT: tile.kernel
// REMARK: remark: has clusters of 2 blocks along its index 0
// REMARK: remark: has no clusters of 2 blocks that load for each other: it is not known that their number is a multiple of that
// REMARK: remark: has no clusters of 2 blocks that load for each other: no loop copies by TMA
tile.kernel @more__v0(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = ceildiv(M, 64)) assume(K mod 8 == 0)
    attributes {tile.multicast = 2 : i64, tile.version = 0 : i64, tile.version_of = "more"} {
  %z = arith.constant 0 : index
  %s = mem.alloc : !a
  tile.pipelined %k = 0 to ceildiv(K, 64) {
    tile.async_copy %A[%z, %k] to %s[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !a
    tile.async_wait
    %x = tile.load %s[%z, %z] : tensor<128x64xf16>
  }
}
tile.kernel @more__v1(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = ceildiv(M, 64))
    attributes {tile.multicast = 2 : i64, tile.version = 1 : i64, tile.version_of = "more"} {
}
