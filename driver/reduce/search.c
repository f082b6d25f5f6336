// The search over a module: every reduction of the table in turn, until a whole round of them
// changes nothing.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"
#include "ir/asm/printer.h"
#include "ir/verify/verify.h"

// ---- Leaving out chunks of a list ----

typedef struct Chunks {
  const ReduceList *list;
  size_t end, size; // chunks of `size` up to `end`, the last one first
} Chunks;

static size_t chunk_begin(const Chunks *c, size_t i) {
  size_t back = (i + 1) * c->size;
  return back < c->end ? c->end - back : 0;
}

static bool build_chunk(void *user, size_t i, IrStream *text) {
  const Chunks *c = user;
  return c->list->build(c->list->user, chunk_begin(c, i), c->end - i * c->size, text);
}

// One sweep with chunks of one size from the end of the list to its start.  What stands before a
// chunk that went keeps its place.
static bool sweep(ReduceRunner *runner, const ReduceList *list, size_t size) {
  bool any = false;
  Chunks c = {list, list->count(list->user), size};
  IrStream text = {0};
  while (c.end > 0) {
    size_t n = (c.end + size - 1) / size;
    size_t found = reduce_runner_first(runner, build_chunk, &c, n, &text);
    if (found == SIZE_MAX) break;
    size_t from = chunk_begin(&c, found), to = c.end - found * size;
    list->accept(list->user, from, to, ir_stream_str(&text));
    any = true;
    size_t left = list->count(list->user);
    c.end = from < left ? from : left;
  }
  ir_stream_free(&text);
  return any;
}

bool reduce_list(ReduceRunner *runner, const ReduceList *list) {
  bool any = false;
  size_t size = list->count(list->user);
  for (; size > 0 && !reduce_runner_interrupted(runner); size /= 2) {
    any |= sweep(runner, list, size);
    size_t left = list->count(list->user);
    if (size > left) size = left;
  }
  return any;
}

// ---- A reduction as a list of sites ----

typedef struct Search {
  DriverReduce *r;
  ReduceRunner *runner;
  IrOp *module;
  size_t weight; // of the module
  bool debuginfo;
  const ReduceKind *kind;
  size_t variant;
} Search;

static size_t count_sites(void *user) {
  Search *s = user;
  ReduceSites sites = {0};
  s->kind->collect(&sites, s->module, s->variant);
  size_t n = sites.list.n;
  ir_vec_free(&sites.list);
  return n;
}

static bool swallow(void *user, IrContext *ctx, const IrDiag *diag) {
  (void)user, (void)ctx, (void)diag;
  return true;
}

// A type that cannot be made, say, is no news.
static void apply_chunk(Search *s, size_t from, size_t to) {
  ReduceSites sites = {0};
  s->kind->collect(&sites, s->module, s->variant);
  ir_diag_push_handler(s->r->ctx, swallow, NULL);
  for (size_t i = to; i-- > from;) s->kind->apply(s->module, &sites.list.at[i], s->variant);
  if (s->kind->finish) s->kind->finish(s->module);
  ir_diag_pop_handler(s->r->ctx);
  ir_vec_free(&sites.list);
}

static void print_module(const Search *s, IrStream *text) {
  ir_print_op(s->module, text, &(IrPrintOptions){.debuginfo = s->debuginfo});
}

static bool build_candidate(void *user, size_t from, size_t to, IrStream *text) {
  Search *s = user;
  apply_chunk(s, from, to);
  ir_diag_push_handler(s->r->ctx, swallow, NULL);
  IrStatus status = ir_verify(s->module);
  ir_diag_pop_handler(s->r->ctx);
  if (status != IR_OK || reduce_weight(s->module) > s->weight) return false;
  print_module(s, text);
  return true;
}

// The same again, here.
static void accept_candidate(void *user, size_t from, size_t to, IrStr text) {
  Search *s = user;
  apply_chunk(s, from, to);
  s->weight = reduce_weight(s->module);
  s->r->text.len = 0;
  ir_write(&s->r->text, text.ptr, text.len);
  reduce_say(s->r, "{}: {} ops, {} bytes", s->kind->name, reduce_count_ops(s->module), text.len);
}

// ---- Rounds ----

static bool is_wanted(const DriverReduce *r, const ReduceKind *kind) {
  IrStr name = ir_str(kind->name);
  for (const char *p = r->only; p && *p;) {
    size_t n = strcspn(p, ",");
    if (ir_str_equal((IrStr){p, n}, name)) return true;
    p += n + (p[n] == ',');
  }
  return !r->only;
}

static bool run_round(Search *s) {
  bool any = false;
  const ReduceList list = {count_sites, build_candidate, accept_candidate, s};
  for (size_t i = 0; reduce_kinds[i]; i++) {
    s->kind = reduce_kinds[i];
    if (!is_wanted(s->r, s->kind)) continue;
    for (s->variant = 0; s->variant < s->kind->variants; s->variant++)
      any |= reduce_list(s->runner, &list);
  }
  return any;
}

// A location that is not just the place in the text was written there, and is kept.
static bool has_written_locations(IrOp *module) {
  IrContext *ctx = ir_op_context(module);
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module))
    if (ir_loc_kind(ctx, ir_op_loc(op)) != IR_LOC_KIND_SOURCE) return true;
  return false;
}

// Whether the text as we print it is still interesting.
static bool start(Search *s) {
  IrStream text = {0};
  ReduceOutcome outcome;
  print_module(s, &text);
  bool interesting = reduce_runner_check(s->runner, ir_stream_str(&text), &outcome);
  if (interesting) {
    ir_stream_free(&s->r->text);
    s->r->text = text;
    return true;
  }
  ir_stream_free(&text);
  if (reduce_runner_interrupted(s->runner)) return false;
  ir_warning(
      s->r->ctx, ir_op_loc(s->module),
      "the input is no longer interesting when it is parsed and printed: its text is reduced");
  return false;
}

void reduce_module(DriverReduce *r, ReduceRunner *runner, IrOp *module) {
  Search s = {.r = r, .runner = runner, .module = module, .weight = reduce_weight(module)};
  s.debuginfo = r->debuginfo || has_written_locations(module);
  if (!start(&s)) {
    if (!reduce_runner_interrupted(runner)) reduce_text(r, runner);
    return;
  }
  while (run_round(&s) && !reduce_runner_interrupted(runner)) {
  }
  r->ops_after = reduce_count_ops(module);
}
