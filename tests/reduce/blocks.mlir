// RUN: tile-reduce %s --only=branches,blocks --test='grep -q muli' 2>/dev/null | FileCheck %s
// RUN: tile-reduce %s --only=exits --test='grep -q muli' 2>/dev/null | FileCheck %s --check-prefix=EXITS
// RUN: tile-reduce %s --only=block-arguments --test='grep -q muli' 2>/dev/null | FileCheck %s --check-prefix=ARGS

// CHECK:      func.func @f(%c: i1, %a: i32) -> i32
// CHECK-NOT:  cf.
// CHECK:      %m = arith.muli %a, %a : i32
// CHECK-NEXT: return %m : i32

// The branches of the two blocks leave; nobody goes to the last block any more.
// EXITS:      cf.cond_br %c, ^bb1(%a : i32), ^bb2
// EXITS:      ^bb1(%x: i32):
// EXITS-NEXT: %m = arith.muli
// EXITS-NEXT: return %m
// EXITS:      ^bb2:
// EXITS-NEXT: %s = arith.addi
// EXITS-NEXT: return %s
// EXITS-NOT:  ^bb3

// ARGS:     cf.cond_br %c, ^bb1, ^bb2
// ARGS:   ^bb1:
// ARGS:     arith.muli %a, %a
// ARGS:   ^bb3:
// ARGS:     return %a
func.func @f(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  %m = arith.muli %x, %x : i32
  cf.cond_br %c, ^bb1(%m : i32), ^bb3(%m : i32)
^bb2:
  %s = arith.addi %a, %a : i32
  cf.br ^bb3(%s : i32)
^bb3(%r: i32):
  return %r : i32
}
