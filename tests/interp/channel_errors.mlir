// RUN: not interp-run %s 2>&1 | FileCheck %s
// What is wrong with turns at a channel and shows while running, with one role.

// CHECK: error: 'mem.channel_acquire' op waits forever for the slot of position 1: position 0 is not released
func.func @acquire_full() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  mem.channel_acquire %ch[%c1] : !mem.channel<1>
  return
}

// CHECK: error: 'mem.channel_wait' op waits forever for position 0, which is not committed
func.func @wait_empty() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  mem.channel_wait %ch[%c0] : !mem.channel<1>
  return
}

// CHECK: error: 'mem.channel_commit' op commits position 0, which is not acquired
func.func @commit_first() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  return
}

// CHECK: error: 'mem.channel_release' op releases position 0, which nothing waited for
func.func @release_first() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  mem.channel_release %ch[%c0] : !mem.channel<1>
  return
}

// CHECK: error: 'mem.channel_acquire' op takes position 1, but the next one is 0: each once, in order
func.func @order() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c1] : !mem.channel<1>
  return
}

// CHECK: error: 'mem.channel_commit' op takes position 0, but the next one is 1: each once, in order
func.func @twice() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  return
}

// CHECK: error: 'tile.async_copy' op copies into position 0, which is not acquired
func.func @copy_first() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  tile.async_copy %A[%c0] to %s[%c0] tile tensor<4xf32> width 1 into %ch[%c0] : memref<4xf32>, !mem.buffer<4xf32, shared>, !mem.channel<1>
  return
}

// CHECK: error: 'tile.async_copy' op copies into position 0, which is committed already
func.func @copy_late() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  tile.async_copy %A[%c0] to %s[%c0] tile tensor<4xf32> width 1 into %ch[%c0] : memref<4xf32>, !mem.buffer<4xf32, shared>, !mem.channel<1>
  return
}

// CHECK: error: 'tile.load' op reads what nothing wrote: element [0] of a buffer of extents 4
func.func @read_early() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  %x = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %x, %s[%c0]
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  tile.async_copy %A[%c0] to %s[%c0] tile tensor<4xf32> width 1 into %ch[%c0] : memref<4xf32>, !mem.buffer<4xf32, shared>, !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  %y = tile.load %s[%c0] : tensor<4xf32>
  return
}

// CHECK: error: 'tile.load' op reads what nothing wrote: element [0] of a buffer of extents 4
func.func @fill_read_slot() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  tile.async_copy %A[%c0] to %s[%c0] tile tensor<4xf32> width 1 into %ch[%c0] : memref<4xf32>, !mem.buffer<4xf32, shared>, !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  mem.channel_wait %ch[%c0] : !mem.channel<1>
  mem.channel_release %ch[%c0] : !mem.channel<1>
  mem.channel_acquire %ch[%c1] : !mem.channel<1>
  tile.async_copy %A[%c0] to %s[%c0] tile tensor<4xf32> width 1 into %ch[%c1] : memref<4xf32>, !mem.buffer<4xf32, shared>, !mem.channel<1>
  mem.channel_commit %ch[%c1] : !mem.channel<1>
  %y = tile.load %s[%c0] : tensor<4xf32>
  return
}

// CHECK: error: 'mem.channel_wait' op waits for a copy whose source was written meanwhile
func.func @source_written() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<4xf32>
  %f = arith.constant dense<1.0> : tensor<4xf32>
  tile.store %f, %A[%c0]
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %ch = mem.channel : !mem.channel<1>
  %y = arith.constant dense<2.0> : tensor<4xf32>
  mem.channel_acquire %ch[%c0] : !mem.channel<1>
  tile.async_copy %A[%c0] to %s[%c0] tile tensor<4xf32> width 1 into %ch[%c0] : memref<4xf32>, !mem.buffer<4xf32, shared>, !mem.channel<1>
  mem.channel_commit %ch[%c0] : !mem.channel<1>
  tile.store %y, %A[%c0]
  mem.channel_wait %ch[%c0] : !mem.channel<1>
  return
}
