// RUN: not tile-opt %s --arith-emulate-wide-int --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not tile-opt %s --split-input-file --arith-emulate-wide-int=widest-int-supported=24 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not tile-opt %s --split-input-file --arith-emulate-wide-int=widest-int-supported=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// WIDTH: error: widest-int-supported is 24, which is no power of 2 from 2 to 4194304
// WIDTH: help: it is the width in bits of the widest integers that stay
// NEGATIVE: error: widest-int-supported is -1, which is no power of 2 from 2 to 4194304

// CHECK: :[[@LINE+3]]:8: error: 'arith.extsi' op is illegal for 'arith-emulate-wide-int', and 1 pattern did not make it legal
// CHECK: note: pattern 'wide_int_extsi': 'i128' is too wide
func.func @too_wide(%a: i64) -> i64 {
  %0 = arith.extsi %a : i64 to i128
  %1 = arith.trunci %0 : i128 to i64
  return %1 : i64
}

// -----

// CHECK: :[[@LINE+3]]:8: error: 'arith.extsi' op is illegal
// CHECK: 'i48' is too wide
func.func @between(%a: i32) -> i32 {
  %0 = arith.extsi %a : i32 to i48
  %1 = arith.trunci %0 : i48 to i32
  return %1 : i32
}

// -----

// CHECK: :[[@LINE+2]]:1: error: 'func.func' op is illegal
// CHECK: note: pattern 'wide_int_func_func': an argument of its blocks cannot be converted
func.func @scalable(%a: vector<[4]xi64>) {
  return
}

// -----

// CHECK: :[[@LINE+2]]:8: error: 'arith.divsi' op is illegal for 'arith-emulate-wide-int', and there is no pattern for it
func.func @divides(%a: i64) -> i64 {
  %0 = arith.divsi %a, %a : i64
  return %0 : i64
}

// -----

// CHECK: :[[@LINE+2]]:3: error: 'memref.store' op still wants 'i64' for operand #0, which became 'vector<2xi32>'
func.func @memory(%m: memref<i64>, %a: i64) {
  memref.store %a, %m[] : memref<i64>
  return
}

// -----

// CHECK: :[[@LINE+4]]:8: error: 'scf.for' op still wants 'i64' for operand #0
// CHECK: error: an argument still gives 'i64'
// CHECK: error: 'scf.for' still gives 'i64'
func.func @counts(%n: i64) -> i64 {
  %r = scf.for %i = %n to %n step %n iter_args(%s = %n) -> (i64) : i64 {
    scf.yield %s : i64
  }
  return %r : i64
}
