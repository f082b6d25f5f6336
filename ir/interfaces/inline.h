// Inlining by dialect: which ops may be copied into another body, and what becomes of a body's
// terminator there.
#ifndef IR_INTERFACES_INLINE_H
#define IR_INTERFACES_INLINE_H

#include "ir/core/dialect.h"

typedef struct IrInlineInterface {
  uint32_t size; // sizeof(IrInlineInterface)
  // Whether a call of this dialect may be replaced by the body of `callable`.  NULL: yes.
  bool (*call_is_legal)(const IrOp *call, const IrOp *callable);
  // Whether an op of this dialect may stand in `into`, a region it was not written in.  NULL: yes.
  bool (*op_is_legal)(const IrOp *op, const IrRegion *into);
  // What a terminator of this dialect, at the end of an inlined body, gives in place of the call's
  // results: a run of its operands.  NULL: all.
  IrRun (*results)(const IrOp *terminator);
  // Makes the branch that goes on at `to`, handing `values` to its arguments, in place of such a
  // terminator in a body of several blocks.  NULL: those are not inlined.
  void (*branch)(IrBuilder *builder, IrBlock *to, IrValues values);
} IrInlineInterface;
extern IR_API const IrInterface ir_inline_interface;

// Ops of a dialect without the interface may be inlined unless they are symbols; its calls may not.
IR_API bool ir_inline_call_is_legal(const IrOp *call, const IrOp *callable);
IR_API bool ir_inline_op_is_legal(const IrOp *op, const IrRegion *into);
IR_API IrValues ir_inline_results(const IrOp *terminator);
// Whether bodies that end so may be inlined into several blocks, and the branch that then replaces
// the terminator: it is made at the builder's point, the terminator stays.
IR_API bool ir_inline_can_branch(const IrOp *terminator);
IR_API void ir_inline_branch(const IrOp *terminator, IrBuilder *builder, IrBlock *to);

#endif
