// What stands in an op of one block cannot become several: an error, and nothing is changed.
// RUN: tile-opt %s --convert-scf-to-cf --verify-diagnostics --split-input-file --allow-unregistered-dialect

// expected-note @+1 {{here}}
tile.kernel @k(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'scf.for' op cannot become blocks: 'tile.kernel' around it has one block}}
  scf.for %i = %c0 to %b step %b {
    %x = memref.load %A[%i] : memref<?xf32>
  }
}

// -----

// An op that goes away itself is no obstacle.
func.func @nested(%c: i1, %n: index) {
  scf.if %c {
    scf.for %i = %n to %n step %n {
    }
  }
  return
}

// -----

// Combining into tensors is not something that points do one after another.
func.func @combines(%t: tensor<4xf32>, %u: tensor<1xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'scf.forall' op cannot become blocks: it combines into tensors, which is no step of one point after another}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      "test.combine"(%u, %o, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
    }
  }
  return %r : tensor<4xf32>
}
