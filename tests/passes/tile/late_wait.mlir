// RUN: tile-opt %s --pass-pipeline='tile.kernel(tc-late-wait)' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tc-late-wait)' --split-input-file --remarks-filter=tc-late-wait 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tc-late-wait,mem-check-channels)' --split-input-file -o /dev/null

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S2 = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>

// A loop that runs: its first iteration adds to nothing; the slot is released behind the next product.
// CHECK-LABEL: tile.kernel @roles
// CHECK: mem.channel_wait %ch[%[[FIRST:.*]]] :
// CHECK: %[[E:.*]] = tc.dot_async %{{.*}}, %{{.*}} instr
// CHECK-NOT: tc.dot_wait
// CHECK-NOT: mem.channel_release
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]]
// CHECK: %[[ACC:.*]] = tile.pipelined %[[K:.*]] = %[[SECOND]] to %[[N:.*]] iter_args(%[[C:.*]] = %[[E]])
// CHECK: mem.channel_wait %ch[%[[K]]]
// CHECK: %[[D:.*]] = tc.dot_async %{{.*}}, %{{.*}}, %[[C]] instr
// CHECK: tc.dot_wait 1
// CHECK: %[[LAST:.*]] = arith.subi %[[K]]
// CHECK: mem.channel_release %ch[%[[LAST]]]
// CHECK-NOT: mem.channel_release
// CHECK: tile.yield %[[D]]
// CHECK: tc.dot_wait 0, %[[ACC]]
// CHECK: %[[END:.*]] = arith.subi %[[N]]
// CHECK: mem.channel_release %ch[%[[END]]]
// CHECK: role("load")
// WHY: remark: leaves 1 of its 1 products in flight [late-wait]
tile.kernel @roles(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) grid(%i = ceildiv(M, 64)) assume(min(M, K) > 0) {
  %s = mem.alloc : !S2
  %ch = mem.channel mbarrier : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %k0 = tile.dim K
  %n = arith.ceildivsi %k0, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %zero) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !S2
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %f = tc.dot_async %v, %v, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
        %d = tc.dot_wait 0, %f : !F
        mem.channel_release %ch[%k] : !mem.channel<2>
        tile.yield %d
      }
      tile.store %acc, %C[%i * 64, 0]
    }
    role("load") warps(4) {
      tile.pipelined %k = %c0 to %n {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !S2
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        %row = arith.muli %i, %c64 : index
        %col = arith.muli %k, %c64 : index
        tile.async_copy %A[%row, %col] to %v[%c0, %c0] tile tensor<64x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>> width 8 tma into %ch[%k] : memref<?x?xf16>, !S, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
        tile.yield
      }
    }
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S2 = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>

// Where accumulators are no zeros the first product, in front of the loop too, adds to what they are.
// CHECK-LABEL: tile.kernel @adds
// CHECK: %[[X:.*]] = tc.dot_accumulator %init
// CHECK: %[[E:.*]] = tc.dot_async %{{.*}}, %{{.*}}, %[[X]] instr
// CHECK: tile.pipelined %{{.*}} iter_args(%[[C:.*]] = %[[E]])
// CHECK: tc.dot_async %{{.*}}, %{{.*}}, %[[C]] instr
// CHECK-NOT: scf.if
// CHECK: role("load")
// WHY: remark: leaves 1 of its 1 products in flight [late-wait]
tile.kernel @adds(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N]) warps(4) grid(%i = ceildiv(M, 64)) assume(min(M, K) > 0) {
  %s = mem.alloc : !S2
  %ch = mem.channel mbarrier : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %k0 = tile.dim K
  %n = arith.ceildivsi %k0, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %init = arith.constant dense<1.0> : tensor<64x64xf32>
      %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %init) {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !S2
        mem.channel_wait %ch[%k] : !mem.channel<2>
        %f = tc.dot_async %v, %v, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
        %d = tc.dot_wait 0, %f : !F
        mem.channel_release %ch[%k] : !mem.channel<2>
        tile.yield %d
      }
      tile.store %acc, %C[%i * 64, 0]
    }
    role("load") warps(4) {
      tile.pipelined %k = %c0 to %n {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !S2
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        %row = arith.muli %i, %c64 : index
        %col = arith.muli %k, %c64 : index
        tile.async_copy %A[%row, %col] to %v[%c0, %c0] tile tensor<64x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>> width 8 tma into %ch[%k] : memref<?x?xf16>, !S, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
        tile.yield
      }
    }
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>

// Operands that do not change, a loop that may not run, two accumulators, one in two steps.
// CHECK-LABEL: tile.kernel @two
// CHECK: %[[X:.*]] = tc.dot_accumulator %zero : tensor<64x64xf32>
// CHECK: %[[Y:.*]] = tc.dot_accumulator %one : tensor<64x64xf32>
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[C:.*]] = %[[X]], %[[E:.*]] = %[[Y]])
// CHECK: %[[A:.*]] = tc.dot_async %s, %s, %[[C]] instr
// CHECK: %[[B:.*]] = tc.dot_async %s, %s, %[[E]] instr
// CHECK: %[[B2:.*]] = tc.dot_async %s, %s, %[[B]] instr
// CHECK-NOT: tc.dot_wait
// CHECK: scf.yield %[[A]], %[[B2]]
// CHECK: tc.dot_wait 0, %[[R]]#0, %[[R]]#1
// WHY: remark: leaves 3 of its 3 products in flight [late-wait]
tile.kernel @two(%A: memref<64x64xf16>, %C: memref<2x64x64xf32>, %n: index) warps(4) grid(%i = 1) {
  %s = mem.alloc : !S
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x64xf16>
  tile.store %a, %s[%c0, %c0]
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero, %e = %one) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %f = tc.dot_async %s, %s, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %d = tc.dot_wait 0, %f : !F
    %g = tc.dot_async %s, %s, %e instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %h = tc.dot_wait 0, %g : !F
    %g2 = tc.dot_async %s, %s, %h instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %h2 = tc.dot_wait 0, %g2 : !F
    scf.yield %d, %h2 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tile.store %r#0, %C[0, 0, 0]
  tile.store %r#1, %C[1, 0, 0]
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>

// A result that is used at once, and an operand that changes, keep their waits.
// CHECK-LABEL: tile.kernel @kept
// CHECK-COUNT-2: tc.dot_wait 0
// CHECK-NOT: tc.dot_wait
// WHY: remark: waits for each of its products: each product's result is used at once, or its operands change [early-wait]
tile.kernel @kept(%A: memref<64x64xf16>, %C: memref<64x64xf32>, %n: index) warps(4) grid(%i = 1) {
  %s = mem.alloc : !S
  %t = mem.alloc : !S
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x64xf16>
  tile.store %a, %s[%c0, %c0]
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero, %e = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    tile.store %a, %t[%c0, %c0]
    %f = tc.dot_async %s, %t, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %d = tc.dot_wait 0, %f : !F
    %g = tc.dot_async %s, %s, %e instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %h = tc.dot_wait 0, %g : !F
    %x = arith.addf %h, %d : tensor<64x64xf32>
    scf.yield %d, %x : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %y = arith.addf %r#0, %r#1 : tensor<64x64xf32>
  tile.store %y, %C[0, 0]
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>

// CHECK-LABEL: tile.kernel @asserts
// An assertion is a call on a GPU, and keeps all products of the kernel from overlapping.
// WHY: remark: makes each product of the kernel wait for the one before: it becomes a call, and ptxas keeps no product in flight in a kernel with calls [serialized]
tile.kernel @asserts(%A: memref<64x64xf16>, %C: memref<64x64xf32>, %n: index) warps(4) grid(%i = 1) {
  %p = arith.cmpi slt, %i, %n : index
  tile.assert %p, "blocks of the first n" : i1
  %s = mem.alloc : !S
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x64xf16>
  tile.store %a, %s[%c0, %c0]
  %f = tc.dot_async %s, %s, %zero instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
  %d = tc.dot_wait 0, %f : !F
  tile.store %d, %C[0, 0]
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S2 = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>

// A loop that fills the slots itself, behind the product: what it acquires has been released there.
// CHECK-LABEL: tile.kernel @fills
// CHECK: tile.pipelined
// CHECK: mem.channel_wait %ch[%[[K:.*]]] :
// CHECK: tc.dot_async
// CHECK: tc.dot_wait 1
// CHECK: scf.if
// CHECK: mem.channel_release
// CHECK: mem.channel_acquire
// CHECK: tile.async_copy
// CHECK: tile.yield
// CHECK: tc.dot_wait 0
// WHY: remark: leaves 1 of its 1 products in flight [late-wait]
tile.kernel @fills(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N], %n: index) warps(4) grid(%i = ceildiv(M, 64)) {
  %s = mem.alloc : !S2
  %ch = mem.channel mbarrier : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %any = arith.cmpi sgt, %n, %c0 : index
  scf.if %any {
    %first = mem.index %s[%c0] : !S2
    mem.channel_acquire %ch[%c0] : !mem.channel<2>
    tile.async_copy %A[%i, %c0] to %first[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%c0] : memref<?x?xf16>, !S, !mem.channel<2>
    mem.channel_commit %ch[%c0] : !mem.channel<2>
  }
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %one) {
    %slot = arith.remui %k, %c2 : index
    %v = mem.index %s[%slot] : !S2
    mem.channel_wait %ch[%k] : !mem.channel<2>
    %f = tc.dot_async %v, %v, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %next = arith.addi %k, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      %at = arith.remui %next, %c2 : index
      %w = mem.index %s[%at] : !S2
      mem.channel_acquire %ch[%next] : !mem.channel<2>
      tile.async_copy %A[%i, %next] to %w[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%next] : memref<?x?xf16>, !S, !mem.channel<2>
      mem.channel_commit %ch[%next] : !mem.channel<2>
    }
    %d = tc.dot_wait 0, %f : !F
    mem.channel_release %ch[%k] : !mem.channel<2>
    tile.yield %d
  }
  tile.store %acc, %C[%i * 64, 0]
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S2 = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>

// One that fills them in front of it needs the release of the iteration before.
// CHECK-LABEL: tile.kernel @fills_in_front
// CHECK: tc.dot_wait 0
// WHY: remark: waits for each of its products: it fills slots where the release of a product before would still be open [early-wait]
tile.kernel @fills_in_front(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N], %n: index) warps(4) grid(%i = ceildiv(M, 64)) {
  %s = mem.alloc : !S2
  %ch = mem.channel mbarrier : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %one) {
    %slot = arith.remui %k, %c2 : index
    %v = mem.index %s[%slot] : !S2
    mem.channel_acquire %ch[%k] : !mem.channel<2>
    tile.async_copy %A[%i, %k] to %v[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%k] : memref<?x?xf16>, !S, !mem.channel<2>
    mem.channel_commit %ch[%k] : !mem.channel<2>
    mem.channel_wait %ch[%k] : !mem.channel<2>
    %f = tc.dot_async %v, %v, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %d = tc.dot_wait 0, %f : !F
    mem.channel_release %ch[%k] : !mem.channel<2>
    tile.yield %d
  }
  tile.store %acc, %C[%i * 64, 0]
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S2 = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>

// What the first product does not need is computed behind it, but for what something in front of it does need.
// CHECK-LABEL: tile.kernel @numbers
// CHECK: scf.for %tile
// CHECK-NEXT: %[[ROW:.*]] = arith.remui %tile
// CHECK-NEXT: tile.store %{{.*}}, %R[%[[ROW]]]
// CHECK-NOT: arith.divui
// CHECK: mem.channel_wait
// CHECK: tc.dot_async
// CHECK-NEXT: %[[BM:.*]] = arith.divui %tile
// CHECK-NEXT: %[[AT:.*]] = arith.muli %[[BM]]
// CHECK: tile.pipelined
// CHECK: tile.store %{{.*}}, %C[%[[AT]], %{{.*}}]
tile.kernel @numbers(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N], %R: memref<?xf32>[M]) warps(4) grid(%i = 4) assume(min(M, K) > 0) {
  %s = mem.alloc : !S2
  %ch = mem.channel mbarrier : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %k0 = tile.dim K
  %n = arith.ceildivsi %k0, %c64 : index
  %one = arith.constant dense<1.0> : tensor<64xf32>
  tile.warp_specialize
    role("compute") warps(4) {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      scf.for %tile = %c0 to %c1 step %c1 {
        %row = arith.remui %tile, %c64 : index
        tile.store %one, %R[%row]
        %bm = arith.divui %tile, %c2 : index
        %at = arith.muli %bm, %c64 : index
        %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %zero) {
          %slot = arith.remui %k, %c2 : index
          %v = mem.index %s[%slot] : !S2
          mem.channel_wait %ch[%k] : !mem.channel<2>
          %f = tc.dot_async %v, %v, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
          %d = tc.dot_wait 0, %f : !F
          mem.channel_release %ch[%k] : !mem.channel<2>
          tile.yield %d
        }
        tile.store %acc, %C[%at, %c0]
        scf.yield
      }
    }
    role("load") warps(4) {
      tile.pipelined %k = %c0 to %n {
        %slot = arith.remui %k, %c2 : index
        %v = mem.index %s[%slot] : !S2
        mem.channel_acquire %ch[%k] : !mem.channel<2>
        %col = arith.muli %k, %c64 : index
        tile.async_copy %A[%c0, %col] to %v[%c0, %c0] tile tensor<64x64xf16, #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>> width 8 tma into %ch[%k] : memref<?x?xf16>, !S, !mem.channel<2>
        mem.channel_commit %ch[%k] : !mem.channel<2>
        tile.yield
      }
    }
}

// -----

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>

// Accumulators that change places.
// CHECK-LABEL: tile.kernel @swaps
// CHECK-COUNT-2: tc.dot_wait 0
// WHY: remark: waits for each of its products: what it adds to changes places, which takes moves of registers [early-wait]
tile.kernel @swaps(%A: memref<64x64xf16>, %C: memref<2x64x64xf32>, %n: index) warps(4) grid(%i = 1) {
  %s = mem.alloc : !S
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[0, 0] : tensor<64x64xf16>
  tile.store %a, %s[%c0, %c0]
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%c = %zero, %e = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %f = tc.dot_async %s, %s, %c instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %d = tc.dot_wait 0, %f : !F
    %g = tc.dot_async %s, %s, %e instr "wgmma.m64n64k16" : !S, !S, tensor<64x64xf32> -> !F
    %h = tc.dot_wait 0, %g : !F
    scf.yield %h, %d : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tile.store %r#0, %C[0, 0, 0]
  tile.store %r#1, %C[1, 0, 0]
}
