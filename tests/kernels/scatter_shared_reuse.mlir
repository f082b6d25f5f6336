// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim P=150 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim P=150 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim P=150 --param WARPS=4 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: P=150

// Gathers and scatters of buffers whose bytes were a scan's or another buffer's.  Threads whose elements are all in the
// tile go another way than those at its end; barriers stand in front.
tile.params { N = 33 : [1, 33, 96, 128], WARPS = 12 : [1, 4, 8, 12] }
tile.kernel @reuse(%A: memref<?xi32>[P], %B: memref<?xi32>[P]) warps($WARPS) grid(%i = ceildiv(P, $N)) {
  %x = tile.load %A[%i * $N] : tensor<$Nxi32>
  %z = arith.constant 0 : i32
  %seven = arith.constant dense<7> : tensor<$Nxi32>
  %s = tile.scan arith.addi %x axis 0 reverse
  %buf = mem.alloc : !mem.buffer<$Nxi32, shared>
  %all = tile.splat %z : i32 to tensor<$Nxi32>
  %it = tile.iota axis 0 : tensor<$Nxi32>
  %nn = arith.constant dense<$N> : tensor<$Nxi32>
  %at0 = arith.xori %it, %seven : tensor<$Nxi32>
  %okm = arith.cmpi slt, %at0, %nn : tensor<$Nxi32>
  %pos = arith.cmpi sgt, %x, %all : tensor<$Nxi32>
  %mk = arith.andi %okm, %pos : tensor<$Nxi1>
  tile.scatter %s, %buf[%it]
  tile.scatter %x, %buf[%at0] mask(%mk)
  %sc = tile.scan arith.xori %s axis 0 exclusive(%z)
  %g = tile.gather %buf[%at0] mask(%mk) : tensor<$Nxi32>
  %m, %mt = tile.argmax %g axis 0
  %buf2 = mem.alloc : !mem.buffer<$Nxi32, shared>
  tile.scatter %sc, %buf2[%it] mask(%pos)
  tile.scatter %sc, %buf2[%it]
  %l = tile.load %buf2[0] : tensor<$Nxi32>
  %mb = tile.broadcast %mt : tensor<i32> to tensor<$Nxi32>
  %w0 = arith.addi %l, %g : tensor<$Nxi32>
  %w = arith.addi %w0, %mb : tensor<$Nxi32>
  tile.store %w, %B[%i * $N]
}
