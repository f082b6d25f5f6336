// Every function computes with all numbers of its type, or with many of a wide one, and mixes the bits of what it gets, NaNs counting as one. It gets the
// same before and after: with an f32 or an f64 in between results are rounded as before.
// RUN: interp-run %s > %t.before
// RUN: tile-opt %s --math-extend-to-supported-types > %t.mlir
// RUN: interp-run %t.mlir > %t.after
// RUN: diff %t.before %t.after
// RUN: tile-opt %s '--math-extend-to-supported-types=extra-types=bf16' | interp-run - > %t.some
// RUN: diff %t.before %t.some
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: math.{{.*}} : {{bf16|f16|f8}}

func.func private @mix(%h: i32, %v: i32) -> i32 {
  %c31 = arith.constant 31 : i32
  %0 = arith.muli %h, %c31 : i32
  %1 = arith.addi %0, %v : i32
  %c13 = arith.constant 13 : i32
  %2 = arith.shrui %1, %c13 : i32
  %3 = arith.xori %1, %2 : i32
  return %3 : i32
}

func.func private @bits_f16(%x: f16) -> i32 {
  %nan = arith.constant -1 : i16
  %n = arith.bitcast %x : f16 to i16
  %is_nan = arith.cmpf uno, %x, %x : f16
  %b = arith.select %is_nan, %nan, %n : i16
  %r = arith.extui %b : i16 to i32
  return %r : i32
}

func.func private @bits_bf16(%x: bf16) -> i32 {
  %nan = arith.constant -1 : i16
  %n = arith.bitcast %x : bf16 to i16
  %is_nan = arith.cmpf uno, %x, %x : bf16
  %b = arith.select %is_nan, %nan, %n : i16
  %r = arith.extui %b : i16 to i32
  return %r : i32
}

func.func private @bits_f8E4M3FN(%x: f8E4M3FN) -> i32 {
  %nan = arith.constant -1 : i8
  %n = arith.bitcast %x : f8E4M3FN to i8
  %is_nan = arith.cmpf uno, %x, %x : f8E4M3FN
  %b = arith.select %is_nan, %nan, %n : i8
  %r = arith.extui %b : i8 to i32
  return %r : i32
}

func.func @sin_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.sin %x : f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @exp_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.exp %x : f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @rsqrt_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.rsqrt %x : f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @erf_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.erf %x : f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.roundeven %x : f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @sin_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.sin %x : bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @exp_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.exp %x : bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @rsqrt_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.rsqrt %x : bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @erf_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.erf %x : bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.roundeven %x : bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @sin_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.sin %x : f8E4M3FN
    %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @exp_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.exp %x : f8E4M3FN
    %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @rsqrt_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.rsqrt %x : f8E4M3FN
    %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @erf_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.erf %x : f8E4M3FN
    %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.roundeven %x : f8E4M3FN
    %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @fpowi() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm3 = arith.constant -3 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %k = %cm3 to %c4 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %x = arith.bitcast %m : i8 to f8E4M3FN
      %n = arith.index_cast %k : index to i32
      %y = math.fpowi %x, %n : f8E4M3FN, i32
      %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}
