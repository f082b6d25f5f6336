// What wide ops give, as they stand and computed with halves: of all pairs of edge values, printed as
// two numbers of 32 bits.
// RUN: interp-run %s > %t.wide
// RUN: FileCheck %s --input-file %t.wide
// RUN: tile-opt %s --check-rewrites --arith-emulate-wide-int > %t.mlir
// RUN: FileCheck %s --input-file %t.mlir --check-prefix=HALVES
// RUN: interp-run %t.mlir > %t.halves
// RUN: diff %t.wide %t.halves
// RUN: tile-opt %t.mlir --inline --canonicalize --sccp --cse --canonicalize | interp-run - > %t.folded
// RUN: diff %t.wide %t.folded

// Nothing wide is left.
// HALVES: func.func
// HALVES-NOT: i64

func.func private @show(%x: i64) {
  %c32 = arith.constant 32 : i64
  %low = arith.trunci %x : i64 to i32
  %up = arith.shrui %x, %c32 : i64
  %high = arith.trunci %up : i64 to i32
  vector.print %high : i32 punctuation <comma>
  vector.print %low : i32
  return
}

func.func private @show_bit(%x: i1) {
  %c = arith.extui %x : i1 to i32
  vector.print %c : i32
  return
}

func.func private @number(%high: i32, %low: i32) -> i64 {
  %c32 = arith.constant 32 : i64
  %l = arith.extui %low : i32 to i64
  %h = arith.extui %high : i32 to i64
  %s = arith.shli %h, %c32 : i64
  %x = arith.ori %s, %l : i64
  return %x : i64
}

// ---- Two numbers. ----

func.func private @arithmetic(%a: i64, %b: i64) {
  vector.print str "addi "
  %addi = arith.addi %a, %b : i64
  func.call @show(%addi) : (i64) -> ()
  vector.print str "subi "
  %subi = arith.subi %a, %b : i64
  func.call @show(%subi) : (i64) -> ()
  vector.print str "muli "
  %muli = arith.muli %a, %b : i64
  func.call @show(%muli) : (i64) -> ()
  vector.print str "andi "
  %andi = arith.andi %a, %b : i64
  func.call @show(%andi) : (i64) -> ()
  vector.print str "ori "
  %ori = arith.ori %a, %b : i64
  func.call @show(%ori) : (i64) -> ()
  vector.print str "xori "
  %xori = arith.xori %a, %b : i64
  func.call @show(%xori) : (i64) -> ()
  vector.print str "minsi "
  %minsi = arith.minsi %a, %b : i64
  func.call @show(%minsi) : (i64) -> ()
  vector.print str "minui "
  %minui = arith.minui %a, %b : i64
  func.call @show(%minui) : (i64) -> ()
  vector.print str "maxsi "
  %maxsi = arith.maxsi %a, %b : i64
  func.call @show(%maxsi) : (i64) -> ()
  vector.print str "maxui "
  %maxui = arith.maxui %a, %b : i64
  func.call @show(%maxui) : (i64) -> ()
  return
}

func.func private @compare(%a: i64, %b: i64) {
  vector.print str "eq "
  %eq = arith.cmpi eq, %a, %b : i64
  func.call @show_bit(%eq) : (i1) -> ()
  vector.print str "ne "
  %ne = arith.cmpi ne, %a, %b : i64
  func.call @show_bit(%ne) : (i1) -> ()
  vector.print str "slt "
  %slt = arith.cmpi slt, %a, %b : i64
  func.call @show_bit(%slt) : (i1) -> ()
  vector.print str "sle "
  %sle = arith.cmpi sle, %a, %b : i64
  func.call @show_bit(%sle) : (i1) -> ()
  vector.print str "sgt "
  %sgt = arith.cmpi sgt, %a, %b : i64
  func.call @show_bit(%sgt) : (i1) -> ()
  vector.print str "sge "
  %sge = arith.cmpi sge, %a, %b : i64
  func.call @show_bit(%sge) : (i1) -> ()
  vector.print str "ult "
  %ult = arith.cmpi ult, %a, %b : i64
  func.call @show_bit(%ult) : (i1) -> ()
  vector.print str "ule "
  %ule = arith.cmpi ule, %a, %b : i64
  func.call @show_bit(%ule) : (i1) -> ()
  vector.print str "ugt "
  %ugt = arith.cmpi ugt, %a, %b : i64
  func.call @show_bit(%ugt) : (i1) -> ()
  vector.print str "uge "
  %uge = arith.cmpi uge, %a, %b : i64
  func.call @show_bit(%uge) : (i1) -> ()
  return
}

func.func private @choose(%a: i64, %b: i64) {
  %low = arith.trunci %a : i64 to i1
  %x = arith.select %low, %a, %b : i64
  vector.print str "select "
  func.call @show(%x) : (i64) -> ()
  return
}

func.func private @shift(%a: i64, %b: i64) {
  %c63 = arith.constant 63 : i64
  %n = arith.andi %b, %c63 : i64
  vector.print str "shli "
  %shli = arith.shli %a, %n : i64
  func.call @show(%shli) : (i64) -> ()
  vector.print str "shrui "
  %shrui = arith.shrui %a, %n : i64
  func.call @show(%shrui) : (i64) -> ()
  vector.print str "shrsi "
  %shrsi = arith.shrsi %a, %n : i64
  func.call @show(%shrsi) : (i64) -> ()
  return
}

// ---- One number. ----

func.func private @extend(%x: i32) {
  %y = arith.trunci %x : i32 to i16
  %z = arith.trunci %x : i32 to i1
  vector.print str "extsi "
  %0 = arith.extsi %x : i32 to i64
  func.call @show(%0) : (i64) -> ()
  %1 = arith.extsi %y : i16 to i64
  func.call @show(%1) : (i64) -> ()
  %2 = arith.extsi %z : i1 to i64
  func.call @show(%2) : (i64) -> ()
  vector.print str "extui "
  %3 = arith.extui %x : i32 to i64
  func.call @show(%3) : (i64) -> ()
  %4 = arith.extui %y : i16 to i64
  func.call @show(%4) : (i64) -> ()
  %5 = arith.extui %z : i1 to i64
  func.call @show(%5) : (i64) -> ()
  return
}

func.func private @truncate(%x: i64) {
  vector.print str "trunci "
  %0 = arith.trunci %x : i64 to i32
  vector.print %0 : i32
  %1 = arith.trunci %x : i64 to i8
  vector.print %1 : i8
  return
}

// An index of 64 bits keeps what fits the half that it passes through.
func.func private @index(%x: i32) {
  %small = arith.constant 0x7fffffff : i32
  %positive = arith.andi %x, %small : i32
  %s = arith.extsi %x : i32 to i64
  %u = arith.extui %positive : i32 to i64
  vector.print str "index_cast "
  %0 = arith.index_cast %s : i64 to index
  vector.print %0 : index
  %1 = arith.index_cast %0 : index to i64
  func.call @show(%1) : (i64) -> ()
  vector.print str "index_castui "
  %2 = arith.index_castui %u : i64 to index
  vector.print %2 : index
  %3 = arith.index_castui %2 : index to i64
  func.call @show(%3) : (i64) -> ()
  return
}

// A double has room for both halves and rounds their sum once; for f32 a number is small enough.
func.func private @float(%x: i64) {
  %c11 = arith.constant 11 : i64
  %c40 = arith.constant 40 : i64
  %half = arith.constant 1.5 : f64
  vector.print str "sitofp "
  %0 = arith.sitofp %x : i64 to f64
  vector.print %0 : f64
  %few = arith.shrsi %x, %c40 : i64
  %1 = arith.sitofp %few : i64 to f32
  vector.print %1 : f32
  vector.print str "uitofp "
  %2 = arith.uitofp %x : i64 to f64
  vector.print %2 : f64
  %rest = arith.shrui %x, %c40 : i64
  %3 = arith.uitofp %rest : i64 to f32
  vector.print %3 : f32

  vector.print str "fptosi "
  %exact = arith.shrsi %x, %c11 : i64
  %4 = arith.sitofp %exact : i64 to f64
  %5 = arith.mulf %4, %half : f64
  %6 = arith.fptosi %5 : f64 to i64
  func.call @show(%6) : (i64) -> ()
  %7 = arith.fptosi %1 : f32 to i64
  func.call @show(%7) : (i64) -> ()
  vector.print str "fptoui "
  %natural = arith.shrui %x, %c11 : i64
  %8 = arith.uitofp %natural : i64 to f64
  %9 = arith.mulf %8, %half : f64
  %10 = arith.fptoui %9 : f64 to i64
  func.call @show(%10) : (i64) -> ()
  %11 = arith.truncf %9 : f64 to f16
  %12 = arith.constant 60000.0 : f16
  %13 = arith.minimumf %11, %12 : f16
  %14 = arith.fptoui %13 : f16 to i64
  func.call @show(%14) : (i64) -> ()
  return
}

// ---- Vectors. ----

func.func private @show_vector(%x: vector<2xi64>) {
  %c32 = arith.constant dense<32> : vector<2xi64>
  %low = arith.trunci %x : vector<2xi64> to vector<2xi32>
  %up = arith.shrui %x, %c32 : vector<2xi64>
  %high = arith.trunci %up : vector<2xi64> to vector<2xi32>
  vector.print %high : vector<2xi32>
  vector.print %low : vector<2xi32>
  return
}

func.func private @numbers(%high: vector<2xi32>, %low: vector<2xi32>) -> vector<2xi64> {
  %c32 = arith.constant dense<32> : vector<2xi64>
  %l = arith.extui %low : vector<2xi32> to vector<2xi64>
  %h = arith.extsi %high : vector<2xi32> to vector<2xi64>
  %s = arith.shli %h, %c32 : vector<2xi64>
  %x = arith.ori %s, %l : vector<2xi64>
  return %x : vector<2xi64>
}

func.func private @vectors(%a: vector<2xi64>, %b: vector<2xi64>) {
  %mixed = arith.constant dense<[0x123456789, -2]> : vector<2xi64>
  vector.print str "addi "
  %addi = arith.addi %a, %b : vector<2xi64>
  func.call @show_vector(%addi) : (vector<2xi64>) -> ()
  vector.print str "subi "
  %subi = arith.subi %a, %b : vector<2xi64>
  func.call @show_vector(%subi) : (vector<2xi64>) -> ()
  vector.print str "muli "
  %muli = arith.muli %a, %b : vector<2xi64>
  func.call @show_vector(%muli) : (vector<2xi64>) -> ()
  vector.print str "andi "
  %andi = arith.andi %a, %b : vector<2xi64>
  func.call @show_vector(%andi) : (vector<2xi64>) -> ()
  vector.print str "ori "
  %ori = arith.ori %a, %b : vector<2xi64>
  func.call @show_vector(%ori) : (vector<2xi64>) -> ()
  vector.print str "xori "
  %xori = arith.xori %a, %b : vector<2xi64>
  func.call @show_vector(%xori) : (vector<2xi64>) -> ()
  vector.print str "minsi "
  %minsi = arith.minsi %a, %b : vector<2xi64>
  func.call @show_vector(%minsi) : (vector<2xi64>) -> ()
  vector.print str "minui "
  %minui = arith.minui %a, %b : vector<2xi64>
  func.call @show_vector(%minui) : (vector<2xi64>) -> ()
  vector.print str "maxsi "
  %maxsi = arith.maxsi %a, %b : vector<2xi64>
  func.call @show_vector(%maxsi) : (vector<2xi64>) -> ()
  vector.print str "maxui "
  %maxui = arith.maxui %a, %b : vector<2xi64>
  func.call @show_vector(%maxui) : (vector<2xi64>) -> ()
  vector.print str "constant "
  %m = arith.xori %a, %mixed : vector<2xi64>
  func.call @show_vector(%m) : (vector<2xi64>) -> ()
  vector.print str "select "
  %less = arith.cmpi slt, %a, %b : vector<2xi64>
  %more = arith.cmpi ugt, %a, %b : vector<2xi64>
  %x = arith.select %less, %a, %mixed : vector<2xi1>, vector<2xi64>
  func.call @show_vector(%x) : (vector<2xi64>) -> ()
  %first = vector.extract %more[0] : i1 from vector<2xi1>
  %y = arith.select %first, %b, %mixed : vector<2xi64>
  func.call @show_vector(%y) : (vector<2xi64>) -> ()
  %c63 = arith.constant dense<63> : vector<2xi64>
  %n = arith.andi %b, %c63 : vector<2xi64>
  vector.print str "shli "
  %shli = arith.shli %a, %n : vector<2xi64>
  func.call @show_vector(%shli) : (vector<2xi64>) -> ()
  vector.print str "shrui "
  %shrui = arith.shrui %a, %n : vector<2xi64>
  func.call @show_vector(%shrui) : (vector<2xi64>) -> ()
  vector.print str "shrsi "
  %shrsi = arith.shrsi %a, %n : vector<2xi64>
  func.call @show_vector(%shrsi) : (vector<2xi64>) -> ()
  vector.print str "floats "
  %c11 = arith.constant dense<11> : vector<2xi64>
  %exact = arith.shrsi %a, %c11 : vector<2xi64>
  %sf = arith.sitofp %exact : vector<2xi64> to vector<2xf64>
  vector.print %sf : vector<2xf64>
  %si = arith.fptosi %sf : vector<2xf64> to vector<2xi64>
  func.call @show_vector(%si) : (vector<2xi64>) -> ()
  %natural = arith.shrui %a, %c11 : vector<2xi64>
  %uf = arith.uitofp %natural : vector<2xi64> to vector<2xf64>
  vector.print %uf : vector<2xf64>
  %ui = arith.fptoui %uf : vector<2xf64> to vector<2xi64>
  func.call @show_vector(%ui) : (vector<2xi64>) -> ()
  return
}

func.func private @vector_indices(%x: vector<2xi32>) {
  %s = arith.extsi %x : vector<2xi32> to vector<2xi64>
  %0 = arith.index_cast %s : vector<2xi64> to vector<2xindex>
  %1 = arith.index_cast %0 : vector<2xindex> to vector<2xi64>
  vector.print str "index_cast "
  func.call @show_vector(%1) : (vector<2xi64>) -> ()
  %c1 = arith.constant dense<1> : vector<2xi32>
  %half = arith.shrui %x, %c1 : vector<2xi32>
  %u = arith.extui %half : vector<2xi32> to vector<2xi64>
  %2 = arith.index_castui %u : vector<2xi64> to vector<2xindex>
  %3 = arith.index_castui %2 : vector<2xindex> to vector<2xi64>
  vector.print str "index_castui "
  func.call @show_vector(%3) : (vector<2xi64>) -> ()
  return
}

// A vector without dimensions is one number.
func.func private @no_dimension(%x: vector<i32>) {
  %0 = arith.extsi %x : vector<i32> to vector<i64>
  %1 = arith.muli %0, %0 : vector<i64>
  %c62 = arith.constant dense<62> : vector<i64>
  %2 = arith.shrsi %1, %c62 : vector<i64>
  %less = arith.cmpi slt, %0, %2 : vector<i64>
  %3 = arith.select %less, %0, %2 : vector<i1>, vector<i64>
  %4 = arith.trunci %3 : vector<i64> to vector<i32>
  vector.print str "no dimension "
  vector.print %4 : vector<i32>
  return
}

// ---- Control flow. ----

// Squares, until the product with %x has its highest bit set or %n of them were made.
func.func private @loop(%x: i64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %sum, %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %p = %x) -> (i64, i64) {
    %q = arith.muli %p, %x : i64
    %negative = arith.cmpi slt, %q, %zero : i64
    %r = scf.if %negative -> (i64) {
      scf.yield %x : i64
    } else {
      scf.yield %q : i64
    }
    %t = arith.addi %s, %r : i64
    scf.yield %t, %r : i64, i64
  }
  vector.print str "loop "
  func.call @show(%sum) : (i64) -> ()
  func.call @show(%last) : (i64) -> ()
  return
}

func.func private @blocks(%x: i64, %y: i64) {
  %less = arith.cmpi ult, %x, %y : i64
  cf.cond_br %less, ^both(%x, %y : i64, i64), ^both(%y, %x : i64, i64)
^both(%a: i64, %b: i64):
  %c1 = arith.constant 1 : i64
  %c = arith.addi %a, %c1 : i64
  cf.br ^end(%c : i64)
^end(%r: i64):
  vector.print str "blocks "
  func.call @show(%r) : (i64) -> ()
  return
}

// ---- All pairs. ----

func.func private @pair(%ah: i32, %al: i32, %bh: i32, %bl: i32) {
  %a = func.call @number(%ah, %al) : (i32, i32) -> i64
  %b = func.call @number(%bh, %bl) : (i32, i32) -> i64
  func.call @arithmetic(%a, %b) : (i64, i64) -> ()
  func.call @compare(%a, %b) : (i64, i64) -> ()
  func.call @choose(%a, %b) : (i64, i64) -> ()
  func.call @shift(%a, %b) : (i64, i64) -> ()
  func.call @blocks(%a, %b) : (i64, i64) -> ()
  %high = vector.from_elements %ah, %bh : vector<2xi32>
  %low = vector.from_elements %al, %bl : vector<2xi32>
  %swapped = vector.from_elements %bl, %ah : vector<2xi32>
  %v = func.call @numbers(%high, %low) : (vector<2xi32>, vector<2xi32>) -> vector<2xi64>
  %w = func.call @numbers(%low, %swapped) : (vector<2xi32>, vector<2xi32>) -> vector<2xi64>
  func.call @vectors(%v, %w) : (vector<2xi64>, vector<2xi64>) -> ()
  return
}

func.func private @single(%h: i32, %l: i32) {
  %c5 = arith.constant 5 : index
  %x = func.call @number(%h, %l) : (i32, i32) -> i64
  func.call @truncate(%x) : (i64) -> ()
  func.call @float(%x) : (i64) -> ()
  func.call @loop(%x, %c5) : (i64, index) -> ()
  func.call @extend(%l) : (i32) -> ()
  func.call @index(%l) : (i32) -> ()
  %v = vector.from_elements %h, %l : vector<2xi32>
  func.call @vector_indices(%v) : (vector<2xi32>) -> ()
  %p = vector.broadcast %l : i32 to vector<i32>
  func.call @no_dimension(%p) : (vector<i32>) -> ()
  return
}

// CHECK: addi 0, 2
// CHECK-NEXT: subi 0, 0
// CHECK-NEXT: muli 0, 1
func.func @main() {
  %highs = arith.constant dense<[0, 0, -1, -1, 0x7fffffff, 0x80000000, 0, 1, -1, 0, 0x12345678, 0xdeadbeef]> : vector<12xi32>
  %lows = arith.constant dense<[1, 2, -1, -2, -1, 0, 0x80000000, 0, 0, 33, 0x9abcdef0, 0x40000020]> : vector<12xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %ah = vector.extract %highs[%i] : i32 from vector<12xi32>
    %al = vector.extract %lows[%i] : i32 from vector<12xi32>
    func.call @single(%ah, %al) : (i32, i32) -> ()
    scf.for %j = %c0 to %c12 step %c1 {
      %bh = vector.extract %highs[%j] : i32 from vector<12xi32>
      %bl = vector.extract %lows[%j] : i32 from vector<12xi32>
      func.call @pair(%ah, %al, %bh, %bl) : (i32, i32, i32, i32) -> ()
    }
  }
  return
}
