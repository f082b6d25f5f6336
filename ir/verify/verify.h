// The verifier: structure, SSA dominance, and each op's own rules.  The numbered list of invariants
// is at the top of verify.c.
#ifndef IR_VERIFY_VERIFY_H
#define IR_VERIFY_VERIFY_H

#include "ir/analysis/dominance.h"
#include "ir/core/dialect.h"

// Checks `op` and everything in it; emits a diagnostic for each violation found.
IR_API IR_CHECKED IrStatus ir_verify(IrOp *op);
// The same; `*dom` is the dominance found out on the way, which the caller destroys.
IR_API IR_CHECKED IrStatus ir_verify_keeping(IrOp *op, IrDominance **dom);

#endif
