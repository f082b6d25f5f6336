// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout,mem-vectorize,mem-async-copy)' --remarks-filter=mem-async-copy --verify-diagnostics -o %t
// RUN: FileCheck %s < %t
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_80},tile.kernel(tile-layout,mem-vectorize,mem-async-copy))' | FileCheck %s --check-prefix=AMPERE
// AMPERE-COUNT-11: tile.async_copy
// AMPERE-NOT: tma

// Copies that TMA could make, and what it takes.

// CHECK-LABEL: tile.kernel @marked
// CHECK: tile.async_copy %A{{.*}} width 8 tma : memref
// CHECK: tile.async_copy %B{{.*}} width 8 tma : memref
// CHECK: tile.async_copy %A{{.*}} width 8 perm [1, 0] tma : memref
// CHECK: tile.async_copy %C{{.*}} width 4 tma : memref
tile.kernel @marked(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N], %C: memref<4x256x64xf32>)
    warps(4) grid(%i = ceildiv(M, 64))
    assume(A.address mod 16 == 0, B.address mod 32 == 0, C.address mod 16 == 0, K mod 8 == 0, B.stride1 mod 8 == 0,
           min(M, min(K, N)) > 0, max(M, max(K, N)) < 1000000, B.stride1 > 0, B.stride1 <= 4096) {
  %s = mem.alloc : !mem.buffer<512x64xf16, #mem.swizzle<64>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128, column>, shared>
  %u = mem.alloc : !mem.buffer<32x64xf32, #mem.swizzle<128>, shared>
  // expected-remark@+1 {{can be copied by TMA: 4 of !mem.tensor_map<256x32xf16, #mem.swizzle<64>> [tma]}}
  %a = tile.load %A[%i * 64, 32] : tensor<512x64xf16>
  tile.store %a, %s[0, 0]
  // expected-remark@+1 {{can be copied by TMA: 1 of !mem.tensor_map<64x64xf16, #mem.swizzle<128, column>> [tma]}}
  %b = tile.load %B[0, %i * 64] : tensor<64x64xf16>
  tile.store %b, %t[0, 0]
  // expected-remark@+1 {{can be copied by TMA: 1 of !mem.tensor_map<64x64xf16, #mem.swizzle<128>> [tma]}}
  %c = tile.load %A[%i * 64, 0] : tensor<64x64xf16>
  %d = tile.trans %c : tensor<64x64xf16> to tensor<64x64xf16>
  tile.store %d, %t[0, 0]
  // expected-remark@+1 {{can be copied by TMA: 2 of !mem.tensor_map<1x32x32xf32, #mem.swizzle<128>> [tma]}}
  %e = tile.load %C[2, %i * 32, 0] : tensor<32x64xf32>
  tile.store %e, %u[0, 0]
}

// What is not known, of each argument the first.

// CHECK-LABEL: tile.kernel @unknown
// CHECK-NOT: tma
tile.kernel @unknown(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[?, 1]>>[K, N], %C: memref<?x?xf16>[M, N],
                     %D: memref<?x64xf16>[?, K64], %E: memref<64x64xf16>, %F: memref<?x?x?xf16>[L, K, N], %x: index)
    warps(4) grid(%i = ceildiv(M, 64))
    assume(A.address mod 16 == 0, B.address mod 16 == 0, C.address mod 16 == 0, D.address mod 16 == 0, E.address mod 8 == 0,
           F.address mod 16 == 0, K mod 8 == 0, N mod 8 == 0, B.stride0 mod 8 == 0, min(K, N) > 0, max(M, max(K, N)) < 4096, L == 7) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  // expected-remark@+1 {{cannot be copied by TMA: it is not known that dimension 0 of %A has 1 to 1073741823 elements [missed-tma]}}
  %a = tile.load %A[%i * 64, 0] : tensor<64x64xf16>
  tile.store %a, %s[0, 0]
  // expected-remark@+1 {{it is not known that stride 0 of %B is 1 to 68719476735 elements}}
  %b = tile.load %B[%i * 64, 0] : tensor<64x64xf16>
  tile.store %b, %s[0, 0]
  // expected-remark@+1 {{dimension 0 of %D has 1 to}}
  %d = tile.load %D[%i * 64, 0] : tensor<64x64xf16>
  tile.store %d, %s[0, 0]
  // expected-remark@+1 {{it is not known that the address of %E is a multiple of 16}}
  %e = tile.load %E[%i * 64, 0] : tensor<64x64xf16>
  tile.store %e, %s[0, 0]
  // expected-remark@+1 {{it is not known that stride 0 of %F is 1 to}}
  %f = tile.load %F[%i, 0, 0] : tensor<64x64xf16>
  tile.store %f, %s[0, 0]
}

// CHECK-LABEL: tile.kernel @place
// CHECK-NOT: tma
tile.kernel @place(%A: memref<256x512xf16>, %x: index) warps(4) grid(%i = 1) assume(A.address mod 16 == 0) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  // expected-remark@+1 {{it is not known that the index along dimension 1 is a multiple of 16 bytes}}
  %a = tile.load %A[%x, %x * 4] : tensor<64x64xf16>
  tile.store %a, %s[0, 0]
  // expected-remark@+1 {{it is not all of its buffer that it fills}}
  %b = tile.load %A[%x, %x * 8] : tensor<64x32xf16>
  tile.store %b, %s[0, 0]
}

// Accesses of 4 bytes by so many threads are worth nothing, but TMA makes none.

// CHECK-LABEL: tile.kernel @narrow
// CHECK: tile.async_copy {{.*}} width 2 tma
// CHECK: tile.load %A
// CHECK: tile.store
tile.kernel @narrow(%A: memref<256x512xf16>, %x: index) warps(16) grid(%i = 1) assume(A.address mod 16 == 0) {
  %s = mem.alloc : !mem.buffer<16x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<16x64xf16, #mem.swizzle<128>, shared>
  // expected-remark@+1 {{can be copied by TMA: 1 of}}
  %a = tile.load %A[0, 0] {tile.layout = #tile.blocked<per_thread = [1, 2], lanes = [1, 32], warps = [16, 1]>} : tensor<16x64xf16>
  tile.store %a, %s[0, 0]
  // expected-remark@+1 {{goes to shared memory through registers: accesses so narrow are quicker that way [missed-async-copy]}}
  %b = tile.load %A[%x, %x * 2] {tile.layout = #tile.blocked<per_thread = [1, 2], lanes = [1, 32], warps = [16, 1]>} : tensor<16x64xf16>
  tile.store %b, %t[0, 0]
}

// What the kernel has written before through an argument that may overlap, TMA would not see; what it writes behind
// the copy is no matter.

// CHECK-LABEL: tile.kernel @before
// CHECK: tile.async_copy %A
// CHECK-NOT: tma
// CHECK: tile.async_copy %B{{.*}} tma
tile.kernel @before(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x64xf16>, %D: memref<64x64xf16>) warps(4) grid(%i = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0, disjoint(B, C)) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %c = tile.load %C[0, 0] : tensor<64x64xf16>
  tile.store %c, %C[0, 0]
  // expected-remark@+1 {{it is not known that what 'tile.store' writes before is other memory (as 'assume(disjoint(A, B))' says)}}
  %a = tile.load %A[0, 0] : tensor<64x64xf16>
  tile.store %a, %s[0, 0]
  %x = tile.load %s[0, 0] : tensor<64x64xf16>
  // expected-remark@+1 {{can be copied by TMA: 1 of}}
  %b = tile.load %B[0, 0] : tensor<64x64xf16>
  tile.store %b, %s[0, 0]
  tile.store %x, %D[0, 0]
}

// What becomes no copy at all.

// CHECK-LABEL: tile.kernel @registers
// CHECK-NOT: tile.async_copy
tile.kernel @registers(%A: memref<64x64xf16>, %B: memref<64x64xi8>, %C: memref<64x64xf16>, %D: memref<64x64xi8>) warps(4) grid(%i = 1)
    assume(A.address mod 16 == 0, B.address mod 16 == 0, C.address mod 16 == 0, D.address mod 16 == 0) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x64xi8, #mem.swizzle<64, column>, shared>
  %one = arith.constant 1.0 : f16
  // expected-remark@+1 {{goes to shared memory through registers: what is outside becomes zero in a copy}}
  %a = tile.load %A[0, 0] pad(%one) : tensor<64x64xf16>
  tile.store %a, %s[0, 0]
  // expected-remark@+1 {{goes to shared memory through registers: what lies together in memory does not in the buffer}}
  %b = tile.load %B[0, 0] : tensor<64x64xi8>
  tile.store %b, %t[0, 0]
  // expected-remark@+1 {{goes to shared memory through registers: it is changed or also used there}}
  %c = tile.load %C[0, 0] : tensor<64x64xf16>
  %n = arith.negf %c : tensor<64x64xf16>
  tile.store %n, %s[0, 0]
}
