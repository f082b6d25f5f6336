// A quarter of the integers of 8 bits with those from -16 to 15, computed as they stand and with halves of
// 4 bits: for each op a number that all of its results go into.
// RUN: interp-run %s > %t.wide
// RUN: FileCheck %s --input-file %t.wide
// RUN: tile-opt %s --arith-emulate-wide-int=widest-int-supported=4 > %t.mlir
// RUN: FileCheck %s --input-file %t.mlir --check-prefix=HALVES
// RUN: interp-run %t.mlir > %t.halves
// RUN: diff %t.wide %t.halves

// HALVES: func.func
// HALVES-NOT: i8

func.func private @number(%high: index, %low: index) -> i8 {
  %c4 = arith.constant 4 : i8
  %h = arith.index_castui %high : index to i4
  %l = arith.index_castui %low : index to i4
  %x = arith.extui %h : i4 to i8
  %y = arith.extui %l : i4 to i8
  %s = arith.shli %x, %c4 : i8
  %r = arith.ori %s, %y : i8
  return %r : i8
}

// 31 * what was there + x
func.func private @note_index(%sums: memref<24xindex>, %at: index, %x: index) {
  %c31 = arith.constant 31 : index
  %old = memref.load %sums[%at] : memref<24xindex>
  %p = arith.muli %old, %c31 : index
  %new = arith.addi %p, %x : index
  memref.store %new, %sums[%at] : memref<24xindex>
  return
}

func.func private @note(%sums: memref<24xindex>, %at: index, %x: i8) {
  %c4 = arith.constant 4 : i8
  %l = arith.trunci %x : i8 to i4
  %up = arith.shrui %x, %c4 : i8
  %h = arith.trunci %up : i8 to i4
  %low = arith.index_castui %l : i4 to index
  %high = arith.index_castui %h : i4 to index
  func.call @note_index(%sums, %at, %low) : (memref<24xindex>, index, index) -> ()
  func.call @note_index(%sums, %at, %high) : (memref<24xindex>, index, index) -> ()
  return
}

func.func private @note_bit(%sums: memref<24xindex>, %at: index, %x: i1) {
  %i = arith.index_castui %x : i1 to index
  func.call @note_index(%sums, %at, %i) : (memref<24xindex>, index, index) -> ()
  return
}

func.func private @pair(%sums: memref<24xindex>, %a: i8, %b: i8) {
  %c7 = arith.constant 7 : i8
  %n = arith.andi %b, %c7 : i8
  %bit = arith.trunci %b : i8 to i1
  %addi = arith.addi %a, %b : i8
  %at0 = arith.constant 0 : index
  func.call @note(%sums, %at0, %addi) : (memref<24xindex>, index, i8) -> ()
  %subi = arith.subi %a, %b : i8
  %at1 = arith.constant 1 : index
  func.call @note(%sums, %at1, %subi) : (memref<24xindex>, index, i8) -> ()
  %muli = arith.muli %a, %b : i8
  %at2 = arith.constant 2 : index
  func.call @note(%sums, %at2, %muli) : (memref<24xindex>, index, i8) -> ()
  %andi = arith.andi %a, %b : i8
  %at3 = arith.constant 3 : index
  func.call @note(%sums, %at3, %andi) : (memref<24xindex>, index, i8) -> ()
  %ori = arith.ori %a, %b : i8
  %at4 = arith.constant 4 : index
  func.call @note(%sums, %at4, %ori) : (memref<24xindex>, index, i8) -> ()
  %xori = arith.xori %a, %b : i8
  %at5 = arith.constant 5 : index
  func.call @note(%sums, %at5, %xori) : (memref<24xindex>, index, i8) -> ()
  %minsi = arith.minsi %a, %b : i8
  %at6 = arith.constant 6 : index
  func.call @note(%sums, %at6, %minsi) : (memref<24xindex>, index, i8) -> ()
  %minui = arith.minui %a, %b : i8
  %at7 = arith.constant 7 : index
  func.call @note(%sums, %at7, %minui) : (memref<24xindex>, index, i8) -> ()
  %maxsi = arith.maxsi %a, %b : i8
  %at8 = arith.constant 8 : index
  func.call @note(%sums, %at8, %maxsi) : (memref<24xindex>, index, i8) -> ()
  %maxui = arith.maxui %a, %b : i8
  %at9 = arith.constant 9 : index
  func.call @note(%sums, %at9, %maxui) : (memref<24xindex>, index, i8) -> ()
  %shli = arith.shli %a, %n : i8
  %at10 = arith.constant 10 : index
  func.call @note(%sums, %at10, %shli) : (memref<24xindex>, index, i8) -> ()
  %shrui = arith.shrui %a, %n : i8
  %at11 = arith.constant 11 : index
  func.call @note(%sums, %at11, %shrui) : (memref<24xindex>, index, i8) -> ()
  %shrsi = arith.shrsi %a, %n : i8
  %at12 = arith.constant 12 : index
  func.call @note(%sums, %at12, %shrsi) : (memref<24xindex>, index, i8) -> ()
  %select = arith.select %bit, %a, %b : i8
  %at13 = arith.constant 13 : index
  func.call @note(%sums, %at13, %select) : (memref<24xindex>, index, i8) -> ()
  %eq = arith.cmpi eq, %a, %b : i8
  %at14 = arith.constant 14 : index
  func.call @note_bit(%sums, %at14, %eq) : (memref<24xindex>, index, i1) -> ()
  %ne = arith.cmpi ne, %a, %b : i8
  %at15 = arith.constant 15 : index
  func.call @note_bit(%sums, %at15, %ne) : (memref<24xindex>, index, i1) -> ()
  %slt = arith.cmpi slt, %a, %b : i8
  %at16 = arith.constant 16 : index
  func.call @note_bit(%sums, %at16, %slt) : (memref<24xindex>, index, i1) -> ()
  %sle = arith.cmpi sle, %a, %b : i8
  %at17 = arith.constant 17 : index
  func.call @note_bit(%sums, %at17, %sle) : (memref<24xindex>, index, i1) -> ()
  %sgt = arith.cmpi sgt, %a, %b : i8
  %at18 = arith.constant 18 : index
  func.call @note_bit(%sums, %at18, %sgt) : (memref<24xindex>, index, i1) -> ()
  %sge = arith.cmpi sge, %a, %b : i8
  %at19 = arith.constant 19 : index
  func.call @note_bit(%sums, %at19, %sge) : (memref<24xindex>, index, i1) -> ()
  %ult = arith.cmpi ult, %a, %b : i8
  %at20 = arith.constant 20 : index
  func.call @note_bit(%sums, %at20, %ult) : (memref<24xindex>, index, i1) -> ()
  %ule = arith.cmpi ule, %a, %b : i8
  %at21 = arith.constant 21 : index
  func.call @note_bit(%sums, %at21, %ule) : (memref<24xindex>, index, i1) -> ()
  %ugt = arith.cmpi ugt, %a, %b : i8
  %at22 = arith.constant 22 : index
  func.call @note_bit(%sums, %at22, %ugt) : (memref<24xindex>, index, i1) -> ()
  %uge = arith.cmpi uge, %a, %b : i8
  %at23 = arith.constant 23 : index
  func.call @note_bit(%sums, %at23, %uge) : (memref<24xindex>, index, i1) -> ()
  return
}

// CHECK-COUNT-24: {{^[0-9]+$}}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : index
  %c16 = arith.constant 16 : index
  %size = arith.constant 24 : index
  %sums = memref.alloc() : memref<24xindex>
  scf.for %i = %c0 to %size step %c1 {
    memref.store %c1, %sums[%i] : memref<24xindex>
  }
  scf.for %ah = %c0 to %c16 step %c5 {
    scf.for %al = %c0 to %c16 step %c1 {
      %a = func.call @number(%ah, %al) : (index, index) -> i8
      scf.for %bh = %c0 to %c16 step %c15 {
        scf.for %bl = %c0 to %c16 step %c1 {
          %b = func.call @number(%bh, %bl) : (index, index) -> i8
          func.call @pair(%sums, %a, %b) : (memref<24xindex>, i8, i8) -> ()
        }
      }
    }
  }
  scf.for %i = %c0 to %size step %c1 {
    %sum = memref.load %sums[%i] : memref<24xindex>
    vector.print %sum : index
  }
  memref.dealloc %sums : memref<24xindex>
  return
}
