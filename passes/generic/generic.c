// The table of the generic passes.
#include "passes/generic/generic.h"

#define IR_PASSDEF_DEFINE
#include "ir/pass/passdef_begin.inc"
#include "passes/generic/passes.def"
#include "ir/pass/passdef_end.inc"

static const IrPassDef *const passes[] = {
#define IR_PASSDEF_LIST
#include "ir/pass/passdef_begin.inc"
#include "passes/generic/passes.def"
#include "ir/pass/passdef_end.inc"
};

static IrStatus expand_licm(IrContext *ctx, const char *(*value)(void *user, const char *name),
                            void *user, IrStream *out) {
  (void)ctx, (void)value, (void)user;
  ir_write_cstr(out, "loop-invariant-code-motion");
  return IR_OK;
}

static const IrPipelineDef licm = {.size = sizeof(IrPipelineDef),
                                   .name = "licm",
                                   .summary = "Short for loop-invariant-code-motion.",
                                   .expand = expand_licm};

IrStatus pass_register_generic(IrContext *ctx) {
  ir_debug_channel(ctx, "cse", "ops that are replaced, and equal ones that are not");
  ir_debug_channel(ctx, "licm", "ops that leave loops, and why others stay");
  for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
    IR_TRY(ir_pass_register(ctx, passes[i]));
  return ir_pipeline_register(ctx, &licm);
}
