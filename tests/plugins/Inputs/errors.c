// Passes that report errors and go on, and passes whose own handlers swallow errors.
#include "ir/ir.h"

static IrStatus go_on(IrPassRun *run, IrOp *op) {
  (void)run;
  (void)ir_op_error(op, "is not what this pass likes");
  return IR_OK;
}

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user;
  (void)ctx;
  return diag->severity == IR_ERROR;
}

static IrStatus try(IrPassRun *run, IrOp *op) {
  ir_diag_push_handler(run->ctx, swallow, NULL);
  (void)ir_op_error(op, "is not what this attempt likes");
  ir_diag_pop_handler(run->ctx);
  return IR_OK;
}

static IrStatus try_in_vain(IrPassRun *run, IrOp *op) {
  IR_TRY(try(run, op));
  return IR_FAILED;
}

// An error of an inner manager's pass, swallowed around that manager.
static IrStatus try_inner(IrPassRun *run, IrOp *op) {
  IrPassManager *pm = ir_pass_manager_create(run->ctx, "func.func");
  IrStatus status = ir_pass_manager_parse(pm, IR_STR("test-go-on"));
  ir_diag_push_handler(run->ctx, swallow, NULL);
  if (status == IR_OK) status = ir_pass_manager_run(pm, op, NULL);
  ir_diag_pop_handler(run->ctx);
  ir_pass_manager_destroy(pm);
  ir_remark(run->ctx, ir_op_loc(op), "the attempt {}", status == IR_OK ? "went well" : "failed");
  return IR_OK;
}

#define TEST_PASS(id, n, f) \
  static const IrPassDef id = { \
      .size = sizeof(IrPassDef), .name = n, .summary = "Err.", .anchor = "func.func", .run = f};
TEST_PASS(going_on, "test-go-on", go_on)
TEST_PASS(trying, "test-try", try)
TEST_PASS(trying_in_vain, "test-try-in-vain", try_in_vain)
TEST_PASS(trying_inner, "test-try-inner", try_inner)

static IrStatus load(IrContext *ctx) {
  IR_TRY(ir_pass_register(ctx, &going_on));
  IR_TRY(ir_pass_register(ctx, &trying));
  IR_TRY(ir_pass_register(ctx, &trying_in_vain));
  return ir_pass_register(ctx, &trying_inner);
}

IR_PLUGIN("test-errors", "0.1", load)
