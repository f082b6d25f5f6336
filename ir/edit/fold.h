// Folding: an op whose results are known without running it.
//
// An op's FOLD function says one of three things (IrFoldKind):
//
//   IR_FOLD_VALUES    each result is a constant (`attr`) or a value that exists already (`value`);
//                     one with neither stays, so of several results some may be known
//   IR_FOLD_IN_PLACE  it has changed the op's own operands or attributes, and nothing else
//   IR_FOLD_NONE      it has changed nothing
//
// It makes no ops: a rewrite that does is a pattern (rewriter.h).  Tried in this order, until one
// comes to something: constant operands of a commutative op go last; the definition's fold; those
// that extensions added; what casts say in general (ir/interfaces/cast.h); the dialect's.
//
// A constant becomes an op by the `materialize` of the dialect of the folded op, of the type, of
// those that the op's dialect depends on, then of any other; it stands at the start of the isolated
// region and is shared there.  A result that no dialect makes a constant of stays.
//
// An op with regions is erased only when it is dead without its results: what happens in its
// regions still has to.
//
//   static IrFoldKind my_divmod_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
//     if (!is_one(operands[1])) return IR_FOLD_NONE;
//     results[0].value = ir_op_operand(op, 0);                          // x / 1 -> x
//     results[1].attr = ir_attr_integer(ir_value_type(results[0].value), 0);  // x % 1 -> 0
//     return IR_FOLD_VALUES;
//   }
#ifndef IR_EDIT_FOLD_H
#define IR_EDIT_FOLD_H

#include "ir/edit/rewriter.h"

// What `op` folds to, when operand i is the constant `constants[i]` (NULL there: unknown; NULL for
// all: look at the ops that define the operands).  Replaces nothing: only IR_FOLD_IN_PLACE changes
// the op.  `results` has room for the op's results and is filled for IR_FOLD_VALUES.
IR_API IrFoldKind ir_op_fold(IrOp *op, const IrAttr *constants, IrFolded *results);

// For an op just built that may turn out to be known: when it folds, its constants are made at the
// builder's point, the op is erased and `values` has what stands for its results; else these are
// the results.  True when it folded away.
IR_API bool ir_builder_fold(IrBuilder *b, IrOp *op, IrValue **values);
// The same of an op with one result.
IR_API IrValue *ir_builder_fold1(IrBuilder *b, IrOp *op);

#endif
