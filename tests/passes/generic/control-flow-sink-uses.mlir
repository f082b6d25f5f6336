// RUN: tile-opt %s --control-flow-sink | FileCheck %s

// What an op that moves uses twice, and something outside once more, stays.
// CHECK-LABEL: @used_twice
// CHECK-NEXT: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: %[[R:.*]] = scf.if
// CHECK-NEXT: %[[X:.*]] = arith.muli %[[C]], %[[C]] : i32
// CHECK-NEXT: scf.yield %[[X]] : i32
// CHECK: return %[[C]], %[[R]] : i32, i32
func.func @used_twice(%c: i1, %other: i32) -> (i32, i32) {
  %three = arith.constant 3 : i32
  %x = arith.muli %three, %three : i32
  %r = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %other : i32
  }
  return %three, %r : i32, i32
}

// A tensor map stands in the kernel's entry block, whoever uses it.
// CHECK-LABEL: @map
// CHECK: mem.tensor_map
// CHECK: scf.if
simt.kernel @map(%A: memref<64x64xf16>, %go: i1) threads(32) grid(1) {
  %map = mem.tensor_map %A : memref<64x64xf16> to !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
  scf.if %go {
    mem.prefetch_tensor_map %map : !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
  }
  simt.return
}
