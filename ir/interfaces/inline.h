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
} IrInlineInterface;
extern IR_API const IrInterface ir_inline_interface;

// Ops of a dialect without the interface may be inlined unless they are symbols; its calls may not.
IR_API bool ir_inline_call_is_legal(const IrOp *call, const IrOp *callable);
IR_API bool ir_inline_op_is_legal(const IrOp *op, const IrRegion *into);
IR_API IrValues ir_inline_results(const IrOp *terminator);

#endif
