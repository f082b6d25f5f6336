// RUN: tile-compile %s --pass-pipeline= --arch=sm_80 -o - | FileCheck %s
// RUN: %if ptxas %{ tile-compile %s --pass-pipeline= --arch=sm_80 --emit=cubin -o %t.cubin %}
// RUN: tile-run %s --pass-pipeline= --device=cpu --level=thread --arg=rows=3 --dim=M=32 --dim=K=8 --init=index --print=C | FileCheck %s --check-prefix=VALUES
// A copy of all its bytes or of none says so by a predicate, which PTX 7.5 has: ptxas would compare a size with zero.

// CHECK: .version 7.5
// CHECK: cp.async.cg.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 16, %p{{[0-9]+}};

// VALUES: [16, 17, 18, 19, 20, 21, 22, 23], [0, 0, 0, 0, 0, 0, 0, 0]
simt.kernel @rows(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf16>[M, K], %rows: i32) threads(32) shared(512) grid(1) {
  %zero = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xf16, shared>
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %o = arith.muli %t, %c8 : i32
  %in = arith.cmpi slt, %t, %rows : i32
  %size = arith.select %in, %c16, %c0 : i32
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 16 read %size : memref<?x?xf16>, !mem.buffer<256xf16, shared>
  mem.async_commit
  mem.async_wait 0
  %x = mem.load %s[%o] : !mem.buffer<256xf16, shared>, vector<8xf16>
  mem.store %x, %C[%i, %zero] : memref<?x?xf16>, vector<8xf16>
  simt.return
}
