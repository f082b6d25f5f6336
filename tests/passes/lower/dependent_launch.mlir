// RUN: tile-opt %s --pass-pipeline='simt.kernel(simt-dependent-launch)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_80},simt.kernel(simt-dependent-launch)' | FileCheck %s --check-prefix=OLDER
// RUN: tile-opt %s --pass-pipeline='simt.kernel(simt-dependent-launch)' --remarks-filter='*dependent-launch' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tile-opt %s --pass-pipeline='simt.kernel(simt-dependent-launch)' | tile-opt --pass-pipeline='simt.kernel(simt-dependent-launch)' | FileCheck %s
//
// A kernel may start before the kernel in front of it has ended, from sm_90 on.
// OLDER-NOT: simt.griddepcontrol launch_dependents

// Indices need not wait.
// CHECK-LABEL: simt.kernel @elements
// CHECK: arith.index_cast
// CHECK-NEXT: simt.griddepcontrol wait
// CHECK-NEXT: simt.griddepcontrol launch_dependents
// CHECK-NEXT: mem.load
// CHECK-NOT: griddepcontrol
simt.kernel @elements(%A: memref<?xf32>[N]) threads(32) grid(1) {
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  // REMARK: [[#@LINE+1]]:8: remark: waits here for the kernels in front [dependent-launch]
  %a = mem.load %A[%i] : memref<?xf32>, f32
  mem.store %a, %A[%i] : memref<?xf32>, f32
  simt.return
}

// Around a loop; others start when it has ended.
// CHECK-LABEL: simt.kernel @loop
// CHECK: simt.griddepcontrol wait
// CHECK-NEXT: scf.for
// CHECK-NOT: griddepcontrol
// CHECK: }
// CHECK-NEXT: simt.griddepcontrol launch_dependents
// CHECK-NEXT: mem.store
simt.kernel @loop(%A: memref<?xf32>[N], %B: memref<1xf32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %a = mem.load %A[%i] : memref<?xf32>, f32
    %t = arith.addf %s, %a : f32
    scf.yield %t : f32
  }
  mem.store %sum, %B[%c0] : memref<1xf32>, f32
  simt.return
}

// Each role waits for itself, behind what it does first; the one that only reads lets nobody start. A
// barrier, shared memory and a hint about a map are no accesses.
// CHECK-LABEL: simt.kernel @roles
// CHECK: mem.prefetch_tensor_map
// CHECK: scf.if
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: simt.setmaxnreg dec 24
// CHECK-NEXT: simt.griddepcontrol wait
// CHECK-NEXT: scf.if
// CHECK-NOT: griddepcontrol
// CHECK: } else {
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: simt.setmaxnreg inc 240
// CHECK-NEXT: simt.griddepcontrol wait
// CHECK-NEXT: scf.for
// CHECK: mem.tma_store
// CHECK: }
// CHECK-NEXT: simt.griddepcontrol launch_dependents
// CHECK-NEXT: mem.bulk_wait 0 read
simt.kernel @roles(%A: memref<?x?xf16>[M, K], %p: i1, %q: i1) threads(384) shared(9216) grid(1) attributes {simt.max_registers = 168 : i64} {
  %n0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<4096xf16, shared>
  %b = mem.alloc {offset = 8192 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
  %n = memref.dim %A, %c0 : memref<?x?xf16>
  mem.prefetch_tensor_map %m : !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
  mem.mbarrier_init %b[%n0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
  scf.if %p {
    simt.barrier
    simt.setmaxnreg dec 24
    scf.if %q {
      scf.for %k = %c0 to %n step %c1 {
        mem.tma_load %m[%n0, %n0] to %s[%n0] signal %b[%n0] : !mem.tensor_map<64x64xf16, #mem.swizzle<128>>, !mem.buffer<4096xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
      }
    }
  } else {
    simt.barrier
    simt.setmaxnreg inc 240
    scf.for %k = %c0 to %n step %c1 {
      mem.tma_store %s[%n0] to %m[%n0, %n0] : !mem.buffer<4096xf16, shared>, !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
    }
    mem.bulk_wait 0 read
  }
  simt.return
}

// What stands behind a condition has to wait, too: so all wait in front of it.
// CHECK-LABEL: simt.kernel @behind
// CHECK: simt.griddepcontrol wait
// CHECK-NEXT: simt.griddepcontrol launch_dependents
// CHECK-NEXT: scf.if
// CHECK-NOT: griddepcontrol
simt.kernel @behind(%A: memref<1xf32>, %p: i1, %x: f32) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  scf.if %p {
    mem.store %x, %A[%c0] : memref<1xf32>, f32
  } else {
    simt.barrier
  }
  mem.store %x, %A[%c0] : memref<1xf32>, f32
  simt.return
}

// A path without an access waits, so that whoever waits for this kernel has waited for those in front.
// CHECK-LABEL: simt.kernel @idle
// CHECK: scf.if
// CHECK-NEXT: simt.griddepcontrol wait
// CHECK-NEXT: simt.griddepcontrol launch_dependents
// CHECK-NEXT: mem.store
// CHECK: else
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: simt.griddepcontrol wait
// CHECK-NEXT: }
simt.kernel @idle(%A: memref<1xf32>, %p: i1, %x: f32) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  scf.if %p {
    mem.store %x, %A[%c0] : memref<1xf32>, f32
  } else {
    simt.barrier
  }
  simt.return
}

// Who does not go in has waited, too.
// CHECK-LABEL: simt.kernel @guarded
// CHECK: simt.griddepcontrol wait
// CHECK-NEXT: simt.griddepcontrol launch_dependents
// CHECK-NEXT: scf.if
// CHECK-NOT: griddepcontrol
simt.kernel @guarded(%A: memref<1xf32>, %p: i1, %x: f32) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  scf.if %p {
    mem.store %x, %A[%c0] : memref<1xf32>, f32
  }
  simt.return
}

// Where control flow is blocks and branches all wait in the first block, wherever accesses are.
// CHECK-LABEL: simt.kernel @blocks
// CHECK: simt.griddepcontrol wait
// CHECK-NEXT: cf.cond_br
// CHECK-NOT: griddepcontrol
simt.kernel @blocks(%A: memref<1xf32>, %p: i1, %x: f32) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  cf.cond_br %p, ^store, ^end
^store:
  mem.store %x, %A[%c0] : memref<1xf32>, f32
  cf.br ^end
^end:
  simt.return
}

// What only reads lets nobody start.
// CHECK-LABEL: simt.kernel @reads
// CHECK: simt.griddepcontrol wait
// CHECK-NEXT: mem.load
// CHECK-NOT: griddepcontrol
simt.kernel @reads(%A: memref<1xf32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %a = mem.load %A[%c0] : memref<1xf32>, f32
  simt.return
}

// A row and weights, with a reduction's barrier: by the read-only path, which a kernel that starts early has not, ptxas
// chooses when which of them is loaded.
// CHECK-LABEL: simt.kernel @weights
// CHECK-NOT: griddepcontrol
// REMARK: [[#@LINE+1]]:1: remark: does not start early: it loads several arrays around barriers, which goes better by the read-only path [missed-dependent-launch]
simt.kernel @weights(%A: memref<?xf32>[N], %W: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(64) grid(1) {
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %a = mem.load %A[%i] : memref<?xf32>, f32
  %w = mem.load %W[%i] : memref<?xf32>, f32
  simt.barrier
  %c = arith.mulf %a, %w : f32
  mem.store %c, %C[%i] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: simt.kernel @wished
// CHECK: simt.griddepcontrol wait
// CHECK-NEXT: simt.griddepcontrol launch_dependents
simt.kernel @wished(%A: memref<?xf32>[N], %W: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(64) grid(1) attributes {simt.dependent_launch = true} {
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %a = mem.load %A[%i] : memref<?xf32>, f32
  simt.barrier
  %w = mem.load %W[%i] : memref<?xf32>, f32
  %c = arith.mulf %a, %w : f32
  mem.store %c, %C[%i] : memref<?xf32>, f32
  simt.return
}

// What the kernel writes does not take that path, and without a barrier behind loads nothing is won.
// CHECK-LABEL: simt.kernel @writes
// CHECK: simt.griddepcontrol wait
simt.kernel @writes(%A: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(64) grid(1) {
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %a = mem.load %A[%i] : memref<?xf32>, f32
  simt.barrier
  %w = mem.load %C[%i] : memref<?xf32>, f32
  %c = arith.mulf %a, %w : f32
  mem.store %c, %C[%i] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: simt.kernel @sum
// CHECK: simt.griddepcontrol wait
simt.kernel @sum(%A: memref<?xf32>[N], %B: memref<?xf32>[N], %C: memref<?xf32>[N]) threads(64) grid(1) {
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  simt.barrier
  %a = mem.load %A[%i] : memref<?xf32>, f32
  %b = mem.load %B[%i] : memref<?xf32>, f32
  %c = arith.addf %a, %b : f32
  mem.store %c, %C[%i] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: simt.kernel @no_access
// CHECK-NOT: griddepcontrol
simt.kernel @no_access() threads(32) grid(1) {
  simt.barrier
  simt.return
}

// CHECK-LABEL: simt.kernel @unwished
// CHECK-NOT: griddepcontrol
simt.kernel @unwished(%A: memref<1xf32>, %x: f32) threads(32) grid(1) attributes {simt.dependent_launch = false} {
  %c0 = arith.constant 0 : index
  mem.store %x, %A[%c0] : memref<1xf32>, f32
  simt.return
}

// Whoever wrote one knows where.
// CHECK-LABEL: simt.kernel @own
// CHECK-NEXT: simt.griddepcontrol wait
// CHECK-NOT: griddepcontrol
// CHECK: simt.return
simt.kernel @own(%A: memref<1xf32>, %x: f32) threads(32) grid(1) {
  simt.griddepcontrol wait
  %c0 = arith.constant 0 : index
  mem.store %x, %A[%c0] : memref<1xf32>, f32
  simt.return
}
