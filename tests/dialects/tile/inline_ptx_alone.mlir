// RUN: not tile-run %s --device=cpu --dim=N=128 2>&1 | FileCheck %s
// RUN: not tile-run %s --device=cpu --level=thread --dim=N=128 2>&1 | FileCheck %s
// CHECK: inline_ptx_alone.mlir:[[@LINE+3]]:8: error: '{{tile|simt}}.inline_ptx' op is PTX, which the CPU does not execute, and has no reference: add 'reference (%a) { ... tile.yield %r }'
tile.kernel @alone(%A: memref<?xf32>[N]) warps(1) grid(%i = ceildiv(N, 128)) {
  %a = tile.load %A[%i * 128] : tensor<128xf32>
  %r = tile.inline_ptx "ex2.approx.f32 $0, $1;" (%a) : (tensor<128xf32>) -> tensor<128xf32>
  tile.store %r, %A[%i * 128]
}
