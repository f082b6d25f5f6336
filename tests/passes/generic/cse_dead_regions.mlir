// An op whose regions have several blocks is as dead as what is in them.
// RUN: tile-opt %s --cse | FileCheck %s
// CHECK-LABEL: @pure(
// CHECK-NEXT: return
func.func @pure(%c: i1, %x: i32) {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %y = arith.addi %x, %x : i32
    cf.br ^bb2
  ^bb2:
    scf.yield %x : i32
  }
  return
}

// CHECK-LABEL: @stores(
// CHECK: memref.store
func.func @stores(%c: i1, %x: i32, %m: memref<i32>) {
  scf.execute_region {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    memref.store %x, %m[] : memref<i32>
    cf.br ^bb2
  ^bb2:
    scf.yield
  }
  return
}
