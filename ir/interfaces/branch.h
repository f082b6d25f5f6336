// Branches: terminators that hand operands to the blocks they go to.
//
//   static IrRun br_operands(const IrOp *op, size_t successor) {
//     return (IrRun){0, ir_op_num_operands(op)};
//   }
//   static const IrBranchInterface br_branch = {.size = sizeof(IrBranchInterface), .operands =
//   br_operands};
//
// The verifier checks that what is handed over fits the arguments of the successor, so that a
// branch op need not.
#ifndef IR_INTERFACES_BRANCH_H
#define IR_INTERFACES_BRANCH_H

#include "ir/core/opdef.h"

typedef struct IrBranchInterface {
  uint32_t size; // sizeof(IrBranchInterface)
  // Which operands become the arguments of successor `i`: one for each, in order.
  IrRun (*operands)(const IrOp *op, size_t i);
  // Number of the successor taken when operand k is the constant `constants[k]` (NULL: unknown);
  // SIZE_MAX when that is not known.  NULL: it never is, unless there is one successor only.
  size_t (*taken)(const IrOp *op, const IrAttr *constants);
  // Hands `values` to successor `i` instead.  NULL: what it is handed is a variadic group of
  // operands of its own, which the core replaces.
  void (*set_operands)(IrOp *op, size_t i, IrValue *const *values, size_t n);
} IrBranchInterface;
extern IR_API const IrInterface ir_branch_interface;

// The operands handed to successor `i`; none for an op without the interface.
IR_API IrValues ir_branch_operands(const IrOp *op, size_t i);
// Whether the op says what it hands over and can hand over more or less: its successors' arguments
// may then change in number.
IR_API bool ir_branch_is_resizable(const IrOp *op);
// Replaces the operands handed to successor `i` of an op of which that is true.
IR_API void ir_branch_set_operands(IrOp *op, size_t i, IrValue *const *values, size_t n);
IR_API size_t ir_branch_taken(const IrOp *op, const IrAttr *constants);
// The block argument that operand `i` becomes, or NULL when it becomes none.
IR_API IrValue *ir_branch_argument(const IrOp *op, size_t i);

#endif
