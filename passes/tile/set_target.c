// tile-set-target: writes the module's `tile.target`.
#include "dialects/tile/target.h"
#include "passes/tile/tile_passes.h"

IrStatus tile_set_target_run(IrPassRun *run, IrOp *module) {
  const struct tile_set_target_decl *self = run->decl;
  const TileTarget *target =
      tile_target_lookup(run->ctx, ir_op_loc(module), ir_str(self->options.arch));
  if (!target) return IR_FAILED;
  tile_target_set(module, target);
  return IR_OK;
}
