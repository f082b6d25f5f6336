// Results of ops before and after they are narrowed, of all pairs of edge values of 8 bits, extended as
// signed and as unsigned numbers.
// RUN: interp-run %s > %t.wide
// RUN: FileCheck %s --input-file %t.wide
// RUN: tile-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8,16 > %t.mlir
// RUN: FileCheck %s --input-file %t.mlir --check-prefix=NARROW
// RUN: interp-run %t.mlir > %t.narrow
// RUN: diff %t.wide %t.narrow
// RUN: tile-opt %s --arith-int-range-narrowing=int-bitwidths-supported=1,24,32 | interp-run - > %t.odd
// RUN: diff %t.wide %t.odd

// NARROW-LABEL: func.func private @as_signed(
// NARROW: arith.addi {{.*}} : i16
// NARROW: arith.muli {{.*}} : i16
// NARROW: arith.minsi {{.*}} : i8
// NARROW: arith.remui %x, {{.*}} : i64
// NARROW: arith.cmpi slt, {{.*}} : i8
func.func private @as_signed(%a: i8, %b: i8) {
  %x = arith.extsi %a : i8 to i64
  %y = arith.extsi %b : i8 to i64
  %c1 = arith.constant 1 : i64
  %c5 = arith.constant 5 : i64
  %c11 = arith.constant 11 : i64
  %c13 = arith.constant 13 : i64
  %n = arith.andi %y, %c5 : i64
  %far = arith.andi %y, %c13 : i64
  %d = arith.ori %y, %c1 : i64
  vector.print str "addi "
  %addi = arith.addi %x, %y : i64
  vector.print %addi : i64
  vector.print str "subi "
  %subi = arith.subi %x, %y : i64
  vector.print %subi : i64
  vector.print str "muli "
  %muli = arith.muli %x, %y : i64
  vector.print %muli : i64
  vector.print str "andi "
  %andi = arith.andi %x, %y : i64
  vector.print %andi : i64
  vector.print str "ori "
  %ori = arith.ori %x, %y : i64
  vector.print %ori : i64
  vector.print str "xori "
  %xori = arith.xori %x, %y : i64
  vector.print %xori : i64
  vector.print str "minsi "
  %minsi = arith.minsi %x, %y : i64
  vector.print %minsi : i64
  vector.print str "maxsi "
  %maxsi = arith.maxsi %x, %y : i64
  vector.print %maxsi : i64
  vector.print str "minui "
  %minui = arith.minui %x, %y : i64
  vector.print %minui : i64
  vector.print str "maxui "
  %maxui = arith.maxui %x, %y : i64
  vector.print %maxui : i64
  vector.print str "divsi "
  %divsi = arith.divsi %x, %d : i64
  vector.print %divsi : i64
  vector.print str "divui "
  %divui = arith.divui %x, %d : i64
  vector.print %divui : i64
  vector.print str "remsi "
  %remsi = arith.remsi %x, %d : i64
  vector.print %remsi : i64
  vector.print str "remui "
  %remui = arith.remui %x, %d : i64
  vector.print %remui : i64
  vector.print str "ceildivsi "
  %ceildivsi = arith.ceildivsi %x, %d : i64
  vector.print %ceildivsi : i64
  vector.print str "ceildivui "
  %ceildivui = arith.ceildivui %x, %d : i64
  vector.print %ceildivui : i64
  vector.print str "floordivsi "
  %floordivsi = arith.floordivsi %x, %d : i64
  vector.print %floordivsi : i64
  vector.print str "divsi 11 "
  %divsi11 = arith.divsi %x, %c11 : i64
  vector.print %divsi11 : i64
  vector.print str "divui 11 "
  %divui11 = arith.divui %x, %c11 : i64
  vector.print %divui11 : i64
  vector.print str "remsi 11 "
  %remsi11 = arith.remsi %x, %c11 : i64
  vector.print %remsi11 : i64
  vector.print str "remui 11 "
  %remui11 = arith.remui %x, %c11 : i64
  vector.print %remui11 : i64
  vector.print str "shli "
  %shli_n = arith.shli %x, %n : i64
  vector.print %shli_n : i64
  vector.print str "shli "
  %shli_far = arith.shli %x, %far : i64
  vector.print %shli_far : i64
  vector.print str "shrsi "
  %shrsi_n = arith.shrsi %x, %n : i64
  vector.print %shrsi_n : i64
  vector.print str "shrsi "
  %shrsi_far = arith.shrsi %x, %far : i64
  vector.print %shrsi_far : i64
  vector.print str "shrui "
  %shrui_n = arith.shrui %x, %n : i64
  vector.print %shrui_n : i64
  vector.print str "shrui "
  %shrui_far = arith.shrui %x, %far : i64
  vector.print %shrui_far : i64
  vector.print str "mulsi_extended "
  %mulsi_extended_low, %mulsi_extended_high = arith.mulsi_extended %x, %y : i64
  vector.print %mulsi_extended_low : i64
  vector.print %mulsi_extended_high : i64
  vector.print str "mului_extended "
  %mului_extended_low, %mului_extended_high = arith.mului_extended %x, %y : i64
  vector.print %mului_extended_low : i64
  vector.print %mului_extended_high : i64
  vector.print str "eq "
  %eq = arith.cmpi eq, %x, %y : i64
  vector.print %eq : i1
  vector.print str "ne "
  %ne = arith.cmpi ne, %x, %y : i64
  vector.print %ne : i1
  vector.print str "slt "
  %slt = arith.cmpi slt, %x, %y : i64
  vector.print %slt : i1
  vector.print str "sle "
  %sle = arith.cmpi sle, %x, %y : i64
  vector.print %sle : i1
  vector.print str "sgt "
  %sgt = arith.cmpi sgt, %x, %y : i64
  vector.print %sgt : i1
  vector.print str "sge "
  %sge = arith.cmpi sge, %x, %y : i64
  vector.print %sge : i1
  vector.print str "ult "
  %ult = arith.cmpi ult, %x, %y : i64
  vector.print %ult : i1
  vector.print str "ule "
  %ule = arith.cmpi ule, %x, %y : i64
  vector.print %ule : i1
  vector.print str "ugt "
  %ugt = arith.cmpi ugt, %x, %y : i64
  vector.print %ugt : i1
  vector.print str "uge "
  %uge = arith.cmpi uge, %x, %y : i64
  vector.print %uge : i1
  return
}

// NARROW-LABEL: func.func private @as_unsigned(
// NARROW: arith.minsi {{.*}} : i16
// NARROW: arith.minui {{.*}} : i8
// NARROW: arith.remui {{.*}} : i8
// NARROW: arith.cmpi slt, {{.*}} : i16
// NARROW: arith.cmpi ult, {{.*}} : i8
func.func private @as_unsigned(%a: i8, %b: i8) {
  %x = arith.extui %a : i8 to i64
  %y = arith.extui %b : i8 to i64
  %c1 = arith.constant 1 : i64
  %c5 = arith.constant 5 : i64
  %c11 = arith.constant 11 : i64
  %c13 = arith.constant 13 : i64
  %n = arith.andi %y, %c5 : i64
  %far = arith.andi %y, %c13 : i64
  %d = arith.ori %y, %c1 : i64
  vector.print str "addi "
  %addi = arith.addi %x, %y : i64
  vector.print %addi : i64
  vector.print str "subi "
  %subi = arith.subi %x, %y : i64
  vector.print %subi : i64
  vector.print str "muli "
  %muli = arith.muli %x, %y : i64
  vector.print %muli : i64
  vector.print str "andi "
  %andi = arith.andi %x, %y : i64
  vector.print %andi : i64
  vector.print str "ori "
  %ori = arith.ori %x, %y : i64
  vector.print %ori : i64
  vector.print str "xori "
  %xori = arith.xori %x, %y : i64
  vector.print %xori : i64
  vector.print str "minsi "
  %minsi = arith.minsi %x, %y : i64
  vector.print %minsi : i64
  vector.print str "maxsi "
  %maxsi = arith.maxsi %x, %y : i64
  vector.print %maxsi : i64
  vector.print str "minui "
  %minui = arith.minui %x, %y : i64
  vector.print %minui : i64
  vector.print str "maxui "
  %maxui = arith.maxui %x, %y : i64
  vector.print %maxui : i64
  vector.print str "divsi "
  %divsi = arith.divsi %x, %d : i64
  vector.print %divsi : i64
  vector.print str "divui "
  %divui = arith.divui %x, %d : i64
  vector.print %divui : i64
  vector.print str "remsi "
  %remsi = arith.remsi %x, %d : i64
  vector.print %remsi : i64
  vector.print str "remui "
  %remui = arith.remui %x, %d : i64
  vector.print %remui : i64
  vector.print str "ceildivsi "
  %ceildivsi = arith.ceildivsi %x, %d : i64
  vector.print %ceildivsi : i64
  vector.print str "ceildivui "
  %ceildivui = arith.ceildivui %x, %d : i64
  vector.print %ceildivui : i64
  vector.print str "floordivsi "
  %floordivsi = arith.floordivsi %x, %d : i64
  vector.print %floordivsi : i64
  vector.print str "divsi 11 "
  %divsi11 = arith.divsi %x, %c11 : i64
  vector.print %divsi11 : i64
  vector.print str "divui 11 "
  %divui11 = arith.divui %x, %c11 : i64
  vector.print %divui11 : i64
  vector.print str "remsi 11 "
  %remsi11 = arith.remsi %x, %c11 : i64
  vector.print %remsi11 : i64
  vector.print str "remui 11 "
  %remui11 = arith.remui %x, %c11 : i64
  vector.print %remui11 : i64
  vector.print str "shli "
  %shli_n = arith.shli %x, %n : i64
  vector.print %shli_n : i64
  vector.print str "shli "
  %shli_far = arith.shli %x, %far : i64
  vector.print %shli_far : i64
  vector.print str "shrsi "
  %shrsi_n = arith.shrsi %x, %n : i64
  vector.print %shrsi_n : i64
  vector.print str "shrsi "
  %shrsi_far = arith.shrsi %x, %far : i64
  vector.print %shrsi_far : i64
  vector.print str "shrui "
  %shrui_n = arith.shrui %x, %n : i64
  vector.print %shrui_n : i64
  vector.print str "shrui "
  %shrui_far = arith.shrui %x, %far : i64
  vector.print %shrui_far : i64
  vector.print str "mulsi_extended "
  %mulsi_extended_low, %mulsi_extended_high = arith.mulsi_extended %x, %y : i64
  vector.print %mulsi_extended_low : i64
  vector.print %mulsi_extended_high : i64
  vector.print str "mului_extended "
  %mului_extended_low, %mului_extended_high = arith.mului_extended %x, %y : i64
  vector.print %mului_extended_low : i64
  vector.print %mului_extended_high : i64
  vector.print str "eq "
  %eq = arith.cmpi eq, %x, %y : i64
  vector.print %eq : i1
  vector.print str "ne "
  %ne = arith.cmpi ne, %x, %y : i64
  vector.print %ne : i1
  vector.print str "slt "
  %slt = arith.cmpi slt, %x, %y : i64
  vector.print %slt : i1
  vector.print str "sle "
  %sle = arith.cmpi sle, %x, %y : i64
  vector.print %sle : i1
  vector.print str "sgt "
  %sgt = arith.cmpi sgt, %x, %y : i64
  vector.print %sgt : i1
  vector.print str "sge "
  %sge = arith.cmpi sge, %x, %y : i64
  vector.print %sge : i1
  vector.print str "ult "
  %ult = arith.cmpi ult, %x, %y : i64
  vector.print %ult : i1
  vector.print str "ule "
  %ule = arith.cmpi ule, %x, %y : i64
  vector.print %ule : i1
  vector.print str "ugt "
  %ugt = arith.cmpi ugt, %x, %y : i64
  vector.print %ugt : i1
  vector.print str "uge "
  %uge = arith.cmpi uge, %x, %y : i64
  vector.print %uge : i1
  return
}

// CHECK: addi 0
// CHECK-NEXT: subi 0
func.func @main() {
  %values = arith.constant dense<[0, 1, 2, 3, 11, 100, 126, 127, -128, -127, -100, -56, -11, -3, -2, -1]> : vector<16xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = vector.extract %values[%i] : i8 from vector<16xi8>
    scf.for %j = %c0 to %c16 step %c1 {
      %b = vector.extract %values[%j] : i8 from vector<16xi8>
      func.call @as_signed(%a, %b) : (i8, i8) -> ()
      func.call @as_unsigned(%a, %b) : (i8, i8) -> ()
    }
  }
  return
}
