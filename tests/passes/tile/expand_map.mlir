// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-expand-map),canonicalize,cse' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-expand-map)' --split-input-file -o /dev/null

// Boxes of memory move as tiles; what is the same for all elements stays a scalar.
// CHECK-LABEL: @add
// CHECK: %[[X:.*]] = tile.load %A[%first] : tensor<512xf32>
// CHECK: %[[S:.*]] = math.sqrt %f : f32
// CHECK: %[[F:.*]] = tile.splat %[[S]] : f32 to tensor<512xf32>
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[F]] fastmath<fast> : tensor<512xf32>
// CHECK: tile.store %[[Y]], %B[%first]
// CHECK-NOT: tile.parallel
tile.kernel @add(%A: memref<?xf32>[N], %B: memref<?xf32>[N], %f: f32) warps(4) grid(%b = ceildiv(N, 512)) {
  %n = arith.constant 512 : index
  %first = arith.muli %b, %n : index
  tile.parallel (%i) in 512 {
    %at = arith.addi %i, %first : index
    %x = memref.load %A[%at] : memref<?xf32>
    %g = math.sqrt %f : f32
    %y = arith.mulf %x, %g fastmath<fast> : f32
    memref.store %y, %B[%at] : memref<?xf32>
  }
}

// -----

// Dimensions in another order, ones that are missing, and ones that are the same for all elements.
// CHECK-LABEL: @orders
// CHECK: %[[T:.*]] = tile.load %A[%{{.*}}, %p, %q] : tensor<32x1x16xf16>
// CHECK: %[[R:.*]] = tile.reshape %[[T]] : tensor<32x1x16xf16> to tensor<32x16xf16>
// CHECK: %[[X:.*]] = tile.trans %[[R]] : tensor<32x16xf16> to tensor<16x32xf16>
// CHECK: %[[V:.*]] = tile.load %v[%{{.*}}] : tensor<16xf16>
// CHECK: %[[C:.*]] = tile.reshape %[[V]] : tensor<16xf16> to tensor<16x1xf16>
// CHECK: %[[W:.*]] = tile.broadcast %[[C]] : tensor<16x1xf16> to tensor<16x32xf16>
// CHECK: %[[Y:.*]] = arith.addf %[[X]], %[[W]]
// CHECK: %[[U:.*]] = tile.trans %[[Y]]
// CHECK: %[[B:.*]] = tile.reshape %[[U]] : tensor<32x16xf16> to tensor<32x1x16xf16>
// CHECK: tile.store %[[B]], %A[%{{.*}}, %p, %q]
tile.kernel @orders(%A: memref<?x?x?xf16>[L, M, N], %v: memref<?xf16>[K], %p: index, %q: index) warps(4) grid(%b = 1) {
  tile.parallel (%i, %j) in 16x32 {
    %c = arith.addi %q, %i : index
    %x = memref.load %A[%j, %p, %c] : memref<?x?x?xf16>
    %one = arith.constant 1 : index
    %d = arith.subi %i, %one : index
    %w = memref.load %v[%d] : memref<?xf16>
    %y = arith.addf %x, %w : f16
    memref.store %y, %A[%j, %p, %c] : memref<?x?x?xf16>
  }
}

// -----

// A place that is the same for all elements is loaded once, where it is inside.
// CHECK-LABEL: @scalar
// CHECK: %[[N:.*]] = memref.dim %S, %{{.*}}
// CHECK: %[[IN:.*]] = arith.cmpi {{ult|ugt}}, %{{.*}}, %{{.*}} : index
// CHECK: %[[V:.*]] = mem.load %S[%p] if %[[IN]] else %{{.*}} : memref<?xf32>, f32
// CHECK: tile.splat %[[V]]
tile.kernel @scalar(%S: memref<?xf32>[N], %B: memref<64xf32>, %p: index) warps(4) grid(%b = 1) {
  %y = tile.map (%i) : tensor<64xf32> {
    %v = memref.load %S[%p] : memref<?xf32>
    tile.yield %v
  }
  tile.store %y, %B[0]
}

// -----

// Ways that elements choose are selections; a divisor is 1 where it does not count.
// CHECK-LABEL: @ways
// CHECK: %[[C:.*]] = arith.cmpi ne, %x, %{{.*}} : tensor<128xi32>
// CHECK: %[[D:.*]] = arith.select %[[C]], %x, %{{.*}} : tensor<128xi1>, tensor<128xi32>
// CHECK: %[[Q:.*]] = arith.divsi %{{.*}}, %[[D]] : tensor<128xi32>
// CHECK: %[[M:.*]] = arith.muli %x, %x : tensor<128xi32>
// CHECK: arith.select %[[C]], %[[Q]], %[[M]] : tensor<128xi1>, tensor<128xi32>
tile.kernel @ways(%A: memref<128xi32>, %f: i32) warps(4) grid(%b = 1) {
  %x = tile.load %A[0] : tensor<128xi32>
  %zero = arith.constant 0 : i32
  %y = tile.map %x (%i, %a) : tensor<128xi32> {
    %c = arith.cmpi ne, %a, %zero : i32
    %r = scf.if %c -> (i32) {
      %q = arith.divsi %f, %a : i32
      scf.yield %q : i32
    } else {
      %m = arith.muli %a, %a : i32
      scf.yield %m : i32
    }
    tile.yield %r
  }
  tile.store %y, %A[0]
}

// -----

// A branch, and a loop, that all elements take alike are those of tiles.
// CHECK-LABEL: @alike
// CHECK: %[[L:.*]] = scf.for %[[K:.*]] = %{{.*}} to %n step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (tensor<128xf32>) {
// CHECK: %[[X:.*]] = tile.load %A[%[[K]], %{{.*}}] : tensor<128xf32>
// CHECK: %[[T:.*]] = arith.addf %[[S]], %[[X]] : tensor<128xf32>
// CHECK: scf.yield %[[T]] : tensor<128xf32>
// CHECK: scf.if %go {
// CHECK: tile.store %[[L]], %B[%{{.*}}]
tile.kernel @alike(%A: memref<?x?xf32>[M, N], %B: memref<?xf32>[N], %n: index, %go: i1) warps(4) grid(%b = 1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  tile.parallel (%i) in 128 {
    %s = scf.for %k = %zero to %n step %one iter_args(%c = %f) -> (f32) {
      %x = memref.load %A[%k, %i] : memref<?x?xf32>
      %d = arith.addf %c, %x : f32
      scf.yield %d : f32
    }
    scf.if %go {
      memref.store %s, %B[%i] : memref<?xf32>
    }
  }
}

// -----

// Indices of elements are compared with 32 bits, by the difference of their origins.
// CHECK-LABEL: @causal
// CHECK: %[[R:.*]] = arith.subi %row, %column : index
// CHECK: %[[M:.*]] = arith.minsi %[[R]], %{{.*}} : index
// CHECK: %[[D:.*]] = arith.maxsi %[[M]], %{{.*}} : index
// CHECK: %[[C:.*]] = arith.index_cast %[[D]] : index to i32
// CHECK: %[[S:.*]] = tile.splat %[[C]]
// CHECK: %[[Q:.*]] = arith.addi %{{.*}}, %[[S]] : tensor<32x64xi32>
// CHECK: arith.cmpi sge, %[[Q]], %{{.*}} : tensor<32x64xi32>
tile.kernel @causal(%A: memref<?x?xf32>[M, N]) warps(4) grid(%bi = ceildiv(M, 32), %bj = ceildiv(N, 64)) {
  %x = tile.load %A[%bi * 32, %bj * 64] : tensor<32x64xf32>
  %zero = arith.constant 0.0 : f32
  %bm = arith.constant 32 : index
  %bn = arith.constant 64 : index
  %row = arith.muli %bi, %bm : index
  %column = arith.muli %bj, %bn : index
  %y = tile.map %x (%i, %j, %a) : tensor<32x64xf32> {
    %q = arith.addi %row, %i : index
    %k = arith.addi %column, %j : index
    %below = arith.cmpi uge, %q, %k : index
    %r = arith.select %below, %a, %zero : f32
    tile.yield %r
  }
  tile.store %y, %A[%bi * 32, %bj * 64]
}

// -----

// A scalar argument may be anything: sums with it may wrap.
// CHECK-LABEL: @may_wrap
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : tensor<64xindex>
tile.kernel @may_wrap(%B: memref<64xi1>, %p: index, %q: index) warps(4) grid(%b = 1) {
  %y = tile.map (%i) : tensor<64xi1> {
    %a = arith.addi %p, %i : index
    %c = arith.cmpi slt, %a, %q : index
    tile.yield %c
  }
  tile.store %y, %B[0]
}

// -----

// An element's own loop stays; a hint is one for the result.
// CHECK-LABEL: @kept
// CHECK: tile.map %x (%i, %a)
// CHECK: scf.while
// CHECK: %[[S:.*]] = arith.addi
// CHECK: tile.convert_layout %[[S]] {tile.layout = #tile.blocked<per_thread = [2], lanes = [32], warps = [4]>}
tile.kernel @kept(%A: memref<256xi32>) warps(4) grid(%b = 1) {
  %x = tile.load %A[0] : tensor<256xi32>
  %one = arith.constant 1 : i32
  %y = tile.map %x (%i, %a) : tensor<256xi32> {
    %n = scf.while (%v = %a) : (i32) -> (i32) {
      %go = arith.cmpi ugt, %v, %one : i32
      scf.condition(%go) %v : i32
    } do {
    ^bb0(%v: i32):
      %h = arith.shrui %v, %one : i32
      scf.yield %h : i32
    }
    tile.yield %n
  }
  %z = tile.map %y (%i, %a) : tensor<256xi32> attributes {tile.layout = #tile.blocked<per_thread = [2], lanes = [32], warps = [4]>} {
    %s = arith.addi %a, %one : i32
    tile.yield %s
  }
  tile.store %z, %A[0]
}

// -----

// All elements store at one place: one of them stays.
// CHECK-LABEL: @one_place
// CHECK: tile.scatter %{{.*}}, %A[%{{.*}}]
tile.kernel @one_place(%A: memref<256xi32>, %p: index) warps(4) grid(%b = 1) {
  %one = arith.constant 1 : i32
  tile.parallel (%i) in 8 {
    memref.store %one, %A[%p] : memref<256xi32>
  }
}

// -----

// Accesses at other places, and those of some elements, gather and scatter; a predicate is a mask.
// CHECK-LABEL: @places
// CHECK: %[[I:.*]] = tile.load %I[%{{.*}}] : tensor<64xi32>
// CHECK: %[[AT:.*]] = arith.index_cast %[[I]] : tensor<64xi32> to tensor<64xindex>
// CHECK: %[[X:.*]] = tile.gather %A[%[[AT]], %p] : tensor<64xf32>
// CHECK: %[[M:.*]] = arith.cmpf ogt, %[[X]], %{{.*}} : tensor<64xf32>
// CHECK: %[[N:.*]] = tile.gather %A[%{{.*}}, %{{.*}}] mask(%[[M]]) pad(%f) : tensor<64xf32>
// CHECK: tile.scatter %[[N]], %B[%{{.*}}] mask(%[[M]])
// CHECK: %[[R:.*]] = tile.atomic_rmw addi %{{.*}}, %I[%{{.*}}] acquire cta mask(%[[M]])
// CHECK: tile.atomic_cas %[[R]], %{{.*}}, %I[%{{.*}}]
tile.kernel @places(%A: memref<?x?xf32>[M, N], %B: memref<?xf32>[K], %I: memref<?xi32>[L], %p: index, %f: f32, %one: i32) warps(4) grid(%b = 1) {
  %zero = arith.constant 0.0 : f32
  tile.parallel (%i) in 64 {
    %n = memref.load %I[%i] : memref<?xi32>
    %at = arith.index_cast %n : i32 to index
    %x = memref.load %A[%at, %p] : memref<?x?xf32>
    %c = arith.cmpf ogt, %x, %zero : f32
    %y = mem.load %A[%i, %i] if %c else %f : memref<?x?xf32>, f32
    scf.if %c {
      memref.store %y, %B[%i] : memref<?xf32>
      %old = mem.atomic_rmw addi %one, %I[%p] acquire cta : memref<?xi32>, i32
      %was = mem.atomic_cas %old, %one, %I[%at] relaxed gpu if %c : memref<?xi32>, i32
    }
  }
}

// -----

// Formulas are arithmetic; what is asked of some elements holds for the others.
// CHECK-LABEL: @formulas
// CHECK: %[[R:.*]] = arith.muli %b, %{{.*}} : index
// CHECK: %[[A:.*]] = tile.load %A[%[[R]]] : tensor<64xf32>
// CHECK: %[[P:.*]] = arith.cmpf ogt, %[[A]], %{{.*}} : tensor<64xf32>
// CHECK: %[[IN:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : tensor<64xi32>
// CHECK: %[[OUT:.*]] = arith.xori %[[IN]], %{{.*}} : tensor<64xi1>
// CHECK: %[[OK:.*]] = arith.ori %[[P]], %[[OUT]] : tensor<64xi1>
// CHECK: tile.assert %[[OK]], "positive" : tensor<64xi1>
tile.kernel @formulas(%A: memref<?xf32>[N]) warps(4) grid(%b = ceildiv(N, 64)) {
  tile.parallel (%i) in 64 {
    %n = tile.compute %b * 64 + %i
    %a = memref.load %A[%n] : memref<?xf32>
    %p = tile.compute %a > 0.0
    %in = tile.compute %n < N
    scf.if %in {
      tile.assert %p, "positive" : i1
    }
  }
}

// -----

// A loop of an element's own among other ops has a region of its own; elements that are not at work do not run it.
// CHECK-LABEL: @own_loop
// CHECK: %[[X:.*]] = tile.load %A[%{{.*}}] : tensor<64xi32>
// CHECK: %[[C:.*]] = arith.cmpi sgt, %[[X]], %{{.*}} : tensor<64xi32>
// CHECK: %[[N:.*]] = tile.map %[[X]], %[[C]] (%[[I:.*]], %[[A:.*]], %[[M:.*]]) : tensor<64xi32> {
// CHECK: %[[E:.*]] = arith.addi %p, %[[I]] : index
// CHECK: scf.if %[[M]] -> (i32) {
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[E]] step %{{.*}} iter_args(%{{.*}} = %[[A]]) -> (i32) {
// CHECK: scf.yield %none : i32
// CHECK: tile.yield
// CHECK: tile.scatter %[[N]], %B[%{{.*}}] mask(%[[C]])
tile.kernel @own_loop(%A: memref<?xi32>[N], %B: memref<?xi32>[N], %p: index) warps(4) grid(%b = 1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0 : i32
  tile.parallel (%i) in 64 {
    %x = memref.load %A[%i] : memref<?xi32>
    %c = arith.cmpi sgt, %x, %none : i32
    scf.if %c {
      %e = arith.addi %p, %i : index
      %n = scf.for %k = %zero to %e step %one iter_args(%s = %x) -> (i32) {
        %y = memref.load %A[%k] : memref<?xi32>
        %t = arith.addi %s, %y : i32
        scf.yield %t : i32
      }
      memref.store %n, %B[%i] : memref<?xi32>
    }
  }
}
