// IR text that verifies, run through passes that work on any IR: each must leave valid IR behind
// that prints and reads back.
#include "ir/pass/pass_manager.h"
#include "tests/fuzz/fuzz.h"

static IrStatus check_after_pass(void *user, const IrPassEvent *event) {
  IrStr *text = user;
  FUZZ_REQUIRE(event->status != IR_OK || ir_verify(event->op) == IR_OK,
               "a pass left invalid IR behind", *text, ir_str(event->pass->name));
  return IR_OK;
}

static IrStatus run_passes(IrContext *ctx, IrOp *module, IrStr text, IrStr pipeline) {
  IrPassManager *pm = ir_pass_manager_create(ctx, "builtin.module");
  FUZZ_REQUIRE(ir_pass_manager_parse(pm, pipeline) == IR_OK, "no such pipeline", pipeline, text);
  ir_pass_manager_instrument(pm, &(IrInstrumentation){sizeof(IrInstrumentation), "check", &text,
                                                      .after_pass = check_after_pass});
  IrPassOptions options = {.threads = 1, .check_siblings = true, .check_analyses = true};
  size_t errors = ir_diag_error_count(ctx);
  IrStatus status = ir_pass_manager_run(pm, module, &options);
  FUZZ_REQUIRE((status == IR_OK) == (ir_diag_error_count(ctx) == errors),
               "a failure without an error, or an error without a failure", pipeline, text);
  ir_pass_manager_destroy(pm);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  IrContext *ctx = fuzz_context();
  IrStr text = {(const char *)data, size};
  IrOp *module = fuzz_parse(ctx, text);
  if (!module) return 0;
  const char *const pipelines[] = {
      "canonicalize,cse,licm",
      "convert-scf-to-cf,canonicalize,cse,symbol-dce,dce",
  };
  for (size_t i = 0; i < sizeof pipelines / sizeof *pipelines; i++) {
    if (run_passes(ctx, module, text, ir_str(pipelines[i])) != IR_OK) break;
    fuzz_round_trip(ctx, module, &(IrPrintOptions){0});
  }
  ir_op_destroy(module);
  return 0;
}
