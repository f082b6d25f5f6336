// RUN: tile-opt %s --assume 'N % 8 == 0 and M%128==0' --assume='A.stride0 mod 8 == 0' | FileCheck %s
// RUN: tile-compile %s --assume='N % 8 == 0' --emit=mem | FileCheck %s --check-prefix=WHOLE
// RUN: tile-compile %s --emit=mem | FileCheck %s --check-prefix=CUT
// RUN: tile-compile %s --assume='N % 8 == 0' -o %t.ptx
// RUN: FileCheck %s --check-prefix=LAUNCH < %t.json
// RUN: tile-run %s --kernel=@copy --device=cpu --verify --assume='N % 8 == 0' --dim M=3 --dim N=72 | FileCheck %s --check-prefix=HOLDS
// RUN: not tile-run %s --kernel=@copy --device=cpu --assume='N % 8 == 0' --dim M=3 --dim N=70 2>&1 | FileCheck %s --check-prefix=UNMET
// RUN: not tile-opt %s --assume='Q % 8 == 0' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tile-opt %s --assume='disjoint(A, B)' | FileCheck %s --check-prefix=APART
// RUN: not tile-opt %s --assume='disjoint(A)' 2>&1 | FileCheck %s --check-prefix=LONE
// RUN: not tile-compile %s --assume='N % % 8' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not tile-run %s --kernel=@copy --device=cpu --assume='N + 8' 2>&1 | FileCheck %s --check-prefix=NUMBER

// Facts from the command line: each goes to the kernels that have its names, and is checked at launch.

// CHECK: tile.kernel @copy
// CHECK-SAME: assume(N mod 8 == 0, M mod 128 == 0, A.stride0 mod 8 == 0)
// CHECK: tile.kernel @other
// CHECK-SAME: assume(B.address mod 16 == 0, N mod 8 == 0)

// WHOLE: tile.kernel @copy__v0
// WHOLE: tile.load {{.*}} {width = 8 : i64}
// CUT: tile.kernel @copy__v0
// CUT: tile.load {{.*}} {edge = 1 : i64, width = 8 : i64}
// LAUNCH: "assume": ["N mod 8 == 0", "A.stride0 mod 8 == 0", "A.address mod 16 == 0"
// LAUNCH: "assume": ["N mod 8 == 0"]
// HOLDS: verify: ok

// UNMET: error: 'tile.kernel' op assumes 'N mod 8 == 0', which does not hold for these arguments
// UNKNOWN: <assumption>:1:1: error: no kernel has all names of 'Q mod 8 == 0'
// UNKNOWN: help: names are dimensions such as M, and A.address, A.stride0, A.begin and A.end of an argument A
// APART: assume(max(A.begin, B.begin) >= min(A.end, B.end))
// LONE: <assumption>:1:11: error: expected ','
// BAD: <assumption>:1:7: error: expected an operand in front of 'mod'
// NUMBER: <assumption>:1:1: error: expected a comparison, got a number
// NUMBER: help: compare with == != < <= > or >=

tile.kernel @copy(%A: memref<?x?xf16, strided<[?, 1]>>[M, N], %B: memref<?x?xf16, strided<[?, 1]>>[M, N])
    warps(4) grid(%j = ceildiv(N, 64)) {
  %a = tile.load %A[0, %j * 64] : tensor<16x64xf16>
  tile.store %a, %B[0, %j * 64]
}

tile.kernel @other(%B: memref<?xf16>[N]) warps(1) grid(%j = ceildiv(N, 64)) assume(B.address mod 16 == 0) {
  %a = tile.load %B[%j * 64] : tensor<64xf16>
  tile.store %a, %B[%j * 64]
}
