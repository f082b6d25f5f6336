// The verifier: structure, SSA dominance, and each op's own rules.  The numbered list of invariants
// is at the top of verify.c.
#ifndef IR_VERIFY_VERIFY_H
#define IR_VERIFY_VERIFY_H

#include "ir/core/dialect.h"

// Checks `op` and everything in it; emits a diagnostic for each violation found.
IR_API IR_CHECKED IrStatus ir_verify(IrOp *op);

#endif
