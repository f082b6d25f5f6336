// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @text
tile.kernel @text(%A: memref<?x?xf32>[M, N], %R: memref<64xi32>, %V: memref<64xf32>) warps(2) grid(%i = ceildiv(M, 64)) {
  %s = mem.alloc : !mem.buffer<16x64xf32, #mem.swizzle<128>, shared>
  %r = tile.load %R[0] : tensor<64xi32>
  %n = tile.iota axis 0 : tensor<64xindex>
  %v = tile.load %V[0] : tensor<64xf32>
  %mask = arith.cmpi sgt, %r, %r : tensor<64xi32>
  %pad = arith.constant 1.0 : f32
  // CHECK: %[[AT:.*]] = arith.addi %{{.*}} : index
  // CHECK-NEXT: %g = tile.gather %A[%r, %[[AT]]] : tensor<64xf32>
  %g = tile.gather %A[%r, %i * 64 + 1] : tensor<64xf32>
  // CHECK-NEXT: %h = tile.gather %A[%n, %r] mask(%mask) pad(%pad) {a.b = 1 : i64} : tensor<64xf32>
  %h = tile.gather %A[%n, %r] mask(%mask) pad(%pad) {a.b = 1 : i64} : tensor<64xf32>
  // CHECK: %k = tile.gather %s[%{{.*}}, %n] pad(%pad) {width = 1 : i64} : tensor<64xf32>
  %k = tile.gather %s[3, %n] pad(%pad) {width = 1 : i64} : tensor<64xf32>
  // CHECK-NEXT: tile.scatter %h, %A[%n, %r]{{$}}
  tile.scatter %h, %A[%n, %r]
  // CHECK-NEXT: tile.scatter %g, %V[%r] mask(%mask) {a.b}
  tile.scatter %g, %V[%r] mask(%mask) {a.b}
  // CHECK-NEXT: %[[OLD:.*]] = tile.atomic_rmw addf %g, %V[%r]{{$}}
  %0 = tile.atomic_rmw addf %g, %V[%r] relaxed gpu
  // CHECK-NEXT: tile.atomic_rmw maxu %r, %R[%n] acq_rel sys mask(%mask) {a.b}
  %1 = tile.atomic_rmw maxu %r, %R[%n] acq_rel sys mask(%mask) {a.b}
  // CHECK: tile.atomic_rmw addf %{{.*}}, %A[%{{.*}}, %{{.*}}] relaxed cta
  %2 = tile.atomic_rmw addf %0, %A[%i, 0] relaxed cta
  // CHECK-NEXT: tile.atomic_cas %r, %{{.*}}, %R[%n] acquire cluster mask(%mask)
  %3 = tile.atomic_cas %r, %1, %R[%n] acquire cluster mask(%mask)
}
