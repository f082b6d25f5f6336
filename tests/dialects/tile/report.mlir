// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize --cse | FileCheck %s --check-prefix=KEPT
// RUN: tile-opt %s --strip-asserts --canonicalize | FileCheck %s --check-prefix=STRIPPED

// CHECK-LABEL: @all
// KEPT-LABEL: @all
// STRIPPED-LABEL: @all
func.func @all(%x: tensor<8x4xf32>, %y: tensor<8x4xi1>, %i: i32, %b: i1, %t: tensor<64xf8E4M3FN>) {
  // CHECK: tile.print "here"
  // KEPT: tile.print "here"
  // KEPT: tile.print "here"
  tile.print "here"
  tile.print "here" all_blocks
  // CHECK: tile.print "x, i", %x, %i : tensor<8x4xf32>, i32 corner [2, 4] all_blocks
  tile.print "x, i", %x, %i : tensor<8x4xf32>, i32 corner [2, 4] all_blocks
  // CHECK: tile.print "t", %t : tensor<64xf8E4M3FN>
  tile.print "t", %t : tensor<64xf8E4M3FN>
  // CHECK: tile.assert %y, "all of y" : tensor<8x4xi1>
  // KEPT: tile.assert %y
  // STRIPPED-NOT: assert
  tile.assert %y, "all of y" : tensor<8x4xi1>
  // CHECK: tile.assert %b, "b" : i1
  tile.assert %b, "b" : i1
  cf.assert %b, "also b"
  // STRIPPED: return
  return
}

// CHECK-LABEL: @threads
func.func @threads(%x: f16, %i: index, %p: i1) {
  // CHECK: simt.print "here"
  simt.print "here"
  // CHECK: simt.print "{{[{][{]}}braces{{[}][}]}} {} and {}", %x, %i : f16, index if %p
  simt.print "{{braces}} {} and {}", %x, %i : f16, index if %p
  // CHECK: simt.assert %p, "p"
  simt.assert %p, "p"
  // CHECK: simt.assert %p, "i is {}", %i : index
  simt.assert %p, "i is {}", %i : index
  return
}
