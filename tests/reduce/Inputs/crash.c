// Passes with bugs.
#include <stdlib.h>

#include "dialects/arith/arith.h"
#include "ir/ir.h"

// Goes down on the square of a sum: both operands of a product are one addition.
static IrStatus crash_on_square(IrOp *op, void *user) {
  (void)user;
  if (!IS(op, arith_muli)) return IR_OK;
  IrValue *lhs = GET(op, arith_muli, lhs);
  if (lhs == GET(op, arith_muli, rhs) && DEF(lhs, arith_addi)) abort();
  return IR_OK;
}

// Does not come back from a division by a constant.
static IrStatus hang_on_division(IrOp *op, void *user) {
  (void)user;
  IrAttr divisor;
  if (!IS(op, arith_divsi) || !ir_match_constant(GET(op, arith_divsi, rhs), &divisor)) return IR_OK;
  for (volatile unsigned n = 0;; n++) {
  }
}

// Refuses a product that another product uses.
static IrStatus refuse_chain(IrOp *op, void *user) {
  (void)user;
  if (!IS(op, arith_muli) || !DEF(GET(op, arith_muli, lhs), arith_muli)) return IR_OK;
  return ir_op_error(op, "has {} operands, the first a product", ir_op_num_operands(op));
}

static IrStatus crash_run(IrPassRun *run, IrOp *root) {
  (void)run;
  return ir_walk_pre(root, crash_on_square, NULL);
}
static IrStatus hang_run(IrPassRun *run, IrOp *root) {
  (void)run;
  return ir_walk_pre(root, hang_on_division, NULL);
}
static IrStatus refuse_run(IrPassRun *run, IrOp *root) {
  (void)run;
  return ir_walk_pre(root, refuse_chain, NULL);
}

#define TEST_PASS(n, text, fn) \
  { .size = sizeof(IrPassDef), .name = n, .summary = text, .anchor = "func.func", .run = fn }

static const IrPassDef passes[] = {
    TEST_PASS("test-crash", "Go down on the square of a sum.", crash_run),
    TEST_PASS("test-hang", "Never come back from a division by a constant.", hang_run),
    TEST_PASS("test-refuse", "Refuse a product of a product.", refuse_run),
};

static IrStatus load(IrContext *ctx) {
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
    IR_TRY(ir_pass_register(ctx, &passes[i]));
  return IR_OK;
}

IR_PLUGIN("test-crash", "0.1", load)
