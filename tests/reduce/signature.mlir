// RUN: tile-reduce %s --only=arguments,results --test='grep -q tile.load' 2>/dev/null | FileCheck %s

// Callers change with the function; a kernel's names of dimensions go with the argument.
// CHECK:      func.func @callee(%y: i32) {
// CHECK:      func.func @caller(%b: i32) {
// CHECK-NEXT:   call @callee(%b) : (i32) -> ()
// CHECK-NEXT:   return
// CHECK:      tile.kernel @k(%A: memref<?xf32>[N])
func.func @callee(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %y, %y : i32
  return %s : i32
}
func.func @caller(%a: i32, %b: i32) -> (i32, i32) {
  %r = func.call @callee(%a, %b) : (i32, i32) -> i32
  return %r, %r : i32, i32
}
tile.kernel @k(%A: memref<?xf32>[N], %B: memref<?x?xf32>[N, M]) warps(4) grid(%i = ceildiv(N, 128)) {
  %t = tile.load %A[%i * 128] : tensor<128xf32>
}
