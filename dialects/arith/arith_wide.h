// Integers of more than 64 bits: what the ops of arith and math compute on one element of them.
#ifndef DIALECTS_ARITH_ARITH_WIDE_H
#define DIALECTS_ARITH_ARITH_WIDE_H

#include "dialects/arith/arith.h"
#include "ir/support/words.h"

// Longer integers are left alone by folding, and are not executed.
enum { ARITH_WIDE_MAX_BITS = 1 << 14, ARITH_WIDE_MAX_WORDS = ARITH_WIDE_MAX_BITS / 64 };

// One element: what comes in, and what is asked for.
typedef struct ArithWideCase {
  unsigned in_width, out_width; // of the first operand, and of the result
  IrWords in[3];                // of the first operand's width each
  size_t result;                // which result of the op
  ArithCmpI predicate;          // of arith.cmpi
} ArithWideCase;

// Fills ir_words_count(out_width) words, zero before; the caller wraps them.  False where the
// result is undefined: an error with the reason in `why`, or none, when that is NULL.
typedef bool (*ArithWideRule)(const ArithWideCase *c, uint64_t *out, const char **why);

// The rule of an op of arith, or NULL.
IR_API ArithWideRule arith_wide_rule(const IrOpDef *def);
// Whether elements of these types go by such a rule: integers, one of them wide, none too long.
IR_API bool arith_is_wide_case(IrType in, IrType out);
// The constant of type `type` for constant operands (an entry may be NULL), or NULL.  `c` says
// what is asked for; the rule may be NULL.
IR_API IrAttr arith_wide_fold(ArithWideRule rule, ArithWideCase c, const IrAttr *operands, size_t n,
                              IrType type);

// Executes an op of arith on such elements; false when its elements are others.
IR_API bool arith_wide_runs(IrInterp *interp, IrOp *op, IrStep *step);

// An integer rounded to a float type, to nearest even.
IR_API double arith_words_to_float(IrType type, IrWords words, unsigned width, bool is_signed);
// Towards zero; false when it does not fit `width` bits.
IR_API bool arith_float_to_words(double value, unsigned width, bool is_signed, uint64_t *out);

#endif
