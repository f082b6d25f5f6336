// Scans and reductions of long rows, which should take as long as their bytes do:
//   tile-run tests/kernels/long_rows.mlir --kernel=@scan --dim=M=131072 --dim=N=1024 --bench --verify
// RUN: tile-run %s --kernel=@scan --device=cpu --level=thread --dim=M=9 --dim=N=1000 --init=int --verify --exact | FileCheck %s
// RUN: tile-run %s --kernel=@argmax --device=cpu --level=thread --dim=M=9 --dim=N=1000 --init=int --verify --exact | FileCheck %s
// RUN: tile-run %s --kernel=@sum --device=cpu --level=thread --dim=M=9 --dim=N=1000 --init=int --verify --exact | FileCheck %s
// CHECK: verify: ok
tile.params { BM = 4 : [1, 2, 4, 8, 16], BN = 1024 : [256, 512, 1024, 2048, 4096], WARPS = 4 : [1, 2, 4, 8] }
tile.kernel @scan(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps($WARPS) grid(%i = ceildiv(M, $BM)) {
  %x = tile.load %A[%i * $BM, 0] : tensor<$BMx$BNxf32>
  %s = tile.scan arith.addf %x axis 1
  tile.store %s, %B[%i * $BM, 0]
}

tile.kernel @argmax(%A: memref<?x?xf32>[M, N], %V: memref<?xf32>[M], %P: memref<?xi32>[M]) warps($WARPS) grid(%i = ceildiv(M, $BM)) {
  %x = tile.load %A[%i * $BM, 0] : tensor<$BMx$BNxf32>
  %v, %p = tile.argmax %x axis 1
  tile.store %v, %V[%i * $BM]
  tile.store %p, %P[%i * $BM]
}

tile.kernel @sum(%A: memref<?x?xi32>[M, N], %V: memref<?xi32>[M]) warps($WARPS) grid(%i = ceildiv(M, $BM)) {
  %x = tile.load %A[%i * $BM, 0] : tensor<$BMx$BNxi32>
  %v = tile.reduce arith.addi %x axis 1
  tile.store %v, %V[%i * $BM]
}
