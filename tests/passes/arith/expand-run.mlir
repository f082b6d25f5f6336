// Every function computes with all numbers of f8 and narrower types, with some of i8 and f8 as the other operand, and with the
// numbers of a wide type whose lower bits are zero and those next to them. It mixes the bits of what it gets, NaNs counting as
// one, and gets the same before and after.
// RUN: interp-run %s > %t.before
// RUN: tile-opt %s '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1' > %t.mlir
// RUN: interp-run %t.mlir > %t.after
// RUN: diff %t.before %t.after
// RUN: tile-opt %s '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1 exact' | interp-run - > %t.exact
// RUN: diff %t.before %t.exact
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: arith.{{ceildiv|floordiv|maxsi|maxui|minsi|minui|maxnumf|minnumf|extf|truncf}}

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

func.func private @bits_f8E5M2(%x: f8E5M2) -> i32 {
  %nan = arith.constant -1 : i8
  %n = arith.bitcast %x : f8E5M2 to i8
  %is_nan = arith.cmpf uno, %x, %x : f8E5M2
  %b = arith.select %is_nan, %nan, %n : i8
  %r = arith.extui %b : i8 to i32
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

func.func @ceildivsi() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x0 = arith.index_cast %i : index to i8
      %y0 = arith.index_cast %j : index to i8
      %zero = arith.constant 0 : i8
      %least = arith.constant -128 : i8
      %one = arith.constant 1 : i8
      %bad = arith.cmpi eq, %y0, %zero : i8
      %y = arith.select %bad, %one, %y0 : i8
      %low = arith.cmpi eq, %x0, %least : i8
      %x = arith.select %low, %one, %x0 : i8
      %q = arith.ceildivsi %x, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @floordivsi() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x0 = arith.index_cast %i : index to i8
      %y0 = arith.index_cast %j : index to i8
      %zero = arith.constant 0 : i8
      %least = arith.constant -128 : i8
      %one = arith.constant 1 : i8
      %bad = arith.cmpi eq, %y0, %zero : i8
      %y = arith.select %bad, %one, %y0 : i8
      %low = arith.cmpi eq, %x0, %least : i8
      %x = arith.select %low, %one, %x0 : i8
      %q = arith.floordivsi %x, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @ceildivui() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x0 = arith.index_cast %i : index to i8
      %y0 = arith.index_cast %j : index to i8
      %zero = arith.constant 0 : i8
      %least = arith.constant -128 : i8
      %one = arith.constant 1 : i8
      %bad = arith.cmpi eq, %y0, %zero : i8
      %y = arith.select %bad, %one, %y0 : i8
      %q = arith.ceildivui %x0, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @maxsi() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x = arith.index_cast %i : index to i8
      %y = arith.index_cast %j : index to i8
      %q = arith.maxsi %x, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @maxui() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x = arith.index_cast %i : index to i8
      %y = arith.index_cast %j : index to i8
      %q = arith.maxui %x, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @minsi() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x = arith.index_cast %i : index to i8
      %y = arith.index_cast %j : index to i8
      %q = arith.minsi %x, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @minui() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm128 = arith.constant -128 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c128 = arith.constant 128 : index
  %r0 = scf.for %i = %cm128 to %c128 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm128 to %c128 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %x = arith.index_cast %i : index to i8
      %y = arith.index_cast %j : index to i8
      %q = arith.minui %x, %y : i8
      %v = arith.extui %q : i8 to i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

// Of two zeros maxnumf and minnumf may give either.
func.func @maxnumf() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %c0 to %c256 step %c3 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %n = arith.index_cast %j : index to i8
      %a = arith.bitcast %m : i8 to f8E5M2
      %b = arith.bitcast %n : i8 to f8E5M2
      %q = arith.maxnumf %a, %b : f8E5M2
      %zero = arith.constant 0.0 : f8E5M2
      %is_zero = arith.cmpf oeq, %q, %zero : f8E5M2
      %y = arith.select %is_zero, %zero, %q : f8E5M2
      %v = func.call @bits_f8E5M2(%y) : (f8E5M2) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @minnumf() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %c0 to %c256 step %c3 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %n = arith.index_cast %j : index to i8
      %a = arith.bitcast %m : i8 to f8E5M2
      %b = arith.bitcast %n : i8 to f8E5M2
      %q = arith.minnumf %a, %b : f8E5M2
      %zero = arith.constant 0.0 : f8E5M2
      %is_zero = arith.cmpf oeq, %q, %zero : f8E5M2
      %y = arith.select %is_zero, %zero, %q : f8E5M2
      %v = func.call @bits_f8E5M2(%y) : (f8E5M2) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @extf_bf16_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c7 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = arith.extf %x : bf16 to f32
    %v = func.call @bits_f32(%y) : (f32) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @truncf_f32_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c29 = arith.constant 29 : index
  %c131072 = arith.constant 131072 : index
  %r0 = scf.for %i = %c0 to %c131072 step %c29 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i32
      %low = arith.constant 15 : i32
      %up = arith.shli %a, %low : i32
      %b = arith.index_cast %j : index to i32
      %n = arith.addi %up, %b : i32
      %x = arith.bitcast %n : i32 to f32
      %y = arith.truncf %x : f32 to bf16
      %v = func.call @bits_bf16(%y) : (bf16) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @extf_f4E2M1FN_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = arith.extf %x : f4E2M1FN to f32
    %v = func.call @bits_f32(%y) : (f32) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}
