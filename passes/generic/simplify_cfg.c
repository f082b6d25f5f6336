// simplify-cfg: what canonicalize does between rewrites, alone.
//
//   cf.cond_br %c, ^bb1, ^bb2         cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
//   ^bb1: return %a : i32        =>   ^bb1(%x: i32): return %x : i32
//   ^bb2: return %b : i32
//
// requires: verified IR   preserves: meaning, symbols   breaks: blocks and their arguments
#include "passes/generic/generic.h"

IrStatus simplify_cfg_run(IrPassRun *run, IrOp *op) {
  const struct pass_simplify_cfg_decl *self = run->decl;
  IrRegionChanges changes = {0};
  bool changed = false;
  while (ir_simplify_regions(op, self->options.merge_blocks, &changes)) changed = true;
  self->stats->blocks_erased += changes.blocks;
  self->stats->args_erased += changes.args;
  self->stats->ops_erased += changes.ops;
  self->stats->blocks_merged += changes.merged;
  self->stats->args_redundant += changes.redundant;
  if (!changed) ir_pass_preserve_all(run);
  return IR_OK;
}
