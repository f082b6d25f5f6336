// Every level in program order executes, and every version of the kernel gives the kernel's bits.
// DEFINE: %{base} = tile-set-target,canonicalize,cse,tile-versions
// DEFINE: %{dims} = --kernel=gemm__v0 --dim=M=64 --dim=N=48 --dim=K=40
// DEFINE: %{type} = f16
// DEFINE: %{passes} =
// DEFINE: %{check} = tile-opt %s --param=T=%{type} --pass-pipeline='%{base}%{passes}' -o %t.mlir && \
// DEFINE:   interp-run %t.mlir %{dims} > %t.out && diff %t.ref %t.out
// RUN: interp-run %s --kernel=gemm --dim=M=64 --dim=N=48 --dim=K=40 > %t.ref
// RUN: %{check}
// REDEFINE: %{passes} = ,tile.kernel(tile-stage)
// RUN: %{check}
// REDEFINE: %{passes} = ,tile.kernel(tile-stage,tc-select)
// RUN: %{check}
// REDEFINE: %{passes} = ,tile.kernel(tile-stage,tc-select,tile-layout)
// RUN: %{check}
// REDEFINE: %{passes} = ,tile.kernel(tile-stage,tc-select,tile-layout,mem-vectorize,mem-barriers)
// RUN: %{check}

// The version without assumptions, where they do not hold; and the other one is refused.
// RUN: interp-run %s --kernel=gemm --dim=M=33 --dim=N=47 --dim=K=7 > %t.ref
// REDEFINE: %{dims} = --kernel=gemm__v2 --dim=M=33 --dim=N=47 --dim=K=7
// RUN: %{check}
// RUN: not interp-run %t.mlir --kernel=gemm__v0 --dim=M=33 --dim=N=47 --dim=K=7 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: 'tile.kernel' op assumes 'K mod 8 == 0', which does not hold for these arguments

// f32 has no tensor-core instruction here: a loop over columns and rows.
// REDEFINE: %{type} = f32
// RUN: interp-run %s --param=T=f32 --kernel=gemm --dim=M=33 --dim=N=47 --dim=K=7 > %t.ref
// RUN: %{check}

tile.params { T = f16 : [f16, f32] }
tile.kernel @gemm(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N] transposed(true), %C: memref<?x?xf32>[M, N])
    warps(4) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 32)) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 32, %k * 32] : tensor<32x32x$T>
    %b = tile.load %B[%k * 32, %bn * 32] : tensor<32x32x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * 32, %bn * 32]
}
