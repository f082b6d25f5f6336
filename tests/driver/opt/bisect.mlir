// Steps of work are numbered alike on every run; those behind the limit are left out.
// RUN: tile-opt %s --pass-pipeline='any(cse,canonicalize)' --bisect-limit=-1 -o %t 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=OUT < %t
// RUN: tile-opt %s --pass-pipeline='any(cse,canonicalize)' --bisect-limit=3 -o %t 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: FileCheck %s --check-prefix=HALF < %t
// RUN: tile-opt %s --pass-pipeline='any(cse,canonicalize)' --bisect-limit=0 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tile-opt %s --cse --bisect-limit=many 2>&1 | FileCheck %s --check-prefix=NUMBER

// ALL: {{^}}BISECT: running pass (1) cse on @f{{$}}
// ALL-NEXT: {{^}}BISECT: running pass (2) canonicalize on @f{{$}}
// ALL-NEXT: {{^}}BISECT: running pass (5) cse on @g{{$}}
// ALL-NEXT: {{^}}BISECT: running pass (6) canonicalize on @g{{$}}
// ALL-NEXT: {{^}}BISECT: 8 steps in all{{$}}
// OUT: func.func @f(%a: i32) -> i32 {
// OUT-NEXT: return %a
// OUT: func.func @g
// OUT-NEXT: return %b

// THREE: BISECT: running fold (3) fold on 'arith.addi' at {{.*}}bisect.mlir:[[#@LINE+12]]:8
// THREE-NEXT: BISECT: skipping erase (4) erase-dead on 'arith.constant' at {{.*}}bisect.mlir:[[#@LINE+10]]:8
// THREE-NEXT: BISECT: skipping pass (8) cse on @g
// HALF: func.func @f
// HALF-NEXT: arith.constant
// HALF-NEXT: return %a
// HALF: func.func @g
// HALF: arith.addi
// NOTHING: BISECT: skipping pass (1) cse on @f
// NUMBER: error: option '--bisect-limit' takes a number of steps, got 'many'
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @g(%b: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %b, %0 : i32
  return %1 : i32
}
