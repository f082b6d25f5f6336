// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a --emit=cubin -o %t.cubin
// Atomic accesses: one instruction each, under a predicate without a branch, in every memory.

// CHECK-LABEL: .entry kinds
simt.kernel @kinds(%A: memref<?xi32>[N], %L: memref<?xi64>[M], %F: memref<?xf32>[K], %H: memref<?xf16>[H], %B: memref<?xbf16>[G],
    %D: memref<?xf64>[D], %x: i32, %y: f32, %h: f16, %b: bf16, %d: f64, %l: i64) threads(32) shared(256) cluster(2) grid(2) {
  %i = arith.constant 0 : index
  %j = arith.constant 4 : i32
  %t = simt.lane_id : i32
  %p = arith.cmpi slt, %t, %x : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  // CHECK: atom.relaxed.gpu.global.add.u32
  // CHECK: atom.acquire.sys.global.and.b32
  // CHECK: atom.release.cta.global.max.s32
  // CHECK: atom.acq_rel.cluster.global.min.u32
  // CHECK: @%p{{[0-9]+}} atom.relaxed.gpu.global.exch.b32
  %0 = mem.atomic_rmw addi %x, %A[%i] relaxed gpu : memref<?xi32>, i32
  %1 = mem.atomic_rmw andi %0, %A[%i] acquire sys : memref<?xi32>, i32
  %2 = mem.atomic_rmw maxs %1, %A[%i] release cta : memref<?xi32>, i32
  %3 = mem.atomic_rmw minu %2, %A[%i] acq_rel cluster : memref<?xi32>, i32
  %4 = mem.atomic_rmw assign %3, %A[%i] relaxed gpu if %p : memref<?xi32>, i32
  // CHECK: atom.relaxed.gpu.global.xor.b64
  // CHECK: atom.acq_rel.gpu.global.cas.b64
  %5 = mem.atomic_rmw xori %l, %L[%i] relaxed gpu : memref<?xi64>, i64
  %6 = mem.atomic_cas %5, %l, %L[%i] acq_rel gpu : memref<?xi64>, i64
  // CHECK: atom.relaxed.gpu.global.add.f32
  // CHECK: atom.relaxed.gpu.global.add.noftz.f16
  // CHECK: atom.relaxed.gpu.global.add.noftz.bf16
  // CHECK: atom.relaxed.gpu.global.add.f64
  // CHECK: @%p{{[0-9]+}} atom.relaxed.gpu.global.cas.b32
  %7 = mem.atomic_rmw addf %y, %F[%i] relaxed gpu : memref<?xf32>, f32
  %8 = mem.atomic_rmw addf %h, %H[%i] relaxed gpu : memref<?xf16>, f16
  %9 = mem.atomic_rmw addf %b, %B[%i] relaxed gpu : memref<?xbf16>, bf16
  %10 = mem.atomic_rmw addf %d, %D[%i] relaxed gpu : memref<?xf64>, f64
  %11 = mem.atomic_cas %7, %y, %F[%i] relaxed gpu if %p : memref<?xf32>, f32
  // CHECK: atom.relaxed.cta.shared.or.b32
  // CHECK: mapa.shared::cluster.u32
  // CHECK: atom.relaxed.cluster.shared::cluster.add.u32
  // CHECK: ld.shared::cluster.b32
  // CHECK: @%p{{[0-9]+}} st.shared::cluster.b32
  %12 = mem.atomic_rmw ori %4, %s[%j] relaxed cta : !mem.buffer<64xi32, shared>, i32
  %one = arith.constant 1 : i32
  %m = mem.map_cluster %s, %one : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %13 = mem.atomic_rmw addi %12, %m[%j] relaxed cluster : !mem.buffer<64xi32, cluster>, i32
  %14 = mem.load %m[%t] : !mem.buffer<64xi32, cluster>, i32
  mem.store %14, %m[%j] if %p : !mem.buffer<64xi32, cluster>, i32
  simt.return
}

// What an atomic may have changed is not read through the read-only path.
// CHECK-LABEL: .entry read_only
simt.kernel @read_only(%A: memref<?xi32>[N], %B: memref<?xi32>[N], %x: i32) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %j = arith.constant 1 : index
  // CHECK: ld.global.nc
  // CHECK: atom
  // CHECK-NOT: ld.global.nc
  %0 = mem.load %B[%i] : memref<?xi32>, i32
  %1 = mem.atomic_rmw addi %0, %A[%i] relaxed gpu : memref<?xi32>, i32
  %2 = mem.load %A[%j] : memref<?xi32>, i32
  %3 = mem.load %B[%j] : memref<?xi32>, i32
  %4 = arith.addi %2, %3 : i32
  mem.store %4, %A[%j] : memref<?xi32>, i32
  simt.return
}

// Floats that lie next to each other, in one instruction: without a result a `red`, which has no acquire.
// CHECK-LABEL: .entry vectors
simt.kernel @vectors(%F: memref<?xf32>[N], %H: memref<?xf16>[N], %B: memref<?xbf16>[N]) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %p = arith.constant true
  %f = mem.load %F[%i] : memref<?xf32>, vector<4xf32>
  %h = mem.load %H[%i] : memref<?xf16>, vector<2xf16>
  %b = mem.load %B[%i] : memref<?xbf16>, vector<8xbf16>
  // CHECK: red.relaxed.gpu.global.add.v4.f32 [%rd{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}};
  %0 = mem.atomic_rmw addf %f, %F[%i] relaxed gpu : memref<?xf32>, vector<4xf32>
  // CHECK: atom.acquire.gpu.global.add.v4.f32 {
  %1 = mem.atomic_rmw addf %f, %F[%i] acquire gpu : memref<?xf32>, vector<4xf32>
  // CHECK: @%p{{[0-9]+}} red.release.gpu.global.add.noftz.f16x2 [%rd{{[0-9]+}}], %r{{[0-9]+}};
  %2 = mem.atomic_rmw addf %h, %H[%i] release gpu if %p : memref<?xf16>, vector<2xf16>
  // CHECK: atom.relaxed.gpu.global.add.noftz.f16x2 %r{{[0-9]+}}, [%rd{{[0-9]+}}], %r{{[0-9]+}};
  %3 = mem.atomic_rmw addf %h, %H[%i] relaxed gpu : memref<?xf16>, vector<2xf16>
  mem.store %3, %H[%i] : memref<?xf16>, vector<2xf16>
  // CHECK: @%p{{[0-9]+}} atom.relaxed.gpu.global.add.noftz.v8.bf16 {
  %4 = mem.atomic_rmw addf %b, %B[%i] relaxed gpu if %p : memref<?xbf16>, vector<8xbf16>
  mem.store %4, %B[%i] : memref<?xbf16>, vector<8xbf16>
  simt.return
}
