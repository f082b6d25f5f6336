// Interpreter rules of cf: branches between the blocks of a region.
#include "dialects/cf/cf.h"

#include "ir/interp/interp.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/cf/cf_ops.def"
#include "ir/core/opdef_end.inc"

IrStep cf_br_interp(IrInterp *interp, IrOp *op) {
  return ir_interp_branch(interp, ir_op_successor(op, 0), ir_op_operand_group(op, 0));
}

IrStep cf_cond_br_interp(IrInterp *interp, IrOp *op) {
  int64_t condition;
  if (!ir_interp_uniform(interp, op, ir_interp_operand(interp, op, 0), &condition))
    return IR_STEP_FAIL;
  size_t way = condition ? 0 : 1;
  return ir_interp_branch(interp, ir_op_successor(op, way), ir_op_operand_group(op, 1 + way));
}
