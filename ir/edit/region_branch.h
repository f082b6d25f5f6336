// Simplifying what goes between an op with the region-branch interface and its regions: results and
// region arguments (the inputs of its points) that are always one value, are equal, or that nobody
// uses.  A dialect's canonicalization is one call:
//
//   IR_PATTERN(my_loop_inputs, my_loop, 1, "inputs that are known, equal or unused go") {
//     return ir_region_branch_simplify(rw, op);
//   }
//
// The op has at most one group of operands of variable size.
#ifndef IR_EDIT_REGION_BRANCH_H
#define IR_EDIT_REGION_BRANCH_H

#include "ir/edit/rewriter.h"

// The first of these that changes something; false when none does.
//   1. An input that can only be one value, from outside the op, is that value.
//   2. Of inputs of one point that are handed the same values by everyone, the first serves all.
//   3. Inputs that nobody uses go, with the operands that feed them; an operand that feeds several
//      inputs goes only when all of them do.  Then `op` may have been replaced.
IR_API bool ir_region_branch_simplify(IrRewriter *rw, IrOp *op);

#endif
