// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'tile.kernel' op has 1, 2, 4, 8, 12 or 16 warps, got 3}}
tile.kernel @warps(%A: memref<?xf32>[M]) warps(3) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op has one to 4 block indices, got 5}}
tile.kernel @grid_rank() warps(1) grid(%i = 1, %j = 1, %k = 1, %l = 1, %m = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op its grid names N, which is no dimension}}
tile.kernel @grid_name(%A: memref<?xf32>[M]) warps(1) grid(%i = ceildiv(N, 32)) {
}

// -----

// The device is the host's to ask: a block takes its number apart by all extents but the last.
// expected-help @+2 {{name it in the last extent, 1: blocks cannot ask the device}}
// expected-error @+1 {{'tile.kernel' op has device.processors in extent 0 of its grid}}
tile.kernel @inner_processors(%A: memref<?xf32>[M]) warps(1) grid(%i = device.processors, %j = M) {
}

// -----

// Nor does it know where its arguments are.
// expected-help @+2 {{name it in the last extent, 1: blocks cannot ask for it}}
// expected-error @+1 {{'tile.kernel' op has A.stride0 in extent 0 of its grid}}
tile.kernel @inner_stride(%A: memref<?x?xf32>[M, N]) warps(1) grid(%i = min(M, A.stride0), %j = M) {
}

// -----

tile.kernel @ask_processors(%A: memref<?xf32>[M]) warps(1) grid(%i = device.processors) {
  // expected-help @+2 {{dimensions of this kernel: M; also ARG.strideN, ARG.address and device.processors}}
  // expected-error @+1 {{'tile.dim' op names device.processors, which is no dimension of the kernel}}
  %n = tile.dim device.processors
}

// -----

func.func @no_blocks() {
  // expected-error @+1 {{'tile.num_blocks' op stands outside a tile.kernel}}
  %n = tile.num_blocks
  return
}

// -----

// expected-error @+1 {{'tile.kernel' op an assumption names A.stride2, which is no dimension}}
tile.kernel @assume_name(%A: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) assume(A.stride2 mod 8 == 0) {
}

// -----

// What an argument shares with itself is all of it.
// expected-help @+2 {{name two arguments, as in disjoint(A, C)}}
// expected-error @+1 {{A shares all its bytes with itself}}
tile.kernel @disjoint_alone(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) assume(M mod 4 == 0 and disjoint(A, A)) {
}

// -----

// expected-help @+2 {{its memrefs: A, B}}
// expected-error @+1 {{'tile.kernel' op assumes disjoint(A, n), but n is no argument in memory}}
tile.kernel @disjoint_scalar(%A: memref<?xf32>[M], %B: memref<?xf32>[M], %n: index) warps(1) grid(%i = 1)
    assume(disjoint(A, B), disjoint(A, n)) {
}

// -----

// expected-error @+1 {{'tile.kernel' op assumes disjoint(M, A), but M is no argument in memory}}
tile.kernel @disjoint_dimension(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) assume(disjoint(M, A)) {
}

// -----

// As it is printed.
// expected-error @+1 {{'tile.kernel' op assumes that A is disjoint from itself}}
tile.kernel @disjoint_printed(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) assume(max(A.begin, A.begin) >= min(A.end, A.end)) {
}

// -----

// expected-help @+2 {{say it of each pair: disjoint(A, B) and disjoint(B, C)}}
// expected-error @+1 {{disjoint is said of two arguments}}
tile.kernel @disjoint_three(%A: memref<?xf32>[M], %B: memref<?xf32>[M], %C: memref<?xf32>[M]) warps(1) grid(%i = 1) assume(disjoint(A, B, C)) {
}

// -----

// expected-error @+1 {{expected a comparison, got a number}}
tile.kernel @assume_number(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) assume(M mod 8) {
}

// -----

// expected-error @+1 {{a value cannot stand in an expression that is evaluated at launch}}
tile.kernel @grid_value(%n: index) warps(1) grid(%i = %n) {
}

// -----

// expected-error @+1 {{'tile.kernel' op argument A has 2 dimensions and 3 names}}
tile.kernel @names(%A: memref<?x?xf32>[M, N, K]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op argument x is a scalar and has no dimensions}}
tile.kernel @scalar_names(%x: f32[M]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op argument x must be a memref or a scalar, got tensor<8xf32>}}
tile.kernel @tensor_argument(%x: tensor<8xf32>) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op argument A must be in global memory}}
tile.kernel @space(%A: memref<?xf32, 3>) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op fixes dimension K as 64 and, in argument B, as 32}}
tile.kernel @extents(%A: memref<?x64xf32>[M, K], %B: memref<32xf32>[K]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{only a memref of rank 2 without a layout can be transposed, got memref<?xf32>}}
tile.kernel @transposed(%A: memref<?xf32>[M] transposed(true)) warps(1) grid(%i = 1) {
}

// -----

tile.kernel @dim_name(%A: memref<?x?xf32>[ROWS, COLS]) warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.dim' op names ROW, which is no dimension of the kernel}}
  %m = tile.dim ROW
}

// -----

func.func @dim_place() -> index {
  // expected-error @+1 {{'tile.dim' op stands outside a tile.kernel}}
  %m = tile.dim M
  return %m : index
}

// -----

// expected-error @+1 {{'tile.kernel' op needs 'arg_names' with one string for each of 1 arguments}}
"tile.kernel"() <{sym_name = "k", function_type = (f32) -> (), arg_names = [], arg_dims = [[]], warps = 1 : i64, grid = [#tile.expr<"1">]}> ({
^bb0(%x: f32, %i: index):
}) : () -> ()

// -----

// expected-error @+1 {{'tile.kernel' op has a body with 1 arguments, expected 1 and 1 block indices}}
"tile.kernel"() <{sym_name = "k", function_type = (f32) -> (), arg_names = ["x"], arg_dims = [[]], warps = 1 : i64, grid = [#tile.expr<"1">]}> ({
^bb0(%x: f32):
}) : () -> ()

// -----

// expected-error @+1 {{expected the end of the expression}}
"tile.kernel"() <{sym_name = "k", function_type = () -> (), arg_names = [], arg_dims = [], warps = 1 : i64, grid = [#tile.expr<"1 2">]}> ({
^bb0(%i: index):
}) : () -> ()

// -----

// What stands in a kernel that is wrong is checked as far as it can be.
// expected-error @+1 {{'tile.kernel' op needs 'arg_dims' with one list of strings for each of 1 arguments}}
"tile.kernel"() <{sym_name = "k", function_type = (f32) -> (), arg_names = ["x"], arg_dims = [3], warps = 1 : i64, grid = [#tile.expr<"1">]}> ({
^bb0(%x: f32, %i: index):
  %m = tile.dim M
}) : () -> ()

// -----

// expected-error @+1 {{'tile.kernel' op argument x is a scalar and has no dimensions}}
"tile.kernel"() <{sym_name = "k", function_type = (f32) -> (), arg_names = ["x"], arg_dims = [["M"]], warps = 1 : i64, grid = [#tile.expr<"1">]}> ({
^bb0(%x: f32, %i: index):
  %m = tile.dim M
}) : () -> ()

// -----

// expected-error @+1 {{'tile.kernel' op 'mod' cannot name a dimension}}
tile.kernel @operator_name(%A: memref<?xf32>[mod]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op 'A.stride0' cannot name a dimension}}
tile.kernel @stride_name(%A: memref<?xf32>[A.stride0]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+2 {{'tile.kernel' op argument A has numbers that no memory holds: memref<?xi128>}}
// expected-help @+1 {{memory holds index, floats of at most 64 bits and integers of 1, 8, 16, 32 or 64}}
tile.kernel @wide(%A: memref<?xi128>[M]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+2 {{'tile.kernel' op argument A has numbers that no memory holds: memref<?xcomplex<f32>>}}
// expected-help @+1 {{memory holds}}
tile.kernel @pairs(%A: memref<?xcomplex<f32>>[M]) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+2 {{'tile.kernel' op argument x has numbers that no memory holds: f80}}
// expected-help @+1 {{memory holds}}
tile.kernel @scalar(%x: f80) warps(1) grid(%i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op has clusters of 1, 2, 4, 8 or 16 blocks, got 3}}
tile.kernel @blocks(%A: memref<?xf32>[M]) warps(4) cluster(3) grid(%i = 1) {
}

// -----

// expected-error @+2 {{'tile.kernel' op has clusters of blocks of 12 warps}}
// expected-help @+1 {{say warps(8) or warps(16)}}
tile.kernel @groups(%A: memref<?xf32>[M]) warps(12) cluster(2) grid(%i = 1) {
}

// -----

tile.kernel @buffer(%A: memref<?xf32>[M]) warps(4) cluster(2) grid(%i = 1) {
  // expected-error @+2 {{'mem.alloc' op is in a kernel with clusters, whose tiles are spread over blocks; shared memory is a block's own}}
  // expected-help @+1 {{leave out cluster(...), or move this into a kernel of its own}}
  %s = mem.alloc : !mem.buffer<64xf32, shared>
}

// -----

tile.kernel @product(%A: memref<64x64xf16>) warps(4) cluster(2) grid(%i = 1) {
  %x = tile.load %A[0, 0] : tensor<64x64xf16>
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  scf.execute_region {
    // expected-error @+2 {{'tile.dot' op is in a kernel with clusters}}
    // expected-help @+1 {{leave out cluster(...)}}
    %d = tile.dot %x, %x, %z
    scf.yield
  }
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.persistent must be true or false, got 1 : i64}}
// expected-help @+1 {{whether blocks loop over tiles}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.persistent = 1 : i64} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.specialize must be true or false, got "yes"}}
// expected-help @+1 {{whether other warps copy than compute}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.specialize = "yes"} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.raster must be a number of tiles, got -1 : i64}}
// expected-help @+1 {{blocks follow each other in groups of so many rows of tiles; 0 is row by row}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.raster = -1 : i64} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.raster must be a number of tiles, got true}}
// expected-help @+1 {{blocks follow each other in groups}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.raster = true} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.swizzle must be 0, 32, 64 or 128, got 1.280000e+02 : f64}}
// expected-help @+1 {{it is the widest span}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.swizzle = 128.0 : f64} {
}

// -----

// expected-error @+2 {{a division by zero}}
// expected-help @+1 {{ceildiv, floordiv and mod take any other number}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = ceildiv(M, 0)) {
}

// -----

// expected-error @+1 {{a division by zero}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) assume(M mod 0 == 0) {
}

// -----

tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) {
  // expected-error @+1 {{a division by zero}}
  %a = tile.load %A[%i mod 0] : tensor<128xf32>
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.balance must be true or false, got 8 : i64}}
// expected-help @+1 {{whether blocks that loop over tiles of unequal length take the longest ones first}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.balance = 8} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.overlap_products must be true or false, got 1 : i64}}
// expected-help @+1 {{whether an iteration's products that need each other go beside the next one's}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.overlap_products = 1} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute simt.dependent_launch must be true or false, got 3 : i64}}
// expected-help @+1 {{whether the kernel may start before the kernel in front of it has ended}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {simt.dependent_launch = 3} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute simt.max_registers must be 0, or 24 to 255, got 8 : i64}}
// expected-help @+1 {{a thread is to have no more registers}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {simt.max_registers = 8} {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute simt.min_blocks must be 0 to 32, got 33 : i64}}
// expected-help @+1 {{so many blocks are to fit into a multiprocessor}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {simt.min_blocks = 33} {
}

// -----

// expected-error @+2 {{'tile.kernel' op has no attribute tile.sepcialize}}
// expected-help @+1 {{did you mean tile.specialize?}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.sepcialize = true} {
}

// -----

// expected-error @+2 {{'tile.kernel' op has no attribute tile.q}}
// expected-help @+1 {{kernels have tile.persistent}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.q = true} {
}

// -----

// expected-error @+1 {{'tile.kernel' op has 2, 4 or 8 blocks that multicast, got 3}}
tile.kernel @three(%A: memref<?xf32>[M]) warps(4) multicast(3) grid(%r = 3, %i = 1) {
}

// -----

// expected-error @+1 {{'tile.kernel' op has blocks that share tiles, which cannot multicast, too}}
tile.kernel @both(%A: memref<?xf32>[M]) warps(4) cluster(2) multicast(2) grid(%r = 2, %i = 1) {
}

// -----

// expected-error @+2 {{'tile.kernel' op has 2 blocks that multicast, but not as the first extent of its grid}}
// expected-help @+1 {{they differ in the first block index alone: grid(%rank = 2, ...)}}
tile.kernel @extent(%A: memref<?xf32>[M]) warps(4) multicast(2) grid(%i = M, %r = 2) {
}

// -----

// expected-error @+2 {{'tile.kernel' op attribute tile.multicast must be 1, 2, 4 or 8, got 3 : i64}}
// expected-help @+1 {{so many blocks load for each other what they all need}}
tile.kernel @wish(%A: memref<?xf32>[M]) warps(4) grid(%i = 1) attributes {tile.multicast = 3 : i64} {
}
