// Interpreter rules of cf: branches between the blocks of a region.
#include "dialects/cf/cf.h"

#include "ir/interfaces/branch.h"
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

IrStep cf_switch_interp(IrInterp *interp, IrOp *op) {
  const IrCell *flag = ir_interp_operand(interp, op, 0);
  IrAttr values = GET(op, cf_switch, case_values);
  int64_t number;
  size_t to = 0;
  if (!ir_interp_uniform(interp, op, flag, &number)) return IR_STEP_FAIL;
  for (size_t i = 1, n = ir_op_num_successors(op); i < n && to == 0; i++)
    if (ir_attr_int(ir_attr_dense_at(values, (int64_t)i - 1)) == number) to = i;
  return ir_interp_branch(interp, ir_op_successor(op, to), ir_branch_operands(op, to));
}

IrStep cf_assert_interp(IrInterp *interp, IrOp *op) {
  const IrCell *condition = ir_interp_operand(interp, op, 0);
  for (int64_t lane = 0; lane < condition->lanes; lane++)
    if (!ir_cell_int(condition, lane))
      return ir_interp_fail(interp, op, "does not hold: {}", ir_attr_str(GET(op, cf_assert, msg)));
  return IR_STEP_NEXT;
}
