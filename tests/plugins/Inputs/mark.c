// A pass from outside: gives every function it runs on an attribute, as often as `times` says.
#include "ir/ir.h"

#define PASS_TABLE \
  PASS(test_mark, "test-mark", \
       SUMMARY("Mark functions.") ANCHOR("func.func") \
           OPTIONS(OPT_INT(times, 1, "the number to write")) \
               STATS(STAT(marked, "functions marked")) RUN(run_mark))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus run_mark(IrPassRun *run, IrOp *op) {
  const struct test_mark_decl *self = run->decl;
  ir_op_set_attr(op, "test.mark", ir_attr_index(run->ctx, self->options.times));
  self->stats->marked++;
  return IR_OK;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus fail(IrPassRun *run, IrOp *op) {
  (void)run, (void)op;
  return IR_FAILED;
}

// Leaves a function without its terminator.
static IrStatus break_ir(IrPassRun *run, IrOp *op) {
  (void)run;
  ir_op_destroy(ir_block_last(ir_region_first(ir_op_region(op, 0))));
  return IR_OK;
}

// Lets the first function use an argument of the second.
static IrStatus leak(IrPassRun *run, IrOp *module) {
  (void)run;
  IrOp *first = ir_block_first(ir_module_body(module));
  IrBlock *to = ir_region_first(ir_op_region(first, 0));
  IrBlock *from = ir_region_first(ir_op_region(ir_op_next(first), 0));
  ir_op_set_operand(ir_block_first(to), 0, ir_block_arg(from, 0));
  return IR_OK;
}

static const IrPassDef leaking = {.size = sizeof(IrPassDef),
                                  .name = "test-leak",
                                  .summary = "Leak an argument.",
                                  .anchor = "builtin.module",
                                  .run = leak};
static const IrPassDef failing = {
    .size = sizeof(IrPassDef), .name = "test-fail", .summary = "Fail silently.", .run = fail};
static const IrPassDef breaking = {.size = sizeof(IrPassDef),
                                   .name = "test-break",
                                   .summary = "Leave invalid IR.",
                                   .anchor = "func.func",
                                   .run = break_ir};

static IrStatus expand(IrContext *ctx, const char *(*value)(void *, const char *), void *user,
                       IrStream *out) {
  (void)ctx;
  ir_print(out, "func.func(test-mark{{times={}}),cse", value(user, "n"));
  return IR_OK;
}

static const IrOptionDef pipeline_options[] = {{"n", "times to mark", IR_OPTION_INT, 4, NULL}, {0}};
static const IrPipelineDef pipeline = {.size = sizeof(IrPipelineDef),
                                       .name = "test-pipeline",
                                       .summary = "Mark, then cse.",
                                       .options = pipeline_options,
                                       .expand = expand};

static IrStatus load(IrContext *ctx) {
  IR_TRY(ir_pass_register(ctx, &test_mark));
  IR_TRY(ir_pass_register(ctx, &failing));
  IR_TRY(ir_pass_register(ctx, &breaking));
  IR_TRY(ir_pass_register(ctx, &leaking));
  return ir_pipeline_register(ctx, &pipeline);
}

IR_PLUGIN("test-mark", "0.1", load)
