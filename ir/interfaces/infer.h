// Type inference: the types of an op's results from its operands and attributes.
//
// An op gives the function in its table with INFER(f); this interface is how a plugin gives one for
// an op of another dialect.  BUILD and the assembly formats use either, after what the trait
// IR_SAME_TYPE and constraints that only one type satisfies already say.
#ifndef IR_INTERFACES_INFER_H
#define IR_INTERFACES_INFER_H

#include "ir/core/op_state.h"

typedef struct IrInferInterface {
  uint32_t size; // sizeof(IrInferInterface)
  // Appends to `result_types`, one a result; false when it cannot.
  bool (*infer)(IrOpState *state);
} IrInferInterface;
extern IR_API const IrInterface ir_infer_interface;

IR_API bool ir_op_info_infers(const IrOpInfo *info);
// Appends the types to `state->result_types`; false, and nothing appended, when it cannot.
IR_API bool ir_infer_types(IrOpState *state);
// Whether the results of `op` have the types that inference gives; true for an op without it.
IR_API bool ir_op_types_agree(const IrOp *op);

#endif
