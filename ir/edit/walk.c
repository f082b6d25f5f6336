// The walk driver; see walk.h.  Ops are put on a list first, so a walk does not depend on where
// patterns move what is still to be visited, and an op that is erased drops out of it.
#include "ir/edit/walk.h"

#include "ir/analysis/tree.h"
#include "ir/edit/rewriter_impl.h"

static IrStatus push(IrOp *op, void *user) {
  IrRewriter *rw = user;
  if (op != rw->root) ir_worklist_push(&rw->worklist, op);
  return IR_OK;
}

static void fill(IrRewriter *rw, bool outer_first) {
  IrStatus (*walk)(IrOp *, IrWalkFn, void *) = outer_first ? ir_walk_pre : ir_walk_post;
  if (walk(rw->root, push, rw) != IR_OK) IR_UNREACHABLE("pushing cannot fail");
  ir_worklist_reverse(&rw->worklist); // it is taken from its end
}

static void visit(IrRewriter *rw, const PatternSet *patterns, IrOp *op, uint64_t *rewrites) {
  const PatternList *list = ir_pattern_set_for(patterns, op);
  for (size_t i = 0; i < list->n && !rw->failed; i++) {
    if (!ir_rewriter_apply(rw, list->at[i], op)) continue;
    if (rewrites) ++*rewrites;
    return;
  }
}

IrStatus ir_rewrite_walk_sized(IrOp *root, const IrPattern *const *patterns, size_t n,
                               const IrWalkOptions *options, size_t size) {
  IrWalkOptions whole = {0};
  if (options) memcpy(&whole, options, size < sizeof whole ? size : sizeof whole);
  IR_TRY(ir_patterns_check(ir_op_context(root), ir_op_loc(root), "walk", patterns, n));
  IrRewriter rw;
  PatternSet set = {0};
  ir_rewriter_open(&rw, root, "walk");
  rw.mode = REWRITE_WALK;
  ir_rewriter_listen(&rw, whole.listener);
  ir_pattern_set_make(&set, patterns, n, whole.enable, whole.disable);
  fill(&rw, whole.outer_first);
  for (IrOp *op; !rw.failed && (op = ir_worklist_pop(&rw.worklist));)
    visit(&rw, &set, op, whole.rewrites);
  ir_pattern_set_free(&set);
  ir_rewriter_close(&rw);
  return rw.failed ? IR_FAILED : IR_OK;
}
