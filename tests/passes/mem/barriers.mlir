// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-barriers)' | FileCheck %s

// A write then a read of one buffer by different threads: a barrier between.

// CHECK-LABEL: tile.kernel @write_read
// CHECK: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %s
// CHECK-NOT: simt.barrier
tile.kernel @write_read(%A: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  %a = tile.load %A[%i] : tensor<128xf32>
  tile.store %a, %s[%i]
  %x = tile.load %s[%i] : tensor<128xf32>
  tile.store %x, %A[%i]
}

// In a loop the next iteration's write meets this iteration's read as well.

// CHECK-LABEL: tile.kernel @loop
// CHECK: scf.for
// CHECK: tile.load %A
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %s
tile.kernel @loop(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  scf.for %i = %c0 to %c4 step %c1 {
    %a = tile.load %A[%i] : tensor<128xf32>
    tile.store %a, %s[%c0]
    %x = tile.load %s[%c0] : tensor<128xf32>
    tile.store %x, %B[%i]
  }
}

// What only the first iteration needs is in front of the outermost loop, where it is executed once.

// CHECK-LABEL: tile.kernel @before_loops
// CHECK: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: scf.for
// CHECK-NOT: simt.barrier
// CHECK: tile.store %sum
tile.kernel @before_loops(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  %a = tile.load %A[%c0] : tensor<128xf32>
  tile.store %a, %s[%c0]
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %a) -> (tensor<128xf32>) {
    %v = scf.for %j = %c0 to %c4 step %c1 iter_args(%w = %u) -> (tensor<128xf32>) {
      %x = tile.load %s[%c0] : tensor<128xf32>
      %y = arith.addf %w, %x : tensor<128xf32>
      scf.yield %y : tensor<128xf32>
    }
    scf.yield %v : tensor<128xf32>
  }
  tile.store %sum, %B[%c0]
}

// Where an iteration needs one of its own, that one serves the first, too.

// CHECK-LABEL: tile.kernel @in_each_iteration
// CHECK: tile.store
// CHECK-NEXT: scf.for
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.store
tile.kernel @in_each_iteration(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  %a = tile.load %A[%c0] : tensor<128xf32>
  tile.store %a, %s[%c0]
  scf.for %i = %c0 to %c4 step %c1 {
    %x = tile.load %s[%c0] : tensor<128xf32>
    tile.store %x, %s[%c0]
  }
}

// A barrier in front of a loop comes before what the loop does behind: here the inner loop's first store is no longer in
// front of one when the outer loop goes on.

// CHECK-LABEL: tile.kernel @behind_a_spared_one
// CHECK: scf.for
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %N
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %M
// CHECK: simt.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: tile.store
// CHECK-NEXT: tile.store
#rows = #tile.layout<register = [[1, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[2, 0], [4, 0]]>
#halves = #tile.layout<register = [[0, 16]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0]], warp = [[2, 0], [4, 0]]>
tile.kernel @behind_a_spared_one(%M: memref<8x32xf32>, %N: memref<8x32xf32>, %O: memref<8x32xf32>, %n: index) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1.0> : tensor<8x32xf32, #rows>
  scf.for %i = %c0 to %n step %c1 {
    %y = tile.load %N[%c0, %c0] : tensor<8x32xf32, #halves>
    simt.barrier
    %z = tile.load %M[%c0, %c0] : tensor<8x32xf32, #halves>
    %u = arith.addf %y, %z : tensor<8x32xf32, #halves>
    tile.store %u, %O[%c0, %c0]
    scf.for %j = %c0 to %n step %c1 {
      tile.store %x, %N[%c0, %c0]
      tile.store %x, %M[%c0, %c0]
    }
  }
}

// Different buffers do not conflict, nor do two reads.

// CHECK-LABEL: tile.kernel @independent
// CHECK: tile.store %a, %s
// CHECK-NEXT: tile.store %a, %t
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %s
// CHECK-NEXT: tile.load %t
// CHECK-NEXT: arith.addf
tile.kernel @independent(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  %t = mem.alloc : !mem.buffer<128xf32, shared>
  %a = tile.load %A[%i] : tensor<128xf32>
  tile.store %a, %s[%i]
  tile.store %a, %t[%i]
  %x = tile.load %s[%i] : tensor<128xf32>
  %y = tile.load %t[%i] : tensor<128xf32>
  %z = arith.addf %x, %y : tensor<128xf32>
  tile.store %z, %A[%i]
}

// A loop that stores disjoint parts is one access: barriers around it, none inside.

// CHECK-LABEL: tile.kernel @parts
// CHECK: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: scf.for
// CHECK-NEXT: tile.load %A
// CHECK-NEXT: tile.store
// CHECK-NEXT: }
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %s
tile.kernel @parts(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  %z = arith.constant dense<0.0> : tensor<128xf32>
  tile.store %z, %s[%c0]
  scf.for %i = %c0 to %c128 step %c32 {
    %a = tile.load %A[%i] : tensor<32xf32>
    tile.store %a, %s[%i]
  }
  %x = tile.load %s[%c0] : tensor<128xf32>
  tile.store %x, %A[%c0]
}

// Parts that overlap are not.

// CHECK-LABEL: tile.kernel @overlap
// CHECK: scf.for
// CHECK-NEXT: tile.load %A
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.store
tile.kernel @overlap(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  scf.for %i = %c0 to %c96 step %c16 {
    %a = tile.load %A[%i] : tensor<32xf32>
    tile.store %a, %s[%i]
  }
}

// One region of a while stores what the other reads.

// CHECK-LABEL: tile.kernel @while
// CHECK: scf.while
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.store
// CHECK: } do {
// CHECK: simt.barrier
// CHECK-NEXT: tile.load %s
tile.kernel @while(%c: i1) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %t = arith.constant dense<1.0> : tensor<128xf32>
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  scf.while : () -> () {
    tile.store %t, %s[%i]
    scf.condition(%c)
  } do {
    %x = tile.load %s[%i] : tensor<128xf32>
    scf.yield
  }
}

// Global memory: other elements, or copies of them, may be another thread's.

#all = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#single = #tile.layout<register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = []>
#copies = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = []>

// CHECK-LABEL: tile.kernel @same_elements
// CHECK-NOT: simt.barrier
// CHECK: tile.store
// CHECK-NOT: simt.barrier
// CHECK-LABEL: tile.kernel @other_elements
// CHECK: simt.barrier
// CHECK-NEXT: tile.store
// CHECK-LABEL: tile.kernel @copied_elements
// CHECK: simt.barrier
// CHECK-NEXT: tile.store
tile.kernel @same_elements(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i] : tensor<128xf32, #all>
  tile.store %x, %A[%i]
}
tile.kernel @other_elements(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %k = arith.constant 1 : index
  %x = tile.load %A[%i] : tensor<128xf32, #all>
  tile.store %x, %A[%k]
}
tile.kernel @copied_elements(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i] : tensor<64xf32, #copies>
  tile.store %x, %A[%i]
}

// A loop over a matrix in place, by tiles on the grid of their extents: each thread meets its own
// elements again. Not so where an offset may lie between two tiles of the grid, or the layouts differ.

// CHECK-LABEL: tile.kernel @in_place
// CHECK-NOT: simt.barrier
// CHECK-LABEL: tile.kernel @half_a_tile
// CHECK: simt.barrier
// CHECK-NEXT: tile.load
// CHECK-LABEL: tile.kernel @two_layouts
// CHECK: simt.barrier
// CHECK-NEXT: tile.load
tile.kernel @in_place(%A: memref<?x?xf32>[M, N]) warps(1) grid(%b = M) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = tile.dim N
  scf.for %i = %c0 to %n step %c128 {
    %x = tile.load %A[%b, %i] : tensor<128xf32, #all>
    %next = arith.addi %i, %c128 : index
    %y = tile.load %A[%b, %next] : tensor<128xf32, #all>
    %z = arith.addf %x, %y : tensor<128xf32, #all>
    tile.store %z, %A[%b, %i]
  }
}
tile.kernel @half_a_tile(%A: memref<?x?xf32>[M, N]) warps(1) grid(%b = M) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %n = tile.dim N
  scf.for %i = %c0 to %n step %c64 {
    %x = tile.load %A[%b, %i] : tensor<128xf32, #all>
    tile.store %x, %A[%b, %i]
  }
}
tile.kernel @two_layouts(%A: memref<?x?xf32>[M, N]) warps(1) grid(%b = M) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = tile.dim N
  scf.for %i = %c0 to %n step %c128 {
    %x = tile.load %A[%b, %i] : tensor<128xf32, #all>
    %y = tile.convert_layout %x : tensor<128xf32, #all> to tensor<128xf32, #single>
    tile.store %y, %A[%b, %i]
  }
}

// A loop that stores disjoint parts and single elements as well is not one access: what one thread
// writes in it the others read.

// CHECK-LABEL: tile.kernel @parts_and_elements
// CHECK: scf.for
// CHECK-NEXT: tile.load %A
// CHECK-NEXT: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: memref.load
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
tile.kernel @parts_and_elements(%A: memref<?xf32>[N], %S: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %s = mem.alloc : !mem.buffer<256xf32, shared>
  scf.for %i = %c0 to %c256 step %c128 {
    %a = tile.load %A[%i] : tensor<128xf32>
    tile.store %a, %s[%i]
    %x = memref.load %S[%c0] : memref<?xf32>
    memref.store %x, %S[%c128] : memref<?xf32>
  }
}

// CHECK-LABEL: tile.kernel @parts_and_reads
// CHECK: scf.for
// CHECK: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: mem.load %s
tile.kernel @parts_and_reads(%A: memref<?xf32>[N], %S: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %s = mem.alloc : !mem.buffer<256xf32, shared>
  scf.for %i = %c0 to %c256 step %c128 {
    %a = tile.load %A[%i] : tensor<128xf32>
    tile.store %a, %s[%i]
    %x = mem.load %s[%c0] : !mem.buffer<256xf32, shared>, f32
    memref.store %x, %S[%i] : memref<?xf32>
  }
}

// A buffer that is chosen may be either.

// CHECK-LABEL: tile.kernel @chosen
// CHECK: tile.store
// CHECK: simt.barrier
// CHECK-NEXT: tile.load
tile.kernel @chosen(%A: memref<64x64xf16>, %c: i1) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, shared>
  %u = arith.select %c, %s, %t : !mem.buffer<64x64xf16, shared>
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16>
  tile.store %x, %s[%c0, %c0]
  %y = tile.load %u[%c0, %c0] : tensor<64x64xf16>
  tile.store %y, %A[%c0, %c0]
}

// A copy reads until it is waited for: the barrier before that is none for a store to where it reads.

// CHECK-LABEL: tile.kernel @reads_until_waited
// CHECK: tile.async_copy %A
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.async_wait
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.store %{{.*}}, %A
tile.kernel @reads_until_waited(%A: memref<64x64xf16>) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %zero = arith.constant dense<0.0> : tensor<64x64xf16>
  tile.async_copy %A[%c0, %c0] to %s[%c0, %c0] tile tensor<64x64xf16> width 8 : memref<64x64xf16>, !mem.buffer<64x64xf16, shared>
  simt.barrier
  tile.async_wait
  tile.store %zero, %A[%c1, %c0]
}
