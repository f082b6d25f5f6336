// RUN: tile-opt %s --print-op-stats --allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// RUN: tile-opt %s --print-op-stats=json=true --allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON --strict-whitespace

//      CHECK:Operations encountered:
// CHECK-NEXT:-----------------------
// CHECK-NEXT:    arith.addi   , 2
// CHECK-NEXT:  builtin.module , 1
// CHECK-NEXT:     func.func   , 2
// CHECK-NEXT:     func.return , 2
// CHECK-NEXT:          unreal , 1

//      JSON:{
// JSON-NEXT:  "arith.addi" : 2,
// JSON-NEXT:  "builtin.module" : 1,
// JSON-NEXT:  "func.func" : 2,
// JSON-NEXT:  "func.return" : 2,
// JSON-NEXT:  "unreal" : 1
// JSON-NEXT:}
func.func @f(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %0, %x : i32
  return %1 : i32
}
func.func @g() {
  "unreal"() : () -> ()
  return
}
