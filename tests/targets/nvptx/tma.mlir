// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o %t.ptx && FileCheck %s --check-prefix=META --input-file=%t.json
// RUN: %if ptxas %{ tile-compile %s --pass-pipeline= --arch=sm_90a --emit=cubin -o %t.cubin %}
// TMA.  A tensor map is a parameter behind the others, used where it lies; coordinates are turned
// round, contiguous dimension first.

// CHECK-LABEL: .entry boxes(
// CHECK: .param .u64 .ptr .global .align 1 boxes_param_0,
// CHECK: .param .align 64 .b8 boxes_param_[[#A:]][128],
// CHECK-NEXT: .param .align 64 .b8 boxes_param_[[#C:]][128],
// CHECK-NEXT: .param .align 64 .b8 boxes_param_[[#T:]][128]
// CHECK-NOT: .local
// CHECK-NOT: prefetch.param
// CHECK: prefetch.tensormap [%rd{{[0-9]+}}];
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tegula_shared], [%rd{{[0-9]+}}, {[[X:%r[0-9]+]], [[Y:%r[0-9]+]]}], [tegula_shared+32768];
// CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [tegula_shared+16384], [%rd{{[0-9]+}}, {[[Y]], [[X]]}], [tegula_shared+32768], %rs{{[0-9]+}};
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd{{[0-9]+}}, {[[X]], [[Y]]}], [tegula_shared];
// CHECK: cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd{{[0-9]+}}, {[[X]], [[Y]]}], [{{.*}}];
// CHECK: cp.async.bulk.commit_group;
// CHECK: cp.async.bulk.wait_group.read 1;
// CHECK: cp.async.bulk.wait_group 0;

// META: "name": "boxes"
// META: {"kind": "scalar", "arg": "y", "type": "i32"},
// META-NEXT: {"kind": "tensor_map", "arg": "A", "element": "f16", "dims": [1, 0], "box": [64, 128], "swizzle": 128, "fill": "zeros"},
// META-NEXT: {"kind": "tensor_map", "arg": "C", "element": "f16", "dims": [1, 0], "box": [64, 128], "swizzle": 128, "fill": "nan"},
// META-NEXT: {"kind": "tensor_map", "arg": "T", "element": "f16", "dims": [0, 1], "box": [64, 128], "swizzle": 128, "fill": "zeros"}]}
simt.kernel @boxes(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf16>[M, K],
                   %T: memref<?x?xf16, strided<[1, ?]>>[K, M], %x: i32, %y: i32)
    threads(32) shared(32776) grid(M) {
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  %c = mem.tensor_map %C nan : memref<?x?xf16> to !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  %t = mem.tensor_map %T : memref<?x?xf16, strided<[1, ?]>> to !mem.tensor_map<64x128xf16, #mem.swizzle<128, column>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<16384xf16, shared>
  %b = mem.alloc {offset = 32768 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %half = arith.constant 8192 : i32
  %mask = arith.constant 3 : i16
  mem.prefetch_tensor_map %m : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  mem.tma_load %m[%y, %x] to %s[%c0] signal %b[%c0] : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>, !mem.buffer<16384xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_load %t[%y, %x] to %s[%half] signal %b[%c0] multicast %mask : !mem.tensor_map<64x128xf16, #mem.swizzle<128, column>>, !mem.buffer<16384xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_store %s[%c0] to %c[%y, %x] : !mem.buffer<16384xf16, shared>, !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  mem.tma_reduce add %s[%half] to %c[%y, %x] : !mem.buffer<16384xf16, shared>, !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  mem.bulk_commit
  mem.bulk_wait 1 read
  mem.bulk_wait 0
  simt.return
}

// Every rank, and every way to combine.
// CHECK-LABEL: .entry ranks(
// CHECK: cp.async.bulk.tensor.1d.shared::cluster.global.tile{{.*}}{%r{{[0-9]+}}}
// CHECK: cp.async.bulk.tensor.3d.shared::cluster.global.tile{{.*}}{%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}
// CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.tile{{.*}}{%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.min.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.max.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.inc.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.dec.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.and.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.or.tile
// CHECK: cp.reduce.async.bulk.tensor.1d.global.shared::cta.xor.tile
simt.kernel @ranks(%A: memref<?xui32>[N], %B: memref<?x8x16xui32>[N, ?, ?],
                   %C: memref<?x4x8x16xui32>[N, ?, ?, ?], %x: i32)
    threads(32) shared(8200) grid(N) {
  %c0 = arith.constant 0 : i32
  %m1 = mem.tensor_map %A : memref<?xui32> to !mem.tensor_map<64xui32>
  %m3 = mem.tensor_map %B : memref<?x8x16xui32> to !mem.tensor_map<2x4x8xui32, #mem.swizzle<32>>
  %m4 = mem.tensor_map %C : memref<?x4x8x16xui32> to !mem.tensor_map<2x2x2x16xui32, #mem.swizzle<64>>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xui32, shared>
  %b = mem.alloc {offset = 8192 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_load %m1[%x] to %s[%c0] signal %b[%c0] : !mem.tensor_map<64xui32>, !mem.buffer<2048xui32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_load %m3[%x, %c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<2x4x8xui32, #mem.swizzle<32>>, !mem.buffer<2048xui32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_load %m4[%x, %c0, %c0, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<2x2x2x16xui32, #mem.swizzle<64>>, !mem.buffer<2048xui32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_reduce add %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce min %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce max %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce inc %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce dec %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce and %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce or %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  mem.tma_reduce xor %s[%c0] to %m1[%x] : !mem.buffer<2048xui32, shared>, !mem.tensor_map<64xui32>
  simt.return
}

// What TMA stores may be read again, so no load goes through the read-only path.
// CHECK-LABEL: .entry read_back(
// CHECK: cp.async.bulk.tensor.1d.global
// CHECK: ld.global.b32
simt.kernel @read_back(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) threads(32) shared(256) grid(N) {
  %c0 = arith.constant 0 : i32
  %i = arith.constant 0 : index
  %m = mem.tensor_map %A : memref<?xf32> to !mem.tensor_map<64xf32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xf32, shared>
  mem.tma_store %s[%c0] to %m[%c0] : !mem.buffer<64xf32, shared>, !mem.tensor_map<64xf32>
  mem.bulk_commit
  mem.bulk_wait 0
  %v = mem.load %A[%i] : memref<?xf32>, f32
  mem.store %v, %B[%i] : memref<?xf32>, f32
  simt.return
}
