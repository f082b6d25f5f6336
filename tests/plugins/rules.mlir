// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/rules.c -o %t.so
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=silent_operands 2>&1 | FileCheck %s --check-prefix=MODIFIED
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=silent_erase 2>&1 | FileCheck %s --check-prefix=ERASED
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=silent_insert 2>&1 | FileCheck %s --check-prefix=INSERTED
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=denies 2>&1 | FileCheck %s --check-prefix=DENIES
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=claims 2>&1 | FileCheck %s --check-prefix=CLAIMS
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=remakes 2>&1 | FileCheck %s --check-prefix=REMAKES
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites=false --test-rules=use=retypes 2>&1 | FileCheck %s --check-prefix=RETYPES
// RUN: tile-opt %s --load-plugin=%t.so --check-rewrites --test-rules=use=follows | FileCheck %s --check-prefix=FOLLOWS
// RUN: tile-opt %s --load-plugin=%t.so --check-rewrites=false '--test-rules=use=denies' | FileCheck %s --check-prefix=UNCHECKED

// Who changes an op past the rewriter, and which; in each driver alike.
// MODIFIED: rules.mlir:[[#@LINE+24]]:8: error: pattern 'silent_operands' on 'arith.addi' changed the attributes of 'arith.addi' and did not say so
// MODIFIED: rules.mlir:[[#@LINE+24]]:8: note: this is that op
// MODIFIED: help: call ir_changed(rw, op) for an op that is changed in place
// ERASED: error: pattern 'silent_erase' on 'arith.addi' erased 'arith.subi' behind the rewriter's back
// ERASED: note: this is that op
// ERASED: help: erase with ir_erase(rw, op)
// INSERTED: error: pattern 'silent_insert' on 'arith.addi' changed the place of 'arith.addi' and did not say so
// INSERTED: help: {{.*}}make and move ops through the rewriter

// What a pattern says of itself is true.
// DENIES: error: pattern 'denies' on 'arith.addi' says that it did not match, but has changed the IR
// DENIES: help: look first and change after
// CLAIMS: error: pattern 'claims' on 'arith.addi' says that it changed something, but has not
// REMAKES: error: pattern 'remakes' on 'arith.addi' made everything as it was before

// Always looked at: a value of another type.
// RETYPES: error: 'arith.addi' op pattern 'retypes' puts a value of type 'index' in the place of one of type 'i32'
// RETYPES: help: a pattern that changes types is for ir_convert

// FOLLOWS: arith.muli %a, %a
// UNCHECKED: {test.seen}

func.func @f(%x: i32, %y: i32) -> i32 {
  %c = arith.subi %x, %y : i32
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
