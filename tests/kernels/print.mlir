// The same lines at tile level and from threads, in any order: each element once, though lanes, warps
// and registers hold copies.
// DEFINE: %{flags} =
// DEFINE: %{same} = tile-run %s --device=cpu --dim=N=40 --dim=K=16 --init=int %{flags} | grep ": block" | sort > %t.tile && \
// DEFINE:   tile-run %s --device=cpu --level=thread --dim=N=40 --dim=K=16 --init=int %{flags} | grep ": block" | sort > %t.thread && \
// DEFINE:   diff %t.tile %t.thread
// RUN: %{same} && FileCheck %s < %t.tile
// REDEFINE: %{flags} = --param=BM=1 --param=WARPS=8
// RUN: %{same}
// REDEFINE: %{flags} = --param=BM=24 --param=BN=48 --param=WARPS=12 --param=T=f16
// RUN: %{same}
// REDEFINE: %{flags} = --param=BM=7 --param=BN=1 --param=WARPS=4 --param=T=i8
// RUN: %{same}
// REDEFINE: %{flags} = --param=BM=32 --param=WARPS=1 --param=T=i64
// RUN: %{same}
// RUN: tile-compile %s --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// A run that is verified says it once.
// REDEFINE: %{flags} = --verify --exact
// RUN: %{same} && tile-run %s --device=cpu --dim=N=40 --dim=K=16 --init=int | grep ": block" | sort | diff - %t.thread
// SHAPE: N=40 K=16

// CHECK-COUNT-3: print.mlir:{{[0-9]+}}:3: block ({{[012]}}): everywhere 100% = 1, {{[012]}}
// CHECK-COUNT-12: print.mlir:{{[0-9]+}}:3: block (0): x[{{[0-3]}}, {{[0-2]}}] = {{-?[0-9]$}}
// CHECK-COUNT-256: print.mlir:{{[0-9]+}}:3: block (0): row[{{[0-9]+, [0-9]+}}] = {{-?[0-9]$}}
// CHECK-COUNT-48: print.mlir:{{[0-9]+}}:3: block ({{[012]}}): copies[{{[0-9]+}}] = {{-?[0-9]}}, 1
// CHECK-COUNT-256: print.mlir:{{[0-9]+}}:3: block (0): {both}, {}[{{[0-9]+, [0-9]+}}] = {{-?[0-9]}}, {{-?[0-9]}}, 0
// CHECK-NOT: print.mlir
// PTX: .extern .func  (.param .b32 func_retval0) vprintf
tile.params { BM = 16 : [1, 7, 16, 24, 32], BN = 16 : [1, 16, 48], WARPS = 2 : [1, 2, 4, 8, 12], T = f32 : [f16, f32, i8, i64] }
tile.kernel @print(%A: memref<?x?x$T>[N, K], %R: memref<?x$T>[N], %n: i32) warps($WARPS) grid(%i = ceildiv(N, $BM)) {
  tile.print "everywhere 100%", %n, %i : i32, index all_blocks
  %x = tile.load %A[%i * $BM, 0] : tensor<$BMx$BNx$T>
  tile.print "x", %x : tensor<$BMx$BNx$T> corner [4, 3]
  %row = tile.load %R[0] : tensor<$BNx$T>
  %rows = tile.broadcast %row : tensor<$BNx$T> to tensor<$BMx$BNx$T>
  tile.print "row", %rows : tensor<$BMx$BNx$T>
  tile.print "copies", %row, %n : tensor<$BNx$T>, i32 all_blocks
  tile.print "{both}, {}", %x, %rows, %i : tensor<$BMx$BNx$T>, tensor<$BMx$BNx$T>, index
  tile.store %x, %A[%i * $BM, 0]
}
