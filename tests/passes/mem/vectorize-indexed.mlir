// RUN: tile-opt %s --split-input-file --pass-pipeline='tile.kernel(tile-layout,mem-vectorize)' | FileCheck %s

// An index that is a coordinate plus what a row has in common runs through memory; the rest of the place may be
// anything that a row has in common.

// CHECK-LABEL: tile.kernel @rows
tile.kernel @rows(%A: memref<?x?xf16>[M, N], %R: memref<?xi32>[K], %B: memref<64x64xf16>) warps(2) grid(%i = 4, %j = 4)
    assume(N mod 8 == 0, A.address mod 16 == 0) {
  %r = tile.load %R[%i * 64] : tensor<64xi32>
  %r1 = tile.expand_dims %r axis 1 : tensor<64xi32> to tensor<64x1xi32>
  %rows = tile.broadcast %r1 : tensor<64x1xi32> to tensor<64x64xi32>
  %c64 = arith.constant 64 : index
  %left = arith.muli %j, %c64 : index
  %f = tile.splat %left : index to tensor<64xindex>
  %n = tile.iota axis 0 : tensor<64xindex>
  %c = arith.addi %f, %n : tensor<64xindex>
  %columns = tile.broadcast %c : tensor<64xindex> to tensor<64x64xindex>
  // CHECK: tile.gather %A[%{{.*}}, %{{.*}}] {width = 8 : i64}
  %x = tile.gather %A[%rows, %columns] : tensor<64x64xf16>
  // CHECK: tile.scatter %{{.*}}, %A[%{{.*}}, %{{.*}}] {width = 8 : i64}
  tile.scatter %x, %A[%rows, %columns]
}

// -----

// CHECK-LABEL: tile.kernel @others
tile.kernel @others(%A: memref<?x?xf16>[M, N], %R: memref<?xi32>[K]) warps(2) grid(%i = 4)
    assume(N mod 8 == 0, A.address mod 16 == 0) {
  %r = tile.load %R[%i * 64] : tensor<64xi32>
  %r1 = tile.expand_dims %r axis 1 : tensor<64xi32> to tensor<64x1xi32>
  %rows = tile.broadcast %r1 : tensor<64x1xi32> to tensor<64x64xi32>
  // The offset of a row only has to be a multiple: this is one of 4.
  %four = arith.constant dense<4> : tensor<64x1xi32>
  %o = arith.muli %r1, %four : tensor<64x1xi32>
  %o2 = tile.broadcast %o : tensor<64x1xi32> to tensor<64x64xi32>
  %k = tile.iota axis 1 : tensor<64x64xi32>
  %skewed = arith.addi %k, %o2 : tensor<64x64xi32>
  // CHECK: tile.gather %A[%{{.*}}, %{{.*}}] {width = 4 : i64}
  %y = tile.gather %A[%rows, %skewed] : tensor<64x64xf16>
  // Other rows along the row, other directions, odd beginnings: one by one.
  // CHECK: tile.gather %A[%{{.*}}, %{{.*}}] {width = 1 : i64}
  %z = tile.gather %A[%k, %k] : tensor<64x64xf16>
  %last = arith.constant dense<63> : tensor<64x64xi32>
  %back = arith.subi %last, %k : tensor<64x64xi32>
  // CHECK: tile.gather %A[%{{.*}}, %{{.*}}] {width = 1 : i64}
  %w = tile.gather %A[%rows, %back] : tensor<64x64xf16>
  %odd = arith.addi %k, %last : tensor<64x64xi32>
  // CHECK: tile.gather %A[%{{.*}}, %{{.*}}] {width = 1 : i64}
  %v = tile.gather %A[%rows, %odd] : tensor<64x64xf16>
}

// -----

// A mask that changes at a multiple of eight leaves accesses whole; one that may change anywhere, or an extent
// of which only less is known, cuts them.

// CHECK-LABEL: tile.kernel @masks
tile.kernel @masks(%A: memref<?xf32>[N], %B: memref<?xf32>[P], %m: index) warps(2) grid(%i = 4)
    assume(N mod 8 == 0, A.address mod 16 == 0, B.address mod 16 == 0, P mod 2 == 0) {
  %n = tile.dim N
  %k = tile.iota axis 0 : tensor<256xindex>
  %ns = tile.splat %n : index to tensor<256xindex>
  %ms = tile.splat %m : index to tensor<256xindex>
  // CHECK: tile.gather %A[%{{.*}}] mask(%{{.*}}) {width = 4 : i64}
  %below = arith.cmpi slt, %k, %ns : tensor<256xindex>
  %x0 = tile.gather %A[%k] mask(%below) : tensor<256xf32>
  // CHECK: tile.gather %A[%{{.*}}] mask(%{{.*}}) {width = 4 : i64}
  %above = arith.cmpi ule, %ns, %k : tensor<256xindex>
  %x1 = tile.gather %A[%k] mask(%above) : tensor<256xf32>
  // CHECK: tile.gather %A[%{{.*}}] mask(%{{.*}}) {edge = 1 : i64, width = 4 : i64}
  %upto = arith.cmpi sle, %k, %ns : tensor<256xindex>
  %x2 = tile.gather %A[%k] mask(%upto) : tensor<256xf32>
  // CHECK: tile.scatter %{{.*}}, %A[%{{.*}}] mask(%{{.*}}) {edge = 1 : i64, width = 4 : i64}
  %any = arith.cmpi slt, %k, %ms : tensor<256xindex>
  tile.scatter %x0, %A[%k] mask(%any)
  // CHECK: tile.gather %B[%{{.*}}] {edge = 2 : i64, width = 4 : i64}
  %x3 = tile.gather %B[%k] : tensor<256xf32>
}

// -----

// Floats are added several at a time; other numbers, and floats of 64 bits, one by one.

// CHECK-LABEL: tile.kernel @sums
tile.kernel @sums(%A: memref<256xf32>, %H: memref<?xf16>[N], %D: memref<256xf64>, %I: memref<256xi32>) warps(1) grid(%i = 1)
    assume(A.address mod 16 == 0, H.address mod 16 == 0, D.address mod 16 == 0, I.address mod 16 == 0) {
  %f = arith.constant dense<1.0> : tensor<256xf32>
  %h = arith.constant dense<1.0> : tensor<256xf16>
  %d = arith.constant dense<1.0> : tensor<256xf64>
  %n = arith.constant dense<1> : tensor<256xi32>
  // CHECK: tile.atomic_rmw addf %{{.*}}, %A[%{{.*}}] {width = 4 : i64}
  %0 = tile.atomic_rmw addf %f, %A[0]
  // CHECK: tile.atomic_rmw addf %{{.*}}, %H[%{{.*}}] {edge = 1 : i64, width = 8 : i64}
  %1 = tile.atomic_rmw addf %h, %H[0]
  // CHECK: tile.atomic_rmw addf %{{.*}}, %D[%{{[^]]*}}]{{$}}
  %2 = tile.atomic_rmw addf %d, %D[0]
  // CHECK: tile.atomic_rmw addi %{{.*}}, %I[%{{[^]]*}}]{{$}}
  %3 = tile.atomic_rmw addi %n, %I[0]
}
