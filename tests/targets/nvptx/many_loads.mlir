// RUN: tile-compile %s --param=N=2048 --debug-info=none -o - | FileCheck %s --check-prefix=SOME
// RUN: tile-compile %s --param=N=4096 --debug-info=none -o - | FileCheck %s --check-prefix=MANY

// Where a pointer is not aligned, a thread loads its elements one by one. Up to 64 of them take the
// read-only path, in two forms; ptxas would move more of them up to where they have no registers.

// SOME-LABEL: .entry copy__v1
// SOME-COUNT-64: {{^	}}@p{{[0-9]+}} ld.global.nc.b32
// SOME-COUNT-64: {{^	}}ld.global.nc.b32
// SOME-NOT: ld.global
// MANY-LABEL: .entry copy__v1
// MANY-NOT: ld.global.nc
// MANY-COUNT-128: {{^	}}@p{{[0-9]+}} ld.global.b32
// MANY-NOT: ld.global
tile.params { N = 2048 : [2048, 4096] }
tile.kernel @copy(%A: memref<?xf32>[M], %B: memref<?xf32>[M]) warps(1) grid(%b = ceildiv(M, $N))
    attributes {simt.dependent_launch = false} {
  %a = tile.load %A[%b * $N] : tensor<$Nxf32>
  tile.store %a, %B[%b * $N]
}
