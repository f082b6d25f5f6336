// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(tile-persistent)' --remarks-filter='*persistent' 2> %t.txt | FileCheck %s
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
// RUN: tile-run %s --kernel=plane --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=3 raster=4})' --dim M=11 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=plane --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=7 raster=0})' --dim M=11 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=plane --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=132 raster=16})' --dim M=11 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=plane --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=1 raster=1})' --dim M=11 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=space --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=5 raster=2})' --dim M=5 --dim N=3 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=line --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=2})' --dim M=5 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=ordered --device=cpu --pass-pipeline='tile.kernel(tile-persistent)' --dim M=11 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=plane --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=3})' --dim M=0 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=plane --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes raster=4})' --processors=3 --dim M=11 --dim N=7 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %source/docs/examples/gemm.mlir --device=cpu --level=thread --processors=2 --dim M=300 --dim N=520 --dim K=128 --init=int --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --kernel=line --device=cpu --pass-pipeline='tile.kernel(tile-persistent{persistent=yes})' --processors=200 --dim M=5 --verify --exact | FileCheck %s --check-prefix=RIGHT
// RIGHT: verify: ok
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=132 raster=16})' | FileCheck %s --check-prefix=NUMBER
// NUMBER: grid(%block = min(ceildiv(M, 128) * ceildiv(N, 256), 132))
// RUN: not tile-opt %s --pass-pipeline='tile.kernel(tile-persistent{persistent=yes raster=100000})' 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: 'tile.kernel' op has groups of 100000 tiles, more than 65536
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-persistent{persistent=yes blocks=3 raster=0})' --remarks-filter=persistent 2>&1 >/dev/null | FileCheck %s --check-prefix=ROWS
// ROWS: has at most 3 blocks, which loop over tiles, row by row [persistent]
// ROWS: tile.kernel @line
// ROWS-NOT: row by row
//
// As many blocks as multiprocessors, which loop over tiles; what is the same for all tiles, and the last wait, outside.

// CHECK-LABEL: tile.kernel @gemm
// CHECK-SAME: grid(%block = min(ceildiv(M, 128) * ceildiv(N, 256), device.processors))
// CHECK: %sa = mem.alloc
// CHECK: %[[E1:.*]] = arith.ceildivsi
// CHECK: %[[E2:.*]] = arith.ceildivsi
// CHECK: %[[TILES:.*]] = arith.muli %[[E1]], %[[E2]] : index
// CHECK: %[[STEP:.*]] = tile.num_blocks
// CHECK: tile.dim K
// CHECK: scf.for %tile = %block to %[[TILES]] step %[[STEP]] {
// CHECK: arith.minui %{{.*}} : i32
// CHECK: %bm = arith.index_castui %{{.*}} : i32 to index
// CHECK: %bn = arith.index_castui %{{.*}} : i32 to index
// CHECK: tile.pipelined %k = %{{.*}} to %{{.*}} stages(3)
// CHECK: tile.async_store_wait
// CHECK-NEXT: tile.store %h, %out
// CHECK-NEXT: tile.async_store %out to %C
// CHECK-NEXT: }
// CHECK-NEXT: tile.async_store_wait
// CHECK-NEXT: }
// REMARK: has a block for each multiprocessor, which loop over tiles, in groups of 16 [persistent]
tile.kernel @gemm(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf16>[M, N]) warps(8)
    grid(%bm = ceildiv(M, 128), %bn = ceildiv(N, 256)) {
  %sa = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %sb = mem.alloc : !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>
  %out = mem.alloc : !mem.buffer<128x256xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %row = arith.muli %bm, %c128 : index
  %column = arith.muli %bn, %c256 : index
  %zero = arith.constant dense<0.0> : tensor<128x256xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 64) stages(3) iter_args(%c = %zero) {
    %depth = arith.muli %k, %c64 : index
    tile.async_copy %A[%row, %depth] to %sa[%c0, %c0] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
    tile.async_copy %B[%depth, %column] to %sb[%c0, %c0] tile tensor<64x256xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %a = tile.load %sa[%c0, %c0] : tensor<128x16xf16>
    %b = tile.load %sb[%c0, %c0] : tensor<16x256xf16>
    %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
    tile.yield %d
  }
  %h = arith.truncf %acc : tensor<128x256xf32> to tensor<128x256xf16>
  tile.store %h, %out[%c0, %c0]
  tile.async_store %out to %C[%row, %column] : !mem.buffer<128x256xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}

// Products read their own buffers.
// CHECK-LABEL: tile.kernel @products
// CHECK: scf.for
// CHECK-NOT: async_store_wait
// CHECK: tc.dot_wait
// CHECK: tile.async_store_wait
// CHECK-NEXT: tile.store %h, %out
// CHECK-NEXT: tile.async_store %out to %C
// CHECK-NEXT: }
// CHECK-NEXT: tile.async_store_wait
// CHECK-NEXT: }
tile.kernel @products(%C: memref<?x?xf16>[M, N]) warps(4) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 64))
    attributes {tile.persistent = true} {
  %sa = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %sb = mem.alloc : !mem.buffer<16x64xf16, #mem.swizzle<128>, shared>
  %out = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %row = arith.muli %bm, %c64 : index
  %column = arith.muli %bn, %c64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %d = tc.dot_async %sa, %sb, %zero instr "wgmma.m64n64k16" : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !mem.buffer<16x64xf16, #mem.swizzle<128>, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
  %h = arith.truncf %r : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %out[%c0, %c0]
  tile.async_store %out to %C[%row, %column] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}

// CHECK-LABEL: tile.kernel @plane
// CHECK-SAME: grid(%i = ceildiv(M, 2), %j = N)
// REMARK: has a block for each tile: no loop copies by TMA [missed-persistent]
tile.kernel @plane(%C: memref<?x?xi32>[M, N]) warps(1) grid(%i = ceildiv(M, 2), %j = N) {
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : index
  %row = arith.muli %i, %c2 : index
  %x = arith.muli %row, %c100 : index
  %y = arith.addi %x, %j : index
  %z = arith.index_cast %y : index to i32
  %t = tile.splat %z : i32 to tensor<2x1xi32>
  tile.store %t, %C[%row, %j]
}

// REMARK: has a block for each tile: that is not wished for [missed-persistent]
tile.kernel @space(%C: memref<?x?x4xi32>[M, N, ?]) warps(1) grid(%i = M, %j = N, %k = 4) attributes {tile.persistent = false} {
  %c0 = arith.constant 0 : i32
  %t = tile.splat %c0 : i32 to tensor<1xi32>
  tile.store %t, %C[%i, %j, %k]
}

tile.kernel @line(%C: memref<?xi32>[M]) warps(1) grid(%i = M) {
  %z = arith.index_cast %i : index to i32
  %t = tile.splat %z : i32 to tensor<1xi32>
  tile.store %t, %C[%i]
}

// The order alone.
// CHECK-LABEL: tile.kernel @ordered
// CHECK-SAME: grid(%block = M * N)
// CHECK-NOT: scf.for
// CHECK: arith.minui
// CHECK: tile.store
tile.kernel @ordered(%C: memref<?x?xi32>[M, N]) warps(1) grid(%i = M, %j = N) attributes {tile.raster = 4 : i64} {
  %x = arith.muli %i, %j : index
  %z = arith.index_cast %x : index to i32
  %t = tile.splat %z : i32 to tensor<1xi32>
  tile.store %t, %C[%i, %j]
}

// CHECK-LABEL: tile.kernel @wished
// CHECK-SAME: grid(%block = min(M, device.processors))
tile.kernel @wished(%C: memref<?xi32>[M]) warps(1) grid(%i = M) attributes {tile.persistent = true} {
  %z = arith.index_cast %i : index to i32
  %t = tile.splat %z : i32 to tensor<1xi32>
  tile.store %t, %C[%i]
}

// REMARK: has a block for each tile: it may say which block it is [missed-persistent]
tile.kernel @says(%C: memref<?xi32>[M]) warps(1) grid(%i = M) attributes {tile.persistent = true} {
  %t = tile.load %C[%i] : tensor<1xi32>
  tile.print "t", %t : tensor<1xi32>
}

// REMARK: has a block for each tile: its blocks tell each other something, in an order [missed-persistent]
tile.kernel @tells(%C: memref<?xi32>[M]) warps(1) grid(%i = M) attributes {tile.persistent = true} {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %old = mem.atomic_rmw addi %one, %C[%c0] acq_rel gpu : memref<?xi32>, i32
}

// Positions would begin anew in each tile.
// REMARK: has a block for each tile: it has channels or roles already, which are there once for a block [missed-persistent]
// CHECK-LABEL: tile.kernel @turns
// CHECK-SAME: grid(%i = M)
tile.kernel @turns(%A: memref<?xf32>[M], %C: memref<?xf32>[M]) warps(1) grid(%i = M) attributes {tile.persistent = true} {
  %s = mem.alloc : !mem.buffer<1x32xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %v = mem.index %s[%c0] : !mem.buffer<1x32xf32, shared>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  tile.async_copy %A[%i] to %v[%c0] tile tensor<32xf32> width 1 into %ch[%c0] : memref<?xf32>, !mem.buffer<32xf32, shared>, !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  mem.channel_wait %ch[%c0] : !mem.channel<1>
  %t = tile.load %v[%c0] : tensor<32xf32>
  tile.store %t, %C[%i]
  mem.channel_release %ch[%c0] : !mem.channel<1>
}
