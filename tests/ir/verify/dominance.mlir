// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @order(%a: i32) -> i32 {
  // expected-error @+1 {{operand #0 ('%1') does not dominate this use}}
  %0 = arith.addi %1, %a : i32
  // expected-note @+1 {{is defined here}}
  %1 = arith.addi %a, %a : i32
  return %0 : i32
}

// -----

func.func @diamond(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^left, ^right
^left:
  %0 = arith.addi %a, %a : i32
  cf.br ^join
^right:
  cf.br ^join
^join:
  // expected-error @+1 {{operand #0 ('%0') does not dominate this use}}
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}

// -----

// Loops between blocks, and a definition that dominates through them.
func.func @loop(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.br ^head(%0 : i32)
^head(%x: i32):
  %1 = arith.muli %x, %0 : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %2 = arith.addi %1, %x : i32
  cf.br ^head(%2 : i32)
^exit:
  return %1 : i32
}

// -----

// In code that never runs nothing is asked.
func.func @unreachable(%a: i32) {
  return
^dead:
  %0 = arith.addi %1, %a : i32
  %1 = arith.addi %a, %a : i32
  cf.br ^dead
}
