// Plans the expansion of a scheduled loop: which ops stand under which guard, and which values wait
// for how many steps.
#include <stdlib.h>

#include "dialects/mem/mem.h"
#include "dialects/tc/tc.h"
#include "dialects/tile/tile.h"
#include "ir/analysis/tree.h"
#include "ir/interfaces/effects.h"
#include "passes/tile/pipeline_expand.h"

// ---- Order and guards

static int compare_orders(const void *a, const void *b) {
  const PipelineOp *x = *(const PipelineOp *const *)a, *y = *(const PipelineOp *const *)b;
  return (x->order > y->order) - (x->order < y->order);
}

static void sort_ops(PipelinePlan *plan) {
  Pipeline *p = plan->p;
  plan->order = ir_malloc((p->ops.n + 1) * sizeof *plan->order);
  plan->guarded = ir_calloc(p->ops.n + 1, sizeof *plan->guarded);
  for (size_t i = 0; i < p->ops.n; i++) {
    plan->order[i] = &p->ops.at[i];
    plan->used[p->ops.at[i].stage] = true;
    if (p->ops.at[i].stage > plan->last) plan->last = p->ops.at[i].stage;
  }
  qsort(plan->order, p->ops.n, sizeof *plan->order, compare_orders);
}

static bool is_in_run(const PipelinePlan *plan, const PipelineRun *run, size_t number) {
  for (size_t i = run->first; i < run->first + run->n; i++)
    if (plan->order[i] == &plan->p->ops.at[number]) return true;
  return false;
}

// Does it use what a guarded op of the same run gives?
static bool uses_guarded(const PipelinePlan *plan, const PipelineRun *run, IrOp *root) {
  for (IrOp *op = root; op; op = ir_tree_next(op, root)) {
    for (size_t i = 0; i < ir_op_num_operands(op); i++) {
      const IrOp *def = ir_value_op(ir_op_operand(op, i));
      size_t number = def ? pipeline_number(plan->p, def) : plan->p->ops.n;
      if (number < plan->p->ops.n && plan->guarded[number] && is_in_run(plan, run, number))
        return true;
    }
  }
  return false;
}

static void find_guarded(PipelinePlan *plan, const PipelineRun *run) {
  if (run->stage == plan->last) return;
  for (size_t i = run->first; i < run->first + run->n; i++) {
    IrOp *op = plan->order[i]->op;
    // A slot beyond the last iteration may be none.
    bool acts = ir_op_num_regions(op) || !ir_op_is_speculatable(op) || IS(op, mem_index);
    plan->guarded[plan->order[i] - plan->p->ops.at] = acts || uses_guarded(plan, run, op);
  }
}

// The first op outside of the run that uses the value; NULL: none does.
static const IrOp *user_outside(const PipelinePlan *plan, const PipelineRun *run,
                                const IrValue *value) {
  for (const IrUse *use = ir_value_first_use(value); use; use = ir_use_next(use)) {
    size_t number = pipeline_number(plan->p, ir_use_op(use));
    if (number == plan->p->ops.n || !is_in_run(plan, run, number)) return ir_use_op(use);
  }
  return NULL;
}

// Ops of one stage are in one branch where nothing of another stage stands between them.
static IrStatus refuse_parts(const PipelinePlan *plan, const PipelineRun *run, const IrOp *op) {
  size_t at = run->first + run->n, n = plan->p->ops.n;
  const PipelineOp *between = plan->order[at];
  // Numbers have no places of a person's.
  while (at + 1 < n && ir_op_is_speculatable(plan->order[at]->op) &&
         plan->order[at + 1]->stage == between->stage)
    at++;
  between = plan->order[at];
  IrStatus failed = ir_op_error(
      op,
      "is in stage {} behind an op of stage {}, but belongs to ops of its stage in front of that",
      run->stage, between->stage);
  ir_note(ir_op_context(op), ir_op_loc(between->op), "the op of stage {}", between->stage);
  ir_help(ir_op_context(op), "give loads that are used together, and products of their own stage, "
                             "orders next to each other");
  return failed;
}

static bool is_data(const IrValue *value) {
  IrType type = ir_value_type(value);
  IrType element = ir_type_is_shaped(type) ? ir_type_element(type) : type;
  return !mem_is_buffer(type) && ir_type_kind(type) != IR_TYPE_MEMREF &&
         (ir_type_is_int_or_index(element) || ir_type_is_float(element));
}

// Whether what an op of the body computes can wait for a later stage.
static IrStatus check_result(const IrValue *value) {
  if (is_data(value)) return IR_OK;
  return ir_op_error(
      ir_value_op(value),
      "gives {} to an op of a later stage, which only numbers and tiles can wait for",
      ir_value_type(value));
}

static IrStatus find_results(PipelinePlan *plan, PipelineRun *run) {
  for (size_t i = run->first; i < run->first + run->n; i++) {
    IrOp *op = plan->order[i]->op;
    if (!plan->guarded[plan->order[i] - plan->p->ops.at]) continue;
    for (size_t r = 0; r < ir_op_num_results(op); r++) {
      IrValue *value = ir_op_result(op, r);
      const IrOp *user = user_outside(plan, run, value);
      if (!user) continue;
      size_t number = pipeline_number(plan->p, user);
      bool same_stage = number < plan->p->ops.n && plan->p->ops.at[number].stage == run->stage;
      if (!is_data(value) && same_stage) return refuse_parts(plan, run, user);
      IR_TRY(check_result(value));
      ir_vec_push(&run->results, value);
    }
  }
  return IR_OK;
}

// A position that TMA fills is committed in the branch of its copies.
static IrStatus check_copies(const PipelinePlan *plan, const PipelineRun *run) {
  for (size_t i = run->first; run->stage != plan->last && i < run->first + run->n; i++) {
    const IrOp *copy = plan->order[i]->op;
    if (!IS(copy, tile_async_copy) || !GET(copy, tile_async_copy, tma)) continue;
    const IrValue *channel = GET(copy, tile_async_copy, channel);
    for (size_t k = run->first + run->n; channel && k < plan->p->ops.n; k++) {
      const IrOp *op = plan->order[k]->op;
      bool commits = IS(op, mem_channel_commit) && ir_op_operand(op, 0) == channel;
      bool fills = IS(op, tile_async_copy) && GET(op, tile_async_copy, channel) == channel;
      if (commits || fills) return refuse_parts(plan, run, op);
    }
  }
  return IR_OK;
}

static IrStatus find_runs(PipelinePlan *plan) {
  for (size_t i = 0; i < plan->p->ops.n; i++) {
    PipelineRun *last = plan->runs.n ? &ir_vec_last(&plan->runs) : NULL;
    if (last && last->stage == plan->order[i]->stage) {
      last->n++;
      continue;
    }
    PipelineRun run = {.first = i, .n = 1, .stage = plan->order[i]->stage};
    ir_vec_push(&plan->runs, run);
  }
  if (plan->in_branch) return IR_OK;
  for (size_t i = 0; i < plan->runs.n; i++) {
    find_guarded(plan, &plan->runs.at[i]);
    IR_TRY(check_copies(plan, &plan->runs.at[i]));
    IR_TRY(find_results(plan, &plan->runs.at[i]));
  }
  return IR_OK;
}

// ---- Values that wait

static PipelineWaiting *find_waiting(PipelinePlan *plan, const IrValue *value) {
  for (size_t i = 0; i < plan->waiting.n; i++)
    if (plan->waiting.at[i].value == value) return &plan->waiting.at[i];
  return NULL;
}

static bool is_carried(const Pipeline *p, const IrValue *value) {
  return !ir_value_op(value) && ir_value_block(value) == p->body && ir_value_index(value) > 0;
}

// Stage of the body's op that computes `value`; -1 when none does.
static int64_t computed_in(const Pipeline *p, const IrValue *value) {
  const IrOp *op = ir_value_op(value);
  size_t number = op && ir_op_block(op) == p->body ? pipeline_number(p, op) : p->ops.n;
  return number < p->ops.n ? p->ops.at[number].stage : -1;
}

static void begin_carried(PipelinePlan *plan) {
  Pipeline *p = plan->p;
  for (size_t i = 1; i < ir_block_num_args(p->body); i++) {
    IrValue *arg = ir_block_arg(p->body, i);
    PipelineWaiting w = {.value = arg, .stage = plan->last, .carried = true};
    int64_t stage = computed_in(p, pipeline_yielded(p, arg));
    if (stage >= 0) w.stage = stage;
    ir_vec_push(&plan->waiting, w);
  }
}

// A use in `stage`: what is yielded without being computed must be there for its first use.
static bool lower_stage(PipelinePlan *plan, const IrValue *value, int64_t stage) {
  PipelineWaiting *w = is_carried(plan->p, value) ? find_waiting(plan, value) : NULL;
  if (!w || w->stage <= stage || computed_in(plan->p, pipeline_yielded(plan->p, value)) >= 0)
    return false;
  w->stage = stage;
  return true;
}

typedef bool (*OnUse)(PipelinePlan *plan, const IrValue *value, int64_t stage);

// All uses of values, by ops of the body and by what carried values become.
static bool for_all_uses(PipelinePlan *plan, OnUse on_use) {
  Pipeline *p = plan->p;
  bool any = false;
  for (size_t i = 0; i < p->ops.n; i++) {
    IrOp *root = p->ops.at[i].op;
    for (IrOp *op = root; op; op = ir_tree_next(op, root))
      for (size_t k = 0; k < ir_op_num_operands(op); k++)
        any |= on_use(plan, ir_op_operand(op, k), p->ops.at[i].stage);
  }
  for (size_t i = 1; i < ir_block_num_args(p->body); i++) {
    const IrValue *arg = ir_block_arg(p->body, i);
    any |= on_use(plan, pipeline_yielded(p, arg), find_waiting(plan, arg)->stage);
    if (ir_value_has_uses(ir_op_result(p->loop, i - 1))) any |= on_use(plan, arg, plan->last);
  }
  return any;
}

static bool deepen(PipelinePlan *plan, const IrValue *value, int64_t stage) {
  PipelineWaiting *w = find_waiting(plan, value);
  int64_t computed = w ? w->stage : computed_in(plan->p, value);
  if (computed < 0 || computed >= stage) return false;
  if (!w) {
    PipelineWaiting more = {.value = (IrValue *)value, .stage = computed};
    ir_vec_push(&plan->waiting, more);
    w = &ir_vec_last(&plan->waiting);
  }
  if (w->depth < stage - computed) w->depth = stage - computed;
  return true;
}

static void find_waiting_values(PipelinePlan *plan) {
  begin_carried(plan);
  while (for_all_uses(plan, lower_stage)) continue;
  (void)for_all_uses(plan, deepen);
  for (size_t i = 0; i < plan->waiting.n; i++) plan->used[plan->waiting.at[i].stage] = true;
}

// Without guards nothing has looked at what waits.
static IrStatus check_waiting(const PipelinePlan *plan) {
  for (size_t i = 0; i < plan->waiting.n; i++) {
    const PipelineWaiting *w = &plan->waiting.at[i];
    bool is_view = ir_type_kind(ir_value_type(w->value)) == IR_TYPE_MEMREF; // of numbers
    if (!w->carried && !is_view) IR_TRY(check_result(w->value));
  }
  return IR_OK;
}

// A wait for the next iteration, or a product of it, stands among this one's products: a branch
// around it would part them.
static bool goes_among_products(const PipelinePlan *plan) {
  if (!IS(plan->p->loop, tile_pipelined)) return false;
  for (size_t i = 0; i < plan->p->ops.n; i++) {
    const PipelineOp *at = &plan->p->ops.at[i];
    bool goes = IS(at->op, mem_channel_wait) || IS(at->op, tc_dot_async);
    if (goes && at->stage == plan->last - 1) return true;
  }
  return false;
}

IrStatus pipeline_plan(PipelinePlan *plan, Pipeline *p) {
  *plan = (PipelinePlan){.p = p};
  sort_ops(plan);
  plan->peeled = goes_among_products(plan);
  plan->in_branch = plan->peeled && plan->last == 1;
  IR_TRY(find_runs(plan));
  find_waiting_values(plan);
  return plan->in_branch ? check_waiting(plan) : IR_OK;
}

void pipeline_plan_free(PipelinePlan *plan) {
  for (size_t i = 0; i < plan->runs.n; i++) ir_vec_free(&plan->runs.at[i].results);
  ir_vec_free(&plan->runs);
  ir_vec_free(&plan->waiting);
  ir_free(plan->order);
  ir_free(plan->guarded);
}
