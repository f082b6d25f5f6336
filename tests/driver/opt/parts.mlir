// Running a part of a pipeline.
// RUN: tile-opt %s --pass-pipeline='cse,func.func(dce,cse),canonicalize,cse' --start-at=dce --stop-after=canonicalize --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=MIDDLE
// RUN: tile-opt %s --pass-pipeline='cse,func.func(dce,cse),canonicalize,cse' --start-at=cse#2 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: tile-opt %s --pass-pipeline='cse,func.func(dce,cse),canonicalize,cse' --start-after=cse#2 --stop-before=cse#3 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: tile-opt %s --pass-pipeline='cse,func.func(dce,cse),canonicalize,cse' --compile-from=dce --compile-to=cse#2 --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: tile-opt %s --cse --canonicalize --start-after=canonicalize | FileCheck %s --check-prefix=NONE
// RUN: not tile-opt %s --cse --start-at=csse 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tile-opt %s --cse --start-at=tile-layout 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tile-opt %s --cse --dce --cse --start-at=cse#3 2>&1 | FileCheck %s --check-prefix=TIMES
// RUN: not tile-opt %s --cse --start-at=cse#x 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not tile-opt %s --cse --dce --start-at=dce --stop-before=cse 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not tile-opt %s --cse --start-at= 2>&1 | FileCheck %s --check-prefix=EMPTY

// EMPTY: error: option '--start-at' needs the name of a pass
// MIDDLE: {{^}}builtin.module(func.func(dce,cse),canonicalize){{$}}
// SECOND: {{^}}builtin.module(func.func(cse),canonicalize,cse){{$}}
// BETWEEN: {{^}}builtin.module(canonicalize){{$}}
// COMPILE: {{^}}builtin.module(func.func(cse)){{$}}
// NONE: arith.addi
// NEAR: <command line>:1:{{[0-9]+}}: error: the pipeline has no pass 'csse'
// NEAR: help: did you mean 'cse'?
// OTHER: error: the pipeline has no pass 'tile-layout'
// OTHER: help: the pipeline is builtin.module(cse)
// TIMES: error: the pipeline has pass 'cse' only 2 times
// NUMBER: error: expected a pass or PASS#NUMBER, got 'cse#x'
// NUMBER: help: cse#2 is the second cse of the pipeline
// ORDER: error: the pipeline would stop at 'cse' before it starts
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
