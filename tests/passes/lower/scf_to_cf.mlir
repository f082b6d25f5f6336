// RUN: tile-opt %s --convert-scf-to-cf | FileCheck %s

// CHECK-LABEL: func.func @loop
// CHECK: cf.br ^[[head:.*]](%lb, %x : index, f32)
// CHECK: ^[[head]](%[[i:.*]]: index, %[[a:.*]]: f32):
// CHECK: %[[more:.*]] = arith.cmpi slt, %[[i]], %ub
// CHECK: cf.cond_br %[[more]], ^[[body:.*]], ^[[next:.*]]
// CHECK: ^[[body]]:
// CHECK: %[[s:.*]] = arith.addf %[[a]], %[[a]]
// CHECK: %[[j:.*]] = arith.addi %[[i]], %step
// CHECK: cf.br ^[[head]](%[[j]], %[[s]] : index, f32)
// CHECK: ^[[next]]:
// CHECK: return %[[a]]
func.func @loop(%lb: index, %ub: index, %step: index, %x: f32) -> f32 {
  %r = scf.for %i = %lb to %ub step %step iter_args(%a = %x) -> (f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @choice
// CHECK: cf.cond_br %c, ^[[then:.*]], ^[[else:.*]]
// CHECK: ^[[then]]:
// CHECK: cf.br ^[[next:.*]](%x : f32)
// CHECK: ^[[else]]:
// CHECK: cf.br ^[[next]](%y : f32)
// CHECK: ^[[next]](%[[r:.*]]: f32):
// CHECK: return %[[r]]
func.func @choice(%c: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %r : f32
}

// Nested: no scf op is left.

// CHECK-LABEL: func.func @nested
// CHECK-NOT: scf.
// CHECK: return
func.func @nested(%n: index, %c: i1, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> (i32) {
      scf.if %c {
        func.call @nothing() : () -> ()
      }
      %t = arith.addi %b, %b : i32
      scf.yield %t : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
func.func private @nothing()
