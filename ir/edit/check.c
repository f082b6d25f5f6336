// Holding patterns and folds to their rules (rewriter.h), by the journal of edits and, where what
// is around is small, by its fingerprint.
#include "ir/analysis/fingerprint.h"
#include "ir/analysis/tree.h"
#include "ir/edit/rewriter_impl.h"

// Scopes of more ops are not fingerprinted: it is done again after every change.
enum { SMALL_SCOPE = 256 };

void ir_rewriter_check_open(IrRewriter *rw) {
  if (!ir_context_checks_rewrites(rw->ctx)) return;
  rw->check = ir_calloc(1, sizeof *rw->check);
  ir_journal_open(rw->ctx, &rw->check->journal);
}

void ir_rewriter_check_close(IrRewriter *rw) {
  if (!rw->check) return;
  ir_journal_close(rw->ctx, &rw->check->journal);
  ir_free(rw->check);
  rw->check = NULL;
}

static bool is_small(IrOp *scope) {
  size_t n = 0;
  for (IrOp *at = scope; at; at = ir_tree_next(at, scope))
    if (++n > SMALL_SCOPE) return false;
  return true;
}

// The nearest isolated op around `op` up to the root, if it is small; else NULL. Ops of a large one
// are counted once after each edit, not at every step.
static IrOp *small_scope(const IrRewriter *rw, IrOp *op) {
  RewriteCheck *c = rw->check;
  IrOp *scope = ir_op_parent(op) ? ir_op_parent(op) : op;
  while (scope != rw->root && !ir_op_has_trait(scope, IR_ISOLATED) && ir_op_parent(scope))
    scope = ir_op_parent(scope);
  if (scope == c->large && c->large_at == c->journal.edits) return NULL;
  if (is_small(scope)) return scope;
  c->large = scope;
  c->large_at = c->journal.edits;
  return NULL;
}

static uint64_t print_of(IrOp *scope) {
  return ir_op_fingerprint(scope, IR_FINGERPRINT_NAMES | IR_FINGERPRINT_LOCS);
}

CheckedStep ir_check_begin(IrRewriter *rw, const char *what, const char *name, IrOp *op) {
  RewriteCheck *c = rw->check;
  ir_journal_restart(&c->journal);
  IrOp *scope = small_scope(rw, op);
  if (scope && (scope != c->scope || c->edits != c->journal.edits)) c->print = print_of(scope);
  c->scope = scope;
  c->edits = c->journal.edits;
  return (CheckedStep){what, name, ir_op_name(op), ir_op_loc(op), c->journal.edits};
}

// `place` is where the op that was changed stands, when it is another.
static void complain(IrRewriter *rw, const CheckedStep *step, IrStr text, IrLoc place,
                     const char *way_out) {
  if (rw->failed) return;
  rw->failed = true;
  (void)ir_error(rw->ctx, step->loc, "{} '{}' on '{}' {}", step->what, step->name, step->op_name,
                 text);
  if (place.id != step->loc.id) ir_note(rw->ctx, place, "this is that op");
  ir_help(rw->ctx, "{}; --check-rewrites=false leaves out this check", way_out);
}

static void check_announced(IrRewriter *rw, const CheckedStep *step) {
  const IrJournal *journal = &rw->check->journal;
  IrEdit edit = IR_EDIT_PLACE;
  const IrOp *op = ir_journal_unannounced(journal, &edit);
  IrStream text = {0};
  if (journal->erased) {
    ir_print(&text, "erased '{}' behind the rewriter's back", journal->erased_name);
    complain(rw, step, ir_stream_str(&text), journal->erased_loc, "erase with ir_erase(rw, op)");
  } else if (op) {
    ir_print(&text, "changed the {} of '{}' and did not say so", ir_edit_name(edit), op);
    complain(rw, step, ir_stream_str(&text), ir_op_loc(op),
             "call ir_changed(rw, op) for an op that is changed in place, and make and move ops "
             "through the rewriter");
  }
  ir_stream_free(&text);
}

// A change that leaves everything as it was is the beginning of a circle.
static bool came_to_nothing(const RewriteCheck *c, const CheckedStep *step) {
  if (c->journal.edits == step->edits) return true;
  return c->scope && print_of((IrOp *)c->scope) == c->print;
}

void ir_check_end(IrRewriter *rw, const CheckedStep *step, bool changed) {
  RewriteCheck *c = rw->check;
  check_announced(rw, step);
  if (!changed && c->journal.edits != step->edits)
    complain(rw, step, IR_STR("says that it did not match, but has changed the IR"), step->loc,
             "look first and change after");
  else if (changed && c->journal.edits == step->edits)
    complain(rw, step, IR_STR("says that it changed something, but has not"), step->loc,
             "return ir_no_match(rw, op, \"why\") where nothing is to be done");
  else if (changed && came_to_nothing(c, step))
    complain(rw, step, IR_STR("made everything as it was before"), step->loc,
             "a pattern that makes what it found is applied for ever");
  if (changed) c->scope = NULL;
}
