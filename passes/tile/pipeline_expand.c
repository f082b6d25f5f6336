// The loop that a schedule means.
//
//   for %k = 0 to %n iter_args(%c = %z) {     if 0 < %n { early ops of iteration 0 }
//     early ops   {stage = 0}                 for %k = 0 to %n iter_args(%c = %z) {
//     late ops    {stage = 1}            ==>    if %k + 1 < %n { early ops of iteration %k + 1 }
//     yield %d                                  late ops of iteration %k
//   }                                           yield %d
//                                             }
//
// With `last` stages behind the first one there are so many steps in front of the loop.  Ops of
// early stages stand under a guard unless they only compute.  A value that a later stage uses waits
// in carried values of the new loop, one for each step.  In the steps beyond the last iteration it
// is zero, which nobody sees.
#include "dialects/arith/arith.h"
#include "dialects/mem/mem.h"
#include "dialects/scf/scf.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/loop.h"
#include "passes/tile/access.h"
#include "passes/tile/pipeline_expand.h"

typedef struct Expand {
  PipelinePlan plan;
  IrBuilder b;
  IrValue *lower, *upper, *step;
  IrOp *branch;                            // around everything, or NULL
  IrPtrMap values[PIPELINE_MAX_STAGE + 1]; // of each stage's iteration in this step
  IrValue *counter[PIPELINE_MAX_STAGE + 1];
} Expand;

static IrValue *value_in(Expand *e, int64_t stage, IrValue *value) {
  IrValue *known = ir_ptrmap_get(&e->values[stage], value);
  return known ? known : value;
}

// ---- One step

// `from` + n steps of the loop.
static IrValue *moved(Expand *e, IrValue *from, int64_t n) {
  int64_t step;
  if (!n) return from;
  IrValue *by = ir_match_int(e->step, &step)
                    ? access_index(&e->b, n * step)
                    : BUILD1(&e->b, arith_muli, .lhs = e->step, .rhs = access_index(&e->b, n));
  return BUILD1(&e->b, arith_addi, .lhs = from, .rhs = by);
}

// What stage `stage` sees: its iteration's number, and what waits for it.
static void begin_stage(Expand *e, int64_t stage, IrValue *counter) {
  const Pipeline *p = e->plan.p;
  ir_ptrmap_clear(&e->values[stage]);
  e->counter[stage] = counter;
  ir_ptrmap_set(&e->values[stage], ir_block_arg(p->body, 0), counter);
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    const PipelineWaiting *w = &e->plan.waiting.at[i];
    int64_t ago = stage - w->stage;
    if (ago < (w->carried ? 0 : 1) || ago > w->depth || !w->now[ago]) continue;
    ir_ptrmap_set(&e->values[stage], w->value, w->now[ago]);
  }
}

static void emit(Expand *e, IrBuilder *b, const PipelineOp *at) {
  IrOp *clone = ir_op_clone(at->op, &e->values[at->stage]);
  ir_op_set_attr(clone, PIPELINE_STAGE, NULL);
  ir_op_set_attr(clone, PIPELINE_ORDER, NULL);
  ir_builder_insert(b, clone);
}

static bool is_guarded(const Expand *e, size_t place) {
  return e->plan.guarded[e->plan.order[place] - e->plan.p->ops.at];
}

static IrValue *zero_of(IrBuilder *b, IrType type) {
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  IrAttr zero = ir_type_is_float(element) ? ir_attr_float(element, 0) : ir_attr_integer(element, 0);
  if (ir_type_is_shaped(type)) zero = ir_attr_splat(type, zero);
  return BUILD1(b, arith_constant, .value = zero, .result_type = type);
}

static void emit_guard(Expand *e, const PipelineRun *run) {
  IR_VEC(IrType) types = {0};
  IR_VEC(IrValue *) values = {0};
  size_t n = run->results.n;
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(run->results.at[i]));
  IrValue *more = BUILD1(&e->b, arith_cmpi, .lhs = e->counter[run->stage], .rhs = e->upper,
                         .predicate = ir_attr_integer(ir_type_i64(e->b.ctx), ARITH_SLT));
  IrOp *branch = scf_if_create(&e->b, more, types.at, n, n > 0);
  IrBuilder then = ir_builder_at_end(e->b.ctx, scf_block(branch, 0), e->b.loc);
  for (size_t i = run->first; i < run->first + run->n; i++)
    if (e->plan.order[i]->stage == run->stage && is_guarded(e, i)) emit(e, &then, e->plan.order[i]);
  for (size_t i = 0; i < n; i++) ir_vec_push(&values, value_in(e, run->stage, run->results.at[i]));
  BUILD(&then, scf_yield, .results = {values.at, n});
  if (n) {
    IrBuilder none = ir_builder_at_end(e->b.ctx, scf_block(branch, 1), e->b.loc);
    for (size_t i = 0; i < n; i++) values.at[i] = zero_of(&none, types.at[i]);
    BUILD(&none, scf_yield, .results = {values.at, n});
  }
  for (size_t i = 0; i < n; i++)
    ir_ptrmap_set(&e->values[run->stage], run->results.at[i], ir_op_result(branch, i));
  ir_vec_free(&types);
  ir_vec_free(&values);
}

// `surely`: the loop has the iteration.
static void emit_run(Expand *e, const PipelineRun *run, bool surely) {
  bool guards = false;
  for (size_t i = run->first; i < run->first + run->n; i++) {
    if (is_guarded(e, i) && !surely)
      guards = true;
    else
      emit(e, &e->b, e->plan.order[i]);
  }
  if (guards) emit_guard(e, run);
}

// Everything that waits has waited for one step more; in stages up to `most` something happened.
static void end_step(Expand *e, int64_t most) {
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    PipelineWaiting *w = &e->plan.waiting.at[i];
    if (w->stage > most) continue;
    IrValue *next = w->carried ? pipeline_yielded(e->plan.p, w->value) : w->value;
    next = value_in(e, w->stage, next);
    w->next = next;
  }
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    PipelineWaiting *w = &e->plan.waiting.at[i];
    if (w->stage > most) continue;
    for (int64_t ago = w->depth; ago > 0; ago--) w->now[ago] = w->now[ago - 1];
    w->now[w->carried ? 0 : 1] = w->next;
  }
}

// The step in which stage `most` and those in front of it are active; that stage's iteration is
// number `counter`.  The loop surely has the iterations of stages from `sure` on.
static void emit_step(Expand *e, int64_t most, int64_t sure, IrValue *counter) {
  for (int64_t stage = 0; stage <= most; stage++)
    if (e->plan.used[stage]) begin_stage(e, stage, moved(e, counter, most - stage));
  for (size_t i = 0; i < e->plan.runs.n; i++)
    if (e->plan.runs.at[i].stage <= most)
      emit_run(e, &e->plan.runs.at[i], e->plan.runs.at[i].stage >= sure);
  end_step(e, most);
}

// ---- Behind it

// The channel of a copy that a group of cp.async counts; NULL for other ops.
static const IrValue *channel_of_group(const IrOp *op) {
  const IrValue *channel = IS(op, tile_async_copy) ? GET(op, tile_async_copy, channel) : NULL;
  const IrOp *made = channel ? ir_value_op(channel) : NULL;
  bool groups =
      IS(made, mem_channel) && mem_mechanism(GET(made, mem_channel, mechanism)) == MEM_GROUPS;
  return groups ? channel : NULL;
}

// Whether copies in `root` go into channels that are not among `known`, which gets them.
static bool find_channels(IrOp *root, IrPtrMap *known) {
  bool more = false;
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    const IrValue *channel = channel_of_group(op);
    if (!channel || ir_ptrmap_has(known, channel)) continue;
    ir_ptrmap_set(known, channel, op);
    more = true;
  }
  return more;
}

// All copies have been waited for when the loop ends; but only a wait for whatever is under way
// says so to those who look for shared memory that is free.  Not where a loop around has copies of
// its own, which are.
static void wait_behind(IrOp *loop, IrOp *end) {
  IrOp *outermost = NULL;
  IrPtrMap known = {0};
  for (IrOp *op = ir_op_parent(loop); op; op = ir_op_parent(op))
    if (ir_op_is_loop(op)) outermost = op;
  if (find_channels(loop, &known) && !(outermost && find_channels(outermost, &known))) {
    IrBuilder b = ir_builder_after(end);
    BUILD(&b, tile_async_wait, NO_ARGS);
  }
  ir_ptrmap_free(&known);
}

// ---- The loop

static size_t first_waiting(const PipelineWaiting *w) {
  return w->carried ? 0 : 1;
}

static IrOp *create_loop(Expand *e, IrValue *const *inits, size_t n) {
  IrOp *loop = e->plan.p->loop;
  IrValue *end = e->upper;
  if (IS(loop, scf_for)) return scf_for_create(&e->b, e->lower, end, e->step, inits, n);
  if (e->plan.peeled) end = BUILD1(&e->b, arith_subi, .lhs = end, .rhs = access_index(&e->b, 1));
  return tile_pipelined_create(&e->b, e->lower, end, NULL, inits, n);
}

static void emit_yield(Expand *e, IrValue *const *values, size_t n) {
  if (IS(e->plan.p->loop, scf_for))
    BUILD(&e->b, scf_yield, .results = {values, n});
  else
    BUILD(&e->b, tile_yield, .values = {values, n});
}

// Hands the new loop's last values to the users of the old one's.
static void replace_results(Expand *e, IrOp *loop) {
  size_t at = 0;
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    const PipelineWaiting *w = &e->plan.waiting.at[i];
    if (w->carried) {
      IrValue *result = ir_op_result(e->plan.p->loop, ir_value_index(w->value) - 1);
      int64_t ago = e->plan.last - w->stage;
      if (ir_value_has_uses(result)) {
        IrValue *last = ir_op_result(loop, at + (size_t)ago);
        ir_value_take_name(last, result);
        ir_value_replace_uses(result, last);
      }
    }
    at += (size_t)w->depth + 1 - first_waiting(w);
  }
}

// What is carried out of the last iteration, of which only the last stage is left.
static IrValue *last_value(Expand *e, const PipelineWaiting *w) {
  IrValue *next = pipeline_yielded(e->plan.p, w->value);
  if (w->stage == e->plan.last) return value_in(e, w->stage, next);
  int64_t ago = e->plan.last - 1 - w->stage;
  return w->now[ago <= w->depth ? ago : 0]; // of fewer nobody uses the result
}

// What is carried when there has been no iteration: that it is the loop's result, not the initial
// value, lets both ways keep it in the same registers.
static IrValue *unchanged_value(const Expand *e, const PipelineWaiting *w) {
  int64_t ago = e->plan.last - w->stage;
  return w->now[ago <= w->depth ? ago : 0];
}

typedef IR_VEC(IrValue *) ValueList;

// All that waits, in the order in which the new loop carries it.
static ValueList waiting_values(const Expand *e) {
  ValueList values = {0};
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    const PipelineWaiting *w = &e->plan.waiting.at[i];
    for (size_t ago = first_waiting(w); ago <= (size_t)w->depth; ago++)
      ir_vec_push(&values, w->now[ago]);
  }
  return values;
}

// It is now what the loop carries inside, or has carried.
static void set_waiting(Expand *e, const IrOp *loop, bool inside) {
  const IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  size_t at = 0;
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    PipelineWaiting *w = &e->plan.waiting.at[i];
    for (size_t ago = first_waiting(w); ago <= (size_t)w->depth; ago++, at++) {
      w->now[ago] = inside ? ir_block_arg(body, at + 1) : ir_op_result(loop, at);
      if (inside) ir_value_take_name(w->now[ago], w->value);
    }
  }
}

// Ends a branch with what the loop's results are there.
static void yield_carried(Expand *e, IrBuilder *b, bool unchanged) {
  ValueList values = {0};
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    const PipelineWaiting *w = &e->plan.waiting.at[i];
    if (w->carried) ir_vec_push(&values, unchanged ? unchanged_value(e, w) : last_value(e, w));
  }
  BUILD(b, scf_yield, .results = {values.at, values.n});
  ir_vec_free(&values);
}

// A branch that is taken when the loop has an iteration, with the old loop's results.
static IrOp *create_any(Expand *e) {
  IR_VEC(IrType) types = {0};
  IrOp *old = e->plan.p->loop;
  size_t n = ir_op_num_results(old);
  for (size_t i = 0; i < n; i++) ir_vec_push(&types, ir_value_type(ir_op_result(old, i)));
  IrValue *any = BUILD1(&e->b, arith_cmpi, .lhs = e->lower, .rhs = e->upper,
                        .predicate = ir_attr_integer(ir_type_i64(e->b.ctx), ARITH_SLT));
  IrOp *branch = scf_if_create(&e->b, any, types.at, n, n > 0);
  ir_vec_free(&types);
  return branch;
}

// Ends the branch: what the last stage of the last iteration leaves takes the old loop's place.
static void emit_last_stage(Expand *e, IrOp *branch) {
  IrOp *old = e->plan.p->loop;
  IrValue *number = BUILD1(&e->b, arith_subi, .lhs = e->upper, .rhs = access_index(&e->b, 1));
  begin_stage(e, e->plan.last, number);
  for (size_t i = 0; i < e->plan.runs.n; i++)
    if (e->plan.runs.at[i].stage == e->plan.last) emit_run(e, &e->plan.runs.at[i], true);
  yield_carried(e, &e->b, false);
  for (size_t i = 0; i < ir_op_num_results(old); i++) {
    ir_value_take_name(ir_op_result(branch, i), ir_op_result(old, i));
    ir_value_replace_uses(ir_op_result(old, i), ir_op_result(branch, i));
  }
}

// The last iteration behind the loop, if there is one.
static IrOp *emit_last(Expand *e, IrOp *loop) {
  IrOp *old = e->plan.p->loop;
  bool results = ir_op_num_results(old) > 0;
  set_waiting(e, loop, false);
  e->b = ir_builder_after(loop);
  IrOp *branch = e->branch;
  if (!branch) {
    branch = create_any(e);
    IrBuilder none = ir_builder_at_end(e->b.ctx, scf_block(branch, results), ir_op_loc(old));
    if (results) yield_carried(e, &none, true);
    e->b = ir_builder_at_end(e->b.ctx, scf_block(branch, 0), ir_op_loc(old));
  }
  emit_last_stage(e, branch);
  return branch;
}

static void emit_loop(Expand *e) {
  Pipeline *p = e->plan.p;
  ValueList values = waiting_values(e);
  IrOp *loop = create_loop(e, values.at, values.n), *end = loop;
  ir_vec_free(&values);
  if (ir_op_discardable(p->loop)) ir_op_set_discardable(loop, ir_op_discardable(p->loop));
  IrBlock *body = ir_region_first(ir_op_region(loop, 0));
  IrValue *counter = ir_block_arg(body, 0);
  ir_value_take_name(counter, ir_block_arg(p->body, 0));
  set_waiting(e, loop, true);
  e->b = ir_builder_at_end(e->b.ctx, body, ir_op_loc(p->loop));
  emit_step(e, e->plan.last, e->plan.last - e->plan.peeled, counter);
  values = waiting_values(e);
  emit_yield(e, values.at, values.n);
  ir_vec_free(&values);
  if (e->plan.peeled)
    end = emit_last(e, loop);
  else
    replace_results(e, loop);
  ir_op_destroy(p->loop);
  p->loop = loop;
  wait_behind(loop, end);
}

// Steps in front of the loop, for which `lower` + n is the iteration of the earliest stage.
static void emit_prologue(Expand *e) {
  for (size_t i = 0; i < e->plan.waiting.n; i++) {
    PipelineWaiting *w = &e->plan.waiting.at[i];
    const IrOp *loop = e->plan.p->loop;
    size_t first = ir_op_num_operands(loop) - ir_op_num_results(loop);
    if (w->carried) w->now[0] = ir_op_operand(loop, first + ir_value_index(w->value) - 1);
  }
  int64_t sure = e->branch ? 0 : e->plan.last;
  for (int64_t step = 0; step < e->plan.last; step++) emit_step(e, step, sure, e->lower);
}

// One branch around the steps in front of the loop, the loop and what is behind it: inside, the
// loop surely has the iterations of both stages.
static void begin_branch(Expand *e) {
  IrOp *loop = e->plan.p->loop;
  size_t n = ir_op_num_results(loop), first = ir_op_num_operands(loop) - n;
  e->branch = create_any(e);
  if (n) {
    IR_VEC(IrValue *) inits = {0};
    IrBuilder none = ir_builder_at_end(e->b.ctx, scf_block(e->branch, 1), ir_op_loc(loop));
    for (size_t i = 0; i < n; i++) ir_vec_push(&inits, ir_op_operand(loop, first + i));
    BUILD(&none, scf_yield, .results = {inits.at, inits.n});
    ir_vec_free(&inits);
  }
  e->b = ir_builder_at_end(e->b.ctx, scf_block(e->branch, 0), ir_op_loc(loop));
}

static void read_bounds(Expand *e) {
  IrOp *loop = e->plan.p->loop;
  e->b = ir_builder_before(loop);
  if (IS(loop, scf_for)) {
    e->lower = GET(loop, scf_for, lowerBound);
    e->upper = GET(loop, scf_for, upperBound);
    e->step = GET(loop, scf_for, step);
  } else {
    e->lower = GET(loop, tile_pipelined, lower);
    e->upper = GET(loop, tile_pipelined, upper);
    e->step = access_index(&e->b, 1);
  }
}

IrStatus pipeline_expand(Pipeline *p) {
  Expand e = {0};
  IrStatus status = pipeline_plan(&e.plan, p);
  if (status == IR_OK) {
    read_bounds(&e);
    if (e.plan.in_branch) begin_branch(&e);
    emit_prologue(&e);
    emit_loop(&e);
  }
  for (size_t s = 0; s <= PIPELINE_MAX_STAGE; s++) ir_ptrmap_free(&e.values[s]);
  pipeline_plan_free(&e.plan);
  return status;
}
