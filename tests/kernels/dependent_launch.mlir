// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --dim M=300 --dim N=70 | FileCheck %s
// RUN: tile-compile %s -o %t.ptx && FileCheck %s --check-prefix=EARLY < %t.json && FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: tile-compile %s --param EARLY=false -o %t.ptx && not grep dependent_launch %t.json && not grep griddepcontrol %t.ptx
// RUN: tile-compile %s --arch=sm_80 -o %t.ptx && not grep dependent_launch %t.json && not grep griddepcontrol %t.ptx
// CHECK: verify: ok
// SHAPE: M=300 N=70

// Each version may start before the kernel in front of it has ended, and says so to the host; unless the kernel does not wish it.
// EARLY: "entry": "column_sums__v0"
// EARLY: "dependent_launch": true
// EARLY: "entry": "column_sums__v1"
// EARLY: "dependent_launch": true
// PTX: griddepcontrol.wait
// PTX: ld.global
// PTX: griddepcontrol.launch_dependents
tile.params { EARLY = true : [false, true] }
tile.kernel @column_sums(%A: memref<?x?xf32>[M, N], %B: memref<?xf32>[N]) warps(2) grid(%j = ceildiv(N, 64))
    attributes {simt.dependent_launch = $EARLY} {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %sums = tile.pipelined %i = 0 to ceildiv(M, 4) stages(1) iter_args(%s = %zero) {
    %a = tile.load %A[%i * 4, %j * 64] : tensor<4x64xf32>
    %r = tile.reduce arith.addf %a axis 0
    %t = arith.addf %s, %r : tensor<64xf32>
    tile.yield %t
  }
  tile.store %sums, %B[%j * 64]
}
