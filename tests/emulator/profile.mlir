// RUN: tile-run %s --device=cpu --kernel=accesses --profile | FileCheck %s
// RUN: tile-run %s --device=cpu --kernel=accesses --profile=json:%t.json | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: tile-run %s --device=cpu --kernel=matrices --profile | FileCheck %s --check-prefix=MATRICES
// RUN: tile-run %s --device=cpu --kernel=copies --profile | FileCheck %s --check-prefix=COPIES
// RUN: tile-run %source/docs/examples/vector_add.mlir --profile --dim N=2048 | FileCheck %s --check-prefix=ADD
// RUN: tile-run %source/docs/examples/vector_add.mlir --profile=json --json --dim N=2048 | FileCheck %s --check-prefix=OBJECT
// RUN: tile-run %S/wgmma.mlir --device=cpu --kernel=product --profile | FileCheck %s --check-prefix=WGMMA
// RUN: not tile-run %source/docs/examples/vector_add.mlir --profile --level=mem 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not tile-run %s --profile=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
//
// What accesses of one warp cost: a line of the table is LINE INSTRUCTIONS SECTORS IDEAL WAVEFRONTS
// CONFLICTS FLOPS.

// CHECK: line instr sectors ideal wavefronts conflicts flops source
simt.kernel @accesses(%A: memref<4096xi32>) threads(32) shared(4224) grid(1) {
  %n2 = arith.constant 2 : i32
  %n4 = arith.constant 4 : i32
  %n5 = arith.constant 5 : i32
  %n33 = arith.constant 33 : i32
  %l = simt.lane_id : i32
  %double = arith.muli %l, %n2 : i32
  %four = arith.muli %l, %n4 : i32
  %far = arith.shli %l, %n5 : i32
  %padded = arith.muli %l, %n33 : i32
  %i = arith.index_cast %l : i32 to index
  %i2 = arith.index_cast %double : i32 to index
  %i4 = arith.index_cast %four : i32 to index
  %i32 = arith.index_cast %far : i32 to index
  %c1 = arith.constant 1 : index
  %shifted = arith.addi %i, %c1 : index
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<1056xi32, shared>
  // Side by side, every other element, a column, not from a sector's start, wide.
  // CHECK: [[#@LINE+5]] 1 4 4 0 0 0 %a = mem.load
  // CHECK: [[#@LINE+5]] 1 8 4 0 0 0 %b = mem.load
  // CHECK: [[#@LINE+5]] 1 32 4 0 0 0 %c = mem.load
  // CHECK: [[#@LINE+5]] 1 5 4 0 0 0 %d = mem.load
  // CHECK: [[#@LINE+5]] 1 16 16 0 0 0 %e = mem.load
  %a = mem.load %A[%i] : memref<4096xi32>, i32
  %b = mem.load %A[%i2] : memref<4096xi32>, i32
  %c = mem.load %A[%i32] : memref<4096xi32>, i32
  %d = mem.load %A[%shifted] : memref<4096xi32>, i32
  %e = mem.load %A[%i4] : memref<4096xi32>, vector<4xi32>
  // No conflict, 2-way, 32-way, padded, wide.
  // CHECK: [[#@LINE+1]] 1 0 0 1 0 0 mem.store
  mem.store %a, %s[%l] : !mem.buffer<1056xi32, shared>, i32
  simt.warp_sync
  // CHECK: [[#@LINE+1]] 1 0 0 2 1 0 mem.store
  mem.store %b, %s[%double] : !mem.buffer<1056xi32, shared>, i32
  simt.warp_sync
  // CHECK: [[#@LINE+1]] 1 0 0 32 31 0 mem.store
  mem.store %c, %s[%far] : !mem.buffer<1056xi32, shared>, i32
  simt.warp_sync
  // CHECK: [[#@LINE+1]] 1 0 0 1 0 0 mem.store
  mem.store %d, %s[%padded] : !mem.buffer<1056xi32, shared>, i32
  simt.warp_sync
  // CHECK: [[#@LINE+1]] 1 0 0 4 0 0 mem.store
  mem.store %e, %s[%four] : !mem.buffer<1056xi32, shared>, vector<4xi32>
  simt.return
}
// CHECK: all 25 65 32 40 32 0
// CHECK: instructions of warps: integer 9, global 5, shared 5, sync 4, control 1, other 1
// CHECK: global memory: 1024 bytes read and 0 written by 5 accesses, 65 sectors (32 at least)
// CHECK: shared memory: 0 bytes read and 1024 written by 5 accesses, 40 wavefronts (8 at least)

// NONE-NOT: wavefronts

// JSON: {"all": {"instructions": 25, "classes": {"integer": 9, "global": 5, "shared": 5, "sync": 4, "control": 1, "other": 1},
// JSON-SAME: "global": {"accesses": 5, "sectors": 65, "ideal": 32, "read_bytes": 1024, "written_bytes": 0},
// JSON-SAME: "shared": {"accesses": 5, "wavefronts": 40, "ideal": 8, "read_bytes": 0, "written_bytes": 1024}, "flops": 0}, "lines": [
// JSON: {"file": "{{.*}}profile.mlir", "line": {{[0-9]+}}, "instructions": 1,

// Rows of 128 bytes: a column of 16-byte pieces as they lie, and exclusive-ored with the row.
simt.kernel @matrices() threads(32) shared(1024) grid(1) {
  %n3 = arith.constant 3 : i32
  %n6 = arith.constant 6 : i32
  %n7 = arith.constant 7 : i32
  %n8 = arith.constant 8 : i32
  %n16 = arith.constant 16 : i32
  %zeros = arith.constant dense<0.0> : vector<8xf16>
  %c = arith.constant dense<0.0> : vector<4xf32>
  %l = simt.lane_id : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xf16, shared>
  %at = arith.muli %l, %n16 : i32
  %at8 = arith.addi %at, %n8 : i32
  // MATRICES: [[#@LINE+1]] 1 0 0 8 4 0 mem.store
  mem.store %zeros, %s[%at] : !mem.buffer<512xf16, shared>, vector<8xf16>
  mem.store %zeros, %s[%at8] : !mem.buffer<512xf16, shared>, vector<8xf16>
  simt.warp_sync
  %row = arith.andi %l, %n7 : i32
  %piece = arith.shrui %l, %n3 : i32
  %start = arith.shli %row, %n6 : i32
  %in = arith.shli %piece, %n3 : i32
  %plain = arith.addi %start, %in : i32
  %mixed = arith.xori %piece, %row : i32
  %out = arith.shli %mixed, %n3 : i32
  %swizzled = arith.addi %start, %out : i32
  // MATRICES: [[#@LINE+1]] 1 0 0 32 28 0 %x = tc.ldmatrix
  %x = tc.ldmatrix %s[%plain] : !mem.buffer<512xf16, shared>, vector<8xf16>
  // MATRICES: [[#@LINE+1]] 1 0 0 4 0 0 %y = tc.ldmatrix
  %y = tc.ldmatrix %s[%swizzled] : !mem.buffer<512xf16, shared>, vector<8xf16>
  %b = vector.extract_strided_slice %y {offsets = [0], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
  // MATRICES: [[#@LINE+1]] 1 0 0 0 0 4096 %d = tc.mma
  %d = tc.mma %x, %b, %c instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf32>
  simt.return
}
// MATRICES: tensor 1

// A copy reads sectors and writes wavefronts; a box is bytes.
simt.kernel @copies(%A: memref<128xi32>) threads(32) shared(1024) grid(1) {
  %m = mem.tensor_map %A : memref<128xi32> to !mem.tensor_map<64xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<192xi32, shared>
  %b = mem.alloc {offset = 768 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %n0 = arith.constant 0 : i32
  %n4 = arith.constant 4 : i32
  %n128 = arith.constant 128 : i32
  %bytes = arith.constant 256 : i32
  %l = simt.lane_id : i32
  %at = arith.muli %l, %n4 : i32
  %i = arith.index_cast %at : i32 to index
  // COPIES: [[#@LINE+1]] 1 16 16 4 0 0 mem.cp_async
  mem.cp_async %A[%i] to %s[%at] bytes 16 : memref<128xi32>, !mem.buffer<192xi32, shared>
  mem.async_commit
  mem.async_wait 0
  %one = simt.elect : i1
  scf.if %one {
    mem.mbarrier_init %b[%n0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
    mem.mbarrier_arrive_expect_tx %b[%n0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    // COPIES: [[#@LINE+1]] 1 0 0 0 0 0 mem.tma_load
    mem.tma_load %m[%n0] to %s[%n128] signal %b[%n0] : !mem.tensor_map<64xi32>, !mem.buffer<192xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_wait %b[%n0] parity %n0 : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.return
}
// COPIES: global memory: 768 bytes read and 0 written by 1 accesses, 16 sectors (16 at least)
// COPIES: shared memory: 0 bytes read and 768 written by 1 accesses, 4 wavefronts (4 at least)

// Lines are those of the kernel's text, whatever level it was written at.
// ADD: 6 152 256 256 0 0 0 %a = tile.load %A[%b * $BLOCK] : tensor<$BLOCKx$T>
// ADD: 9 40 256 256 0 0 0 tile.store %sum, %C[%b * $BLOCK]
// ADD: all 272 768 768 0 0 0
// A product of a warpgroup is executed by its four warps: 2 * 64 * 16 * 16 operations.
// WGMMA: 4 0 0 0 0 32768 %d = tc.wgmma
// OBJECT: "profile": {"all": {"instructions": 272,
// LEVEL: error: 'vector_add' is not at thread level: there is nothing to count
// LEVEL: help: --profile counts what warps do: leave --level out, or say --level=thread
// FORMAT: error: a profile is written as 'json' or 'json:FILE', not 'xml'
