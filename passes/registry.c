// One line for each folder of passes.
#include "passes/registry.h"

#include "passes/arith/arith_passes.h"
#include "passes/generic/generic.h"
#include "passes/lower/lower_passes.h"
#include "passes/math/math_passes.h"
#include "passes/mem/mem_passes.h"
#include "passes/pipelines.h"
#include "passes/scf/scf_passes.h"
#include "passes/tile/tile_passes.h"

static IrStatus register_all(IrContext *ctx, const IrPassDef *const *passes) {
  for (size_t i = 0; passes[i]; i++) IR_TRY(ir_pass_register(ctx, passes[i]));
  return IR_OK;
}

IrStatus tegula_register_passes(IrContext *ctx) {
  IR_TRY(pass_register_generic(ctx));
  ir_debug_channel(ctx, "layout", "layouts that tiles could have, what each costs, and the choice");
  ir_debug_channel(ctx, "convert", "how tiles go from one layout to another, and what it costs");
  ir_debug_channel(ctx, "shared", "who has which bytes of shared memory from when to when");
  IR_TRY(register_all(ctx, arith_passes));
  IR_TRY(register_all(ctx, math_passes));
  IR_TRY(register_all(ctx, tile_passes));
  IR_TRY(register_all(ctx, mem_passes));
  IR_TRY(register_all(ctx, lower_passes));
  IR_TRY(register_all(ctx, scf_passes));
  return ir_pipeline_register(ctx, &tile_to_thread_level);
}
