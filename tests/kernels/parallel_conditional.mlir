// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=17 --dim P=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=17 --dim P=40 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=17 P=40
// SHAPE: N=1 P=9
// SHAPE: N=100 P=3

// An element is stored under a condition of its own, at a place that is computed from what was loaded; else another
// array gets a number, from its end.  Places outside are nothing.
tile.params { BN = 32 : [1, 32, 48], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @conditional(%I: memref<?xi32>[N], %go: i1, %O: memref<?xi32>[P], %R: memref<?xi32>[P]) warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %n = arith.constant $BN : index
  %first = arith.muli %b, %n : index
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %n_of_p = tile.dim P
  tile.parallel (%i) in $BN {
    %at = arith.addi %first, %i : index
    %x = memref.load %I[%at] : memref<?xi32>
    %positive = arith.cmpi sgt, %x, %c0 : i32
    %w = arith.index_cast %at : index to i32
    %does = arith.andi %positive, %go : i1
    scf.if %does {
      %y = arith.addi %w, %x : i32
      memref.store %y, %O[%at] : memref<?xi32>
    } else {
      %negative = arith.cmpi slt, %x, %c0 : i32
      scf.if %negative {
        %back = arith.subi %n_of_p, %at : index
        memref.store %c7, %R[%back] : memref<?xi32>
      }
    }
  }
}
