// When two ops are the same but for what they use.
#ifndef IR_ANALYSIS_EQUIVALENCE_H
#define IR_ANALYSIS_EQUIVALENCE_H

#include "ir/core/opdef.h"

// Same op, attributes, result types, and numbers of operands, regions and successors.  Which values
// it uses, where it goes and what is in its regions is not looked at, nor is its location.
IR_API bool ir_op_same_shape(const IrOp *a, const IrOp *b);
// Equal for ops of the same shape.
IR_API uint64_t ir_op_shape_hash(const IrOp *op);

// Whether the regions of two ops hold the same: as many blocks with arguments of the same types, in
// them ops of the same shape, which use what is defined at the same places and go to the same
// blocks.  Values from outside must be the very same.  Names and locations do not count, and
// operands count in their order, also those of commutative ops.  Blocks are taken in the order of
// the text: where a value is used before that order gets to it, the answer is no.
IR_API bool ir_op_same_insides(IrOp *a, IrOp *b);
// Equal for ops with the same insides.
IR_API uint64_t ir_op_insides_hash(IrOp *op);

#endif
