// RUN: tile-opt %s --mem2reg | FileCheck %s
// RUN: tile-opt %s --mem2reg --remarks-filter=not-promoted -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tile-opt %s --mem2reg=region-simplify=true | FileCheck %s --check-prefix=SIMPLE
// RUN: tile-opt %s --mem2reg --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// STATS-DAG: 11 slots - slots that became values
// STATS-DAG: 4 args - block arguments made for them

// CHECK-LABEL: func.func @straight(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: %[[S:.*]] = arith.addi %x, %x : i32
// CHECK-NEXT: return %[[S]], %x : i32, i32
func.func @straight(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<i32>
  %n = memref.alloca() : memref<1x1xi32>
  memref.store %x, %m[] : memref<i32>
  %a = memref.load %m[] : memref<i32>
  memref.store %a, %n[%c0, %c0] : memref<1x1xi32>
  %s = arith.addi %a, %x : i32
  memref.store %s, %m[] : memref<i32>
  %b = memref.load %m[] : memref<i32>
  %c = memref.load %n[%c0, %c0] : memref<1x1xi32>
  return %b, %c : i32, i32
}

// Nothing was stored yet.
// CHECK-LABEL: func.func @undefined(
// CHECK-NEXT: %[[P:.*]] = ub.poison : i32
// CHECK-NEXT: return %[[P]] : i32
func.func @undefined(%x: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %a = memref.load %m[] : memref<i32>
  memref.store %x, %m[] : memref<i32>
  return %a : i32
}

// Different values meet where they are wanted, and only there.
// CHECK-LABEL: func.func @branches(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb3(%y : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.br ^bb3(%x : i32)
// CHECK-NEXT: ^bb3(%[[M:.*]]: i32):
// CHECK-NEXT: cf.br ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: return %[[M]] : i32
func.func @branches(%c: i1, %x: i32, %y: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %unwanted = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %y, %m[] : memref<i32>
  memref.store %y, %unwanted[] : memref<i32>
  cf.br ^bb3
^bb2:
  memref.store %x, %unwanted[] : memref<i32>
  cf.br ^bb3
^bb3:
  cf.br ^bb4
^bb4:
  %a = memref.load %m[] : memref<i32>
  return %a : i32
}

// Round a loop, one variable set from the other.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: cf.br ^bb1(%x, %y : i32, i32)
// CHECK-NEXT: ^bb1(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[C:.*]] = arith.cmpi
// CHECK-NEXT: cf.cond_br %[[C]], ^bb1(%[[B]], %[[S]] : i32, i32), ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: return %[[S]] : i32
func.func @loop(%x: i32, %y: i32, %n: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  memref.store %x, %a[] : memref<i32>
  memref.store %y, %b[] : memref<i32>
  cf.br ^bb1
^bb1:
  %0 = memref.load %a[] : memref<i32>
  %1 = memref.load %b[] : memref<i32>
  %2 = arith.addi %0, %1 : i32
  memref.store %1, %a[] : memref<i32>
  memref.store %2, %b[] : memref<i32>
  %more = arith.cmpi slt, %2, %n : i32
  cf.cond_br %more, ^bb1, ^bb2
^bb2:
  %3 = memref.load %b[] : memref<i32>
  return %3 : i32
}

// Memory made in a loop is new each time, so it carries nothing round.
// CHECK-LABEL: func.func @fresh(
// CHECK: ^bb1:
// CHECK-NEXT: %[[P:.*]] = ub.poison : i32
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
func.func @fresh(%c: i1, %x: i32) -> i32 {
  cf.br ^bb1
^bb1:
  %m = memref.alloca() : memref<i32>
  %a = memref.load %m[] : memref<i32>
  memref.store %x, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return %a : i32
}

// Memory whose address is in other memory, once that became a value.
// CHECK-LABEL: func.func @address(
// CHECK-NEXT: return %x : i32
func.func @address(%x: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %p = memref.alloca() : memref<memref<i32>>
  memref.store %x, %m[] : memref<i32>
  memref.store %m, %p[] : memref<memref<i32>>
  %q = memref.load %p[] : memref<memref<i32>>
  %a = memref.load %q[] : memref<i32>
  return %a : i32
}

// More than one element, an address that goes elsewhere, another region.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-3: memref.alloca
// REMARK: remark: %escapes stays in memory: an op that uses it cannot do without [not-promoted]
// REMARK: remark: %inner stays in memory: an op in another region uses it [not-promoted]
func.func @stay(%c: i1, %x: i32) {
  %c0 = arith.constant 0 : index
  %two = memref.alloca() : memref<2xi32>
  %escapes = memref.alloca() : memref<i32>
  %inner = memref.alloca() : memref<i32>
  memref.store %x, %two[%c0] : memref<2xi32>
  memref.store %x, %escapes[] : memref<i32>
  func.call @take(%escapes) : (memref<i32>) -> ()
  scf.if %c {
    memref.store %x, %inner[] : memref<i32>
  }
  return
}
func.func private @take(memref<i32>)

// A block that nothing reaches hands over what is undefined; the option has it erased.
// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT: %[[P:.*]] = ub.poison : i32
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2(%x : i32)
// CHECK: ^bb3:
// CHECK-NEXT: cf.br ^bb2(%[[P]] : i32)
// SIMPLE-LABEL: func.func @unreachable(
// SIMPLE-NOT: ^bb3
// SIMPLE: return
func.func @unreachable(%c: i1, %x: i32, %y: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %y, %m[] : memref<i32>
  cf.br ^bb2
^bb2:
  %a = memref.load %m[] : memref<i32>
  return %a : i32
^bb3:
  cf.br ^bb2
}
