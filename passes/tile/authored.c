// Schedules that people wrote; see authored.h.
#include "passes/tile/authored.h"

#include "dialects/tc/tc.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/loop.h"

static bool has_place(const IrOp *op) {
  return ir_op_attr(op, AUTHORED_STAGE) || ir_op_attr(op, AUTHORED_ORDER);
}

static void give(IrOp *op, IrAttr stage, IrAttr order) {
  if (stage) ir_op_set_attr(op, AUTHORED_STAGE, stage);
  if (order) ir_op_set_attr(op, AUTHORED_ORDER, order);
}

void authored_keep(const IrOp *from, IrOp *to) {
  give(to, ir_op_attr(from, AUTHORED_STAGE), ir_op_attr(from, AUTHORED_ORDER));
}

AuthoredGap authored_gap(IrOp *op) {
  return (AuthoredGap){ir_op_block(op), ir_op_prev(op), ir_op_attr(op, AUTHORED_STAGE),
                       ir_op_attr(op, AUTHORED_ORDER)};
}

void authored_fill(const AuthoredGap *gap, IrOp *next) {
  if (!gap->stage && !gap->order) return;
  IrOp *op = gap->before ? ir_op_next(gap->before) : ir_block_first(gap->block);
  for (; op && op != next; op = ir_op_next(op))
    if (!has_place(op) && !ir_op_has_trait(op, IR_CONSTANT_LIKE) && !IS(op, tc_dot_wait))
      give(op, gap->stage, gap->order);
}

const IrOp *authored_loop(const IrOp *kernel) {
  for (IrOp *op = (IrOp *)kernel; op; op = ir_tree_next(op, kernel))
    if (has_place(op)) return ir_loop_around(op, kernel);
  return NULL;
}
