// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --cse --canonicalize --licm | FileCheck %s
// RUN: tile-run %s --kernel=@pipelined --device=cpu --level=tile --dim=N=10 --init=index --print=B | FileCheck %s --check-prefix=VALUES
// RUN: tile-run %s --kernel=@pipelined --device=cpu --level=tile --dim=N=1000 --init=index
// Channels of copies; passes leave them where they are.

// CHECK-LABEL: func.func @ops
func.func @ops(%n: index) {
  // CHECK: %[[A:.*]] = mem.channel : !mem.channel<1>
  %a = mem.channel : !mem.channel<1>
  // CHECK-NEXT: %[[B:.*]] = mem.channel mbarrier : !mem.channel<4>
  %b = mem.channel mbarrier : !mem.channel<4>
  // CHECK-NEXT: %[[C:.*]] = mem.channel groups : !mem.channel<16>
  %c = mem.channel groups : !mem.channel<16>
  // CHECK-NEXT: mem.channel_acquire %[[A]][%n] : !mem.channel<1>
  mem.channel_acquire %a[%n] : !mem.channel<1>
  // CHECK-NEXT: mem.channel_commit %[[A]][%n] : !mem.channel<1>
  mem.channel_commit %a[%n] : !mem.channel<1>
  // CHECK-NEXT: mem.channel_wait %[[B]][%n] : !mem.channel<4>
  mem.channel_wait %b[%n] : !mem.channel<4>
  // CHECK-NEXT: mem.channel_wait %[[C]][%n] pending 3 : !mem.channel<16>
  mem.channel_wait %c[%n] pending 3 : !mem.channel<16>
  // CHECK-NEXT: mem.channel_release %[[C]][%n] : !mem.channel<16>
  mem.channel_release %c[%n] : !mem.channel<16>
  return
}

// CHECK-LABEL: tile.kernel @pipelined
tile.kernel @pipelined(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %buf = mem.alloc : !mem.buffer<3x128xf32, shared>
  %ch = mem.channel : !mem.channel<3>
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 128 : index
  // Two positions ahead.
  scf.for %n = %c0 to %two step %c1 {
    %slot = arith.remui %n, %three : index
    %s = mem.index %buf[%slot] : !mem.buffer<3x128xf32, shared>
    %at = arith.muli %n, %rows : index
    mem.channel_acquire %ch[%n] : !mem.channel<3>
    // CHECK: tile.async_copy %A[%{{.*}}] to %{{.*}}[%{{.*}}] tile tensor<128xf32> width 1 into %{{.*}}[%{{.*}}] : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<3>
    tile.async_copy %A[%at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%n] : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%n] : !mem.channel<3>
  }
  tile.pipelined %n = 0 to ceildiv(N, 128) {
    %m = arith.addi %n, %two : index
    %slot = arith.remui %m, %three : index
    %s = mem.index %buf[%slot] : !mem.buffer<3x128xf32, shared>
    %at = arith.muli %m, %rows : index
    mem.channel_acquire %ch[%m] : !mem.channel<3>
    tile.async_copy %A[%at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%m] : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%m] : !mem.channel<3>
    mem.channel_wait %ch[%n] : !mem.channel<3>
    %now = arith.remui %n, %three : index
    %r = mem.index %buf[%now] : !mem.buffer<3x128xf32, shared>
    %x = tile.load %r[%c0] : tensor<128xf32>
    mem.channel_release %ch[%n] : !mem.channel<3>
    %y = arith.addf %x, %x : tensor<128xf32>
    tile.store %y, %B[%n * 128]
  }
}
// VALUES: %B = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]
