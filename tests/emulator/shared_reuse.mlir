// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-barriers),tile-to-thread,canonicalize,cse' --validate-each -o /dev/null
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-barriers),tile-to-thread,canonicalize,cse' --debug-only=shared 2>&1 >%t.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE <%t.mlir

// Bytes of shared memory that pass from one buffer to another, and the barriers in between.  needed_barriers.py leaves
// out each of them: the race detector has to find every one.

#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>
#columns = #tile.blocked<per_thread = [8, 1], lanes = [8, 4], warps = [1, 4], order = [0, 1]>
#spread = #tile.blocked<per_thread = [1, 1], lanes = [1, 32], warps = [4, 1]>
#w1 = #tile.layout<register = [[1], [2], [4], [8], [16], [32]], lane = [[64], [128], [256], [512], [1024]], warp = [[2048], [4096]]>
#w2 = #tile.layout<register = [[64], [128], [256], [512], [1024], [32]], lane = [[1], [2], [4], [8], [16]], warp = [[2048], [4096]]>

#few = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>
#spread8 = #tile.blocked<per_thread = [1, 1], lanes = [1, 32], warps = [4, 1]>

// Two conversions in a row have one place.
// CHECK: 'simt.kernel' has 8192 bytes of shared memory, for 2 buffers of 16384
// CHECK-NEXT: 'mem.alloc' has bytes 0 to 8191, in use from line [[#@LINE+9]] to line [[#@LINE+9]] {{.*}}: scratch of a conversion !mem.buffer<4096xf16, shared>
// CHECK-NEXT: 'mem.alloc' has bytes 0 to 8191, in use from line [[#@LINE+9]] to line [[#@LINE+9]] {{.*}}: scratch of a conversion !mem.buffer<4096xf16, shared>
// CODE-LABEL: simt.kernel @in_a_row
// CODE-COUNT-3: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @in_a_loop
tile.kernel @in_a_row(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #rows>
  %y = tile.convert_layout %x : tensor<64x64xf16, #rows> to tensor<64x64xf16, #columns>
  %z = tile.convert_layout %y : tensor<64x64xf16, #columns> to tensor<64x64xf16, #spread>
  tile.store %z, %B[%c0, %c0]
}

// Each trip waits for the loads of the last one.
// CODE-COUNT-4: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @within_warps
tile.kernel @in_a_loop(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #rows>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> tensor<64x64xf16, #rows> {
    %y = tile.convert_layout %v : tensor<64x64xf16, #rows> to tensor<64x64xf16, #columns>
    %z = tile.convert_layout %y : tensor<64x64xf16, #columns> to tensor<64x64xf16, #rows>
    scf.yield %z : tensor<64x64xf16, #rows>
  }
  tile.store %r, %B[%c0, %c0]
}

// Scratches that warps have parts of need no barrier of the block, also where bytes pass on.
// CODE-NOT: simt.barrier
// CODE-COUNT-4: simt.warp_sync
// CODE-NOT: simt.barrier
// CODE-NOT: simt.warp_sync
// CODE-LABEL: simt.kernel @warps_and_block
tile.kernel @within_warps(%A: memref<?xi8>[N], %B: memref<?xi8>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = tile.load %A[%c0] : tensor<8192xi8, #w1>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> tensor<8192xi8, #w1> {
    %y = tile.convert_layout %v : tensor<8192xi8, #w1> to tensor<8192xi8, #w2>
    %z = tile.convert_layout %y : tensor<8192xi8, #w2> to tensor<8192xi8, #w1>
    scf.yield %z : tensor<8192xi8, #w1>
  }
  tile.store %r, %B[%c0]
}

// From parts of warps to a scratch of the block: a barrier.
// CODE: simt.warp_sync
// CODE-COUNT-2: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @from_a_buffer
#lines = #tile.layout<register = [[1], [2], [4], [8], [16], [32]], lane = [[64], [128], [256], [2048], [4096]], warp = [[512], [1024]]>
tile.kernel @warps_and_block(%A: memref<?xi8>[N], %B: memref<?xi8>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<8192xi8, #w1>
  %y = tile.convert_layout %x : tensor<8192xi8, #w1> to tensor<8192xi8, #w2>
  %z = tile.convert_layout %y : tensor<8192xi8, #w2> to tensor<8192xi8, #lines>
  tile.store %z, %B[%c0]
}

// A buffer's bytes become a scratch after its last load; the other buffer, in use before and after, has bytes of its own.
// CHECK: 'simt.kernel' has 12288 bytes of shared memory, for 3 buffers of 20480
// CHECK-NEXT: {{.*}}has bytes 0 to 8191, in use from line [[#@LINE+15]] to line [[#@LINE+15]] {{.*}}: scratch of a conversion
// CHECK-NEXT: {{.*}}has bytes 0 to 8191, in use from line [[#@LINE+12]] to line [[#@LINE+13]] {{.*}}: buffer !mem.buffer<64x64xf16, shared>
// CHECK-NEXT: {{.*}}has bytes 8192 to 12287, in use from line [[#@LINE+9]] to line [[#@LINE+15]] {{.*}}: buffer !mem.buffer<64x64xi8, shared>
// CODE-COUNT-3: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @in_rounds
tile.kernel @from_a_buffer(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %C: memref<?x?xi8>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %t = mem.alloc : !mem.buffer<64x64xi8, shared>
  %n = tile.load %C[%c0, %c0] : tensor<64x64xi8, #spread>
  tile.store %n, %t[%c0, %c0]
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #rows>
  tile.store %x, %s[%c0, %c0]
  %y = tile.load %s[%c0, %c0] : tensor<64x64xf16, #columns>
  %z = tile.convert_layout %y : tensor<64x64xf16, #columns> to tensor<64x64xf16, #spread>
  tile.store %z, %B[%c0, %c0]
  %m = tile.load %t[%c0, %c0] : tensor<64x64xi8, #rows>
  tile.store %m, %C[%c0, %c0]
}

// 128 KB go through 64 KB twice, as far as the layouts can be split: the second round waits for the loads of the first.
// CODE-SAME: shared(65536)
// CODE-COUNT-3: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @in_branches
#rows32 = #tile.blocked<per_thread = [1, 4], lanes = [1, 32], warps = [8, 1]>
#columns32 = #tile.blocked<per_thread = [4, 1], lanes = [32, 1], warps = [1, 8], order = [0, 1]>
tile.kernel @in_rounds(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps(8) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<256x128xf32, #rows32>
  %y = tile.convert_layout %x : tensor<256x128xf32, #rows32> to tensor<256x128xf32, #columns32>
  tile.store %y, %B[%c0, %c0]
}

// Only one side of a branch is executed; what comes behind waits for both.
// CODE-COUNT-4: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @behind_copies
tile.kernel @in_branches(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 2) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #rows>
  %c = arith.cmpi eq, %b, %c0 : index
  %r = scf.if %c -> tensor<64x64xf16, #columns> {
    %y = tile.convert_layout %x : tensor<64x64xf16, #rows> to tensor<64x64xf16, #columns>
    scf.yield %y : tensor<64x64xf16, #columns>
  } else {
    %d = arith.addf %x, %x : tensor<64x64xf16, #rows>
    %y = tile.convert_layout %d : tensor<64x64xf16, #rows> to tensor<64x64xf16, #columns>
    scf.yield %y : tensor<64x64xf16, #columns>
  }
  %z = tile.convert_layout %r : tensor<64x64xf16, #columns> to tensor<64x64xf16, #rows>
  %o = arith.constant 64 : index
  %at = arith.muli %b, %o : index
  tile.store %z, %B[%at, %c0]
}

// A buffer that asynchronous copies fill in a loop; afterwards its bytes are the scratch.
// CODE: scf.for
// CODE: simt.barrier
// CODE: mem.cp_async
// CODE: mem.async_wait
// CODE: simt.barrier
// CODE: }
// CODE-COUNT-2: simt.barrier
// CODE-NOT: simt.barrier
// CODE-LABEL: simt.kernel @before_copies
// CHECK: 'simt.kernel' has 8192 bytes of shared memory, for 2 buffers of 16384
tile.kernel @behind_copies(%A: memref<256x64xf16>, %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %z = arith.constant dense<0.0> : tensor<64x64xf16, #columns>
  %r = scf.for %i = %c0 to %c256 step %c64 iter_args(%v = %z) -> tensor<64x64xf16, #columns> {
    tile.async_copy %A[%i, %c0] to %s[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 : memref<256x64xf16>, !mem.buffer<64x64xf16, shared>
    tile.async_wait
    %x = tile.load %s[%c0, %c0] : tensor<64x64xf16, #columns>
    %n = arith.addf %v, %x : tensor<64x64xf16, #columns>
    scf.yield %n : tensor<64x64xf16, #columns>
  }
  %o = tile.convert_layout %r : tensor<64x64xf16, #columns> to tensor<64x64xf16, #rows>
  tile.store %o, %B[%c0, %c0]
}

// A copy that only some threads start: the barrier in front of it is for all of them.
// CODE: simt.barrier
// CODE: simt.barrier
// CODE-NOT: simt.barrier
// CODE: mem.cp_async {{.*}} if %
// CODE-NOT: simt.barrier
// CODE: mem.async_wait
// CODE: simt.barrier
// CODE-NOT: simt.barrier
// CODE: simt.return
// CHECK: 'simt.kernel' has 8192 bytes of shared memory, for 2 buffers of 9216
tile.kernel @before_copies(%A: memref<64x64xf16>, %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x64xf16, shared>
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #columns>
  %y = tile.convert_layout %x : tensor<64x64xf16, #columns> to tensor<64x64xf16, #rows>
  tile.store %y, %B[%c0, %c0]
  tile.async_copy %A[%c0, %c0] to %s[%c0, %c0] tile tensor<8x64xf16, #few> width 8 : memref<64x64xf16>, !mem.buffer<8x64xf16, shared>
  tile.async_wait
  %z = tile.load %s[%c0, %c0] : tensor<8x64xf16, #spread8>
  %at = arith.constant 64 : index
  tile.store %z, %B[%at, %c0]
}
