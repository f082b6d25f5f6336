// RUN: tile-reduce %s --only=ops --test='grep -q muli' 2>/dev/null | FileCheck %s

// Names of values stay, and so do locations once the text spells one.
// CHECK:      func.func @f(%first: i32 loc("kernel.py":3:1), %second: i32 loc("kernel.py":3:9))
// CHECK-NEXT:   %product = arith.muli %first, %second : i32 loc([[LOC:#.*]])
// CHECK:      [[LOC]] = loc("kernel.py":4:7)
func.func @f(%first: i32 loc("kernel.py":3:1), %second: i32 loc("kernel.py":3:9)) -> i32 {
  %product = arith.muli %first, %second : i32 loc("kernel.py":4:7)
  %sum = arith.addi %product, %first : i32 loc("kernel.py":5:7)
  return %sum : i32 loc("kernel.py":6:3)
}
