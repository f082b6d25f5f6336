// REQUIRES: mlir-opt
// RUN: tile-opt %s --print-debuginfo --number-values --allow-unregistered-dialect > %t.ours
// RUN: mlir-opt-22 %s --mlir-print-debuginfo --allow-unregistered-dialect | grep -v '^$' > %t.mlir
// RUN: diff %t.mlir %t.ours

module {
  func.func @f(%a: i32 loc("aa"), %n: index) -> i32 {
    %x = arith.muli %a, %a : i32 loc(callsite("g" at "h"("k":1:2)))
    %y = arith.muli %a, %x : i32 loc(unknown)
    %z = arith.muli %a, %y : i32 loc("aa")
    scf.for %i = %n to %n step %n {
      "t.op"(%z) : (i32) -> () loc(fused["h", "k":1:2])
    }
    cf.br ^bb1(%y : i32)
  ^bb1(%r: i32):
    return %r : i32 loc("k":1:2)
  }
}
