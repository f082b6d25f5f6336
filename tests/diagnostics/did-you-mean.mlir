// RUN: not tile-opt %s --split-input-file 2>&1 | FileCheck %s

// What was probably meant, for every kind of name.

func.func @target(%x: f32) { return }
func.func @ops(%x: f32) {
  // CHECK: error: unknown op 'arith.adff'
  // CHECK: help: did you mean 'arith.addf'?
  %a = arith.adff %x, %x : f32
  // CHECK: error: unknown op 'math.addf'
  // CHECK: help: did you mean 'arith.addf'?
  %b = math.addf %x, %x : f32
  // CHECK: error: unknown dialect 'affine' in op 'affine.for'
  // CHECK: help: did you mean 'scf.for'?
  affine.for %i = 0 to 4 {
  }
  // CHECK: error: unknown dialect 'hivm' in op 'hivm.launch'
  // CHECK: help: 'hivm' may come from a plugin (--load-plugin=FILE); --allow-unregistered-dialect accepts its generic form
  hivm.launch %x : f32
  return
}

// CHECK: error: unknown type 'i3z2'
// CHECK: help: did you mean 'i32'?
func.func private @types(i3z2)
// CHECK: error: unknown type '!mem.bufer'
// CHECK: help: did you mean '!mem.buffer'?
func.func private @dialect_types(!mem.bufer<4xf32>)
// CHECK: error: unknown dialect 'hivm' in type '!hivm.queue'
// CHECK: help: 'hivm' may come from a plugin
func.func private @unregistered_types(!hivm.queue)

!accumulator = f32
// CHECK: error: undefined type alias '!acumulator'
// CHECK: help: did you mean '!accumulator'?
func.func private @aliases(!acumulator)

func.func @values(%input: f32) {
  // CHECK: error: use of undefined block '^exti'
  // CHECK: help: did you mean '^exit'?
  // CHECK: error: use of undefined value '%inptu'
  // CHECK: help: did you mean '%input'?
  %a = arith.addf %inptu, %input : f32
  cf.br ^exti
^exit:
  return
}

func.func @attributes(%x: f32) {
  // CHECK: error: unknown predicate 'otl'
  // CHECK: help: one of false, oeq
  %a = arith.cmpf otl, %x, %x : f32
  return
}

// -----

func.func @target(%x: f32) { return }
func.func @symbols(%x: f32, %i: i32) {
  // CHECK: error: 'func.call' op @traget does not name a function
  // CHECK: help: did you mean '@target'?
  func.call @traget(%x) : (f32) -> ()
  // CHECK: error: 'func.call' op @inner does not name a function
  // CHECK: note: it names this 'tile.kernel'
  func.call @inner(%x) : (f32) -> ()
  // CHECK: error: 'arith.cmpi' op requires attribute 'predicate'
  // CHECK: help: is 'predicat' meant to be 'predicate'?
  %a = "arith.cmpi"(%i, %i) {predicat = 1 : i64} : (i32, i32) -> i1
  return
}
tile.kernel @inner(%A: memref<16xf32>) warps(1) grid(%i = 1) {
}
