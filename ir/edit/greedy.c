// The greedy driver: visits ops from a worklist, erases dead ones, folds, and tries patterns, best
// benefit first, until nothing changes.
//
// Ops start on the worklist in program order; whatever a change touches goes back on top, so the
// neighbourhood of a change settles before the walk goes on.  When an iteration changed something,
// one more over everything confirms the fixed point, up to a limit.
#include "ir/analysis/tree.h"
#include "ir/core/action.h"
#include "ir/core/op_impl.h"
#include "ir/edit/rewriter_impl.h"
#include "ir/support/map.h"

// The patterns for one op definition, best first.
typedef struct PatternList {
  const IrPattern **at;
  size_t n;
} PatternList;

typedef struct Driver {
  IrRewriter rw;
  IrArena arena;
  IrPtrMap by_def;     // IrOpDef -> PatternList
  PatternList for_any; // patterns without a root
  const IrGreedyOptions *options;
  uint64_t budget;            // rewrites left in this iteration
  IR_VEC(const char *) fired; // names of what changed something in this iteration
  bool out_of_budget;
} Driver;

// Stable: patterns of equal benefit are tried in the order given.
static void sort_patterns(const IrPattern **at, size_t n) {
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && at[k - 1]->benefit < at[k]->benefit; k--) {
      const IrPattern *p = at[k];
      at[k] = at[k - 1];
      at[k - 1] = p;
    }
}

static void add_pattern(Driver *d, PatternList *list, const IrPattern *pattern) {
  const IrPattern **grown = IR_NEW_ARRAY(&d->arena, const IrPattern *, list->n + 1);
  if (list->n) memcpy(grown, list->at, list->n * sizeof *grown);
  grown[list->n++] = pattern;
  list->at = grown;
}

static PatternList *list_of(Driver *d, const IrOpDef *def) {
  PatternList *list = ir_ptrmap_get(&d->by_def, def);
  if (!list) {
    list = IR_NEW(&d->arena, PatternList);
    ir_ptrmap_set(&d->by_def, def, list);
  }
  return list;
}

static void index_patterns(Driver *d, const IrPattern *const *patterns, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const IrOpDef *root = patterns[i]->root;
    add_pattern(d, root ? list_of(d, root) : &d->for_any, patterns[i]);
  }
  for (uint32_t i = 0; i < d->by_def.n; i++) {
    PatternList *list = d->by_def.entries[i].value;
    for (size_t k = 0; k < d->for_any.n; k++) add_pattern(d, list, d->for_any.at[k]);
    sort_patterns(list->at, list->n);
  }
  sort_patterns(d->for_any.at, d->for_any.n);
}

static void note_fired(Driver *d, const char *name) {
  for (size_t i = 0; i < d->fired.n; i++)
    if (d->fired.at[i] == name) return;
  ir_vec_push(&d->fired, name);
}

// Counts one change made by `name`; false when the iteration's budget is used up.
static void count(Driver *d, const char *name, IrOp *op) {
  note_fired(d, name);
  if (d->options->rewrites) ++*d->options->rewrites;
  if (d->budget == 0)
    d->out_of_budget = true;
  else
    d->budget--;
  (void)op;
}

static bool apply_pattern(Driver *d, const IrPattern *pattern, IrOp *op) {
  IrRewriter *rw = &d->rw;
  IrContext *ctx = rw->ctx;
  rw->builder.block = ir_op_block(op);
  rw->builder.before = op;
  rw->builder.loc = ir_op_loc(op);
  if (rw->debug) ir_debug_op_args(op, "greedy", IR_FMT_ARGS("try {}", pattern->name));
  IrAction step;
  if (rw->watched && !ir_action_begin(ctx, IR_ACTION_PATTERN, pattern->name, op, &step))
    return false;
  bool done = pattern->rewrite(rw, op);
  if (rw->watched) ir_action_end(ctx, &step, done);
  if (done && rw->debug) IR_DEBUG(ctx, "greedy", "  applied {}", pattern->name);
  if (done) count(d, pattern->name, op);
  return done;
}

static void try_patterns(Driver *d, IrOp *op) {
  const IrOpDef *key = op->info->key;
  PatternList *list = key ? ir_ptrmap_get(&d->by_def, key) : NULL;
  if (!list) list = &d->for_any;
  for (size_t i = 0; i < list->n; i++)
    if (apply_pattern(d, list->at[i], op)) return;
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
  count(d, "(erase dead op)", NULL);
  return true;
}

static void visit(Driver *d, IrOp *op) {
  if (d->options->fold) {
    if (ir_op_is_dead(op) && erase_dead(d, op)) return;
    if (ir_fold(&d->rw, op)) {
      count(d, "(fold)", NULL);
      return;
    }
  }
  try_patterns(d, op);
}

// Puts everything inside the root on the worklist and unites constants on the way.
static void fill_worklist(Driver *d) {
  IrRewriter *rw = &d->rw;
  bool unite = d->options->fold && !d->options->keep_constants;
  for (IrOp *op = ir_tree_first(rw->root, 0), *next; op; op = next) {
    next = ir_tree_next(op, rw->root);
    IrAttr value = unite ? ir_constant_value(op) : NULL;
    if (!value || ir_constants_adopt(rw, op, value)) ir_worklist_push(&rw->worklist, op);
  }
  if (!d->options->bottom_up) ir_worklist_reverse(&rw->worklist);
}

// One iteration; true when it changed something.
static bool iterate(Driver *d) {
  uint64_t before = d->rw.changes;
  d->fired.n = 0;
  d->out_of_budget = false;
  fill_worklist(d);
  // Every op may change a hundred times; more is a circle of patterns.
  d->budget = d->options->max_rewrites ? d->options->max_rewrites
                                       : 100 * (uint64_t)d->rw.worklist.live + 10000;
  for (IrOp *op; !d->out_of_budget && (op = ir_worklist_pop(&d->rw.worklist));) visit(d, op);
  ir_worklist_free(&d->rw.worklist);
  return d->rw.changes != before;
}

static IrStatus report_divergence(Driver *d, unsigned iterations) {
  IrContext *ctx = d->rw.ctx;
  IrStream names = {0};
  for (size_t i = 0; i < d->fired.n; i++) ir_print(&names, "{}{}", i ? ", " : "", d->fired.at[i]);
  IrLoc loc = ir_op_loc(d->rw.root);
  IrSeverity severity = d->options->must_converge ? IR_ERROR : IR_WARNING;
  const char *limit = d->out_of_budget ? "rewrites" : "iterations";
  (void)ir_diag_args(ctx, severity, loc,
                     IR_FMT_ARGS("patterns still change '{}' at the limit of {} (iteration {}): {}",
                                 d->rw.root, limit, iterations, ir_stream_str(&names)));
  ir_stream_free(&names);
  return d->options->must_converge ? IR_FAILED : IR_OK;
}

static IrStatus run(Driver *d) {
  unsigned limit = d->options->max_iterations ? d->options->max_iterations : 10;
  for (unsigned i = 1;; i++) {
    if (!iterate(d)) return IR_OK;
    if (d->out_of_budget && d->options->max_rewrites && !d->options->must_converge) return IR_OK;
    if (d->out_of_budget || i == limit) return report_divergence(d, i);
  }
}

IrStatus ir_rewrite_greedily_sized(IrOp *root, const IrPattern *const *patterns, size_t n,
                                   const IrGreedyOptions *options, size_t size) {
  IrGreedyOptions whole = {.fold = !options};
  if (options) memcpy(&whole, options, size < sizeof whole ? size : sizeof whole);
  Driver d = {.options = &whole};
  ir_rewriter_open(&d.rw, root);
  index_patterns(&d, patterns, n);
  IrStatus status = run(&d);
  ir_rewriter_close(&d.rw);
  ir_ptrmap_free(&d.by_def);
  ir_arena_destroy(&d.arena);
  ir_vec_free(&d.fired);
  return status;
}
