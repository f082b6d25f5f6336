// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/mark.c -o %t.so
// RUN: not tile-opt %s --load-plugin=%t.so --test-leak 2>&1 | FileCheck %s

// Text cannot say this, as names end with their function; a pass can do it.
// CHECK: :[[#@LINE+5]]:{{[0-9]+}}: error: 'arith.addi' op operand #0 ('%b') is a value from outside the region
// CHECK: :[[#@LINE+3]]:{{[0-9]+}}: note: 'func.func' is isolated from above
// CHECK: note: pass 'test-leak' left invalid IR behind

func.func @first(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func @second(%b: i32) { return }
