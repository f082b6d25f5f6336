// Patterns of math-expand-ops.  NULL-terminated.
#ifndef PASSES_MATH_EXPAND_H
#define PASSES_MATH_EXPAND_H

#include "ir/edit/rewriter.h"

// Functions as others of math and arithmetic.
extern const IrPattern *const expand_functions[];
// Powers.
extern const IrPattern *const expand_powers[];
// Counting bits.
extern const IrPattern *const expand_bits[];
// Rounding to integers, and the same with the option `exact`.
extern const IrPattern *const expand_rounding[];
extern const IrPattern *const expand_rounding_exact[];

// x rounded towards zero, for |x| below 2^63; also as an i64.
IrValue *expand_truncated(IrBuilder *b, IrValue *x, IrValue **integer);

// Why a pattern that takes constants does not match; false.
static inline bool expand_has_no_constants(IrRewriter *rw, IrOp *op) {
  return ir_no_match(rw, op, "it takes constants, and the extents of '{}' are not known",
                     ir_value_type(ir_op_result(op, 0)));
}

#endif
