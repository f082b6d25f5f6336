// RUN: tile-run %s --device=cpu --verify --exact --dim=N=40 --init=int --arg=limit=5 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --dim=N=40 --init=int --arg=limit=5 --param=WARPS=8 | FileCheck %s
// CHECK: verify: ok
// RUN: tile-compile %s --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tile-compile %s --emit=ptx --no-asserts -o %t.ptx && FileCheck %s --check-prefix=NONE --input-file=%t.ptx
// PTX: trap
// NONE-NOT: {{trap|vprintf}}

// The first element that is too large, in row-major order; at thread level that of the first thread.
// RUN: not tile-run %s --device=cpu --dim=N=40 --init=int --arg=limit=4 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not tile-run %s --device=cpu --level=thread --dim=N=40 --init=int --arg=limit=4 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: not tile-run %s --device=cpu --level=thread --dim=N=40 --init=int --arg=limit=4 --param=WARPS=12 --param=BM=24 --param=BN=48 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: tile-run %s --device=cpu --dim=N=40 --init=int --arg=limit=4 --no-asserts | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: assert on the emulator
// TILE: assert.mlir:[[@LINE+20]]:3: error: 'tile.assert' op does not hold at [{{[0-9]+, [0-9]+}}]: x is below {limit}
// TILE-NEXT: tile.assert %small
// TILE-NEXT: ^
// TILE: note: in block (0) of kernel @assert
// THREAD: assert.mlir:[[@LINE+16]]:3: error: 'simt.assert' op does not hold in thread {{[0-9]+}}: at [{{[0-9]+, [0-9]+}}]: x is below {limit}

// RUN: not tile-run %s --device=cpu --dim=N=40 --init=int --arg=limit=0 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not tile-run %s --device=cpu --level=thread --dim=N=40 --init=int --arg=limit=0 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: assert.mlir:[[@LINE+6]]:3: error: '{{tile|simt}}.assert' op does not hold{{( in thread 0)?}}: the limit is positive
// Elements are integers from -4 to 4.
tile.params { BM = 16 : [1, 7, 16, 24, 32], BN = 16 : [1, 16, 48], WARPS = 2 : [1, 2, 4, 8, 12], T = f32 : [f16, f32] }
tile.kernel @assert(%A: memref<?x?x$T>[N, N], %limit: i32) warps($WARPS) grid(%i = ceildiv(N, $BM)) {
  %zero = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %limit, %zero : i32
  tile.assert %positive, "the limit is positive" : i1
  cf.assert %positive, "once more"
  %x = tile.load %A[%i * $BM, 0] : tensor<$BMx$BNx$T>
  %l = arith.sitofp %limit : i32 to $T
  %t = tile.splat %l : $T to tensor<$BMx$BNx$T>
  %small = arith.cmpf olt, %x, %t : tensor<$BMx$BNx$T>
  tile.assert %small, "x is below {limit}" : tensor<$BMx$BNxi1>
  tile.store %x, %A[%i * $BM, 0]
}
