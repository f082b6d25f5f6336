// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim P=150 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim P=150 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim P=150 --param WARPS=1 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim P=150 --param N=24 --param WARPS=8 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: P=150

// Loops of single elements access buffers whose bytes were another one's, or a scan's: the barrier in between stands in
// front of them, where all threads still are.
tile.params { N = 128 : [1, 24, 128, 192], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @reuse(%A: memref<?xi32>[P], %B: memref<?xi32>[P]) warps($WARPS) grid(%i = ceildiv(P, $N)) {
  %x = tile.load %A[%i * $N] : tensor<$Nxi32>
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i32
  %n = arith.constant $N : index
  %s = tile.scan arith.addi %x axis 0 reverse
  %buf = mem.alloc : !mem.buffer<$Nxi32, shared>
  tile.parallel %s (%q, %e) in $N {
    scf.for %j = %c0 to %q step %c1 {
      %t = arith.index_cast %j : index to i32
      mem.store %t, %buf[%q] : !mem.buffer<$Nxi32, shared>, i32
    }
    %is0 = arith.cmpi eq, %q, %c0 : index
    scf.if %is0 { scf.for %j = %c0 to %c3 step %c1 { mem.store %e, %buf[%q] : !mem.buffer<$Nxi32, shared>, i32 } }
  }
  %m = tile.map %x (%q, %e) : tensor<$Nxi32> {
    %v = scf.for %j = %c0 to %q step %c1 iter_args(%t = %e) -> i32 {
      %l = mem.load %buf[%j] : !mem.buffer<$Nxi32, shared>, i32
      %t2 = arith.addi %t, %l : i32
      scf.yield %t2 : i32
    }
    tile.yield %v
  }
  %sum = tile.scan arith.xori %m axis 0 exclusive(%z)
  %buf2 = mem.alloc : !mem.buffer<$Nxi32, shared>
  tile.parallel %sum (%q, %e) in $N {
    %to = arith.subi %n, %q : index
    %to1 = arith.subi %to, %c1 : index
    scf.for %j = %c0 to %q step %c1 {
      %t = arith.index_cast %j : index to i32
      mem.store %t, %buf2[%to1] : !mem.buffer<$Nxi32, shared>, i32
    }
    %is0 = arith.cmpi eq, %q, %c0 : index
    scf.if %is0 { scf.for %j = %c0 to %c3 step %c1 { mem.store %e, %buf2[%to1] : !mem.buffer<$Nxi32, shared>, i32 } }
  }
  %w = tile.load %buf2[0] : tensor<$Nxi32>
  %mx, %at = tile.argmax %w axis 0
  %ats = tile.broadcast %at : tensor<i32> to tensor<$Nxi32>
  %ww = arith.addi %w, %ats : tensor<$Nxi32>
  tile.store %ww, %B[%i * $N]
}
