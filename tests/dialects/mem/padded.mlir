// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt --print-layout='!mem.buffer<4x6xf32, #mem.padded<8>, shared>' | FileCheck %s --check-prefix=TABLE
// RUN: tile-opt --print-layout='!mem.buffer<4x6xf32, #mem.padded<8, column>, shared>' | FileCheck %s --check-prefix=COLUMN

// Rows are a padding apart, and so are the slots of a leading dimension.
// CHECK-LABEL: func.func @padded
func.func @padded(%i: index) {
  // CHECK: mem.alloc : !mem.buffer<96x80xf16, #mem.padded<16>, shared>
  %0 = mem.alloc : !mem.buffer<96x80xf16, #mem.padded<16>, shared>
  // CHECK: mem.alloc : !mem.buffer<96x80xf16, #mem.padded<16, column>, shared>
  %1 = mem.alloc : !mem.buffer<96x80xf16, #mem.padded<16, column>, shared>
  // CHECK: mem.flatten %{{.*}} : !mem.buffer<96x80xf16, #mem.padded<16>, shared> to !mem.buffer<8448xf16, shared>
  %2 = mem.flatten %0 : !mem.buffer<96x80xf16, #mem.padded<16>, shared> to !mem.buffer<8448xf16, shared>
  // CHECK: mem.flatten %{{.*}} : !mem.buffer<96x80xf16, #mem.padded<16, column>, shared> to !mem.buffer<8320xf16, shared>
  %3 = mem.flatten %1 : !mem.buffer<96x80xf16, #mem.padded<16, column>, shared> to !mem.buffer<8320xf16, shared>
  // CHECK: mem.index %{{.*}}[%{{.*}}] : !mem.buffer<3x96x80xf16, #mem.padded<16>, shared>
  %4 = mem.alloc : !mem.buffer<3x96x80xf16, #mem.padded<16>, shared>
  %5 = mem.index %4[%i] : !mem.buffer<3x96x80xf16, #mem.padded<16>, shared>
  // CHECK: mem.flatten %{{.*}} : !mem.buffer<96x80xf16, #mem.padded<16>, shared> to
  %6 = mem.flatten %5 : !mem.buffer<96x80xf16, #mem.padded<16>, shared> to !mem.buffer<8448xf16, shared>
  // A row is a slot, too.
  // CHECK: mem.index %{{.*}}[%{{.*}}] : !mem.buffer<96x80xf16, #mem.padded<16>, shared>
  %7 = mem.index %0[%i] : !mem.buffer<96x80xf16, #mem.padded<16>, shared>
  // CHECK: mem.flatten %{{.*}} : !mem.buffer<80xf16, shared> to
  %8 = mem.flatten %7 : !mem.buffer<80xf16, shared> to !mem.buffer<80xf16, shared>
  return
}

// TABLE: 4x6 elements of f32: 128 bytes of shared memory
// TABLE: 0:0 {{.*}} 5:5
// TABLE: 8:8 {{.*}} 13:13
// COLUMN: 4x6 elements of f32: 144 bytes of shared memory
// COLUMN: 0:0 6:6
// COLUMN: 1:1
