// How often each op was executed: which rules of an interpreter have been at work.
#ifndef IR_INTERP_OP_COUNTS_H
#define IR_INTERP_OP_COUNTS_H

#include "ir/interp/interp.h"
#include "ir/support/map.h"
#include "ir/support/stream.h"

// Calls `each` for every op that the interpreter has executed since it was created, or that others
// did which share its programs.  A constant counts once for each call of its function, a region op
// once for each time that its rule is called.
IR_API void ir_op_counts_each(const IrInterp *interp,
                              void (*each)(void *user, const IrOp *op, uint64_t executed),
                              void *user);

// Op -> number.  Zero-initialise for an empty one.
typedef struct IrOpCounts {
  IrPtrMap by_op; // IrOpInfo -> number, as uintptr_t
} IrOpCounts;

// Adds what the interpreter has executed.
IR_API void ir_op_counts_add(IrOpCounts *counts, const IrInterp *interp);
// A line "NAME NUMBER" for each op, by name.
IR_API void ir_op_counts_print(const IrOpCounts *counts, IrStream *out);
IR_API void ir_op_counts_free(IrOpCounts *counts);

// The same as an array, by name; the caller frees it with ir_free.
typedef struct IrOpCount {
  const IrOpInfo *op;
  uint64_t number;
} IrOpCount;
IR_API IrOpCount *ir_op_counts_sorted(const IrOpCounts *counts, size_t *n);

#endif
