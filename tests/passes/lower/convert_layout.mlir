// RUN: tile-opt %s --pass-pipeline='tile-to-thread,canonicalize,cse' --split-input-file --debug-only=convert 2>%t.plans | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN <%t.plans
// RUN: tile-opt %s --pass-pipeline='tile-to-thread,canonicalize,cse' --split-input-file --validate-each -o /dev/null

// The probabilities of attention: what the first product leaves is the second one's operand.

// PLAN: goes by nothing, 0 in all
// CHECK-LABEL: simt.kernel @accumulator_to_operand
// CHECK-NOT: shared
// CHECK-NOT: simt.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: %[[F:.*]] = arith.truncf {{.*}} : vector<64xf32> to vector<64xf16>
// CHECK-NOT: vector.shuffle
// CHECK: vector.extract_strided_slice %[[F]]
#c = #tile.wgmma<c, warpgroups = [1, 1]>
#a = #tile.wgmma<a, warpgroups = [1, 1]>
tile.kernel @accumulator_to_operand(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x128xf32, #c>
  %h = arith.truncf %x : tensor<64x128xf32, #c> to tensor<64x128xf16, #c>
  %y = tile.convert_layout %h : tensor<64x128xf16, #c> to tensor<64x128xf16, #a>
  tile.store %y, %B[%c0, %c0]
}

// -----

// Registers in another order.

// PLAN: goes by registers, 0 in all; 0 shuffles, 0 selects
// CHECK-LABEL: simt.kernel @registers
// CHECK-NOT: shared
// CHECK: vector.shuffle %{{.*}}, %{{.*}} [0, 2, 1, 3] : vector<4xf32>, vector<4xf32>
#r1 = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#r2 = #tile.layout<register = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = []>
tile.kernel @registers(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<128xf32, #r1>
  %y = tile.convert_layout %x : tensor<128xf32, #r1> to tensor<128xf32, #r2>
  tile.store %y, %B[%c0]
}

// -----

// A row that every lane and warp held is spread over lanes and warps: each keeps its part.

// PLAN: goes by registers, 2 in all; 0 shuffles, 3 selects
// CHECK-LABEL: simt.kernel @from_copies
// CHECK-NOT: shared
// CHECK-NOT: simt.shuffle
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<1xf32>
// CHECK-NOT: simt.shuffle
#k1 = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = [[0]]>
#k2 = #tile.layout<register = [], lane = [[4], [8], [16], [32], [1]], warp = [[2]]>
tile.kernel @from_copies(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(2) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<64xf32, #k1>
  %y = tile.convert_layout %x : tensor<64xf32, #k1> to tensor<64xf32, #k2>
  tile.store %y, %B[%c0]
}

// -----

// A register bit and a lane bit change places: one register stays, one is sent.

// PLAN: goes by shuffle, 3 in all; 1 shuffles, 4 selects
// CHECK-LABEL: simt.kernel @exchange_bits
// CHECK-NOT: shared
// CHECK: arith.select %[[ODD:.*]], %{{.*}}, %{{.*}} : vector<2xf32>
// CHECK: %[[ONE:.*]] = vector.extract_strided_slice %{{.*}} {offsets = [1]
// CHECK-NEXT: simt.shuffle xor %[[ONE]], %{{.*}} : vector<1xf32>
// CHECK-NOT: simt.shuffle
// CHECK: arith.select %[[ODD]], %{{.*}}, %{{.*}} : vector<2xf32>
#s1 = #tile.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]]>
#s2 = #tile.layout<register = [[2]], lane = [[1], [4], [8], [16], [32]], warp = [[64]]>
tile.kernel @exchange_bits(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(2) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<128xf32, #s1>
  %y = tile.convert_layout %x : tensor<128xf32, #s1> to tensor<128xf32, #s2>
  tile.store %y, %B[%c0]
}

// -----

// 16-bit elements travel in pairs, lanes in another order.

// PLAN: goes by shuffle, 2 in all; 2 shuffles, 0 selects
// CHECK-LABEL: simt.kernel @pairs
// CHECK-NOT: shared
// CHECK: %[[W:.*]] = vector.bitcast %{{.*}} : vector<4xf16> to vector<2xi32>
// CHECK: simt.shuffle idx %[[W]], %{{.*}} : vector<2xi32>
// CHECK: vector.bitcast %{{.*}} : vector<2xi32> to vector<4xf16>
#p1 = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#p2 = #tile.layout<register = [[1], [2]], lane = [[8], [4], [16], [32], [64]], warp = []>
tile.kernel @pairs(%A: memref<?xf16>[N], %B: memref<?xf16>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<128xf16, #p1>
  %y = tile.convert_layout %x : tensor<128xf16, #p1> to tensor<128xf16, #p2>
  tile.store %y, %B[%c0]
}

// -----

// Rows to an operand of the tensor cores: 16 bytes stored at once, fragments loaded as matrices.

// PLAN: goes by shared, 96 in all; 8192 bytes of the block, 1 rounds; stores vectors of 8, 16 wavefronts in 1 ways; loads matrices of 8, 16 wavefronts in 1 ways
// CHECK-LABEL: simt.kernel @rows_to_operand
// CHECK-SAME: shared(8192)
// CHECK-COUNT-4: mem.store %{{.*}} : !mem.buffer<4096xf16, shared>, vector<8xf16>
// CHECK: simt.barrier
// CHECK-COUNT-4: tc.ldmatrix %{{.*}}[%{{.*}}] : !mem.buffer<4096xf16, shared>, vector<8xf16>
// CHECK-NOT: tc.ldmatrix
#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>
#op = #tile.mma<m16n8k16, a, warps = [4, 1]>
tile.kernel @rows_to_operand(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #rows>
  %y = tile.convert_layout %x : tensor<64x64xf16, #rows> to tensor<64x64xf16, #op>
  tile.store %y, %B[%c0, %c0]
}

// -----

// An accumulator to rows that are stored whole.  Either side could be the one with matrices.

// PLAN: goes by shared, 96 in all; 8192 bytes of the block, 1 rounds; stores vectors of 8, 16 wavefronts in 1 ways; loads matrices of 8, 16 wavefronts in 1 ways
// CHECK-LABEL: simt.kernel @accumulator_to_rows
// CHECK-COUNT-4: mem.store %{{.*}} : !mem.buffer<4096xf16, shared>, vector<8xf16>
// CHECK: simt.barrier
// CHECK-COUNT-4: tc.ldmatrix
#acc = #tile.mma<m16n8k16, c, warps = [2, 2]>
#whole = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>
tile.kernel @accumulator_to_rows(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #acc>
  %y = tile.convert_layout %x : tensor<64x64xf16, #acc> to tensor<64x64xf16, #whole>
  tile.store %y, %B[%c0, %c0]
}

// -----

// Columns to an operand: the matrices are transposed on the way.

// PLAN: goes by shared
// CHECK-LABEL: simt.kernel @columns_to_operand
// CHECK: tc.ldmatrix %{{.*}}[%{{.*}}] trans
#columns = #tile.blocked<per_thread = [8, 1], lanes = [8, 4], warps = [1, 4], order = [0, 1]>
#op2 = #tile.mma<m16n8k16, a, warps = [4, 1]>
tile.kernel @columns_to_operand(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #columns>
  %y = tile.convert_layout %x : tensor<64x64xf16, #columns> to tensor<64x64xf16, #op2>
  tile.store %y, %B[%c0, %c0]
}

// -----

// Bytes in the lanes' order, within each warp: no barrier of the block.

// PLAN: goes by shared, {{.*}} bytes of warps, 1 rounds;
// CHECK-LABEL: simt.kernel @within_warps
// CHECK-NOT: simt.barrier
// CHECK: mem.store
// CHECK-NOT: simt.barrier
// CHECK: simt.warp_sync
// CHECK-NOT: simt.barrier
// CHECK: mem.load
// CHECK-NOT: simt.barrier
// CHECK: simt.return
#w1 = #tile.layout<register = [[1], [2], [4], [8], [16], [32]], lane = [[64], [128], [256], [512], [1024]], warp = [[2048], [4096]]>
#w2 = #tile.layout<register = [[64], [128], [256], [512], [1024], [32]], lane = [[1], [2], [4], [8], [16]], warp = [[2048], [4096]]>
tile.kernel @within_warps(%A: memref<?xi8>[N], %B: memref<?xi8>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<8192xi8, #w1>
  %y = tile.convert_layout %x : tensor<8192xi8, #w1> to tensor<8192xi8, #w2>
  tile.store %y, %B[%c0]
}

// -----

// A store that does not start at a multiple of what its registers would make.

// CHECK-LABEL: simt.kernel @unaligned_vectors
// CHECK-COUNT-2: mem.store %{{.*}} : !mem.buffer<64xf16, shared>, vector<1xf16>
#u = #tile.layout<register = [[1]], lane = [[3], [4], [8], [16], [32]], warp = []>
tile.kernel @unaligned_vectors(%A: memref<?xf16>[N], %B: memref<?xf16>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<64xf16, #u>
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  tile.store %x, %s[%c0]
}

// -----

// The buffer is not in use any more: the scratch may have its bytes, all of the tile goes through it at once.

// PLAN: 32768 bytes of the block, 1 rounds
// CHECK-LABEL: simt.kernel @behind_a_buffer
// CHECK-SAME: shared(212992)
#tall = #tile.blocked<per_thread = [1, 4], lanes = [1, 32], warps = [4, 1]>
#wide = #tile.blocked<per_thread = [4, 1], lanes = [8, 4], warps = [1, 4], order = [0, 1]>
tile.kernel @behind_a_buffer(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x128xf32, #tall>
  %s = mem.alloc : !mem.buffer<416x128xf32, shared>
  tile.store %x, %s[%c0, %c0]
  simt.barrier
  %y = tile.load %s[%c0, %c0] : tensor<64x128xf32, #tall>
  %z = tile.convert_layout %y : tensor<64x128xf32, #tall> to tensor<64x128xf32, #wide>
  tile.store %z, %B[%c0, %c0]
}

// -----

// Twice as much as what its buffer leaves: the tile goes through in rounds.

// PLAN: 16384 bytes of the block, 2 rounds
// CHECK-LABEL: simt.kernel @beside_a_buffer
// CHECK-SAME: shared(229376)
#tall2 = #tile.blocked<per_thread = [1, 4], lanes = [1, 32], warps = [4, 1]>
#wide2 = #tile.blocked<per_thread = [4, 1], lanes = [8, 4], warps = [1, 4], order = [0, 1]>
tile.kernel @beside_a_buffer(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x128xf32, #tall2>
  %s = mem.alloc : !mem.buffer<416x128xf32, shared>
  tile.store %x, %s[%c0, %c0]
  %z = tile.convert_layout %x : tensor<64x128xf32, #tall2> to tensor<64x128xf32, #wide2>
  tile.store %z, %B[%c0, %c0]
  simt.barrier
  %y = tile.load %s[%c0, %c0] : tensor<64x128xf32, #tall2>
  tile.store %y, %A[%c0, %c0]
}
