// RUN: tile-run %s --device=cpu --level=tile --init=index --print=B --print=H --dim N=6 --dim K=9 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=mem --init=index --print=B --print=H --dim N=6 --dim K=9 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --init=index --print=B --print=H --dim N=6 --dim K=9 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=tile --op-counts --init=index --dim N=6 --dim K=9 | FileCheck %s --check-prefix=COUNTS

// Of 70 elements, which are more than run at once, those outside read zero and store nothing; each is counted once.
// CHECK: %B = [10, 11, 12, 13, 14, 15, 10, 10, 2147483647]
// CHECK: %H = [64, 1, 8]
// COUNTS: tile.parallel 1
tile.kernel @elements(%A: memref<?xi32>[N], %B: memref<?xi32>[K], %H: memref<3xi32>) warps(4) grid(%b = 1) {
  %n = tile.dim N
  %eight = arith.constant 8 : index
  %ten = arith.constant 10 : i32
  %one = arith.constant 1 : i32
  tile.parallel (%i) in 70 {
    %x = memref.load %A[%i] : memref<?xi32>
    %y = tile.compute %x + %ten
    %inside = arith.cmpi slt, %i, %n : index
    %zero = arith.constant 0 : index
    %two = arith.constant 2 : index
    %bin = arith.select %inside, %two, %zero : index
    %old = mem.atomic_rmw addi %one, %H[%bin] relaxed gpu : memref<3xi32>, i32
    %some = arith.cmpi slt, %i, %eight : index
    scf.if %some {
      memref.store %y, %B[%i] : memref<?xi32>
    }
  }
}
