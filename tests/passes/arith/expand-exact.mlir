// With `exact`, the cases in which the expansions would differ from the ops as well; how they are taken is told in expand-run.mlir.
// RUN: interp-run %s > %t.before
// RUN: tile-opt %s '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1 exact' > %t.mlir
// RUN: interp-run %t.mlir > %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s < %t.mlir

// What is left are conversions between f32 and other types that the target has.
// CHECK-NOT: arith.{{maximumf|minimumf|scaling}}
// CHECK-NOT: arith.extf %{{.*}} : {{f8E8M0FNU|f4E2M1FN}}
// CHECK-NOT: arith.truncf %{{.*}} to {{f8E8M0FNU|f4E2M1FN}}

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

func.func private @bits_f8E5M2(%x: f8E5M2) -> i32 {
  %nan = arith.constant -1 : i8
  %n = arith.bitcast %x : f8E5M2 to i8
  %is_nan = arith.cmpf uno, %x, %x : f8E5M2
  %b = arith.select %is_nan, %nan, %n : i8
  %r = arith.extui %b : i8 to i32
  return %r : i32
}

func.func private @bits_f8E8M0FNU(%x: f8E8M0FNU) -> i32 {
  %nan = arith.constant -1 : i8
  %n = arith.bitcast %x : f8E8M0FNU to i8
  %is_nan = arith.cmpf uno, %x, %x : f8E8M0FNU
  %b = arith.select %is_nan, %nan, %n : i8
  %r = arith.extui %b : i8 to i32
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

func.func @maximumf() -> i32 {
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
      %y = arith.maximumf %a, %b : f8E5M2
      %v = func.call @bits_f8E5M2(%y) : (f8E5M2) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @minimumf() -> i32 {
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
      %y = arith.minimumf %a, %b : f8E5M2
      %v = func.call @bits_f8E5M2(%y) : (f8E5M2) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @extf_f8E8M0FNU_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E8M0FNU
    %y = arith.extf %x : f8E8M0FNU to f32
    %v = func.call @bits_f32(%y) : (f32) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @extf_f8E8M0FNU_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E8M0FNU
    %y = arith.extf %x : f8E8M0FNU to f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @extf_f8E8M0FNU_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E8M0FNU
    %y = arith.extf %x : f8E8M0FNU to bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @extf_f8E8M0FNU_f64() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i8
    %x = arith.bitcast %n : i8 to f8E8M0FNU
    %y = arith.extf %x : f8E8M0FNU to f64
    %v = func.call @bits_f64(%y) : (f64) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @extf_f4E2M1FN_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = arith.extf %x : f4E2M1FN to f16
    %v = func.call @bits_f16(%y) : (f16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @extf_f4E2M1FN_bf16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = arith.extf %x : f4E2M1FN to bf16
    %v = func.call @bits_bf16(%y) : (bf16) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @extf_f4E2M1FN_f64() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r0 = scf.for %i = %c0 to %c16 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i4
    %x = arith.bitcast %n : i4 to f4E2M1FN
    %y = arith.extf %x : f4E2M1FN to f64
    %v = func.call @bits_f64(%y) : (f64) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @truncf_f16_f8E8M0FNU() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c7 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = arith.truncf %x : f16 to f8E8M0FNU
    %v = func.call @bits_f8E8M0FNU(%y) : (f8E8M0FNU) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @truncf_bf16_f8E8M0FNU() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c7 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = arith.truncf %x : bf16 to f8E8M0FNU
    %v = func.call @bits_f8E8M0FNU(%y) : (f8E8M0FNU) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @truncf_f16_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c7 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to f16
    %y = arith.truncf %x : f16 to f4E2M1FN
    %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @truncf_bf16_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c7 iter_args(%h1 = %h0) -> (i32) {
    %n = arith.index_cast %i : index to i16
    %x = arith.bitcast %n : i16 to bf16
    %y = arith.truncf %x : bf16 to f4E2M1FN
    %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

func.func @truncf_f32_f8E8M0FNU() -> i32 {
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
      %y = arith.truncf %x : f32 to f8E8M0FNU
      %v = func.call @bits_f8E8M0FNU(%y) : (f8E8M0FNU) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @truncf_f64_f8E8M0FNU() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c32768 = arith.constant 32768 : index
  %r0 = scf.for %i = %c0 to %c32768 step %c5 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i64
      %low = arith.constant 49 : i64
      %up = arith.shli %a, %low : i64
      %b = arith.index_cast %j : index to i64
      %n = arith.addi %up, %b : i64
      %x = arith.bitcast %n : i64 to f64
      %y = arith.truncf %x : f64 to f8E8M0FNU
      %v = func.call @bits_f8E8M0FNU(%y) : (f8E8M0FNU) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @truncf_f32_f4E2M1FN() -> i32 {
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
      %y = arith.truncf %x : f32 to f4E2M1FN
      %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @truncf_f64_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %cm1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c32768 = arith.constant 32768 : index
  %r0 = scf.for %i = %c0 to %c32768 step %c5 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %cm1 to %c2 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %a = arith.index_cast %i : index to i64
      %low = arith.constant 49 : i64
      %up = arith.shli %a, %low : i64
      %b = arith.index_cast %j : index to i64
      %n = arith.addi %up, %b : i64
      %x = arith.bitcast %n : i64 to f64
      %y = arith.truncf %x : f64 to f4E2M1FN
      %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @scaling_extf_f32() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %c0 to %c16 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %s = arith.bitcast %m : i8 to f8E8M0FNU
      %n = arith.index_cast %j : index to i4
      %x = arith.bitcast %n : i4 to f4E2M1FN
      %y = arith.scaling_extf %x, %s : f4E2M1FN, f8E8M0FNU to f32
      %v = func.call @bits_f32(%y) : (f32) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @scaling_extf_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %c0 to %c16 step %c1 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %s = arith.bitcast %m : i8 to f8E8M0FNU
      %n = arith.index_cast %j : index to i4
      %x = arith.bitcast %n : i4 to f4E2M1FN
      %y = arith.scaling_extf %x, %s : f4E2M1FN, f8E8M0FNU to f16
      %v = func.call @bits_f16(%y) : (f16) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @scaling_truncf_f32_f4E2M1FN() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %c0 to %c256 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %s = arith.bitcast %m : i8 to f8E8M0FNU
      %n = arith.index_cast %j : index to i32
      %c8 = arith.constant 24 : i32
      %u = arith.shli %n, %c8 : i32
      %low = arith.constant 5921370 : i32
      %o = arith.ori %u, %low : i32
      %x = arith.bitcast %o : i32 to f32
      %y = arith.scaling_truncf %x, %s : f32, f8E8M0FNU to f4E2M1FN
      %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @scaling_truncf_f16_f8E5M2() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c256 = arith.constant 256 : index
  %r0 = scf.for %i = %c0 to %c256 step %c1 iter_args(%h1 = %h0) -> (i32) {
    %r1 = scf.for %j = %c0 to %c256 step %c5 iter_args(%h2 = %h1) -> (i32) {
      %m = arith.index_cast %i : index to i8
      %s = arith.bitcast %m : i8 to f8E8M0FNU
      %n = arith.index_cast %j : index to i16
      %c8 = arith.constant 8 : i16
      %u = arith.shli %n, %c8 : i16
      %low = arith.constant 90 : i16
      %o = arith.ori %u, %low : i16
      %x = arith.bitcast %o : i16 to f16
      %y = arith.scaling_truncf %x, %s : f16, f8E8M0FNU to f8E5M2
      %v = func.call @bits_f8E5M2(%y) : (f8E5M2) -> i32
      %t = func.call @mix(%h2, %v) : (i32, i32) -> i32
      scf.yield %t : i32
    }
    scf.yield %r1 : i32
  }
  return %r0 : i32
}

func.func @scale_f16() -> i32 {
  %h0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c65536 = arith.constant 65536 : index
  %r0 = scf.for %i = %c0 to %c65536 step %c7 iter_args(%h1 = %h0) -> (i32) {
    %m = arith.index_cast %i : index to i16
    %s = arith.bitcast %m : i16 to f16
    %x = arith.constant 2.5 : f32
    %y = arith.scaling_truncf %x, %s : f32, f16 to f4E2M1FN
    %v = func.call @bits_f4E2M1FN(%y) : (f4E2M1FN) -> i32
    %t = func.call @mix(%h1, %v) : (i32, i32) -> i32
    scf.yield %t : i32
  }
  return %r0 : i32
}

