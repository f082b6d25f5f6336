// Patterns of math-expand-ops.  NULL-terminated.
#ifndef PASSES_MATH_EXPAND_H
#define PASSES_MATH_EXPAND_H

#include "ir/edit/rewriter.h"

// Functions as others of math and arithmetic.
extern const IrPattern *const expand_functions[];
// Powers.
extern const IrPattern *const expand_powers[];
// Rounding to integers, and counting bits.
extern const IrPattern *const expand_rounding[];

// Why a pattern that takes constants does not match; false.
static inline bool expand_has_no_constants(IrRewriter *rw, IrOp *op) {
  return ir_no_match(rw, op, "it takes constants, and the extents of '{}' are not known",
                     ir_value_type(ir_op_result(op, 0)));
}

#endif
