simt.kernel @maps(%A: memref<?x?xf16, strided<[?, 1]>>[M, K], %B: memref<?x?x16xf32>[M, K, ?]) threads(32) grid(M) {
  %a = mem.tensor_map %A nan : memref<?x?xf16, strided<[?, 1]>> to !mem.tensor_map<16x64xf16, #mem.swizzle<128>>
  %b = mem.tensor_map %B : memref<?x?x16xf32> to !mem.tensor_map<2x4x8xf32>
  mem.prefetch_tensor_map %a : !mem.tensor_map<16x64xf16, #mem.swizzle<128>>
  mem.prefetch_tensor_map %b : !mem.tensor_map<2x4x8xf32>
  simt.return
}
