// The driver of a conversion: which ops are legal, in which order they are looked at, and patterns
// until they are.
//
// Ops are put on a stack in the order of dominance, outer ones first, and what a pattern makes or
// changes goes on top, so it is legal before the walk goes on.  What a pattern made remembers that,
// and the pattern is not tried on it again: so there is no circle, and the report can say where an
// op came from.
#include "ir/edit/conversion_impl.h"

#include "ir/analysis/dominance.h"
#include "ir/analysis/tree.h"
#include "ir/core/op_impl.h"

// ---- Legality ----

static bool names_dialect(const char *rule, IrStr op_name) {
  size_t n = strlen(rule);
  return n > 2 && rule[n - 1] == '*' && op_name.len >= n - 1 && !memcmp(rule, op_name.ptr, n - 1);
}

static const IrLegalRule *find_rule(const IrLegalRule *target, IrStr name) {
  const IrLegalRule *dialect = NULL, *any = NULL;
  for (; target && target->name; target++) {
    if (ir_str_is(name, target->name)) return target;
    if (!dialect && names_dialect(target->name, name)) dialect = target;
    if (!any && !strcmp(target->name, "*")) any = target;
  }
  return dialect ? dialect : any;
}

static const IrLegalRule *rule_of(Conversion *c, const IrOp *op) {
  static const IrLegalRule unknown = {.legality = IR_LEGALITY_UNKNOWN};
  static const IrLegalRule legal = {.legality = IR_LEGAL};
  const IrLegalRule *rule = ir_ptrmap_get(&c->rules, op->info);
  if (rule) return rule;
  rule = find_rule(c->target, ir_op_name(op));
  // Casts are the conversion's own affair.
  if (ir_op_is(op, &builtin_unrealized_conversion_cast)) rule = &legal;
  if (!rule) rule = &unknown;
  ir_ptrmap_set(&c->rules, op->info, (void *)rule);
  return rule;
}

IrLegality ir_conversion_legality(Conversion *c, IrOp *op, bool *inside) {
  const IrLegalRule *rule = rule_of(c, op);
  IrLegality legality = rule->legality;
  if (legality == IR_LEGAL_WHEN)
    legality = rule->when && rule->when(op, c->types) ? IR_LEGAL : IR_ILLEGAL;
  *inside = legality == IR_LEGAL && rule->inside;
  return legality;
}

// A rule that names an op which its dialect does not have is a slip of the pen.
static IrStatus check_target(IrContext *ctx, IrLoc loc, const IrLegalRule *target) {
  for (; target && target->name; target++) {
    const char *dot = strchr(target->name, '.');
    IrStr dialect = {target->name, dot ? (size_t)(dot - target->name) : 0};
    if (!dot || !strcmp(dot, ".*") || !ir_dialect_lookup(ctx, dialect)) continue;
    if (ir_op_lookup(ctx, ir_str(target->name))) continue;
    (void)ir_error(ctx, loc, "the conversion's target names '{}', which dialect '{}' does not have",
                   target->name, dialect);
    ir_help(ctx, "write '{}.*' for all of its ops", dialect);
    return IR_FAILED;
  }
  return IR_OK;
}

// ---- What the rewriter tells ----

static const Origin *origin_now(Conversion *c) {
  if (c->origin || !c->rw.pattern) return c->origin;
  const IrOp *op = c->rw.current;
  const Origin *from = op ? ir_ptrmap_get(&c->origins, op) : NULL;
  Origin *origin = IR_NEW(&c->arena, Origin);
  *origin = (Origin){.pattern = c->rw.pattern, .from = from, .depth = from ? from->depth + 1 : 1};
  origin->first = from ? from->first : op;
  origin->op_name = op ? ir_op_name(op) : IR_STR("");
  origin->loc = op ? op->loc : IR_LOC_UNKNOWN;
  return c->origin = origin;
}

static bool is_cast(const IrOp *op) {
  return ir_op_is(op, &builtin_unrealized_conversion_cast);
}

void ir_conversion_created(Conversion *c, IrOp *op) {
  if (is_cast(op)) {
    if (ir_ptrmap_has(&c->cast_of, op)) return;
    ir_vec_push(&c->casts, ((Cast){.op = op, .kind = CAST_OTHER, .loc = op->loc}));
    ir_ptrmap_set(&c->cast_of, op, (void *)c->casts.n);
    return;
  }
  if (c->rw.pattern) ir_ptrmap_set(&c->origins, op, (void *)origin_now(c));
  ir_vec_push(&c->made, op);
}

void ir_conversion_changed(Conversion *c, IrOp *op) {
  if (is_cast(op) || op == c->rw.root) return;
  if (op == c->rw.current) ir_ptrmap_set(&c->origins, op, (void *)origin_now(c));
  ir_vec_push(&c->made, op);
}

void ir_conversion_erased(Conversion *c, IrOp *op) {
  ir_ptrmap_remove(&c->origins, op);
  size_t cast = (size_t)ir_ptrmap_get(&c->cast_of, op);
  if (cast) {
    c->casts.at[cast - 1].op = NULL;
    ir_ptrmap_remove(&c->cast_of, op);
  }
  for (uint32_t i = 0; i < op->num_results; i++) ir_ptrmap_remove(&c->targets, ir_result(op, i));
  for (size_t i = 0; i < c->made.n; i++)
    if (c->made.at[i] == op) c->made.at[i] = NULL;
}

// ---- One op ----

static void push_made(Conversion *c) {
  for (size_t i = c->made.n; i-- > 0;)
    if (c->made.at[i]) ir_worklist_push(&c->rw.worklist, c->made.at[i]);
  ir_vec_clear(&c->made);
}

// Every op may be changed a hundred times; more is a circle.
static bool within_budget(Conversion *c, const IrPattern *pattern, IrOp *op) {
  if (c->budget > 0) return c->budget--, true;
  c->rw.failed = true;
  (void)ir_op_error(op, "the conversion does not come to an end: pattern '{}' is at work here",
                    pattern->name);
  ir_help(c->rw.ctx, "patterns change each other's ops; --debug-only=conversion shows which");
  return false;
}

static bool apply(Conversion *c, const IrPattern *pattern, IrOp *op) {
  IrArenaMark mark = ir_arena_mark(&c->scratch);
  c->origin = NULL;
  bool done = ir_rewriter_apply(&c->rw, pattern, op);
  ir_arena_release(&c->scratch, mark);
  if (!done) {
    ir_vec_clear(&c->made);
    return false;
  }
  if (c->options->rewrites) ++*c->options->rewrites;
  push_made(c);
  return true;
}

static bool try_patterns(Conversion *c, IrOp *op) {
  const PatternList *list = ir_pattern_set_for(&c->patterns, op);
  for (size_t i = 0; i < list->n && !c->rw.failed; i++) {
    if (ir_conversion_refuses(c, list->at[i], op, NULL)) continue;
    if (!within_budget(c, list->at[i], op)) return false;
    if (apply(c, list->at[i], op)) return true;
  }
  return false;
}

static void fail(Conversion *c, IrOp *op, IrLegality legality) {
  c->failures++;
  const Origin *origin = ir_ptrmap_get(&c->origins, op);
  const IrOp *first = origin ? origin->first : op;
  if (c->failed) ir_ptrmap_set(c->failed, first, op);
  if (!c->silent) ir_conversion_report(c, op, legality);
}

static void legalize(Conversion *c, IrOp *op) {
  bool inside;
  IrLegality legality = ir_conversion_legality(c, op, &inside);
  if (legality == IR_LEGAL) return;
  if (c->rw.debug)
    ir_debug_op_args(op, "conversion",
                     IR_FMT_ARGS("{}", legality == IR_ILLEGAL ? "is illegal" : "is unknown"));
  bool was_there = c->done && !ir_ptrmap_has(&c->origins, op);
  if (try_patterns(c, op)) {
    if (was_there) ir_ptrmap_set(c->done, op, c->done);
    return;
  }
  if (c->rw.failed) return;
  bool must = legality == IR_ILLEGAL || c->options->mode == IR_CONVERT_FULL;
  if (must) fail(c, op, legality);
}

// ---- All ops ----

typedef IR_VEC(IrOp *) Ops;
typedef IR_VEC(IrBlock *) Blocks;

// A place in the walk: blocks of a region in their order.
typedef struct Frame {
  IrBlock **blocks;
  size_t n, at;
  IrOp *next; // in the block at hand
} Frame;

typedef struct Collector {
  Conversion *c;
  IrDominance *dom;
  IrArena arena;
  IR_VEC(Frame) frames;
  Ops ops;
} Collector;

static void push_blocks(Collector *k, IrBlock **blocks, size_t n) {
  if (n) ir_vec_push(&k->frames, ((Frame){blocks, n, 0, blocks[0]->first}));
}

// Blocks as they dominate each other, then those that nothing reaches.
static void push_region(Collector *k, IrRegion *region) {
  size_t n = 0, all = 0;
  if (!region->first) return;
  if (region->first == region->last) {
    IrBlock **one = IR_NEW_ARRAY(&k->arena, IrBlock *, 1);
    *one = region->first;
    push_blocks(k, one, 1);
    return;
  }
  if (!k->dom) k->dom = ir_dominance_create(k->c->rw.root);
  IrBlock **order = ir_dominance_order(k->dom, region, &k->arena, &n);
  IR_FOR_BLOCKS(block, region) all++;
  IrBlock **blocks = IR_NEW_ARRAY(&k->arena, IrBlock *, all);
  memcpy(blocks, order, n * sizeof *blocks);
  IR_FOR_BLOCKS(block, region) {
    if (!ir_is_reachable(k->dom, block)) blocks[n++] = block;
  }
  push_blocks(k, blocks, n);
}

static void enter(Collector *k, IrOp *op) {
  for (size_t r = op->num_regions; r-- > 0;) push_region(k, &ir_regions(op)[r]);
}

static void visit(Collector *k, IrOp *op) {
  // Whether a rule with a condition holds is asked when the op's turn comes, and here only for what
  // is inside.
  const IrLegalRule *rule = rule_of(k->c, op);
  if (rule->legality != IR_LEGAL) ir_vec_push(&k->ops, op);
  bool inside = false;
  if (rule->inside) (void)ir_conversion_legality(k->c, op, &inside);
  if (!inside) enter(k, op);
}

static void collect(Conversion *c) {
  Collector k = {.c = c};
  enter(&k, c->rw.root);
  while (k.frames.n > 0) {
    Frame *frame = &ir_vec_last(&k.frames);
    if (!frame->next) {
      if (++frame->at == frame->n)
        k.frames.n--;
      else
        frame->next = frame->blocks[frame->at]->first;
      continue;
    }
    IrOp *op = frame->next;
    frame->next = op->next;
    visit(&k, op);
  }
  c->budget = 100 * (uint64_t)k.ops.n + 10000;
  for (size_t i = k.ops.n; i-- > 0;) ir_worklist_push(&c->rw.worklist, k.ops.at[i]);
  if (k.dom) ir_dominance_destroy(k.dom);
  ir_arena_destroy(&k.arena);
  ir_vec_free(&k.frames);
  ir_vec_free(&k.ops);
}

static void legalize_all(Conversion *c) {
  for (IrOp *op; !c->rw.failed && (op = ir_worklist_pop(&c->rw.worklist));) legalize(c, op);
}

void ir_conversion_open(Conversion *c, IrOp *root, const IrPattern *const *patterns, size_t n) {
  ir_rewriter_open(&c->rw, root, "conversion");
  c->rw.user = c->options->user;
  c->rw.mode = REWRITE_CONVERT;
  c->rw.conversion = c;
  c->types = c->options->types;
  ir_rewriter_listen(&c->rw, c->options->listener);
  ir_pattern_set_make(&c->patterns, patterns, n, c->options->enable, c->options->disable);
}

// Folding comes first, where it is wanted.
static void begin(Conversion *c) {
  collect(c);
  if (!c->options->fold) return;
  ir_conversion_fold_all(c);
  push_made(c);
}

void ir_conversion_run(Conversion *c) {
  begin(c);
  legalize_all(c);
  if (c->rw.failed || c->failures) return; // casts are left over for that reason
  ir_conversion_finish_casts(c);
  push_made(c); // by the converter
  legalize_all(c);
}

void ir_conversion_close(Conversion *c) {
  ir_rewriter_close(&c->rw);
  ir_pattern_set_free(&c->patterns);
  ir_ptrmap_free(&c->rules);
  ir_ptrmap_free(&c->type_cache);
  ir_ptrmap_free(&c->origins);
  ir_ptrmap_free(&c->targets);
  ir_ptrmap_free(&c->cast_of);
  ir_vec_free(&c->casts);
  ir_vec_free(&c->made);
  ir_arena_destroy(&c->arena);
  ir_arena_destroy(&c->scratch);
}

// ---- Analysis: on a copy of everything, so that symbols are found ----

static IrOp *outermost(IrOp *op) {
  while (ir_op_parent(op)) op = ir_op_parent(op);
  return op;
}

static void match_copies(IrOp *all, IrOp *copies, IrPtrMap *copy_of) {
  IrOp *op = all, *copy = copies;
  for (; op && copy; op = ir_tree_next(op, all), copy = ir_tree_next(copy, copies))
    ir_ptrmap_set(copy_of, op, copy);
}

static IrStatus analyze(IrOp *root, Conversion *c, const IrPattern *const *patterns, size_t n) {
  IrPtrMap copy_of = {0}, failed = {0}, done = {0};
  IrOp *all = outermost(root), *copies = ir_op_clone(all, NULL);
  match_copies(all, copies, &copy_of);
  c->silent = true;
  c->failed = &failed;
  c->done = &done;
  ir_conversion_open(c, ir_ptrmap_get(&copy_of, root), patterns, n);
  begin(c);
  legalize_all(c);
  for (IrOp *op = root; op && c->options->found; op = ir_tree_next(op, root)) {
    const IrOp *copy = ir_ptrmap_get(&copy_of, op);
    bool fails = ir_ptrmap_has(&failed, copy);
    if (fails || ir_ptrmap_has(&done, copy)) c->options->found(c->options->user, op, !fails);
  }
  IrStatus status = c->rw.failed ? IR_FAILED : IR_OK;
  ir_conversion_close(c);
  ir_op_destroy(copies);
  ir_ptrmap_free(&copy_of);
  ir_ptrmap_free(&failed);
  ir_ptrmap_free(&done);
  return status;
}

IrStatus ir_convert_sized(IrOp *root, const IrLegalRule *target, const IrPattern *const *patterns,
                          size_t n, const IrConversionOptions *options, size_t size) {
  IrConversionOptions whole = {0};
  if (options) memcpy(&whole, options, size < sizeof whole ? size : sizeof whole);
  IR_TRY(check_target(ir_op_context(root), ir_op_loc(root), target));
  Conversion c = {.target = target, .options = &whole};
  if (whole.mode == IR_CONVERT_ANALYSIS) return analyze(root, &c, patterns, n);
  ir_conversion_open(&c, root, patterns, n);
  ir_conversion_run(&c);
  IrStatus status = c.rw.failed || c.failures ? IR_FAILED : IR_OK;
  ir_conversion_close(&c);
  return status;
}
