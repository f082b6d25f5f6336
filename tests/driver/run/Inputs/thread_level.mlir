simt.kernel @k__v0(%A: memref<?xi32>[N]) threads(32) shared(1024) cluster(2) version("k", 0) grid(N)
    assume(N mod 32 == 0) {
  simt.return
}

simt.kernel @k__v1(%A: memref<?xi32>[N]) threads(32) shared(1024) cluster(2) version("k", 1) grid(N) {
  %b = simt.block_id : i32
  %i = arith.index_cast %b : i32 to index
  %l = simt.lane_id : i32
  %zero = arith.constant 0 : i32
  %first = arith.cmpi eq, %l, %zero : i32
  scf.if %first {
    mem.store %b, %A[%i] : memref<?xi32>, i32
  }
  simt.return
}

simt.kernel @other(%A: memref<?xi32>[N]) threads(32) grid(N) {
  simt.return
}
