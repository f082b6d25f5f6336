// When two ops are the same but for what they use.
#ifndef IR_ANALYSIS_EQUIVALENCE_H
#define IR_ANALYSIS_EQUIVALENCE_H

#include "ir/core/opdef.h"

// Same op, attributes, result types, and numbers of operands, regions and successors.  Which values
// it uses, where it goes and what is in its regions is not looked at, nor is its location.
IR_API bool ir_op_same_shape(const IrOp *a, const IrOp *b);
// Equal for ops of the same shape.
IR_API uint64_t ir_op_shape_hash(const IrOp *op);

#endif
