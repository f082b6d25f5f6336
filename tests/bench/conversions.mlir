// What conversions of layouts cost, for the numbers of dialects/tile/layout_convert.h.  Each kernel takes 32 words a thread
// through two conversions a trip, 512 trips.  Not with tile-layout, which would take them away:
//
//   P=tile-set-target,'tile.kernel(mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse'
//   for k in shuffles swaps of_warps of_block; do
//     tile-run tests/bench/conversions.mlir --kernel=@$k --device=cuda --bench --dim N=4325376 --pass-pipeline="$P"; done
//
// `--debug-only=convert` says what each should cost, in wavefronts of a warp.

#base = #tile.layout<register = [[1], [2], [4], [8], [16]], lane = [[32], [64], [128], [256], [512]], warp = [[1024], [2048]]>
// Two register bits change places with lanes: xor shuffles and selects.
#swapped = #tile.layout<register = [[32], [64], [4], [8], [16]], lane = [[1], [2], [128], [256], [512]], warp = [[1024], [2048]]>
// Lanes in another order: idx shuffles.
#turned = #tile.layout<register = [[1], [2], [4], [8], [16]], lane = [[64], [128], [256], [512], [32]], warp = [[1024], [2048]]>
// Across warps.
#crossed = #tile.layout<register = [[1], [2], [4], [1024], [2048]], lane = [[32], [64], [128], [256], [512]], warp = [[8], [16]]>

tile.kernel @shuffles(%A: memref<?xf32>[N]) warps(4) grid(%b = ceildiv(N, 4096)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.constant 512 : index
  %at = arith.constant 4096 : index
  %o = arith.muli %b, %at : index
  %x = tile.load %A[%o] : tensor<4096xf32, #base>
  %r = scf.for %i = %c0 to %trips step %c1 iter_args(%v = %x) -> tensor<4096xf32, #base> {
    %y = tile.convert_layout %v : tensor<4096xf32, #base> to tensor<4096xf32, #turned>
    %n = arith.addf %y, %y : tensor<4096xf32, #turned>
    %z = tile.convert_layout %n : tensor<4096xf32, #turned> to tensor<4096xf32, #base>
    scf.yield %z : tensor<4096xf32, #base>
  }
  tile.store %r, %A[%o]
}

tile.kernel @swaps(%A: memref<?xf32>[N]) warps(4) grid(%b = ceildiv(N, 4096)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.constant 512 : index
  %at = arith.constant 4096 : index
  %o = arith.muli %b, %at : index
  %x = tile.load %A[%o] : tensor<4096xf32, #base>
  %r = scf.for %i = %c0 to %trips step %c1 iter_args(%v = %x) -> tensor<4096xf32, #base> {
    %y = tile.convert_layout %v : tensor<4096xf32, #base> to tensor<4096xf32, #swapped>
    %n = arith.addf %y, %y : tensor<4096xf32, #swapped>
    %z = tile.convert_layout %n : tensor<4096xf32, #swapped> to tensor<4096xf32, #base>
    scf.yield %z : tensor<4096xf32, #base>
  }
  tile.store %r, %A[%o]
}

tile.kernel @of_block(%A: memref<?xf32>[N]) warps(4) grid(%b = ceildiv(N, 4096)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.constant 512 : index
  %at = arith.constant 4096 : index
  %o = arith.muli %b, %at : index
  %x = tile.load %A[%o] : tensor<4096xf32, #base>
  %r = scf.for %i = %c0 to %trips step %c1 iter_args(%v = %x) -> tensor<4096xf32, #base> {
    %y = tile.convert_layout %v : tensor<4096xf32, #base> to tensor<4096xf32, #crossed>
    %n = arith.addf %y, %y : tensor<4096xf32, #crossed>
    %z = tile.convert_layout %n : tensor<4096xf32, #crossed> to tensor<4096xf32, #base>
    scf.yield %z : tensor<4096xf32, #base>
  }
  tile.store %r, %A[%o]
}

// Bytes, of which a word would need four shuffles.
#bytes = #tile.layout<register = [[1], [2], [4], [8], [16], [32], [64]], lane = [[128], [256], [512], [1024], [2048]], warp = [[4096], [8192]]>
#bytes_across = #tile.layout<register = [[128], [256], [512], [1024], [2048], [32], [64]], lane = [[1], [2], [4], [8], [16]], warp = [[4096], [8192]]>
tile.kernel @of_warps(%A: memref<?xi8>[N]) warps(4) grid(%b = ceildiv(N, 16384)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %trips = arith.constant 512 : index
  %at = arith.constant 16384 : index
  %o = arith.muli %b, %at : index
  %x = tile.load %A[%o] : tensor<16384xi8, #bytes>
  %r = scf.for %i = %c0 to %trips step %c1 iter_args(%v = %x) -> tensor<16384xi8, #bytes> {
    %y = tile.convert_layout %v : tensor<16384xi8, #bytes> to tensor<16384xi8, #bytes_across>
    %z = tile.convert_layout %y : tensor<16384xi8, #bytes_across> to tensor<16384xi8, #bytes>
    scf.yield %z : tensor<16384xi8, #bytes>
  }
  tile.store %r, %A[%o]
}
