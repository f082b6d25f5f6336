// RUN: tile-run %source/docs/examples/gemm.mlir --level=thread --dim M=65 --dim N=121 --dim K=72 --init=int --exact --verify | FileCheck %s
// RUN: tile-run %source/docs/examples/gemm.mlir --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile-versions,tile-stage,tc-select,tile-layout,mem-vectorize,mem-chunk,mem-barriers,tile-to-thread' --dim M=65 --dim N=121 --dim K=72 --init=int --exact --verify | FileCheck %s
// RUN: tile-run %source/docs/examples/gemm.mlir --schedule=random:3 --dim M=65 --dim N=121 --dim K=72 --init=int --exact --verify | FileCheck %s
// RUN: tile-run %source/docs/examples/gemm.mlir --level=mem --dim M=65 --dim N=121 --dim K=72 --init=int --exact --verify | FileCheck %s --check-prefix=MEM
// RUN: tile-run %source/docs/examples/gemm.mlir --level=tile --dim M=65 --dim N=121 --dim K=72 | FileCheck %s --check-prefix=TILE
// RUN: tile-opt %source/docs/examples/gemm.mlir --tile-to-thread-level=arch=sm_90a > %t.mlir
// RUN: tile-run %t.mlir --device=cpu --dim M=65 --dim N=121 --dim K=72 --json | FileCheck %s --check-prefix=FILE
// RUN: not tile-run %t.mlir --device=cpu --level=tile 2>&1 | FileCheck %s --check-prefix=BACK
// RUN: not tile-run %t.mlir --device=cpu --verify 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tile-run %t.mlir --level=warp 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tile-run %t.mlir --schedule=random: 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not tile-run %t.mlir --schedule=late --device=cuda 2>&1 | FileCheck %s --check-prefix=CUDA
//
// Every level runs: the thread level before and after convert-scf-to-cf, and from a file.

// CHECK: gemm on the emulator (thread level): M=65 K=72 N=121
// CHECK: verify: ok, {{.*}} 7865 elements, all identical
// MEM: gemm on the emulator (after the passes, before threads)
// MEM: all identical
// TILE: gemm on the emulator (tile level)
// FILE: "kernel": "gemm"{{.*}}"level": "thread"
// BACK: error: 'gemm' is at thread level, and there is no way back
// NOTHING: error: there is nothing to verify 'gemm' against
// LEVEL: error: a level is 'tile', 'mem' or 'thread', not 'warp'
// SCHEDULE: error: a schedule is 'late' or 'random:SEED', not 'random:'
// CUDA: error: --schedule is for the emulator: --device=cpu

// Without its barriers the kernel is wrong, and is told so.
// RUN: not tile-run %source/docs/examples/gemm.mlir --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile-versions,tile-stage,tc-select,tile-layout,mem-vectorize,mem-chunk,tile-to-thread' --dim M=65 --dim N=121 --dim K=72 2>&1 | FileCheck %s --check-prefix=BARRIERS
// BARRIERS: error: 'tc.wgmma' op races in shared memory: the tensor core of warp 0 reads bytes {{.*}} wrote through another proxy
