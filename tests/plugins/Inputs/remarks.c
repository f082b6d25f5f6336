// A pass that says something about every op with results, under ids from its table.  The table has
// the remarks before the counters: their order does not matter.
#include "ir/ir.h"

#define PASS_TABLE \
  PASS(test_count, "test-count", \
       SUMMARY("Count results.") ANCHOR("func.func") \
           REMARKS(REMARK(many_results, ANALYSIS, "an op with results")) \
               STATS(STAT(ops, "ops with results")) RUN(run_count))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus count_op(IrOp *op, void *user) {
  const IrPassRun *run = user;
  const struct test_count_decl *self = run->decl;
  if (ir_op_num_results(op) == 0) return IR_OK;
  self->stats->ops++;
  IR_REMARK(run, self, many_results, op, "{} has {} results", op, ir_op_num_results(op));
  return IR_OK;
}

static IrStatus run_count(IrPassRun *run, IrOp *op) {
  return ir_walk_pre(op, count_op, run);
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &test_count);
}

IR_PLUGIN("remarks", "0.1", load)
