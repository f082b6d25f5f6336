// A pass that is wrong on purpose: additions become subtractions.
#include "dialects/arith/arith.h"
#include "ir/ir.h"

static IrStatus visit(IrOp *op, void *user) {
  (void)user;
  if (!IS(op, arith_addf)) return IR_OK;
  IrBuilder b = ir_builder_before(op);
  IrValue *wrong =
      BUILD1(&b, arith_subf, .lhs = GET(op, arith_addf, lhs), .rhs = GET(op, arith_addf, rhs));
  ir_value_replace_uses(ir_op_result(op, 0), wrong);
  ir_op_destroy(op);
  return IR_OK;
}

static IrStatus run(IrPassRun *pass, IrOp *kernel) {
  (void)pass;
  return ir_walk_post(kernel, visit, NULL);
}

static const IrPassDef miscompile = {.size = sizeof miscompile,
                                     .name = "test-miscompile",
                                     .summary = "Subtract instead of adding.",
                                     .anchor = "tile.kernel",
                                     .run = run};

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &miscompile);
}
IR_PLUGIN("miscompile", "0.1", load)
