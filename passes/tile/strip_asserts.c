// strip-asserts: no kernel and no function looks whether its assertions hold.
//
// requires: verified IR   preserves: everything but tile.assert, simt.assert and cf.assert, and
// what only they use, which is dead code then
#include "dialects/cf/cf.h"
#include "dialects/simt/simt.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "passes/tile/tile_passes.h"

static bool is_assert(const IrOp *op) {
  return IS(op, tile_assert) || IS(op, simt_assert) || IS(op, cf_assert);
}

IrStatus strip_asserts_run(IrPassRun *run, IrOp *root) {
  const struct strip_asserts_decl *self = run->decl;
  for (IrOp *op = root, *next; op; op = next) {
    next = ir_tree_next(op, root);
    if (!is_assert(op)) continue;
    ir_op_destroy(op);
    self->stats->removed++;
  }
  return IR_OK;
}
