// The ops that lists of passes run on.
// RUN: not tile-opt %s --pass-pipeline='builtin.module(fun.func(cse))' 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tile-opt %s --pass-pipeline='scf.for(cse)' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: tile-opt %s --pass-pipeline='fun.func(cse)' --allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %s --pass-pipeline='func.func(cse)' -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: tile-opt %s --pass-pipeline='builtin.module(builtin.module(func.func(cse)))' 2>&1 | FileCheck %s --check-prefix=REACHED
// RUN: tile-opt %s --pass-pipeline='any(any(cse))' 2>&1 | FileCheck %s --check-prefix=REACHED
// RUN: tile-opt %s --pass-pipeline='any(any(any(any(cse))))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOODEEP

// TOODEEP: warning: pass 'cse' ran on 0 ops: 3 isolated ops stand elsewhere, the first here
// NEAR: <command line>:1:{{[0-9]+}}: error: no op is named 'fun.func'
// NEAR: help: did you mean 'func.func'?
// OPEN: error: 'scf.for' is not isolated from above: no pass runs on it alone
// OPEN: help: passes run on builtin.module, func.func, {{.*}}or 'any' of them
// NONE: warning: pass 'cse' ran on 0 ops: there is no 'fun.func' here
// DEEP: anchors.mlir:[[#@LINE+8]]:3: warning: pass 'cse' ran on 0 ops: 2 'func.func' stand elsewhere, the first here
// DEEP: help: write builtin.module(builtin.module(func.func(cse))) to reach it
// REACHED-NOT: warning
// REACHED: arith.addf
// REACHED-NOT: arith.addf
// REACHED: return
module {
module @inner {
  func.func @f(%a: f32) -> f32 {
    %x = arith.addf %a, %a : f32
    %y = arith.addf %a, %a : f32
    %z = arith.mulf %x, %y : f32
    return %z : f32
  }
  func.func @g() { return }
}
}
