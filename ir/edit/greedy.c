// The greedy driver: visits ops from a worklist, erases dead ones, folds, and tries patterns, best
// benefit first, until nothing changes.
//
// Ops start on the worklist in program order; whatever a change touches goes back on top, so the
// neighbourhood of a change settles before the walk goes on.  When an iteration changed something,
// one more over everything confirms the fixed point, up to a limit.
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/edit/greedy_impl.h"

typedef struct Driver {
  IrRewriter rw;
  PatternSet patterns;
  const IrGreedyOptions *options;
  IrPtrMap scope;
  uint64_t budget;            // rewrites left in this iteration
  IR_VEC(const char *) fired; // names of what changed something in this iteration
  bool out_of_budget;
  Trace *trace; // the limit was reached: steps are taken down
} Driver;

static void note_fired(Driver *d, const char *name) {
  for (size_t i = 0; i < d->fired.n; i++)
    if (d->fired.at[i] == name) return;
  ir_vec_push(&d->fired, name);
}

// Counts one change; the iteration ends when its budget is used up.
static void count(Driver *d, const char *name, bool is_pattern) {
  note_fired(d, name);
  if (d->options->rewrites) ++*d->options->rewrites;
  if (d->trace) ir_trace_end(d->trace, name, is_pattern);
  if (d->budget == 0 || (d->trace && d->trace->steps.n >= d->trace->most))
    d->out_of_budget = true;
  else
    d->budget--;
}

static void try_patterns(Driver *d, IrOp *op) {
  const PatternList *list = ir_pattern_set_for(&d->patterns, op);
  for (size_t i = 0; i < list->n; i++) {
    if (!ir_rewriter_apply(&d->rw, list->at[i], op)) continue;
    count(d, list->at[i]->name, true);
    return;
  }
}

// False when a watcher wants the op left.
static bool erase_dead(Driver *d, IrOp *op) {
  IrAction step;
  bool watched = d->rw.watched;
  if (watched && !ir_action_begin(d->rw.ctx, IR_ACTION_ERASE, "erase-dead", op, &step))
    return false;
  if (d->rw.debug) ir_debug_op_args(op, "greedy", IR_FMT_ARGS("is dead"));
  ir_erase(&d->rw, op);
  if (watched) ir_action_end(d->rw.ctx, &step, true);
  count(d, "(erase dead op)", false);
  return true;
}

static void visit(Driver *d, IrOp *op) {
  if (d->trace) ir_trace_begin(d->trace, &d->rw, op);
  if (d->options->fold) {
    if (ir_op_is_dead(op) && erase_dead(d, op)) return;
    if (ir_fold(&d->rw, op)) {
      count(d, "(fold)", false);
      return;
    }
  }
  try_patterns(d, op);
}

// Puts everything inside the root on the worklist and unites constants on the way.
static void push_all(Driver *d) {
  IrRewriter *rw = &d->rw;
  bool unite = d->options->fold && !d->options->keep_constants && !rw->scope;
  for (IrOp *op = ir_tree_first(rw->root, 0), *next; op; op = next) {
    next = ir_tree_next(op, rw->root);
    IrAttr value = unite ? ir_constant_value(op) : NULL;
    if (rw->scope && !ir_ptrmap_has(rw->scope, op)) continue;
    if (!value || ir_constants_adopt(rw, op, value)) ir_worklist_push(&rw->worklist, op);
  }
}

static void fill_worklist(Driver *d) {
  if (!d->options->only || d->rw.scope) {
    push_all(d);
  } else {
    for (size_t i = 0; i < d->options->num_only; i++)
      ir_worklist_push(&d->rw.worklist, d->options->only[i]);
  }
  if (!d->options->bottom_up) ir_worklist_reverse(&d->rw.worklist);
}

// What a circle of patterns has left behind dead goes, so that it does not pile up in the result.
static void erase_what_is_dead(Driver *d) {
  IrRewriter *rw = &d->rw;
  if (!d->options->fold || rw->watched || rw->failed || d->trace) return;
  for (IrOp *op; (op = ir_worklist_pop(&rw->worklist));)
    if (ir_op_is_dead(op)) ir_erase(rw, op);
}

// One iteration; true when it changed something.
static bool iterate(Driver *d) {
  uint64_t before = d->rw.changes;
  d->fired.n = 0;
  d->out_of_budget = false;
  ir_constants_free(&d->rw.constants); // what was made or moved meanwhile is lined up anew
  fill_worklist(d);
  // Every op may change a hundred times; more is a circle of patterns.
  d->budget = d->options->max_rewrites ? d->options->max_rewrites
                                       : 100 * (uint64_t)d->rw.worklist.live + 10000;
  for (IrOp *op; !d->out_of_budget && !d->rw.failed && (op = ir_worklist_pop(&d->rw.worklist));)
    visit(d, op);
  if (d->out_of_budget && !d->options->max_rewrites) erase_what_is_dead(d);
  // Ops to begin with may be gone in the next iteration; what they led to is done by then.
  bool again = !d->options->only || d->rw.scope;
  ir_worklist_free(&d->rw.worklist);
  bool changed = d->rw.changes != before && (again || d->out_of_budget);
  if (d->options->after_iteration && !d->rw.failed && !d->trace)
    changed |= d->options->after_iteration(d->options->user, d->rw.root);
  return changed;
}

// ---- The limit ----

// Goes on for some steps to see what they are, on a copy: the limit is what was asked for.
static bool trace(const Driver *d, Trace *trace) {
  if (d->rw.scope || d->options->only) return false; // these ops have no copies that we know
  IrOp *copy = ir_op_clone(d->rw.root, NULL);
  IrGreedyOptions options = *d->options;
  options.rewrites = NULL;
  Driver more = {.patterns = d->patterns, .options = &options, .trace = trace};
  trace->most = SIZE_MAX; // until the first step says how many there may be
  ir_rewriter_open(&more.rw, copy, "greedy");
  more.rw.user = options.user;
  more.rw.debug = more.rw.debug_fold = more.rw.watched = false;
  (void)iterate(&more);
  ir_rewriter_close(&more.rw);
  ir_vec_free(&more.fired);
  ir_op_destroy(copy);
  return true;
}

static IrStatus report_divergence(Driver *d, unsigned iterations) {
  IrContext *ctx = d->rw.ctx;
  if (d->options->quiet && !d->options->must_converge) return IR_OK;
  const char *limit = d->out_of_budget ? "rewrites" : "iterations";
  Trace steps = {0};
  IrStream names = {0};
  for (size_t i = 0; i < d->fired.n; i++) ir_print(&names, "{}{}", i ? ", " : "", d->fired.at[i]);
  bool at_rest = trace(d, &steps) && steps.steps.n == 0; // the limit was just enough
  if (!at_rest || d->options->must_converge) {
    (void)ir_diag_args(
        ctx, d->options->must_converge ? IR_ERROR : IR_WARNING, ir_op_loc(d->rw.root),
        IR_FMT_ARGS("patterns still change '{}' at the limit of {} (iteration {}): {}", d->rw.root,
                    limit, iterations, ir_stream_str(&names)));
    ir_trace_report(&steps, ctx);
  }
  ir_trace_free(&steps);
  ir_stream_free(&names);
  return d->options->must_converge ? IR_FAILED : IR_OK;
}

static IrStatus run(Driver *d) {
  unsigned limit = d->options->max_iterations ? d->options->max_iterations : 10;
  for (unsigned i = 1;; i++) {
    bool changed = iterate(d);
    if (d->rw.failed) return IR_FAILED;
    if (!changed) return IR_OK;
    if (d->out_of_budget && d->options->max_rewrites && !d->options->must_converge) return IR_OK;
    if (d->out_of_budget || i == limit) return report_divergence(d, i);
  }
}

// The set of ops that may be visited: those to begin with, and maybe what they lead to.
static void open_scope(Driver *d) {
  const IrGreedyOptions *o = d->options;
  if (o->scope == IR_REWRITE_ALL) return;
  for (size_t i = 0; i < o->num_only && o->only; i++)
    ir_ptrmap_set(&d->scope, o->only[i], o->only[i]);
  for (IrOp *op = ir_tree_first(d->rw.root, 0); op && !o->only; op = ir_tree_next(op, d->rw.root))
    ir_ptrmap_set(&d->scope, op, op);
  d->rw.scope = &d->scope;
  d->rw.scope_grows = o->scope == IR_REWRITE_EXISTING_AND_NEW;
}

IrStatus ir_rewrite_greedily_sized(IrOp *root, const IrPattern *const *patterns, size_t n,
                                   const IrGreedyOptions *options, size_t size) {
  IrGreedyOptions whole = {.fold = !options};
  if (options) memcpy(&whole, options, size < sizeof whole ? size : sizeof whole);
  IR_TRY(ir_patterns_check(ir_op_context(root), ir_op_loc(root), "greedy", patterns, n));
  Driver d = {.options = &whole};
  ir_rewriter_open(&d.rw, root, "greedy");
  d.rw.user = whole.user;
  ir_rewriter_listen(&d.rw, whole.listener);
  open_scope(&d);
  ir_pattern_set_make(&d.patterns, patterns, n, whole.enable, whole.disable);
  IrStatus status = run(&d);
  ir_rewriter_close(&d.rw);
  ir_pattern_set_free(&d.patterns);
  ir_ptrmap_free(&d.scope);
  ir_vec_free(&d.fired);
  return status;
}
