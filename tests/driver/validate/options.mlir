// Settings of --validate-each.

// RUN: tile-opt %s --validate-each=seed:7,sizes:2,steps:1000 --cse -o /dev/null
// RUN: not tile-opt %s --validate-each=sizes:0 --cse 2>&1 | FileCheck %s
// RUN: not tile-opt %s --validate-each=seed:1,size:2 --cse 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: tile-opt %s --validate-each=seed:2 --generate-reproducer=%t.mlir --cse -o /dev/null
// RUN: FileCheck %s --check-prefix=REPRODUCER < %t.mlir
// RUN: tile-opt %t.mlir --run-reproducer | FileCheck %s --check-prefix=AGAIN

// CHECK: <command line>:1:{{[0-9]+}}: error: expected seed:N, sizes:N or steps:N, got 'sizes:0'
// CHECK: help: --validate-each=seed:3,sizes:8 executes everything for eight sizes
// NAME: error: expected seed:N, sizes:N or steps:N, got 'size:2'
// REPRODUCER: validate_each: "seed:2,sizes:6,steps:100000000"
// AGAIN: func.func @f
func.func @f(%x: i32) -> i32 {
  return %x : i32
}
