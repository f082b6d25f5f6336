// A pass that makes ops of a dialect which some other plugin is to bring.
#include "ir/ir.h"

#define PASS_TABLE \
  PASS(test_needy, "test-needy", \
       SUMMARY("Need dialects.") ANCHOR("func.func") NEEDS("arith, elsewhere") RUN(run_needy))

#define IR_PASSDEF_DECLARE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus run_needy(IrPassRun *run, IrOp *op) {
  (void)run, (void)op;
  return IR_OK;
}

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
PASS_TABLE
#include "ir/pass/passdef_end.inc"

static IrStatus load(IrContext *ctx) {
  return ir_pass_register(ctx, &test_needy);
}

IR_PLUGIN("test-needs", "0.1", load)
