// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%m: memref<4x?xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op needs 2 indices for 'memref<4x?xf32>', got 1}}
  %0 = memref.load %m[%i] : memref<4x?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op value of type 'i32' is not an element of 'memref<4xf32>'}}
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, index) -> i32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %x: i32) {
  // expected-error @+1 {{'memref.store' op value of type 'i32' is not an element of 'memref<4xf32>'}}
  "memref.store"(%x, %m, %i) : (i32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: i32) {
  // expected-error @+1 {{'memref.load' op operand #1 must be index, but '%i' has type 'i32'}}
  %0 = "memref.load"(%m, %i) : (memref<4xf32>, i32) -> f32
  return
}

// -----

func.func @f(%m: memref<f32>, %i: index) {
  // expected-error @+1 {{'memref.dim' op 'memref<f32>' has no dimensions}}
  %0 = memref.dim %m, %i : memref<f32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op needs 1 sizes for the dynamic extents of 'memref<4x?xf32>', got 0}}
  %0 = memref.alloc() : memref<4x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op needs 0 symbols for the layout of 'memref<4x?xf32>', got 1}}
  %0 = memref.alloc(%i)[%i] : memref<4x?xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'memref.alloc' op alignment must be a power of two, but got 3}}
  %0 = memref.alloc() {alignment = 3 : i64} : memref<4xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{expected a memref type, got 'f32'}}
  %0 = memref.alloc() : f32
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<8xf32>' cannot describe one memory}}
  %0 = memref.cast %m : memref<4xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<?xf32, strided<[2]>>' cannot describe one memory}}
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32, strided<[2]>>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<?x?xf32>' cannot describe one memory}}
  %0 = memref.cast %m : memref<4xf32> to memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<?xf32, 3>' cannot describe one memory}}
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32, 3>
  return
}
