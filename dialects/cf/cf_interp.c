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
  uint64_t holds = ir_interp_where(interp, ir_interp_operand(interp, op, 0));
  uint64_t lanes[2] = {holds, ir_interp_active(interp) & ~holds};
  IrStep step = IR_STEP_FAIL;
  for (size_t way = 0; way < 2; way++)
    if (lanes[way])
      step = ir_interp_branch_lanes(interp, lanes[way], ir_op_successor(op, way),
                                    ir_op_operand_group(op, 1 + way));
  return step;
}

// The successor for a number: that of its case, or the default.
static size_t case_of(const IrOp *op, IrAttr values, int64_t number) {
  for (size_t i = 1, n = ir_op_num_successors(op); i < n; i++)
    if (ir_attr_int(ir_attr_dense_at(values, (int64_t)i - 1)) == number) return i;
  return 0;
}

// One way after another, each with all lanes that go there.
IrStep cf_switch_interp(IrInterp *interp, IrOp *op) {
  const IrCell *flag = ir_interp_operand(interp, op, 0);
  IrAttr values = GET(op, cf_switch, case_values);
  uint64_t left = ir_interp_active(interp);
  size_t ways[IR_MAX_LANES];
  IR_FOR_LANES(lane, left) {
    ways[lane] = case_of(op, values, ir_cell_int(flag, (int64_t)lane));
  }
  IrStep step = IR_STEP_FAIL;
  while (left) {
    size_t way = ways[__builtin_ctzll(left)];
    uint64_t lanes = 0;
    IR_FOR_LANES(lane, left) {
      if (ways[lane] == way) lanes |= UINT64_C(1) << lane;
    }
    step = ir_interp_branch_lanes(interp, lanes, ir_op_successor(op, way),
                                  ir_branch_operands(op, way));
    left &= ~lanes;
  }
  return step;
}

IrStep cf_assert_interp(IrInterp *interp, IrOp *op) {
  uint64_t holds = ir_interp_where(interp, ir_interp_operand(interp, op, 0));
  uint64_t fails = ir_interp_active(interp) & ~holds;
  IrStr text = ir_attr_str(GET(op, cf_assert, msg));
  if (!fails) return IR_STEP_NEXT;
  if (ir_interp_lanes(interp) == 1) return ir_interp_fail(interp, op, "does not hold: {}", text);
  return ir_interp_fail(interp, op, "does not hold in lane {}: {}", __builtin_ctzll(fails), text);
}
