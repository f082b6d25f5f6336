// With `exact`, all rounding to integers gives the same before and after; how that is taken is told in expand-round.mlir.
// RUN: interp-run %s > %t.before
// RUN: tile-opt %s --math-expand-ops=exact > %t.mlir
// RUN: interp-run %t.mlir > %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: math.{{round|roundeven|ceil}}

func.func private @mix(%h: i32, %v: i32) -> i32 {
  %c31 = arith.constant 31 : i32
  %0 = arith.muli %h, %c31 : i32
  %1 = arith.addi %0, %v : i32
  %c13 = arith.constant 13 : i32
  %2 = arith.shrui %1, %c13 : i32
  %3 = arith.xori %1, %2 : i32
  return %3 : i32
}

func.func private @bits_f32(%x: f32) -> i32 {
  %nan = arith.constant -1 : i32
  %n = arith.bitcast %x : f32 to i32
  %is_nan = arith.cmpf uno, %x, %x : f32
  %b = arith.select %is_nan, %nan, %n : i32
  return %b : i32
}

func.func private @bits_f64(%x: f64) -> i32 {
  %nan = arith.constant -1 : i64
  %n = arith.bitcast %x : f64 to i64
  %is_nan = arith.cmpf uno, %x, %x : f64
  %b = arith.select %is_nan, %nan, %n : i64
  %c32 = arith.constant 32 : i64
  %high = arith.shrui %b, %c32 : i64
  %both = arith.xori %b, %high : i64
  %r = arith.trunci %both : i64 to i32
  return %r : i32
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

func.func private @bits_f8E5M2FNUZ(%x: f8E5M2FNUZ) -> i32 {
  %nan = arith.constant -1 : i8
  %n = arith.bitcast %x : f8E5M2FNUZ to i8
  %is_nan = arith.cmpf uno, %x, %x : f8E5M2FNUZ
  %b = arith.select %is_nan, %nan, %n : i8
  %r = arith.extui %b : i8 to i32
  return %r : i32
}

func.func private @bits_f8E3M4(%x: f8E3M4) -> i32 {
  %nan = arith.constant -1 : i8
  %n = arith.bitcast %x : f8E3M4 to i8
  %is_nan = arith.cmpf uno, %x, %x : f8E3M4
  %b = arith.select %is_nan, %nan, %n : i8
  %r = arith.extui %b : i8 to i32
  return %r : i32
}

func.func private @bits_f6E2M3FN(%x: f6E2M3FN) -> i32 {
  %nan = arith.constant -1 : i6
  %n = arith.bitcast %x : f6E2M3FN to i6
  %is_nan = arith.cmpf uno, %x, %x : f6E2M3FN
  %b = arith.select %is_nan, %nan, %n : i6
  %r = arith.extui %b : i6 to i32
  return %r : i32
}

func.func private @bits_f4E2M1FN(%x: f4E2M1FN) -> i32 {
  %nan = arith.constant -1 : i4
  %n = arith.bitcast %x : f4E2M1FN to i4
  %is_nan = arith.cmpf uno, %x, %x : f4E2M1FN
  %b = arith.select %is_nan, %nan, %n : i4
  %r = arith.extui %b : i4 to i32
  return %r : i32
}

func.func @ceil_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.ceil %x : f8E4M3FN
    %v = func.call @bits_f8E4M3FN(%y) : (f8E4M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_f8E4M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E4M3FN
    %y = math.round %x : f8E4M3FN
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

func.func @ceil_f8E5M2FNUZ() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E5M2FNUZ
    %y = math.ceil %x : f8E5M2FNUZ
    %v = func.call @bits_f8E5M2FNUZ(%y) : (f8E5M2FNUZ) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_f8E5M2FNUZ() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E5M2FNUZ
    %y = math.round %x : f8E5M2FNUZ
    %v = func.call @bits_f8E5M2FNUZ(%y) : (f8E5M2FNUZ) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_f8E5M2FNUZ() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E5M2FNUZ
    %y = math.roundeven %x : f8E5M2FNUZ
    %v = func.call @bits_f8E5M2FNUZ(%y) : (f8E5M2FNUZ) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @ceil_f8E3M4() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E3M4
    %y = math.ceil %x : f8E3M4
    %v = func.call @bits_f8E3M4(%y) : (f8E3M4) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_f8E3M4() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E3M4
    %y = math.round %x : f8E3M4
    %v = func.call @bits_f8E3M4(%y) : (f8E3M4) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_f8E3M4() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E3M4
    %y = math.roundeven %x : f8E3M4
    %v = func.call @bits_f8E3M4(%y) : (f8E3M4) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @ceil_f6E2M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %r0 = scf.for %i = %c0 to %c64 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i6
    %x = arith.bitcast %n : i6 to f6E2M3FN
    %y = math.ceil %x : f6E2M3FN
    %v = func.call @bits_f6E2M3FN(%y) : (f6E2M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_f6E2M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %r0 = scf.for %i = %c0 to %c64 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i6
    %x = arith.bitcast %n : i6 to f6E2M3FN
    %y = math.round %x : f6E2M3FN
    %v = func.call @bits_f6E2M3FN(%y) : (f6E2M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_f6E2M3FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %r0 = scf.for %i = %c0 to %c64 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i6
    %x = arith.bitcast %n : i6 to f6E2M3FN
    %y = math.roundeven %x : f6E2M3FN
    %v = func.call @bits_f6E2M3FN(%y) : (f6E2M3FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @ceil_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = math.ceil %x : f4E2M1FN
    %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = math.round %x : f4E2M1FN
    %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @roundeven_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = math.roundeven %x : f4E2M1FN
    %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @ceil_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.ceil %x : bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = math.round %x : bf16
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

func.func @ceil_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.ceil %x : f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @round_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c29 = arith.constant 29 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = math.round %x : f16
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

func.func @ceil_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4096 = arith.constant 4096 : index
  %r0 = scf.for %i = %c0 to %c4096 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i32
      %low = arith.constant 20 : i32
      %up = arith.shli %a, %low : i32
      %b = arith.index_cast %j : index to i32
      %n = arith.addi %up, %b : i32
      %x = arith.bitcast %n : i32 to f32
      %y = math.ceil %x : f32
      %v = func.call @bits_f32(%y) : (f32) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @round_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4096 = arith.constant 4096 : index
  %r0 = scf.for %i = %c0 to %c4096 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i32
      %low = arith.constant 20 : i32
      %up = arith.shli %a, %low : i32
      %b = arith.index_cast %j : index to i32
      %n = arith.addi %up, %b : i32
      %x = arith.bitcast %n : i32 to f32
      %y = math.round %x : f32
      %v = func.call @bits_f32(%y) : (f32) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @roundeven_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4096 = arith.constant 4096 : index
  %r0 = scf.for %i = %c0 to %c4096 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i32
      %low = arith.constant 20 : i32
      %up = arith.shli %a, %low : i32
      %b = arith.index_cast %j : index to i32
      %n = arith.addi %up, %b : i32
      %x = arith.bitcast %n : i32 to f32
      %y = math.roundeven %x : f32
      %v = func.call @bits_f32(%y) : (f32) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @ceil_f64() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c29 = arith.constant 29 : index
  %c32768 = arith.constant 32768 : index
  %r0 = scf.for %i = %c0 to %c32768 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i64
      %low = arith.constant 49 : i64
      %up = arith.shli %a, %low : i64
      %b = arith.index_cast %j : index to i64
      %n = arith.addi %up, %b : i64
      %x = arith.bitcast %n : i64 to f64
      %y = math.ceil %x : f64
      %v = func.call @bits_f64(%y) : (f64) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @round_f64() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c29 = arith.constant 29 : index
  %c32768 = arith.constant 32768 : index
  %r0 = scf.for %i = %c0 to %c32768 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i64
      %low = arith.constant 49 : i64
      %up = arith.shli %a, %low : i64
      %b = arith.index_cast %j : index to i64
      %n = arith.addi %up, %b : i64
      %x = arith.bitcast %n : i64 to f64
      %y = math.round %x : f64
      %v = func.call @bits_f64(%y) : (f64) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @roundeven_f64() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c29 = arith.constant 29 : index
  %c32768 = arith.constant 32768 : index
  %r0 = scf.for %i = %c0 to %c32768 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i64
      %low = arith.constant 49 : i64
      %up = arith.shli %a, %low : i64
      %b = arith.index_cast %j : index to i64
      %n = arith.addi %up, %b : i64
      %x = arith.bitcast %n : i64 to f64
      %y = math.roundeven %x : f64
      %v = func.call @bits_f64(%y) : (f64) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}
