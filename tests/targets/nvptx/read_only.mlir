// RUN: tile-compile %s --pass-pipeline= --emit=llvm -o - | FileCheck %s
// Loads take the read-only path where no store to global memory can have come before: not after one
// in the same block, not in a loop that stores, not from a memref the kernel stores to, and not in a
// kernel that starts while others write: ptxas moves such loads ahead of the wait.

// CHECK-LABEL: @before_and_after
// CHECK: ld.global.nc.b32
// CHECK: store i32
// CHECK-NOT: ld.global.nc
// CHECK: load float, ptr addrspace(1)
simt.kernel @before_and_after(%A: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  mem.store %x, %C[%c0] : memref<?xf32>, f32
  %y = mem.load %A[%c0] : memref<?xf32>, f32
  %z = arith.addf %x, %y : f32
  mem.store %z, %C[%c0] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: @loop
// CHECK-NOT: ld.global.nc
// CHECK-LABEL: @in_place
simt.kernel @loop(%A: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  cf.br ^head(%c0 : index)
^head(%i: index):
  %x = mem.load %A[%i] : memref<?xf32>, f32
  mem.store %x, %C[%i] : memref<?xf32>, f32
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %n : index
  cf.cond_br %more, ^head(%j : index), ^done
^done:
  simt.return
}

// CHECK-NOT: ld.global.nc
simt.kernel @in_place(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %y = arith.addf %x, %x : f32
  mem.store %y, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: @waits
// CHECK: griddepcontrol.wait
// CHECK-NOT: ld.global.nc
// CHECK: ld.global.b32
// CHECK-LABEL: @behind
// CHECK: ld.global.nc.b32
simt.kernel @waits(%A: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  simt.griddepcontrol wait
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  mem.store %x, %C[%c0] : memref<?xf32>, f32
  simt.return
}

simt.kernel @behind(%A: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  mem.store %x, %C[%c0] : memref<?xf32>, f32
  simt.return
}
