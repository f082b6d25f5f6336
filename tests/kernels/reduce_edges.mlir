// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 --dim Q=61 --dim R=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --dim Q=61 --dim R=40 --param BM=2 --param BN=32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=16 N=1024 Q=1024 R=16
// SHAPE: M=37 N=61 Q=61 R=40

// What floats have that numbers have not: -0 is below 0, a NaN makes a maximum NaN or is passed over; infinities of
// both signs. Parity, any and all of flags. Results keep the extent of 1.
tile.params { BM = 4 : [1, 2, 4, 24], BN = 128 : [1, 32, 96, 128, 1024], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, bf16, f32, f64] }
tile.kernel @reduce_edges(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N], %X: memref<?x?x$T>[M, Q], %Y: memref<?x?x$T>[M, Q], %Z: memref<?x?x$T>[R, N], %W: memref<?x?x$T>[R, N], %O: memref<?x?xi8>[M, Q],
                          %E: memref<?x?xi8>[R, N], %S: memref<?x?xi8>[M, Q])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) assume(Q >= ceildiv(N, $BN), R >= ceildiv(M, $BM)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %b = tile.load %B[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %odd = arith.divf %a, %b : tensor<$BMx$BNx$T>
  %max = tile.reduce arith.maximumf %odd axis 1
  %max1 = tile.expand_dims %max axis 1 : tensor<$BMx$T> to tensor<$BMx1x$T>
  tile.store %max1, %X[%i * $BM, %j]
  %num = tile.reduce arith.maxnumf %odd axis 1
  %num1 = tile.expand_dims %num axis 1 : tensor<$BMx$T> to tensor<$BMx1x$T>
  tile.store %num1, %Y[%i * $BM, %j]
  %min = tile.reduce arith.minimumf %odd axis 0
  %min1 = tile.expand_dims %min axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  tile.store %min1, %Z[%i, %j * $BN]
  %least = tile.reduce arith.minnumf %odd axis 0
  %least1 = tile.expand_dims %least axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  tile.store %least1, %W[%i, %j * $BN]
  %flags = arith.cmpf ogt, %a, %b : tensor<$BMx$BNx$T>
  %parity = tile.reduce arith.xori %flags axis 1
  %parity8 = arith.extui %parity : tensor<$BMxi1> to tensor<$BMxi8>
  %parity1 = tile.expand_dims %parity8 axis 1 : tensor<$BMxi8> to tensor<$BMx1xi8>
  tile.store %parity1, %O[%i * $BM, %j]
  %any = tile.reduce arith.ori %flags axis 0
  %any8 = arith.extui %any : tensor<$BNxi1> to tensor<$BNxi8>
  %any1 = tile.expand_dims %any8 axis 0 : tensor<$BNxi8> to tensor<1x$BNxi8>
  tile.store %any1, %E[%i, %j * $BN]
  %all = tile.reduce arith.andi %flags axis 1
  %all8 = arith.extui %all : tensor<$BMxi1> to tensor<$BMxi8>
  %all1 = tile.expand_dims %all8 axis 1 : tensor<$BMxi8> to tensor<$BMx1xi8>
  tile.store %all1, %S[%i * $BM, %j]
}
