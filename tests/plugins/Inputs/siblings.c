// Passes on functions that reach outside of the function they run on, as none may.
#include "ir/ir.h"

static IrOp *other_of(IrOp *op) {
  return ir_op_next(op) ? ir_op_next(op) : ir_op_prev(op);
}

static IrStatus mark_other(IrPassRun *run, IrOp *op) {
  ir_op_set_attr(other_of(op), "test.mark", ir_attr_unit(run->ctx));
  return IR_OK;
}

static IrStatus mark_module(IrPassRun *run, IrOp *op) {
  ir_op_set_attr(ir_op_parent(op), "test.mark", ir_attr_unit(run->ctx));
  return IR_OK;
}

static IrStatus rename_own(IrPassRun *run, IrOp *op) {
  ir_op_set_attr(op, "sym_name", ir_attr_string(run->ctx, IR_STR("renamed")));
  return IR_OK;
}

static IrStatus add_symbol(IrPassRun *run, IrOp *op) {
  IrOp *module = ir_module_create(run->ctx, ir_op_loc(op));
  ir_op_insert_after(module, op);
  return IR_OK;
}

static IrStatus erase_own(IrPassRun *run, IrOp *op) {
  (void)run;
  ir_op_destroy(op);
  return IR_OK;
}

static IrStatus detach_own(IrPassRun *run, IrOp *op) {
  (void)run;
  ir_op_detach(op);
  return IR_OK;
}

static IrStatus erase_module(IrPassRun *run, IrOp *op) {
  (void)run;
  ir_op_destroy(ir_op_parent(op));
  return IR_OK;
}

static IrStatus erase_block(IrPassRun *run, IrOp *op) {
  (void)run;
  ir_block_destroy(ir_op_block(op));
  return IR_OK;
}

#define TEST_PASS(id, n, f) \
  static const IrPassDef id = {.size = sizeof(IrPassDef), \
                               .name = n, \
                               .summary = "Misbehave.", \
                               .anchor = "func.func", \
                               .run = f};
TEST_PASS(marking_other, "test-mark-other", mark_other)
TEST_PASS(marking_module, "test-mark-module", mark_module)
TEST_PASS(renaming, "test-rename", rename_own)
TEST_PASS(adding, "test-add-symbol", add_symbol)
TEST_PASS(erasing, "test-erase-own", erase_own)
TEST_PASS(erasing_module, "test-erase-module", erase_module)
TEST_PASS(erasing_block, "test-erase-block", erase_block)
TEST_PASS(detaching, "test-detach-own", detach_own)

static IrStatus load(IrContext *ctx) {
  IR_TRY(ir_pass_register(ctx, &marking_other));
  IR_TRY(ir_pass_register(ctx, &marking_module));
  IR_TRY(ir_pass_register(ctx, &renaming));
  IR_TRY(ir_pass_register(ctx, &adding));
  IR_TRY(ir_pass_register(ctx, &detaching));
  IR_TRY(ir_pass_register(ctx, &erasing_module));
  IR_TRY(ir_pass_register(ctx, &erasing_block));
  return ir_pass_register(ctx, &erasing);
}

IR_PLUGIN("test-siblings", "0.1", load)
