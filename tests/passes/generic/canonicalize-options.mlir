// RUN: tile-opt %s --canonicalize=max-iterations=0 --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: tile-opt %s --canonicalize='{max-iterations=3 top-down=false}' | FileCheck %s --check-prefix=OUT
// RUN: tile-opt %s --canonicalize --pass-statistics 2>&1 | FileCheck %s --check-prefix=STATS

// CHECK: builtin.module(canonicalize{max-iterations=0})
// OUT: arith.constant 3 : i32
// OUT-NOT: arith.addi
// STATS: canonicalize
// STATS-NEXT: {{[1-9][0-9]*}} rewrites
func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
