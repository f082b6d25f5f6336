// RUN: tile-opt %s | FileCheck %s --check-prefixes=CHECK,TEXT
// RUN: tile-opt %s | tile-opt | FileCheck %s --check-prefixes=CHECK,TEXT
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s --check-prefixes=CHECK,TEXT
// RUN: tile-opt %s --canonicalize --cse --sccp --loop-invariant-code-motion | FileCheck %s
// RUN: tile-run %s --kernel=@two --device=cpu --level=tile --dim N=300 --init=index --print=A | FileCheck %s --check-prefix=VALUES

// VALUES: A = [0, 2, 4, 6,

// CHECK-LABEL: tile.kernel @two
tile.kernel @two(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(4) grid(%b = ceildiv(N, 128)) {
  // CHECK: %two = arith.constant
  %two = arith.constant dense<2.0> : tensor<128xf32>
  %c = arith.constant 128 : index
  // CHECK: %i = arith.muli
  %i = arith.muli %b, %c : index
  // CHECK: tile.warp_specialize
  // CHECK-NEXT: role("first") warps(4) registers(240) {
  // CHECK-NEXT: %a = tile.load %A[%i]
  // CHECK-NEXT: %d = arith.mulf %a, %two
  // CHECK-NEXT: tile.store %d, %A[%i]
  // CHECK-NEXT: {{^      }}}
  // CHECK-NEXT: role("second") warps(4) registers(24) {
  // CHECK-NEXT: %a = tile.load %B[%i]
  // CHECK-NEXT: %d = arith.addf %a, %two
  // CHECK-NEXT: tile.store %d, %B[%i]
  // CHECK-NEXT: {{^      }}}
  // CHECK-NEXT: }
  tile.warp_specialize
    role("first") warps(4) registers(240) {
      %a = tile.load %A[%i] : tensor<128xf32>
      %d = arith.mulf %a, %two : tensor<128xf32>
      tile.store %d, %A[%i]
    }
    role("second") warps(4) registers(24) {
      %a = tile.load %B[%i] : tensor<128xf32>
      %d = arith.addf %a, %two : tensor<128xf32>
      tile.store %d, %B[%i]
    }
}

// Without registers roles may have any number of warps. Roles that do nothing can go.
// TEXT-LABEL: tile.kernel @three
tile.kernel @three(%A: memref<?xf32>[N]) warps(2) grid(%b = 1) {
  // TEXT: role("a") warps(2) {
  // TEXT: role("b") warps(1) {
  // TEXT: role("c") warps(3) {
  // TEXT-NEXT: attributes {why = "test"}
  tile.warp_specialize role("a") warps(2) { } role("b") warps(1) { } role("c") warps(3) { } attributes {why = "test"}
}
