// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{expected a memref type of known extents, got 'memref<?xf32>'}}
memref.global @g : memref<?xf32>

// -----

// expected-error @+1 {{initial value of type 'tensor<3xf32>' does not fill 'memref<2xf32>'}}
"memref.global"() <{sym_name = "g", type = memref<2xf32>, initial_value = dense<0.0> : tensor<3xf32>}> : () -> ()

// -----

// expected-error @+1 {{expected 'uninitialized' or dense<...>, got "zeros"}}
memref.global @g : memref<2xf32> = "zeros"

// -----

func.func @missing() {
  // expected-error @+1 {{'memref.get_global' op}}
  %0 = memref.get_global @nowhere : memref<2xf32>
  return
}

// -----

memref.global @g : memref<2xf32>
func.func @other_type() {
  // expected-error @+1 {{result must have the global's type 'memref<2xf32>', but got 'memref<2xi32>'}}
  %0 = memref.get_global @g : memref<2xi32>
  return
}

// -----

func.func @symbols(%n: index) {
  // expected-error @+1 {{needs 1 symbols for the layout of 'memref<4xf32, strided<[1], offset: ?>>', got 0}}
  %0 = memref.alloc() : memref<4xf32, strided<[1], offset: ?>>
  return
}

// -----

// expected-error @+1 {{must stand in an op that allocations belong to, such as func.func}}
%0 = memref.alloca() : memref<4xf32>

// -----

func.func @realloc(%m: memref<4x4xf32>) {
  // expected-error @+1 {{is between row-major memrefs of one dimension}}
  %0 = memref.realloc %m : memref<4x4xf32> to memref<8xf32>
  return
}

// -----

func.func @realloc_size(%m: memref<4xf32>) {
  // expected-error @+1 {{needs 1 sizes for the dynamic extents of 'memref<?xf32>', got 0}}
  %0 = memref.realloc %m : memref<4xf32> to memref<?xf32>
  return
}

// -----

func.func @copy(%m: memref<4xf32>, %n: memref<5xf32>) {
  // expected-error @+1 {{cannot copy 'memref<4xf32>' to 'memref<5xf32>'}}
  memref.copy %m, %n : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @rmw_kind(%m: memref<4xi32>, %x: i32, %i: index) {
  // expected-error @+1 {{'addf' combines floats, but got 'i32'}}
  %0 = memref.atomic_rmw addf %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @rmw_type(%m: memref<4xi32>, %x: i64, %i: index) {
  // expected-error @+1 {{value and result must be 'i32' as the elements are}}
  %0 = memref.atomic_rmw addi %x, %m[%i] : (i64, memref<4xi32>) -> i64
  return
}

// -----

func.func @rmw_word(%m: memref<4xi32>, %x: i32, %i: index) {
  // expected-error @+1 {{unknown kind 'add' of atomic operation}}
  %0 = memref.atomic_rmw add %x, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @generic_effects(%m: memref<4xi32>, %x: i32, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%old: i32):
    // expected-error @+1 {{has effects, so it cannot stand in memref.generic_atomic_rmw}}
    memref.store %x, %m[%i] : memref<4xi32>
    memref.atomic_yield %old : i32
  }
  return
}

// -----

func.func @generic_argument(%m: memref<4xi32>, %x: i32, %i: index) {
  // expected-error @+1 {{region must have one argument of type 'i32'}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
    memref.atomic_yield %x : i32
  }
  return
}

// -----

func.func @yield_type(%m: memref<4xi32>, %x: i64, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%old: i32):
    // expected-error @+1 {{must give 'i32' as the op around does, but got 'i64'}}
    memref.atomic_yield %x : i64
  }
  return
}

// -----

func.func @locality(%m: memref<4xi32>, %i: index) {
  // expected-error @+1 {{locality must be 0 to 3, but got 4}}
  memref.prefetch %m[%i], read, locality<4>, data : memref<4xi32>
  return
}

// -----

func.func @alignment(%m: memref<4xi32>) {
  // expected-error @+1 {{alignment must be a power of two, but got 12}}
  %0 = memref.assume_alignment %m, 12 : memref<4xi32>
  return
}

// -----

func.func @distinct() {
  // expected-error @+1 {{needs at least one memref}}
  "memref.distinct_objects"() : () -> ()
  return
}

// -----

func.func @scope_result(%x: i32) {
  // expected-error @+1 {{region must end with memref.alloca_scope.return}}
  "memref.alloca_scope"() ({
    "other.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// expected-error @+1 {{visibility must be public, private or nested, but got "hidden"}}
memref.global "hidden" @g : memref<2xf32>
