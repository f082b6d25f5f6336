// Patterns that never come to rest, and one that does.
#include "ir/ir.h"

static bool toggle(IrRewriter *rw, IrOp *op) {
  bool on = ir_op_attr(op, "test.on") != NULL;
  ir_op_set_attr(op, "test.on", on ? NULL : ir_attr_unit(ir_rewriter_context(rw)));
  return ir_changed(rw, op);
}

static bool settle(IrRewriter *rw, IrOp *op) {
  if (ir_op_attr(op, "test.done")) return ir_no_match(rw, op, "it is done");
  ir_op_set_attr(op, "test.done", ir_attr_unit(ir_rewriter_context(rw)));
  return ir_changed(rw, op);
}

static const IrPattern toggle_pattern = {
    sizeof(IrPattern), "toggle", "on <-> off", NULL, 1, toggle};
static const IrPattern settle_pattern = {sizeof(IrPattern), "settle", "mark once", NULL, 2, settle};

static IrStatus diverge(IrPassRun *run, IrOp *op) {
  (void)run;
  const IrPattern *const patterns[] = {&toggle_pattern, &settle_pattern};
  return ir_rewrite_greedily(op, patterns, 2, NULL);
}

static IrStatus diverge_strictly(IrPassRun *run, IrOp *op) {
  (void)run;
  const IrPattern *const patterns[] = {&toggle_pattern};
  return ir_rewrite_greedily(op, patterns, 1, &(IrGreedyOptions){.must_converge = true});
}

static IrStatus settle_only(IrPassRun *run, IrOp *op) {
  (void)run;
  const IrPattern *const patterns[] = {&settle_pattern};
  return ir_rewrite_greedily(op, patterns, 1, &(IrGreedyOptions){.must_converge = true});
}

static const IrPassDef passes[] = {
    {.size = sizeof(IrPassDef),
     .name = "test-diverge",
     .summary = "Apply patterns.",
     .run = diverge},
    {.size = sizeof(IrPassDef),
     .name = "test-diverge-strictly",
     .summary = "Apply patterns.",
     .run = diverge_strictly},
    {.size = sizeof(IrPassDef),
     .name = "test-settle",
     .summary = "Apply patterns.",
     .run = settle_only},
};

static IrStatus load(IrContext *ctx) {
  for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
    IR_TRY(ir_pass_register(ctx, &passes[i]));
  return IR_OK;
}

IR_PLUGIN("test-diverge", "0.1", load)
