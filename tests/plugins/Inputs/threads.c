// Passes on functions that say much, the first function last: what comes out must be in the order
// of the functions all the same.
#include "ir/ir.h"

#include <time.h>

#define PASS_TABLE \
  PASS(test_say, "test-say", \
       SUMMARY("Warn about every function.") ANCHOR("func.func") \
           STATS(STAT(said, "warnings given")) \
               REMARKS(REMARK(seen_function, ANALYSIS, "a function is there")) RUN(run_say)) \
  PASS(test_fail_bad, "test-fail-bad", \
       SUMMARY("Fail where a function is marked as bad.") ANCHOR("func.func") RUN(run_fail_bad)) \
  PASS(test_run_passes, "test-run-passes", \
       SUMMARY("Run two passes on a function.") ANCHOR("func.func") RUN(run_passes))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

// Long in the first function and in no other.
static void dawdle(IrOp *op) {
  if (!ir_op_prev(op)) nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

static IrStatus run_say(IrPassRun *run, IrOp *op) {
  const struct test_say_decl *self = run->decl;
  dawdle(op);
  IR_DEBUG(run->ctx, "say", "looking at {}", ir_symbol_name(op));
  ir_warning(run->ctx, ir_op_loc(op), "here is @{}", ir_symbol_name(op));
  ir_note(run->ctx, ir_op_loc(ir_op_parent(op)), "in this module");
  IR_REMARK(run, self, seen_function, op, "@{} seen", ir_symbol_name(op));
  self->stats->said++;
  return IR_OK;
}

static IrStatus run_fail_bad(IrPassRun *run, IrOp *op) {
  (void)run;
  dawdle(op);
  return ir_op_attr(op, "test.bad") ? ir_op_error(op, "is bad") : IR_OK;
}

// A pass may run passes itself.
static IrStatus run_passes(IrPassRun *run, IrOp *op) {
  dawdle(op);
  IrPassManager *pm = ir_pass_manager_create(run->ctx, "func.func");
  IrStatus status = ir_pass_manager_parse(pm, IR_STR("cse,test-say"));
  if (status == IR_OK) status = ir_pass_manager_run(pm, op, NULL);
  ir_pass_manager_destroy(pm);
  return status;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  IR_TRY(ir_pass_register(ctx, &test_say));
  ir_debug_channel(ctx, "say", "what test-say looks at");
  IR_TRY(ir_pass_register(ctx, &test_run_passes));
  return ir_pass_register(ctx, &test_fail_bad);
}

IR_PLUGIN("test-threads", "0.1", load)
