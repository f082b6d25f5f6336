// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout,mem-barriers),tile-to-thread,canonicalize,cse' | FileCheck %s

// Each register's code stands for itself; what does not depend on the element is there once.
// CHECK-LABEL: simt.kernel @collatz
// CHECK: %[[X0:.*]] = vector.extract %{{.*}}[0]
// CHECK: %[[N0:.*]]:2 = scf.while (%v = %[[X0]], %c = %[[ZERO:.*]])
// CHECK: %[[X1:.*]] = vector.extract %{{.*}}[0]
// CHECK: %[[N1:.*]]:2 = scf.while (%v = %[[X1]], %c = %[[ZERO]])
// CHECK: vector.from_elements %[[N0]]#1, %[[N1]]#1 : vector<2xi32>
tile.kernel @collatz(%A: memref<256xi32>, %B: memref<256xi32>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0] : tensor<256xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %y = tile.map %a (%i, %x) : tensor<256xi32> {
    %n:2 = scf.while (%v = %x, %c = %zero) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi ugt, %v, %one : i32
      scf.condition(%go) %v, %c : i32, i32
    } do {
    ^bb0(%v: i32, %c: i32):
      %h = arith.divui %v, %two : i32
      %d = arith.addi %c, %one : i32
      scf.yield %h, %d : i32, i32
    }
    tile.yield %n#1
  }
  tile.store %y, %B[0]
}

// A tile of fewer elements than threads: those that hold copies do nothing. A place outside is none.
// CHECK-LABEL: simt.kernel @few
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : i32
// CHECK: %[[N:.*]] = memref.dim %A, %{{.*}}
// CHECK: scf.if %[[FIRST]] {
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %[[N]] : index
// CHECK: %[[V:.*]] = mem.load %A[%{{.*}}] if %[[IN]] else %{{.*}} : memref<?xi32>, i32
// CHECK: mem.store %[[V]], %A[%{{.*}}] if %[[IN]]
// CHECK: mem.atomic_rmw addi %[[V]], %A[%{{.*}}] relaxed gpu if %[[IN]]
tile.kernel @few(%A: memref<?xi32>[N]) warps(4) grid(%b = 1) {
  %one = arith.constant 1 : index
  tile.parallel (%i) in 16 {
    %k = arith.addi %i, %one : index
    %c = arith.constant true
    scf.while : () -> () {
      %x = memref.load %A[%k] : memref<?xi32>
      memref.store %x, %A[%k] : memref<?xi32>
      %o = mem.atomic_rmw addi %x, %A[%k] relaxed gpu : memref<?xi32>, i32
      %again = arith.trunci %o : i32 to i1
      scf.condition(%again)
    } do {
      scf.yield
    }
  }
}

// What elements write, others may read behind a barrier. A place of a swizzled buffer is computed.
// CHECK-LABEL: simt.kernel @buffer
// CHECK: %[[F:.*]] = mem.flatten
// CHECK: mem.store %{{.*}}, %[[F]][%{{.*}}] : !mem.buffer<4096xf16, shared>
// CHECK: simt.barrier
// CHECK: mem.load %[[F]][%{{.*}}] : !mem.buffer<4096xf16, shared>
tile.kernel @buffer(%A: memref<64x64xf16>) warps(4) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %a = tile.load %A[0, 0] : tensor<64x64xf16>
  tile.parallel %a (%i, %j, %x) in 64x64 {
    mem.store %x, %s[%i, %j] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, f16
  }
  tile.parallel (%i, %j) in 64x64 {
    %x = mem.load %s[%j, %i] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, f16
    memref.store %x, %A[%i, %j] : memref<64x64xf16>
  }
}
