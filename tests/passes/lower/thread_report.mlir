// RUN: tile-opt %s --tile-to-thread | FileCheck %s

// A row of four registers in each of 32 lanes, the second warp a copy.
#row = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0]]>
// Registers with copies, too.
#copies = #tile.layout<register = [[0], [1]], lane = [[2], [4], [8], [16], [32]], warp = [[0]]>

// CHECK-LABEL: @say
tile.kernel @say(%x: f32, %i: i64) warps(2) grid(%b = 4, %c = 2) {
  // The first thread of the first block.
  // CHECK: simt.block_id : i32
  // CHECK: %[[BLOCK:.*]] = simt.block_id : i32
  // CHECK-NEXT: %[[BLOCK0:.*]] = arith.cmpi eq, %[[BLOCK]], %{{.*}} : i32
  // CHECK-NEXT: %[[WHO:.*]] = arith.andi %{{.*}}, %[[BLOCK0]] : i1
  // CHECK-NEXT: scf.if %[[WHO]] {
  // CHECK-NEXT: simt.print "block ({}, {}): x {{[{][{]}}1{{[}][}]}} = {}, {}", %b, %c, %x, %i : index, index, f32, i64
  tile.print "x {1}", %x, %i : f32, i64
  // CHECK: scf.if
  // CHECK-NEXT: simt.print "block ({}, {}): here", %b, %c : index, index
  tile.print "here" all_blocks

  // Each element by the first warp.  A corner leaves registers out that are in it in no thread.
  // CHECK: %[[T:.*]] = vector.broadcast
  %t = tile.splat %x : f32 to tensor<128xf32, #row>
  // CHECK: scf.if
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[AT:.*]], %{{.*}} : i32
  // CHECK: %[[E:.*]] = vector.extract %[[T]][0]
  // CHECK: simt.print "block ({}, {}): t[{}] = {}", %b, %c, %[[AT]], %[[E]] : index, index, i32, f32 if %[[IN]]
  // CHECK: vector.extract %[[T]][1]
  // CHECK: simt.print
  // CHECK-NOT: simt.print
  // CHECK: }
  tile.print "t", %t : tensor<128xf32, #row> corner [2]

  // CHECK: %[[U:.*]] = vector.broadcast
  %u = tile.splat %x : f32 to tensor<64xf32, #copies>
  // CHECK: vector.extract %[[U]][0]
  // CHECK: vector.extract %[[U]][2]
  // CHECK-NOT: vector.extract %[[U]]
  tile.print "u", %u : tensor<64xf32, #copies> all_blocks
}

// CHECK-LABEL: @claim
tile.kernel @claim(%p: i1) warps(2) grid(%b = 4) {
  // CHECK: %[[OTHER:.*]] = arith.xori %{{.*}}, %{{.*}} : i1
  // CHECK: %[[HOLDS:.*]] = arith.ori %p, %[[OTHER]] : i1
  // CHECK: simt.assert %[[HOLDS]], "p {{[{][{][}][}]}}"
  tile.assert %p, "p {}" : i1
  // CHECK: simt.assert %{{.*}}, "also p"
  cf.assert %p, "also p"

  // CHECK: %[[T:.*]] = vector.broadcast %p
  %t = tile.splat %p : i1 to tensor<128xi1, #row>
  // CHECK-COUNT-3: arith.andi
  // CHECK: %[[BAD:.*]] = arith.xori
  // CHECK: %[[SAY:.*]] = arith.andi %[[BAD]], %{{.*}} : i1
  // CHECK: scf.if %[[SAY]] {
  // CHECK-COUNT-4: simt.assert %{{.*}}, "at [{}]: all of t", %{{.*}} : i32
  // CHECK-NEXT: }
  tile.assert %t, "all of t" : tensor<128xi1, #row>
}

// In the code of an element it is that element's thread.
// CHECK-LABEL: @element
tile.kernel @element(%A: memref<128xf32>) warps(1) grid(%b = 1) {
  %x = tile.load %A[0] : tensor<128xf32, #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>>
  // CHECK: %[[P:.*]] = arith.cmpf
  // CHECK-NEXT: simt.assert %[[P]], "positive"
  // CHECK: simt.print "block ({}): i = {}, {}"
  tile.parallel %x (%i, %a) in 128 {
    %zero = arith.constant 0.0 : f32
    %p = arith.cmpf ogt, %a, %zero : f32
    tile.assert %p, "positive" : i1
    tile.print "i", %i, %a : index, f32 all_blocks
  }
}
