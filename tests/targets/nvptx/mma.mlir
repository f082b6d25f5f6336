// RUN: tile-compile %s --pass-pipeline= --arch=sm_80 -o - | FileCheck %s
// A tensor-core product from shared memory: 32-bit shared addresses with immediates, fragments that
// stay in their registers from ldmatrix to mma.

// CHECK: .extern .shared .align 1024 .b8 tegula_shared[];
// CHECK: .entry product__v0
// CHECK: st.shared.v4.b32
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16 {[[A0:%r[0-9]+]], [[A1:%r[0-9]+]], [[A2:%r[0-9]+]], [[A3:%r[0-9]+]]}, [%r{{[0-9]+}}];
// CHECK: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {[[B0:%r[0-9]+]], [[B1:%r[0-9]+]]}, [%r{{[0-9]+}}{{.*}}];
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-NEXT: {{{.*}}},
// CHECK-NEXT: {[[A0]],{{ *}}[[A1]],{{ *}}[[A2]],{{ *}}[[A3]]},
// CHECK-NEXT: {[[B0]],{{ *}}[[B1]]},
simt.kernel @product__v0(%A: memref<?xf16>[N], %C: memref<?xf32>[N]) threads(32) shared(1536)
    version("product", 0) grid(N) {
  %c8 = arith.constant 8 : i32
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<512xf16, shared>
  %b = mem.alloc {offset = 1024 : i64} : !mem.buffer<256xf16, shared>
  %t = simt.lane_id : i32
  %o = arith.muli %t, %c8 : i32
  %i = arith.index_cast %o : i32 to index
  %v = mem.load %A[%i] : memref<?xf16>, vector<8xf16>
  mem.store %v, %a[%o] : !mem.buffer<512xf16, shared>, vector<8xf16>
  mem.store %v, %b[%o] : !mem.buffer<256xf16, shared>, vector<8xf16>
  simt.barrier
  %fa = tc.ldmatrix %a[%o] : !mem.buffer<512xf16, shared>, vector<8xf16>
  %fb = tc.ldmatrix %b[%o] trans : !mem.buffer<256xf16, shared>, vector<4xf16>
  %d = tc.mma %fa, %fb, %zero instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf32>
  %ti = arith.index_cast %t : i32 to index
  %j = arith.muli %ti, %c4 : index
  mem.store %d, %C[%j] : memref<?xf32>, vector<4xf32>
  simt.return
}
