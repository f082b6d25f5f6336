// What is said of patterns that do not come to rest: the circle they go in.
//
// At its limit the driver goes on for some steps and takes them down, each with the fingerprint of
// what is around its op.  Two equal fingerprints are the ends of a circle.  IR that grows meets no
// state again; then the shortest row of steps that was repeated last is told.
#include "ir/analysis/fingerprint.h"
#include "ir/analysis/tree.h"
#include "ir/edit/greedy_impl.h"

enum {
  MOST_STEPS = 512,    // traced
  MOST_WORK = 1 << 21, // ops fingerprinted for that, roughly
  MOST_TOLD = 8,       // steps of a circle that are told
};

static size_t count_inside(IrOp *root) {
  size_t n = 0;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) n++;
  return n;
}

static IrOp *scope_of(const IrRewriter *rw, IrOp *op) {
  IrOp *scope = op;
  while (scope != rw->root && ir_op_parent(scope)) {
    scope = ir_op_parent(scope);
    if (ir_op_has_trait(scope, IR_ISOLATED)) break;
  }
  return scope;
}

void ir_trace_begin(Trace *trace, const IrRewriter *rw, IrOp *op) {
  trace->scope = scope_of(rw, op);
  trace->before = (TraceStep){.op_name = ir_op_name(op), .loc = ir_op_loc(op)};
}

void ir_trace_end(Trace *trace, const char *name, bool is_pattern) {
  TraceStep step = trace->before;
  step.name = name;
  step.is_pattern = is_pattern;
  step.ops = count_inside(trace->scope);
  step.state = ir_op_fingerprint(trace->scope, 0) ^ ir_hash_pointer(trace->scope);
  if (trace->steps.n == 0) {
    size_t most = MOST_WORK / (step.ops + 1);
    trace->most = most < 4 ? 4 : most > MOST_STEPS ? MOST_STEPS : most;
  }
  ir_vec_push(&trace->steps, step);
}

void ir_trace_free(Trace *trace) {
  ir_vec_free(&trace->steps);
}

// ---- Finding the circle ----

typedef struct Circle {
  size_t first, n; // steps of the trace
  bool comes_back; // to a state that was there before
} Circle;

// The last step and the nearest one before it that left the same state.
static bool find_same_state(const Trace *t, Circle *circle) {
  for (size_t last = t->steps.n; last-- > 1;)
    for (size_t i = last; i-- > 0;) {
      if (t->steps.at[i].state != t->steps.at[last].state) continue;
      *circle = (Circle){i + 1, last - i, true};
      return true;
    }
  return false;
}

static bool same_step(const TraceStep *a, const TraceStep *b) {
  return a->name == b->name && ir_str_equal(a->op_name, b->op_name);
}

// The shortest row of steps at the end that also stands twice before itself.
static bool find_repetition(const Trace *t, Circle *circle) {
  size_t n = t->steps.n;
  for (size_t row = 1; row * 3 <= n; row++) {
    size_t same = 0;
    while (same < 2 * row &&
           same_step(&t->steps.at[n - 1 - same], &t->steps.at[n - 1 - same - row]))
      same++;
    if (same < 2 * row) continue;
    *circle = (Circle){n - row, row, false};
    return true;
  }
  return false;
}

// ---- Telling ----

static void tell_step(IrContext *ctx, const TraceStep *step, size_t number) {
  if (step->is_pattern)
    ir_note(ctx, step->loc, "step {}: pattern '{}' rewrites '{}'", number, step->name,
            step->op_name);
  else
    ir_note(ctx, step->loc, "step {}: {} of '{}'", number, step->name, step->op_name);
}

static bool told_before(const Trace *t, const Circle *c, size_t i) {
  for (size_t k = c->first; k < i; k++)
    if (t->steps.at[k].name == t->steps.at[i].name) return true;
  return false;
}

static void write_names(const Trace *t, const Circle *c, const char *between, IrStream *out) {
  bool first = true;
  for (size_t i = c->first; i < c->first + c->n; i++) {
    if (!t->steps.at[i].is_pattern || told_before(t, c, i)) continue;
    ir_print(out, "{}{}", first ? "" : between, t->steps.at[i].name);
    first = false;
  }
}

static size_t times_seen(const Trace *t, const Circle *c) {
  size_t times = 0;
  for (size_t end = t->steps.n; end >= c->n; end -= c->n) {
    for (size_t i = 0; i < c->n; i++)
      if (!same_step(&t->steps.at[end - c->n + i], &t->steps.at[t->steps.n - c->n + i]))
        return times;
    times++;
  }
  return times;
}

static void tell_circle(const Trace *t, const Circle *c, IrContext *ctx) {
  const TraceStep *at = t->steps.at + c->first;
  for (size_t i = 0; i < c->n && i < MOST_TOLD; i++) tell_step(ctx, &at[i], i + 1);
  if (c->n > MOST_TOLD) ir_note(ctx, IR_LOC_UNKNOWN, "... and {} steps more", c->n - MOST_TOLD);
  if (c->comes_back)
    ir_note(ctx, at[c->n - 1].loc,
            "then everything is as it was before step 1, seen {} times in the last {} steps",
            times_seen(t, c), t->steps.n);
  else
    ir_note(ctx, at[c->n - 1].loc,
            "then these steps begin again, seen {} times; ops around there went from {} to {}",
            times_seen(t, c), t->steps.at[0].ops, t->steps.at[t->steps.n - 1].ops);
}

static void help(const Trace *t, const Circle *c, IrContext *ctx) {
  IrStream names = {0};
  write_names(t, c, ",", &names);
  const char *what = memchr(names.data ? names.data : "", ',', names.len)
                         ? "one of them may not match what the others make"
                         : "a pattern may not match what it makes itself";
  if (names.len)
    ir_help(ctx, "{}; meanwhile leave one out (in canonicalize: disable-patterns={})", what,
            ir_stream_str(&names));
  else
    ir_help(ctx, "these are folds: one gives what another turns back");
  ir_stream_free(&names);
}

// A state that was met again says most, unless it was by chance: some steps of a longer circle that
// leaves dead ops behind undo each other too.
static bool find_circle(const Trace *t, Circle *circle) {
  Circle row;
  bool same = find_same_state(t, circle), repeats = find_repetition(t, &row);
  if (repeats && (!same || times_seen(t, circle) < 3)) *circle = row;
  return same || repeats;
}

void ir_trace_report(const Trace *t, IrContext *ctx) {
  Circle circle;
  if (t->steps.n == 0) return;
  if (!find_circle(t, &circle)) {
    ir_note(ctx, t->steps.at[t->steps.n - 1].loc,
            "the last {} steps repeat nothing; ops around there went from {} to {}", t->steps.n,
            t->steps.at[0].ops, t->steps.at[t->steps.n - 1].ops);
    ir_help(ctx, "with more iterations it may come to rest: max-iterations");
    return;
  }
  tell_circle(t, &circle, ctx);
  help(t, &circle, ctx);
}
