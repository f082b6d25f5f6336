// RUN: tile-reduce %s --only=ops --test='grep -q "divsi %%x, %%y"' 2>/dev/null | FileCheck %s
// RUN: tile-reduce %s --only=dead-ops --test='grep -q divsi' 2>/dev/null | FileCheck %s --check-prefix=DEAD

// What the erased ops gave becomes arguments of the function: %x and %y stay, their ops do not.
// CHECK:      func.func @f(%a: i32, %p: memref<4xi32>, %y: i32, %x: i32) -> i32
// CHECK-NEXT: divsi %x, %y
// CHECK-NEXT: return

// DEAD-NOT: arith.xori
// DEAD:     arith.divsi
// DEAD-NOT: arith.xori
func.func @f(%a: i32, %p: memref<4xi32>) -> i32 {
  %c = arith.constant 5 : i32
  %x = arith.addi %a, %c : i32
  %y = arith.muli %x, %x : i32
  %d = arith.divsi %x, %y : i32
  %u = arith.xori %d, %c : i32
  %z = arith.subi %d, %y : i32
  return %z : i32
}
