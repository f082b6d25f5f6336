// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-thread,canonicalize,cse)' | FileCheck %s

// A place known at run time that is a multiple of the linear part: a stride, once, and registers are
// immediates; copies beside it add the stride of a copy.
#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>

// CHECK-LABEL: simt.kernel @rows
// CHECK-SAME: shared(55296)
// CHECK: arith.divui
// CHECK-NOT: arith.divui
// CHECK-NOT: arith.remui
// CHECK: mem.store %{{.*}} : !mem.buffer<27648xf16, shared>, vector<8xf16>
// CHECK-NOT: vector<1xf16>
// CHECK: simt.return
tile.kernel @rows(%A: memref<96x96xf16>, %k: index) warps(4) grid(%b = 1) {
  %z = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %at = arith.muli %k, %c16 : index
  %s = mem.alloc : !mem.buffer<288x96xf16, #mem.swizzle<64>, shared>
  %x = tile.load %A[%z, %z] {width = 8 : i64} : tensor<48x64xf16, #rows>
  tile.store %x, %s[%at, %z]
}

// Padded rows: 112 elements from one to the next.
// CHECK-LABEL: simt.kernel @padded
// CHECK-DAG: %[[PITCH:.*]] = arith.constant 112 : i32
// CHECK-DAG: %[[COPY:.*]] = arith.constant 1792 : i32
// CHECK: arith.muli %{{.*}}, %[[PITCH]] : i32
// CHECK: %[[BASE:.*]] = arith.addi
// CHECK: mem.store %{{.*}}, %{{.*}}[%{{.*}}] : !mem.buffer<5376xf16, shared>, vector<8xf16>
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %[[COPY]] : i32
// CHECK: mem.store %{{.*}}, %{{.*}}[%[[NEXT]]] : !mem.buffer<5376xf16, shared>, vector<8xf16>
tile.kernel @padded(%A: memref<96x96xf16>) warps(4) grid(%b = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<48x96xf16, #mem.padded<32>, shared>
  %x = tile.load %A[%z, %z] {width = 8 : i64} : tensor<48x64xf16, #rows>
  tile.store %x, %s[%z, %z]
}
