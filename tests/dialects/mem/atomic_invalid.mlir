// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @kind(%A: memref<?xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'mem.atomic_rmw' op 'maxs' does not combine f32}}
  %a = mem.atomic_rmw maxs %x, %A[%i] relaxed gpu : memref<?xf32>, f32
  return
}

// -----

func.func @width(%A: memref<?xi8>, %i: index, %x: i8) {
  // expected-error @+1 {{'mem.atomic_rmw' op 'addi' does not combine i8}}
  %a = mem.atomic_rmw addi %x, %A[%i] relaxed gpu : memref<?xi8>, i8
  return
}

// -----

func.func @float(%A: memref<?xi32>, %i: index, %x: i32) {
  // expected-error @+1 {{'mem.atomic_rmw' op 'addf' does not combine i32}}
  %a = mem.atomic_rmw addf %x, %A[%i] relaxed gpu : memref<?xi32>, i32
  return
}

// -----

func.func @vector(%A: memref<?xi32>, %i: index, %x: vector<2xi32>) {
  // expected-error @+1 {{'mem.atomic_rmw' op 'addi' does not combine vector<2xi32>}}
  %a = mem.atomic_rmw addi %x, %A[%i] relaxed gpu : memref<?xi32>, vector<2xi32>
  return
}

// -----

func.func @element(%A: memref<?xi64>, %i: index, %x: i32) {
  // expected-error @+1 {{'mem.atomic_rmw' op moves i32, but the elements of memref<?xi64> are i64}}
  %a = mem.atomic_rmw addi %x, %A[%i] relaxed gpu : memref<?xi64>, i32
  return
}

// -----

func.func @indices(%A: memref<?x?xi32>, %i: index, %x: i32) {
  // expected-error @+1 {{'mem.atomic_rmw' op needs 2 indices for memref<?x?xi32>, got 1}}
  %a = mem.atomic_rmw addi %x, %A[%i] relaxed gpu : memref<?x?xi32>, i32
  return
}

// -----

func.func @result(%A: memref<?xi32>, %i: index, %x: i32) {
  // expected-error @+1 {{'mem.atomic_rmw' op combines i32 and gives f32}}
  %a = "mem.atomic_rmw"(%x, %A, %i) {kind = "addi", order = "relaxed", scope = "gpu", operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (i32, memref<?xi32>, index) -> f32
  return
}

// -----

func.func @cas(%A: memref<?xf16>, %i: index, %x: f16) {
  // expected-error @+1 {{'mem.atomic_cas' op compares numbers of 32 or 64 bits, got f16}}
  %a = mem.atomic_cas %x, %x, %A[%i] relaxed gpu : memref<?xf16>, f16
  return
}

// -----

func.func @cas_types(%A: memref<?xi32>, %i: index, %x: i32, %y: f32) {
  // expected-error @+1 {{'mem.atomic_cas' op compares i32, stores f32 and gives i32}}
  %a = mem.atomic_cas %x, %y, %A[%i] relaxed gpu : memref<?xi32>, i32
  return
}

// -----

func.func @map(%s: !mem.buffer<64xi32, cluster>, %r: i32) {
  // expected-error @+1 {{'mem.map_cluster' op takes a buffer in shared memory, got !mem.buffer<64xi32, cluster>}}
  %m = mem.map_cluster %s, %r : !mem.buffer<64xi32, cluster> to !mem.buffer<64xi32, cluster>
  return
}

// -----

func.func @map_type(%s: !mem.buffer<64xi32, shared>, %r: i32) {
  // expected-error @+1 {{'mem.map_cluster' op gives !mem.buffer<64xi32, cluster>, got !mem.buffer<32xi32, cluster>}}
  %m = mem.map_cluster %s, %r : !mem.buffer<64xi32, shared> to !mem.buffer<32xi32, cluster>
  return
}

// -----

func.func @alloc() {
  // expected-error @+1 {{'mem.alloc' op makes a buffer of its own block, got !mem.buffer<64xi32, cluster>}}
  %m = mem.alloc : !mem.buffer<64xi32, cluster>
  return
}

// -----

func.func @integers(%A: memref<?xi32>, %i: index, %x: vector<4xi32>) {
  // expected-error @+2 {{'mem.atomic_rmw' op 'addi' does not combine vector<4xi32> in memref<?xi32>}}
  // expected-help @+1 {{several f16, bf16 or f32 at a time are added in global memory}}
  %a = mem.atomic_rmw addi %x, %A[%i] relaxed gpu : memref<?xi32>, vector<4xi32>
  return
}

// -----

func.func @doubles(%A: memref<?xf64>, %i: index, %x: vector<2xf64>) {
  // expected-error @+1 {{'mem.atomic_rmw' op 'addf' does not combine vector<2xf64> in memref<?xf64>}}
  %a = mem.atomic_rmw addf %x, %A[%i] relaxed gpu : memref<?xf64>, vector<2xf64>
  return
}

// -----

func.func @shared(%A: !mem.buffer<64xf16, shared>, %i: i32, %x: vector<2xf16>) {
  // expected-error @+1 {{'mem.atomic_rmw' op 'addf' does not combine vector<2xf16> in !mem.buffer<64xf16, shared>}}
  %a = mem.atomic_rmw addf %x, %A[%i] relaxed cta : !mem.buffer<64xf16, shared>, vector<2xf16>
  return
}

// -----

func.func @long(%A: memref<?xf32>, %i: index, %x: vector<8xf32>) {
  // expected-error @+1 {{moves at most 16 bytes, got 32 of vector<8xf32>}}
  %a = mem.atomic_rmw addf %x, %A[%i] relaxed gpu : memref<?xf32>, vector<8xf32>
  return
}
